"""FCSA: focused crawling by simulated annealing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from lycosa.strategy.priority_recipe import PriorityRecipe
from lycosa.strategy.select.annealing import Annealing
from lycosa.strategy.select.base import Selector


@dataclass(eq=False, repr=False)
class FCSA(PriorityRecipe):
    """The best link, or by chance a worse one on another host, more rarely as the crawl cools.

    A link drawn at random replaces the best with probability exp(-(P_best - P) / T). T falls
    geometrically. Hosts visited last are remembered, and the random link is drawn anew, up to
    five times in all, while it stands on one of them.

    Parameters
    ----------
    topic, seed, threshold, beta, weights, omega, damping
        As in every strategy of this family; no link is discarded by default.
    temperature, cooling, coldest
        T at the start, its factor with every choice, and its lower limit. `"auto"`: T reaches the limit
        with the last page that the crawl may download.
    host_memory
        How many hosts are remembered.

    Examples
    --------
    >>> from lycosa.plugin import FLOODS, Topic
    >>> print(*FLOODS.visits(FCSA(Topic.from_keywords(["flood", "rain"]))))
    / /sites /reports /may /pictures http://river.test/ /band /one /kitchen http://river.test/levels /concerts

    References
    ----------
    Liu, Li and Jiang (2019). Focused annealing crawler algorithm for rainstorm disasters based on
    comprehensive priority and host information. Computer Science 46(2), 215-222, in Chinese.
    doi:10.11896/j.issn.1002-137X.2019.02.033.

    Liu, Wu and Liu (2025). A focused crawling strategy based on comprehensive priority evaluation of
    hyperlinks and improved Bayesian classifier. Frontiers of Information Technology & Electronic
    Engineering. doi:10.1631/FITEE.2400939.

    Liu, Wang, Zhong and Yang (2023). A new focused crawler using an improved tabu search algorithm
    incorporating ontology and host information. Frontiers of Information Technology & Electronic
    Engineering 24(6), 859-875. doi:10.1631/FITEE.2200315.

    Reconstruction: Liu et al. 2025 and Liu et al. 2023 compare themselves with FCSA and name what it is
    made of (Metropolis sampling of links with lower priority, comprehensive priority, host information)
    but not its constants; the original is Liu, Li and Jiang (2019), of which only the abstract was used.
    Priority is P(l) of Liu et al. 2023; the original adds the relevance of the page behind the link,
    which is unknown before it is read.
    """

    name: ClassVar[str] = "fcsa"

    temperature: float = 0.1
    cooling: float | str = "auto"
    coldest: float = 0.001
    host_memory: int = 10

    @cached_property
    def annealing(self) -> Annealing:
        """The selector of the strategy."""
        return Annealing(self.temperature, self.cooling, self.coldest, host_memory=self.host_memory)

    @cached_property
    def selector(self) -> Selector:
        """Its own, unless a crawl names another."""
        return self.annealing
