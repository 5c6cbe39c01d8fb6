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
    >>> from lycosa import Topic
    >>> FCSA(Topic.from_keywords(["flood"]), seed=1).temperature
    0.1

    References
    ----------
    Reconstruction: papers 000 and 001 compare themselves with FCSA and name what it is made of
    (Metropolis sampling of links with lower priority, comprehensive priority, host information)
    but not its constants; the original is Liu, Li and Jiang (2019), of which only the abstract
    was used. Priority is P(l) of paper 001; the original adds the relevance of the page behind
    the link, which is unknown before it is read.
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
