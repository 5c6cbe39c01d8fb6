"""A page must be of the right class and close to the topic: a classifier and a measure of relevance."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar, cast

from lycosa.judge.bcw import BCWJudge
from lycosa.judge.trained import BEFORE
from lycosa.judge.vsm import TagWeightedVSM
from lycosa.model import JSON, Judgement, Page
from lycosa.topic import TAG_WEIGHTS, Topic

OWN_CLASS = 0.5
"""Score from which the classifier puts a text into the topic's class."""


class ClassAndRelevance:
    """Pages of another class are not relevant; of the others, those close enough to the topic are.

    Parameters
    ----------
    topic
        What pages are judged by.
    threshold
        Of relevance, as in `vsm`.
    classify
        Off: every page is of the right class, and relevance alone decides.
    tag_weights
        Of relevance, as in `vsm`.
    warm_up
        Of the classifier, as in `bcw`.

    References
    ----------
    The judge of the strategy `bcw-cc`.
    """

    name: ClassVar[str] = "class-and-relevance"

    def __init__(
        self,
        topic: Topic,
        threshold: float | str = "auto",
        classify: bool = True,
        tag_weights: Sequence[float] = TAG_WEIGHTS,
        warm_up: int = BEFORE,
    ) -> None:
        self.topic = topic
        self.threshold = threshold
        self.classify = classify
        self.tag_weights = tag_weights
        self.warm_up = warm_up
        self.ahead = 0
        """By how many the pages learned from that are not close to the topic outnumber those that are."""

    @cached_property
    def relevance(self) -> TagWeightedVSM:
        """R of Eq. 3: how close a text is to the topic, and from where on it is relevant."""
        return TagWeightedVSM(self.topic, self.threshold, self.tag_weights)

    @cached_property
    def classifier(self) -> BCWJudge | None:
        """The trained BCW of Eq. 9; None where every class may pass."""
        return BCWJudge(self.topic, warm_up=self.warm_up) if self.classify else None

    @property
    def trained(self) -> bool:
        """Whether anybody knows which class a page belongs to."""
        return self.classifier is None or self.classifier.model is not None

    @property
    def least(self) -> float:
        """The relevance above which a text is relevant."""
        return self.relevance.cut.value

    def judge(self, page: Page) -> Judgement:
        """Classify the page, then compare it with the topic (lines 9-17)."""
        relevance = self.relevance.judge(page).score
        cut = self.relevance.cut.value
        verdict = self._of_class(page, relevance > cut)
        parts = (("class", float(verdict.relevant)), ("cosine", relevance))
        if not verdict.relevant:
            return Judgement(False, relevance, parts, f"another class: {verdict.reason}")
        return Judgement(relevance > cut, relevance, parts, f"threshold {cut:.3f}")

    def score(self, tokens: Sequence[str], groups: bytes = b"") -> float:
        """Return how close a text is to the topic; 0 if it is of another class."""
        return self.relevance.score(tokens) if self.is_of_class(tokens, groups) else 0.0

    def is_of_class(self, tokens: Sequence[str], groups: bytes) -> bool:
        """Classify a text."""
        return self.classifier is None or self.classifier.score(tokens, groups) >= OWN_CLASS

    def _of_class(self, page: Page, is_close: bool) -> Judgement:
        """Classify a page, and learn from it; nobody knows its class before the first training.

        Negatives are found among the pages learned from. If nearly all of them were about the topic,
        as in a crawl that does well, some would be taken for negatives all the same, and the class
        would shrink to the examples: so pages close to the topic teach only as often as others do.
        """
        classifier = self.classifier
        if classifier is None:
            return Judgement(True, 1.0)
        if is_close and self.topic.examples and self.ahead <= 0:
            score = classifier.score(page.tokens, page.groups)
            verdict = Judgement(score >= OWN_CLASS, score, reason=classifier.trained_on)
        else:
            self.ahead += -1 if is_close else 1
            verdict = classifier.judge(page)
        return verdict._replace(relevant=verdict.relevant or not self.trained)

    def state(self) -> dict[str, JSON]:
        """Return what both judges have learned."""
        learned: dict[str, JSON] = {"relevance": self.relevance.state(), "ahead": self.ahead}
        return learned if self.classifier is None else {**learned, "classifier": self.classifier.state()}

    def restore(self, state: dict[str, JSON]) -> None:
        """Become the judge that returned `state`."""
        self.relevance.restore(cast("dict[str, JSON]", state["relevance"]))
        self.ahead = cast("int", state["ahead"])
        if self.classifier is not None:
            self.classifier.restore(cast("dict[str, JSON]", state["classifier"]))
