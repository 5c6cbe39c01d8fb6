"""Links that no other link beats in everything: the Pareto front, with nearest-farthest candidates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, cast

import numpy as np
import numpy.typing as npt

from lycosa.frontier.base import View
from lycosa.model import JSON
from lycosa.strategy.select.base import Selector

Points = npt.NDArray[np.float64]


def front(points: Points) -> list[int]:
    """Return the rows no other row dominates: none is as good in everything and better in something.

    Examples
    --------
    >>> front(np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5], [0.4, 0.4]]))
    [0, 1, 2]
    """
    as_good = np.ones((len(points), len(points)), dtype=np.bool_)
    better = ~as_good
    for column in points.T:  # by column: reducing over a last axis of length three is ten times slower
        as_good &= column[:, None] >= column
        better |= column[:, None] > column
    dominated = (as_good & better).any(axis=0)
    return [int(row) for row in np.flatnonzero(~dominated)]


def nearest_farthest(points: Points, count: int) -> list[int]:
    """Return up to `count` rows that lie apart from each other.

    First the best row of each column; then again and again the row whose nearest chosen
    neighbour is farthest away. Columns are scaled to their range; of equals the first is taken.

    Examples
    --------
    >>> nearest_farthest(np.array([[0.0, 1.0], [0.1, 0.9], [0.5, 0.5], [1.0, 0.0]]), 3)
    [3, 0, 2]
    """
    spread = np.ptp(points, axis=0)
    scaled = points / np.where(spread > 0, spread, 1.0)
    chosen = list(dict.fromkeys(int(row) for row in np.argmax(scaled, axis=0)))[:count]
    gaps = np.full(len(points), np.inf)
    for row in chosen:
        gaps = np.minimum(gaps, _distances(scaled, row))
    while len(chosen) < min(count, len(points)):
        gaps[chosen] = -1.0
        chosen.append(int(np.argmax(gaps)))
        gaps = np.minimum(gaps, _distances(scaled, chosen[-1]))
    return chosen


def _distances(points: Points, row: int) -> Points:
    """Return the squared distance of every row from one."""
    squared: Points = np.square(points - points[row]).sum(axis=1)
    return squared


def parts_of(view: View, links: Sequence[int]) -> Points:
    """Return the parts of links, one row a link."""
    return np.array([view.get(link).parts for link in links], dtype=np.float64)


def next_ready(waiting: list[int], view: View) -> int | None:
    """Take links off a list until one may be asked for; None if none is left."""
    while waiting:
        link = waiting.pop(0)
        if view.ready(link):
            return link
    return None


class ParetoFront(Selector):
    """Hand out the Pareto front of the best ready links, a spread-out few at a time.

    The parts of a link's worth are the objectives. Links of a batch whose turn comes when they
    are gone or must wait are passed over.

    Parameters
    ----------
    pool
        How many of the best ready links are compared.
    batch
        How many of their front are handed out before it is drawn up anew.
    """

    name: ClassVar[str] = "pareto"

    def __init__(self, pool: int = 50, batch: int = 10) -> None:
        self.pool = pool
        self.batch = batch
        self.waiting: list[int] = []

    def choose(self, view: View, rng: np.random.Generator | None = None) -> int | None:
        """Return the next link of the front."""
        link = next_ready(self.waiting, view)
        if link is not None:
            return link
        self.waiting = self._draw_up(view)
        return self.waiting.pop(0) if self.waiting else None

    def _draw_up(self, view: View) -> list[int]:
        links = view.top(self.pool)
        if not links:
            return []
        points = parts_of(view, links)
        undominated = front(points)
        spread = nearest_farthest(points[undominated], self.batch)
        return [links[undominated[row]] for row in spread]

    def state(self) -> dict[str, JSON]:
        """Return the links still to be handed out."""
        return {"waiting": cast("list[JSON]", self.waiting)}

    def restore(self, state: Mapping[str, JSON]) -> None:
        """Become the selector that returned `state`."""
        self.waiting = list(cast("list[int]", state["waiting"]))
