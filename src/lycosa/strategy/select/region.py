"""Web-space regions: the Pareto front inside a circle around the best link, then inside a larger one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, cast

import numpy as np

from lycosa.frontier.base import View
from lycosa.model import JSON
from lycosa.strategy.select.base import Selector
from lycosa.strategy.select.pareto import front, nearest_farthest, next_ready, parts_of


class Regions(Selector):
    """A link is a point, its parts are the coordinates. A region is what lies around a centre.

    The centre is the best ready link. The front of its region is handed out, spread out; then
    the radius grows and the front of the larger region follows. A region grown beyond its
    largest radius is left, and a new one begins around the link that is best by then.

    Parameters
    ----------
    radius, growth, largest
        Radius of a new region, what each step adds, and the radius it may not exceed.
    pool
        How many of the best ready links make up the space.
    batch
        How many links of a front are handed out before the region grows.
    """

    name: ClassVar[str] = "regions"

    def __init__(
        self,
        radius: float = 0.1,
        growth: float = 0.1,
        largest: float = 0.5,
        *,
        pool: int = 100,
        batch: int = 10,
    ) -> None:
        self.first_radius = radius
        self.growth = growth
        self.largest = largest
        self.pool = pool
        self.batch = batch
        self.centre: tuple[float, ...] = ()
        self.radius = radius
        self.waiting: list[int] = []

    def choose(self, view: View, rng: np.random.Generator | None = None) -> int | None:
        """Return the next link of the region."""
        link = next_ready(self.waiting, view)
        if link is not None:
            return link
        best = view.best()
        if best is None:
            return None
        self.waiting = self._draw_up(view, best)
        return self.waiting.pop(0)

    def _draw_up(self, view: View, best: int) -> list[int]:
        """Return the front of the next region that holds a link; the one around the best always does."""
        links = view.top(self.pool)
        points = parts_of(view, links)
        while self._grow():
            inside = np.flatnonzero(np.linalg.norm(points - self.centre, axis=1) <= self.radius)
            if len(inside):
                break
        else:
            self.centre, self.radius = view.get(best).parts, self.first_radius
            inside = np.flatnonzero(np.linalg.norm(points - self.centre, axis=1) <= self.radius)
        undominated = inside[front(points[inside])]
        spread = nearest_farthest(points[undominated], self.batch)
        return [links[int(undominated[row])] for row in spread]

    def _grow(self) -> bool:
        """Widen the region; return False if it is as large as it may be, or there is none yet."""
        self.radius += self.growth
        return bool(self.centre) and self.radius <= self.largest

    def state(self) -> dict[str, JSON]:
        """Return the region and the links still to be handed out."""
        return {
            "centre": list(self.centre),
            "radius": self.radius,
            "waiting": cast("list[JSON]", self.waiting),
        }

    def restore(self, state: Mapping[str, JSON]) -> None:
        """Become the selector that returned `state`."""
        self.centre = tuple(cast("list[float]", state["centre"]))
        self.radius = cast("float", state["radius"])
        self.waiting = list(cast("list[int]", state["waiting"]))
