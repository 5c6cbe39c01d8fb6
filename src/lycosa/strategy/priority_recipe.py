"""What the strategies around paper 001 share, to inherit: links ranked by P(l), a topic or its ontology."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from lycosa.errors import LycosaError
from lycosa.frontier.base import Evidence, View
from lycosa.judge.ontology_vsm import OntologyVSM
from lycosa.judge.vsm import TagWeightedVSM
from lycosa.model import Expansion, Judgement, Page, Queued
from lycosa.rank.packed import part_of, within
from lycosa.rank.priority import PAPER_WEIGHTS, LinkPriority
from lycosa.strategy.recipe import Recipe
from lycosa.topic import Topic, TopicVector


@dataclass(eq=False, repr=False)
class PriorityRecipe(Recipe):
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
    """

    topic: Topic
    seed: int = 0
    threshold: float | str = "auto"
    beta: float | str | None = None
    weights: Sequence[float] = PAPER_WEIGHTS
    omega: float = 0.6
    damping: float = 0.85

    semantic: ClassVar[bool] = False
    """Whether the topic is described by its ontology."""

    @cached_property
    def judge_of_pages(self) -> TagWeightedVSM:
        """The judge that decides which pages are relevant; links are compared with its vector too."""
        return (OntologyOrTerms if self.semantic else TagWeightedVSM)(self.topic, self.threshold)

    @cached_property
    def ranker(self) -> LinkPriority:
        """The ranker of links."""
        return LinkPriority(
            self.topic,
            self.judge_of_pages.vector,
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
        return self.weights[1] * self.judge_of_pages.cut.value

    @property
    def evidence(self) -> Evidence:  # type: ignore[override]  # depends on the parameters here
        """PageRank, page and anchor."""
        return self.ranker.evidence

    def attach(self, view: View) -> None:
        """Know links by the ids of the crawl."""
        self.ranker.web.ids = view

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        """Rank the page's links, and pass on what the page changes about others."""
        self.ranker.beta = self.least_priority
        return Expansion(self.ranker.rank(page, judgement), self.ranker.news())

    def state(self) -> dict[str, Any]:
        """Return what the pages have taught, and the position of the random numbers."""
        learned = {"judge": self.judge_of_pages.state(), **within("ranker", self.ranker.state())}
        return {**super().state(), **learned}

    def restore(self, state: dict[str, Any]) -> None:
        """Become the strategy that returned `state`."""
        super().restore(state)
        self.judge_of_pages.restore(state["judge"])
        self.ranker.restore(part_of("ranker", state))


class OntologyOrTerms(OntologyVSM):
    """Compares with the ontology; with the topic's terms if its examples are too few to build one."""

    @cached_property
    def vector(self) -> TopicVector:
        """W_T or, in its place, the TF-IDF vector."""
        topic = self.topic
        if topic.ontology is not None or topic.concept:
            return topic.ontology_vector
        try:
            return topic.ontology_vector
        except LycosaError:
            return topic.vector
