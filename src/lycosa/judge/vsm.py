"""The tag-weighted vector space judge: words in titles and headings count for more."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar

from lycosa.model import JSON, Judgement, Page
from lycosa.topic import TAG_WEIGHTS, Topic
from lycosa.topic.threshold import estimate

DEFAULT_THRESHOLD = 0.3
"""Used when a topic has no examples to derive a threshold from."""


class TagWeightedVSM:
    r"""Cosine between the topic vector and the page's terms, weighted by the tags they stand in.

    Parameters
    ----------
    topic
        What pages are compared with.
    threshold
        Score from which a page is relevant; `"auto"` estimates it from the examples, each
        compared with the topic as the other examples describe it.
    tag_weights
        Weight of each tag group, from 0 (attribute text) to 5 (everything else).

    Examples
    --------
    >>> from lycosa import Page, Topic
    >>> judge = TagWeightedVSM(Topic.from_keywords(["flood"]), threshold=0.5)
    >>> judge.judge(Page("http://a.example/", tokens=("flood",), groups=b"\x01")).relevant
    True

    References
    ----------
    Paper 000, Eq. 2 and 3; paper 001, Eq. 3 and 4. Each count of a term is divided by its
    largest count in any group, as printed.
    """

    name: ClassVar[str] = "vsm"

    def __init__(
        self,
        topic: Topic,
        threshold: float | str = "auto",
        tag_weights: Sequence[float] = TAG_WEIGHTS,
    ) -> None:
        self.topic = topic
        self.threshold = threshold
        self.tag_weights = tag_weights

    @cached_property
    def cut(self) -> float:
        """The threshold in force."""
        if self.threshold != "auto":
            return float(self.threshold)
        pages = self.topic.examples
        if not pages:
            return DEFAULT_THRESHOLD
        alone = len(pages) == 1 and not self.topic.keywords
        others = [self.topic if alone else self.topic.without(page) for page in pages]
        scores = [self._compare(other, page) for other, page in zip(others, pages, strict=True)]
        return estimate(scores, "mean").value

    def judge(self, page: Page) -> Judgement:
        """Score a page."""
        score = self._compare(self.topic, page)
        return Judgement(score >= self.cut, score, (("cosine", score),), f"threshold {self.cut:.3f}")

    def score(self, tokens: Sequence[str], groups: bytes = b"") -> float:
        """Score a piece of text; without groups, by TF-IDF."""
        if not groups:
            return self.topic.vector.cosine(tokens)
        return self.topic.vector.tag_weighted(tokens, groups, self.tag_weights)

    def state(self) -> dict[str, JSON]:
        """Nothing is learned."""
        return {}

    def restore(self, state: dict[str, JSON]) -> None:
        """Nothing was learned."""

    def _compare(self, topic: Topic, page: Page) -> float:
        return topic.vector.tag_weighted(page.tokens, page.groups, self.tag_weights)
