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
        self._by_depth: Floats | None = None
        """What links gain by their distance, while nothing has changed."""

    def outcome(self, depth: int, priority: float, worth: float) -> None:
        """Take in what came of a link that was asked for at some priority."""
        beyond = worth - priority / PRIORITY
        if self._visits:
            layer = self._layers.one(depth)
            layer[0, 0] += 1.0
            layer[0, 1] += beyond - self._usual
            self._by_depth = None
        self._visits += 1
        self._usual += (beyond - self._usual) / min(self._visits, LATEST)

    def of(self, depths: npt.NDArray[Any]) -> Floats:
        """Return whether pages at some distances are surely better than their evidence says, 0 to 1."""
        if self._by_depth is None:
            visits, total = self._layers.touched().T
            sure = total / (visits + LEAN) - CHANCE / np.sqrt(visits + 1.0)
            self._by_depth = np.append(np.clip(STEEP * sure, 0.0, 1.0), 0.0).astype(np.float32)
        return self._by_depth.take(depths, mode="clip")  # beyond the deepest layer there is none

    def state(self) -> dict[str, Any]:
        """Return all surprises."""
        return {"layers": self._layers.state(), "visits": self._visits, "usual": self._usual}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from there."""
        self._layers.restore(state["layers"])
        self._visits, self._usual = state["visits"], state["usual"]
        self._by_depth = None
