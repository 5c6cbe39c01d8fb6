"""Outcomes by place: how many there were and what they were worth, for pages, blocks, hosts, directories.

Outcomes are kept in thousandths as integers, whose sums do not depend on the order of addition.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from lycosa.rank.outcome.column import GrowingColumn

Floats = npt.NDArray[np.float32]
THOUSAND = 1000


class Tried:
    """Outcomes by number of the place.

    Examples
    --------
    >>> tried = Tried()
    >>> tried.add(np.array([7]), 1, 800)
    >>> tried.add(np.array([7]), 1, 1000)
    >>> [round(rate, 2) for rate in tried.rate(np.array([7, 8]), 0.4, lean=1.0).tolist()]
    [0.73, 0.4]
    """

    def __init__(self) -> None:
        self._rows = GrowingColumn(np.int64, 2)

    def add(self, places: npt.NDArray[Any], outcomes: int, thousandths: npt.ArrayLike) -> None:
        """Count outcomes; a place may come more than once."""
        rows = np.empty((len(places), 2), np.int64)
        rows[:, 0], rows[:, 1] = outcomes, thousandths
        self._rows.add(places, rows)

    def parts(
        self, places: npt.NDArray[Any], lean: float
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Return the rate of each place in two parts: its own, and the share that a wider rate has."""
        rows = self._rows.at(places)
        share = 1.0 / (rows[:, 0] + lean)
        return rows[:, 1] * share / THOUSAND, lean * share

    def rate(self, places: npt.NDArray[Any], wider: npt.ArrayLike, lean: float) -> Floats:
        """Return the rate of each place, leaning on a wider one."""
        own, share = self.parts(places, lean)
        return np.asarray(own + share * np.asarray(wider), np.float32)

    def state(self) -> bytes:
        """Return all outcomes."""
        return self._rows.state()

    def restore(self, state: bytes) -> None:
        """Become what returned `state`."""
        self._rows.restore(state)
