"""FCPSO: the weights of the priority learn by particle swarm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, cast

from lycosa.frontier.base import Evidence
from lycosa.model import JSON, Expansion, Judgement, Page, Queued
from lycosa.strategy.priority_recipe import PriorityRecipe
from lycosa.strategy.select.base import Selector
from lycosa.strategy.select.pareto import ParetoFront
from lycosa.strategy.select.swarm import WeightSwarm

_DRIFT = 0.05
_PATIENCE = 20


@dataclass(eq=False, repr=False)
class FCPSO(PriorityRecipe):
    """Every page read moves a swarm of weight vectors; the fittest ranks the queue.

    A weight vector is fit if the priorities it would have given the links visited lately agree
    with the relevance of their pages. Of the best links by the fittest weights, those no other
    beats in all parts are visited, a few that lie apart at a time.

    Parameters
    ----------
    topic, seed, threshold, beta, omega, damping
        As in every strategy of this family; no link is discarded by default.
    weights
        Shares of PageRank, page and anchor at the start.
    particles, window
        Size of the swarm, and visits a weight vector is judged by.
    inertia, own_pull, best_pull
        How much of its speed a particle keeps, and how strongly it is drawn to the fittest place
        it knows and to the fittest of all.
    pool, batch
        Best links of which the front is taken, and links of it visited before the next.

    Examples
    --------
    >>> from lycosa.plugin import FLOODS, Topic
    >>> print(*FLOODS.visits(FCPSO(Topic.from_keywords(["flood", "rain"]))))
    / /reports /may /band /sites /pictures http://river.test/ /kitchen /one http://river.test/levels /concerts

    References
    ----------
    Liu, Yang, Yan and Chen (2024). Applying particle swarm optimization-based dynamic adaptive hyperlink
    evaluation to focused crawler for meteorological disasters. Complex & Intelligent Systems 10(1),
    233-255. doi:10.1007/s40747-023-01121-4.

    Liu, Wu and Liu (2025). A focused crawling strategy based on comprehensive priority evaluation of
    hyperlinks and improved Bayesian classifier. Frontiers of Information Technology & Electronic
    Engineering. doi:10.1631/FITEE.2400939.

    Reconstruction: Liu et al. 2025 compares itself with FCPSO; the original is Liu, Yang, Yan and Chen
    (2024), of whose abstract this keeps weights updated in every step by particle swarm, an ontology for
    the topic, and non-dominated sorting with the nearest farthest candidate. Fitness and constants are
    this project's. The swarm moves with every page, but the queue is ranked anew only when a weight has
    moved by 0.05 and the crawl has grown by a twentieth.
    """

    name: ClassVar[str] = "fcpso"
    semantic: ClassVar[bool] = True
    fixed: ClassVar[Mapping[str, str]] = {
        "ranker": "the swarm moves the three weights of P(l), which link-priority ranks by",
        "tunnel": "the swarm moves the weights of all parts of a link's worth",
    }

    particles: int = 10
    window: int = 50
    inertia: float = 0.7
    own_pull: float = 1.5
    best_pull: float = 1.5
    pool: int = 50
    batch: int = 10

    @cached_property
    def swarm(self) -> WeightSwarm:
        """The weight vectors."""
        return WeightSwarm(
            self.weights,
            self.particles,
            self.window,
            inertia=self.inertia,
            own_pull=self.own_pull,
            best_pull=self.best_pull,
        )

    @cached_property
    def selector(self) -> Selector:
        """The front of the best links."""
        return ParetoFront(self.pool, self.batch)

    ranked_at = 0
    """Number of pages when the queue was last ranked anew."""

    @cached_property
    def ranked_by(self) -> tuple[float, ...]:
        """The weights the queue is ranked by at present."""
        return tuple(self.weights)

    @property
    def evidence(self) -> Evidence:  # type: ignore[override]  # the weights move
        """PageRank, page and anchor, weighted as the queue is at present."""
        parts = zip(self.ranker.evidence.parts, self.ranked_by, strict=True)
        return Evidence(tuple(replace(part, weight=weight) for part, weight in parts))

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        """Rank the page's links, let the swarm learn from the page, rank the queue anew if it is time."""
        expansion = super().expand(page, judgement, link)
        if link.parent >= 0:
            self.swarm.learn(link.parts, judgement.score, self.rng)
        return replace(expansion, reweigh=self._rank_anew())

    def _rank_anew(self) -> bool:
        pages = self.ranker.web.pages
        moved = max(abs(new - old) for new, old in zip(self.swarm.weights, self.ranked_by, strict=True))
        if moved < _DRIFT or pages - self.ranked_at < pages / _PATIENCE:
            return False
        self.ranked_by, self.ranked_at = self.swarm.weights, pages
        return True

    def state(self) -> dict[str, JSON]:
        """Return what every part has learned, and the swarm."""
        return {
            **super().state(),
            "swarm": self.swarm.state(),
            "ranked": [self.ranked_at, *self.ranked_by],
        }

    def restore(self, state: dict[str, JSON]) -> None:
        """Become the strategy that returned `state`."""
        super().restore(state)
        self.swarm.restore(cast("dict[str, JSON]", state["swarm"]))
        pages, *weights = cast("list[float]", state["ranked"])
        self.ranked_at, self.ranked_by = int(pages), tuple(weights)
