"""The page score of Singh et al. 2017: cosine with a keyword table that grows during the crawl."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar, cast

from lycosa.judge.scored import Parts, Scored
from lycosa.model import JSON, Judgement, Page
from lycosa.topic import Contribution, KeywordTable, Topic
from lycosa.topic.table import GROW_EVERY, SIZE


class PageScore(Scored):
    """TF-IDF cosine with the topic's keyword table, which takes up the words of relevant pages.

    Parameters
    ----------
    topic, threshold
        As in every judge by score.
    size
        Terms in the table.
    grow_every
        Relevant pages after which the table is weighed anew; 0: it stays as it is.

    Examples
    --------
    >>> from lycosa import Page, Topic
    >>> judge = PageScore(Topic.from_keywords(["flood", "rain"]), threshold=0.5)
    >>> judge.judge(Page("http://a.example/", tokens=("flood",), groups=bytes([4]))).parts
    (('page score', 0.7071067811865475),)

    References
    ----------
    Singh, Gupta and Singh (2017). Improved architecture of focused crawler on the basis of content and
    link analysis. International Journal of Modern Education and Computer Science 9(11), 33-40.
    doi:10.5815/ijmecs.2017.11.04.

    Eq. 1 to 5. The threshold stays the same when the table grows.
    """

    name: ClassVar[str] = "page-score"

    def __init__(
        self,
        topic: Topic,
        threshold: float | str = "auto",
        size: int = SIZE,
        grow_every: int = GROW_EVERY,
    ) -> None:
        super().__init__(topic, threshold)
        self.size = size
        self.grow_every = grow_every

    @cached_property
    def table(self) -> KeywordTable:
        """The keyword table as it stands."""
        return KeywordTable(self.topic, self.size, self.grow_every)

    def judge(self, page: Page) -> Judgement:
        """Score a page, then let the table learn from it."""
        judgement = super().judge(page)
        if self.grow_every:
            self.table.see(page, judgement.relevant)
        return judgement

    def measure(self, page: Page) -> tuple[float, Parts]:
        """Compare a page with the table (Eq. 5)."""
        score = self.table.vector.cosine(page.tokens)
        return score, (("page score", score),)

    def score(self, tokens: Sequence[str], groups: bytes = b"") -> float:
        """Compare a piece of text with the table."""
        return self.table.vector.cosine(tokens)

    def explain(self, page: Page) -> list[Contribution]:
        """Return the keywords on the page."""
        return self.table.vector.contributions(self.table.vector.found(page.tokens))

    def state(self) -> dict[str, JSON]:
        """Return the table, and what the threshold rests on."""
        return {**super().state(), "table": self.table.state()}

    def restore(self, state: dict[str, JSON]) -> None:
        """Go on with the table as it was."""
        super().restore(state)
        self.table.restore(cast("dict[str, JSON]", state["table"]))
