"""The keyword weight table: score pages and links by it, and let it grow."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar, cast

from lycosa.judge.base import Judge, least_score
from lycosa.judge.page_score import PageScore
from lycosa.model import JSON, Expansion, Judgement, Page, Queued
from lycosa.rank.link_score import LinkScore
from lycosa.strategy.recipe import Combination
from lycosa.topic import KeywordTable, Topic
from lycosa.topic.table import GROW_EVERY, SIZE


class KeywordTableSearch(Combination):
    """Take the link with the highest link score; learn keywords from the relevant pages on the way.

    A table of weighted keywords describes the topic. Pages are scored by it, and so are the words
    of a link's URL, its anchor and the text around it; their sum, with the score of the page, is
    the link's. Links below a threshold are dropped, whether their page is relevant or not: a
    relevant page lifts all its links above it, an irrelevant one may still show some that get there
    by themselves. From time to time the table takes in keywords of the relevant pages found.

    Parameters
    ----------
    topic, seed, threshold
        As in every strategy.
    link_threshold
        Link score, from 0 to 4, from which a link is queued; None takes the page threshold.
    grow_every
        Relevant pages between two growths of the table.

    Examples
    --------
    >>> from lycosa.plugin import FLOODS, Topic
    >>> print(*FLOODS.visits(KeywordTableSearch(Topic.from_keywords(["flood", "rain"]))))
    / /reports /may /pictures /band /sites http://river.test/ http://river.test/levels /kitchen

    References
    ----------
    Singh, Gupta and Singh (2017). Improved architecture of focused crawler on the basis of content and
    link analysis. International Journal of Modern Education and Computer Science 9(11), 33-40.
    doi:10.5815/ijmecs.2017.11.04.

    Section III. It speaks of one threshold for pages and links and gives no value; its signatures of URLs
    and contents are kept by the engine for all strategies.
    """

    name: ClassVar[str] = "keyword-table"
    fixed: ClassVar[Mapping[str, str]] = {
        "ranker": "links are scored by the keyword table, which is its idea"
    }

    def __init__(
        self,
        topic: Topic,
        seed: int = 0,
        threshold: float | str = "auto",
        link_threshold: float | None = None,
        grow_every: int = GROW_EVERY,
    ) -> None:
        super().__init__(topic, seed, threshold)
        self.link_threshold = link_threshold
        self.grow_every = grow_every

    @cached_property
    def judge_of_pages(self) -> Judge:
        """The judge that holds the table."""
        return PageScore(self.topic, self.threshold, grow_every=self.grow_every)

    @cached_property
    def table(self) -> KeywordTable:
        """The judge's table; one of the strategy's own where another judge was named."""
        judge = self.judge_of_pages
        return (
            judge.table if isinstance(judge, PageScore) else KeywordTable(self.topic, SIZE, self.grow_every)
        )

    @cached_property
    def ranker(self) -> LinkScore:
        """The ranker, with the same table."""
        return LinkScore(self.topic, self.table)

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        """Rank the page's links; keep those with a link score of at least the threshold."""
        if self._grows_alone:
            self.table.see(page, judgement.relevant)
        least = least_score(self.judge_of_pages) if self.link_threshold is None else self.link_threshold
        ranked = self.ranker.rank(page, judgement)
        kept = tuple(proposal._replace(keep=sum(proposal.parts) >= least) for proposal in ranked)
        return self.expanded(page, judgement, link, kept)

    @property
    def _grows_alone(self) -> bool:
        """Whether the table grows and no judge sees to it."""
        return bool(self.grow_every) and not isinstance(self.judge_of_pages, PageScore)

    def state(self) -> dict[str, JSON]:
        """Return what every part has learned, and the table if it is the strategy's own."""
        learned = super().state()
        return {**learned, "table": self.table.state()} if self._grows_alone else learned

    def restore(self, state: dict[str, JSON]) -> None:
        """Take up the table that `state` holds."""
        super().restore(state)
        if self._grows_alone:
            self.table.restore(cast("dict[str, JSON]", state["table"]))
