"""Ant colony: pages whose links turned out well smell of it, and ants prefer links of such pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, cast

import numpy as np

from lycosa.frontier.base import View
from lycosa.model import JSON, Judgement, Page, Queued
from lycosa.strategy.select.base import Selector
from lycosa.strategy.select.pareto import front, nearest_farthest, parts_of


class AntColony(Selector):
    """An ant chooses among the Pareto front of the best ready links, by pheromone and priority.

    Pheromone lies on pages. When a link of a page has been visited, the page's pheromone
    evaporates by `evaporation` and takes in as much of the relevance found there. The front is
    thinned to `ants` links that lie apart. With probability `greed` an ant takes the link with
    the greatest pheromone ** `trail` * priority ** `sight`; otherwise any, with a probability in
    proportion to that.

    Parameters
    ----------
    initial
        Pheromone of a page none of whose links has been visited.
    evaporation, trail, sight, greed
        The constants rho, alpha, beta and q0 of the method.
    pool, ants
        How many of the best ready links are compared, and how many of their front remain.
    """

    name: ClassVar[str] = "ants"

    def __init__(
        self,
        initial: float = 0.5,
        evaporation: float = 0.1,
        trail: float = 1.0,
        sight: float = 2.0,
        greed: float = 0.9,
        *,
        pool: int = 50,
        ants: int = 10,
    ) -> None:
        self.initial = initial
        self.evaporation = evaporation
        self.trail = trail
        self.sight = sight
        self.greed = greed
        self.pool = pool
        self.ants = ants
        self.pheromone: dict[int, float] = {}
        """By the id of the link that led to the page."""
        self.offered: list[int] = []

    def choose(self, view: View, rng: np.random.Generator) -> int | None:
        """Return the link an ant takes; as many ants as links were offered choose among them in turn."""
        self.offered = [link for link in self.offered if view.ready(link)] or self._offer(view)
        if not self.offered:
            return None
        pull = np.array([self._pull(view.get(link)) for link in self.offered])
        if rng.random() < self.greed or not pull.sum() > 0:
            return self.offered.pop(int(np.argmax(pull)))
        return self.offered.pop(int(rng.choice(len(pull), p=pull / pull.sum())))

    def _offer(self, view: View) -> list[int]:
        links = view.top(self.pool)
        if not links:
            return []
        points = parts_of(view, links)
        undominated = front(points)
        spread = nearest_farthest(points[undominated], self.ants)
        return [links[undominated[row]] for row in spread]

    def learn(self, link: Queued, page: Page, judgement: Judgement) -> None:
        """Leave pheromone as a page just read deserves it."""
        self.visit(link, judgement.score)

    def visit(self, link: Queued, relevance: float) -> None:
        """Leave pheromone on the page that showed a link now visited."""
        if link.parent >= 0:
            before = self.pheromone.get(link.parent, self.initial)
            self.pheromone[link.parent] = (1.0 - self.evaporation) * before + self.evaporation * relevance

    def _pull(self, link: Queued) -> float:
        pheromone = self.pheromone.get(link.parent, self.initial)
        return float(pheromone**self.trail * max(0.0, link.priority) ** self.sight)

    def state(self) -> dict[str, JSON]:
        """Return the pheromone as plain data."""
        return {
            "pheromone": [[page, amount] for page, amount in self.pheromone.items()],
            "offered": cast("list[JSON]", self.offered),
        }

    def restore(self, state: Mapping[str, JSON]) -> None:
        """Become the colony that returned `state`."""
        self.pheromone = dict(cast("list[tuple[int, float]]", state["pheromone"]))
        self.offered = list(cast("list[int]", state["offered"]))
