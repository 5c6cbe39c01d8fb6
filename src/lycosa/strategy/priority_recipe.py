"""What the strategies around FCITS_OH share, to inherit: links ranked by P(l), a topic or its ontology."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from lycosa.errors import LycosaError
from lycosa.judge.base import Judge, least_score
from lycosa.judge.ontology_vsm import OntologyVSM
from lycosa.judge.vsm import TagWeightedVSM
from lycosa.model import Expansion, Judgement, Page, Queued
from lycosa.rank.priority import PAPER_WEIGHTS, LinkPriority
from lycosa.strategy.recipe import Combination
from lycosa.topic import TAG_WEIGHTS, Topic, TopicVector
from lycosa.topic.ontology.similarity import EQUAL_WEIGHTS


@dataclass(eq=False, repr=False)
class PriorityRecipe(Combination):
    """The common ground of strategies that rank links by P(l).

    Parameters
    ----------
    topic, seed, threshold
        As in every strategy.
    beta
        Priority a link must exceed to be queued. `"auto"` is what a link gets from a page that is
        just relevant, r2 times the threshold; None queues every link.
    weights
        r1, r2, r3: shares of PageRank, page and anchor in P(l).
    omega
        How much more a perfectly relevant anchor passes on in PageRank.
    damping
        Share of its rank a page passes on.
    tag_weights
        Weight of a word by the tags it stands in, from attribute text and titles to everything else.
    factors
        k1 to k5, weights of the five factors of similarity, where the topic is described by an ontology.
    """

    topic: Topic
    seed: int = 0
    threshold: float | str = "auto"
    beta: float | str | None = None
    weights: Sequence[float] = PAPER_WEIGHTS
    omega: float = 0.6
    damping: float = 0.85
    tag_weights: Sequence[float] = TAG_WEIGHTS
    factors: Sequence[float] = EQUAL_WEIGHTS

    semantic: ClassVar[bool] = False
    """Whether the topic is described by its ontology."""

    @cached_property
    def judge_of_pages(self) -> Judge:
        """The judge that decides which pages are relevant; links are compared with its vector too."""
        return self._own_judge

    @cached_property
    def _own_judge(self) -> TagWeightedVSM:
        if self.semantic:
            return OntologyOrTerms(self.topic, self.threshold, self.tag_weights, self.factors)
        return TagWeightedVSM(self.topic, self.threshold, self.tag_weights)

    @property
    def vector(self) -> TopicVector:
        """W_T, with which anchors are compared: that of the judge, if it has one."""
        found = getattr(self.judge_of_pages, "vector", None)
        return found if isinstance(found, TopicVector) else self._own_judge.vector

    @cached_property
    def ranker(self) -> LinkPriority:
        """The ranker of links."""
        return LinkPriority(
            self.topic,
            self.vector,
            weights=self.weights,
            beta=self.least_priority,
            damping=self.damping,
            omega=self.omega,
        )

    @property
    def least_priority(self) -> float | None:
        """The beta in force; the threshold it follows from may still change with the first pages."""
        if self.beta is None or isinstance(self.beta, int | float):
            return self.beta
        if self.beta != "auto":
            raise LycosaError(f"beta is {self.beta!r}; it must be a number or auto")
        return self.weights[1] * least_score(self.judge_of_pages)

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        """Rank the page's links, and pass on what the page changes about others."""
        if isinstance(self.ranker, LinkPriority):  # a crawl may name another
            self.ranker.beta = self.least_priority
        return super().expand(page, judgement, link)


class OntologyOrTerms(OntologyVSM):
    """Compares with the ontology; with the topic's terms if its examples are too few to build one."""

    @cached_property
    def vector(self) -> TopicVector:
        """W_T or, in its place, the TF-IDF vector."""
        topic = self.topic
        if topic.ontology is not None or topic.concept:
            return topic.semantic_vector(self.factors)
        try:
            return topic.semantic_vector(self.factors)
        except LycosaError:
            return topic.vector
