"""FCWSEO: Pareto-optimal links inside growing regions of the web space."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from lycosa.strategy.priority_recipe import PriorityRecipe
from lycosa.strategy.select.base import Selector
from lycosa.strategy.select.region import Regions


@dataclass(eq=False, repr=False)
class FCWSEO(PriorityRecipe):
    """Links are points in a space of PageRank, page and anchor; visit the front of a circle, widen it, go on.

    A region begins as a small circle around the best link. Of the links inside, those no other
    inside beats in all parts are visited, then those of a wider circle, until it is as wide as
    it may be; then a region begins around the link that is best by then.

    Parameters
    ----------
    topic, seed, threshold, beta, weights, omega, damping
        As in every strategy of this family; no link is discarded by default.
    radius, growth, largest
        Radius of a new region, what each step adds, and the radius it may not exceed.
    pool, batch
        Best links that make up the space, and links visited before a region grows.

    Examples
    --------
    >>> from lycosa.plugin import FLOODS, Topic
    >>> print(*FLOODS.visits(FCWSEO(Topic.from_keywords(["flood", "rain"]))))
    / /reports /may /pictures /band /sites http://river.test/ /kitchen /one http://river.test/levels /concerts

    References
    ----------
    Liu, Li, Zhang et al. (2022). A novel focused crawler combining Web space evolution and domain
    ontology. Knowledge-Based Systems 243, 108495. doi:10.1016/j.knosys.2022.108495.

    Liu, Wu and Liu (2025). A focused crawling strategy based on comprehensive priority evaluation of
    hyperlinks and improved Bayesian classifier. Frontiers of Information Technology & Electronic
    Engineering. doi:10.1631/FITEE.2400939.

    Liu, Wang, Zhong and Yang (2023). A new focused crawler using an improved tabu search algorithm
    incorporating ontology and host information. Frontiers of Information Technology & Electronic
    Engineering 24(6), 859-875. doi:10.1631/FITEE.2200315.

    Reconstruction: Liu et al. 2025 and Liu et al. 2023 describe FCWSEO as a multi-objective crawler with
    an ontology whose non-dominated links come from circular regions that expand; the original is Liu, Li,
    Zhang et al. (2022). What the space is, how regions move and all constants are this project's. Links
    whose host must rest are passed over.
    """

    name: ClassVar[str] = "fcwseo"
    semantic: ClassVar[bool] = True

    radius: float = 0.1
    growth: float = 0.1
    largest: float = 0.5
    pool: int = 100
    batch: int = 10

    @cached_property
    def regions(self) -> Regions:
        """The selector of the strategy."""
        return Regions(self.radius, self.growth, self.largest, pool=self.pool, batch=self.batch)

    @cached_property
    def selector(self) -> Selector:
        """Its own, unless a crawl names another."""
        return self.regions
