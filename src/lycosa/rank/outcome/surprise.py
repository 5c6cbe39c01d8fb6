"""What evidence leaves unexplained: how much better pages at some distance from the seeds are than it says.

The worth of every page is held against the priority of the link that led to it, both against what was usual
at the time. On some webs evidence says all there is to say; on others the pages sought lie in a layer, in
lists two links from where the crawl began, and evidence leads deeper. What came of a layer counts only as
far as it cannot be chance, so where distance says nothing it changes nothing, and never for more than a
page: a layer goes before others, and evidence still chooses within it. A layer that is worse than expected is
not lowered: lists are no good themselves, and lead to what is.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from lycosa.rank.outcome.column import GrowingColumn

Floats = npt.NDArray[np.float32]
PRIORITY = 4.0
"""Priority that a page on topic is worth: links that differ by so much differ by a page."""
LATEST = 64
"""Visits that say what is usual."""
LEAN = 8.0
"""Visits that the belief counts for that a layer is as its evidence says."""
CHANCE = 0.7
"""Two deviations of the outcome of a visit; the mean of many visits is off by less."""
STEEP = 32.0
"""A layer counts in full from a 32nd of a page on that it is surely better: what matters is that it is."""


class Surprises:
    """Surprises by distance from the seeds.

    Examples
    --------
    >>> surprises = Surprises()
    >>> for _ in range(40):
    ...     surprises.outcome(2, 1.0, 0.9)
    ...     surprises.outcome(3, 1.0, 0.1)
    >>> [round(float(more), 1) for more in surprises.of(np.array([1, 2, 3]))]
    [0.0, 1.0, 0.0]
    """

    def __init__(self) -> None:
        self._layers = GrowingColumn(np.float64, 2)
        """By distance: visits, and the sum of their surprises."""
        self._visits, self._usual = 0, 0.0
        self._by_depth = np.zeros(1, np.float32)
        """What links gain by their distance; the last value is for all beyond the deepest layer."""

    def outcome(self, depth: int, priority: float, worth: float) -> None:
        """Take in what came of a link that was asked for at some priority."""
        beyond = worth - priority / PRIORITY
        if self._visits:
            layer = self._layers.one(depth)
            visits, total = layer[0].tolist()
            layer[0] = visits, total = visits + 1.0, total + (beyond - self._usual)
            if depth >= len(self._by_depth) - 1:
                self._by_depth = np.append(
                    self._by_depth, np.zeros(depth + 2 - len(self._by_depth), np.float32)
                )
            self._by_depth[depth] = _gain(visits, total)
        self._visits += 1
        self._usual += (beyond - self._usual) / min(self._visits, LATEST)

    def of(self, depths: npt.NDArray[Any]) -> Floats:
        """Return whether pages at some distances are surely better than their evidence says, 0 to 1."""
        return self._by_depth.take(depths, mode="clip")  # beyond the deepest layer there is none

    def state(self) -> dict[str, Any]:
        """Return all surprises."""
        return {"layers": self._layers.state(), "visits": self._visits, "usual": self._usual}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from there."""
        self._layers.restore(state["layers"])
        self._visits, self._usual = state["visits"], state["usual"]
        gains = [_gain(visits, total) for visits, total in self._layers.touched().tolist()]
        self._by_depth = np.array([*gains, 0.0], np.float32)


def _gain(visits: float, total: float) -> float:
    """Return whether a layer is surely better than its evidence says, 0 to 1."""
    sure = total / (visits + LEAN) - CHANCE / sqrt(visits + 1.0)
    return min(max(STEEP * sure, 0.0), 1.0)
