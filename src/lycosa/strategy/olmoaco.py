"""OLMOACO: an ant colony over Pareto-optimal links."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from lycosa.strategy.priority_recipe import PriorityRecipe
from lycosa.strategy.select.ants import AntColony
from lycosa.strategy.select.base import Selector


@dataclass(eq=False, repr=False)
class OLMOACO(PriorityRecipe):
    """Ants take Pareto-optimal links, rather those of pages whose links turned out well.

    Every visit leaves pheromone, as much as the page found is relevant, on the page that showed
    the link, while some of what lay there evaporates. Of the best links, those no other beats in
    all parts and that lie apart are offered; an ant takes one by the pheromone of its page and
    its own priority.

    Parameters
    ----------
    topic, seed, threshold, beta, weights, omega, damping
        As in every strategy of this family; no link is discarded by default.
    initial, evaporation
        Pheromone of a new page, and the share that evaporates with a visit to one of its links.
    trail, sight, greed
        Exponents of pheromone and priority, and the probability of taking the greatest product
        instead of drawing by it.
    pool, ants
        Best links of which the front is taken, and links of it that are offered.

    Examples
    --------
    >>> from lycosa.plugin import FLOODS, Topic
    >>> print(*FLOODS.visits(OLMOACO(Topic.from_keywords(["flood", "rain"]))))
    / /reports /may /band /sites http://river.test/ /pictures /kitchen http://river.test/levels /one /concerts

    References
    ----------
    Liu, Dong, Liu et al. (2022). Applying ontology learning and multi-objective ant colony optimization
    method for focused crawling to meteorological disasters domain knowledge. Expert Systems with
    Applications 198, 116741. doi:10.1016/j.eswa.2022.116741.

    Liu, Wang, Zhong and Yang (2023). A new focused crawler using an improved tabu search algorithm
    incorporating ontology and host information. Frontiers of Information Technology & Electronic
    Engineering 24(6), 859-875. doi:10.1631/FITEE.2200315.

    Reconstruction: Liu et al. 2023 describes OLMOACO as multi-objective ant colony optimisation in which
    fast non-dominated sorting with the nearest farthest candidate selects links, and pheromone guides the
    search; the original is Liu, Dong, Liu et al. (2022). Where pheromone lies, the rule of choice (that
    of the ant colony system) and all constants are this project's. The ontology is learned as for FCOITS,
    not by topic models and association rules.
    """

    name: ClassVar[str] = "olmoaco"
    semantic: ClassVar[bool] = True

    initial: float = 0.5
    evaporation: float = 0.1
    trail: float = 1.0
    sight: float = 2.0
    greed: float = 0.9
    pool: int = 50
    ants: int = 10

    @cached_property
    def colony(self) -> AntColony:
        """The selector of the strategy."""
        return AntColony(
            self.initial,
            self.evaporation,
            self.trail,
            self.sight,
            self.greed,
            pool=self.pool,
            ants=self.ants,
        )

    @cached_property
    def selector(self) -> Selector:
        """Its own, unless a crawl names another."""
        return self.colony
