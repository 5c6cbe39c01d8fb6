"""The tag-weighted vector space judge: words in titles and headings count for more."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar

from lycosa.errors import LycosaError
from lycosa.judge.scored import Parts, Scored
from lycosa.model import Page
from lycosa.topic import TAG_WEIGHTS, Contribution, Topic, TopicVector


class TagWeightedVSM(Scored):
    """Cosine between the topic vector and the page's terms, weighted by the tags they stand in.

    Parameters
    ----------
    topic, threshold
        As in every judge by score.
    tag_weights
        Weight of each tag group, from 0 (attribute text) to 5 (everything else).

    Examples
    --------
    >>> from lycosa import Page, Topic
    >>> judge = TagWeightedVSM(Topic.from_keywords(["flood"]), threshold=0.5)
    >>> judge.judge(Page("http://a.example/", tokens=("flood",), groups=bytes([1]))).relevant
    True

    References
    ----------
    Liu, Wu and Liu (2025). A focused crawling strategy based on comprehensive priority evaluation of
    hyperlinks and improved Bayesian classifier. Frontiers of Information Technology & Electronic
    Engineering. doi:10.1631/FITEE.2400939.

    Liu, Wang, Zhong and Yang (2023). A new focused crawler using an improved tabu search algorithm
    incorporating ontology and host information. Frontiers of Information Technology & Electronic
    Engineering 24(6), 859-875. doi:10.1631/FITEE.2200315.

    Liu et al. 2025, Eq. 2 and 3; Liu et al. 2023, Eq. 3 and 4. Each count of a term is divided by its
    largest count in any group, as printed; a group that weighs nothing, such as attribute text, which
    the papers do not know, is no group.
    """

    name: ClassVar[str] = "vsm"

    def __init__(
        self,
        topic: Topic,
        threshold: float | str = "auto",
        tag_weights: Sequence[float] = TAG_WEIGHTS,
    ) -> None:
        super().__init__(topic, threshold)
        if len(tag_weights) != len(TAG_WEIGHTS) or min(tag_weights) < 0:
            raise LycosaError(
                f"tag_weights are {list(tag_weights)}; there must be six, none of them negative"
            )
        self.tag_weights = tag_weights

    @cached_property
    def vector(self) -> TopicVector:
        """What pages are compared with."""
        return self.topic.vector

    def measure(self, page: Page) -> tuple[float, Parts]:
        """Compare a page."""
        score = self.vector.tag_weighted(page.tokens, page.groups, self.tag_weights)
        return score, (("cosine", score),)

    def score(self, tokens: Sequence[str], groups: bytes = b"") -> float:
        """Compare a piece of text; without groups, by TF-IDF."""
        if not groups:
            return self.vector.cosine(tokens)
        return self.vector.tag_weighted(tokens, groups, self.tag_weights)

    def explain(self, page: Page) -> list[Contribution]:
        """Return the terms of the topic on the page."""
        return self.vector.contributions(self.vector.found_by_tag(page.tokens, page.groups, self.tag_weights))
