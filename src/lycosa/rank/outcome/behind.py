"""What lies behind pages: in goes what was found by their links, out comes what they are worth besides.

A list of good pages is worth asking for although it is none itself, and so is a page that leads to such a
list. What was found behind a page is credited to the page that first showed it; many finds count for ever
less, and what a page is worth for others is credited on, discounted, to the page before.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from lycosa.rank.outcome.column import GrowingColumn

DISCOUNT = 0.2
"""What finding all that can be found behind a page is worth, beside a page on topic."""
HALF = 5.0
"""Pages on topic behind a page that are worth half of that."""
HARDLY = 0.02
"""A change of worth that is not told yet."""
HOPS = 3
"""Pages before a find that are credited."""


class Behind:
    """Gains by page.

    Examples
    --------
    >>> behind = Behind()
    >>> [round(behind.add(7, 1.0), 2) for _ in range(3)]
    [0.03, 0.02, 0.0]
    """

    def __init__(self) -> None:
        self._gains = GrowingColumn(np.float64, 2)
        """By link of the page: what was found behind it, and what of its worth has been told."""

    def add(self, page: int, gained: float) -> float:
        """Credit a page with a find; return how much more it is worth by now, 0 if hardly."""
        row = self._gains.one(page)
        gains, credited = row[0].tolist()
        gains = max(0.0, gains + gained)
        worth = DISCOUNT * gains / (gains + HALF)
        more = worth - credited if abs(worth - credited) >= HARDLY else 0.0
        row[0] = gains, credited + more
        return more

    def worth(self, page: int) -> float:
        """Return what a page is worth for what lies behind it."""
        gains = float(self._gains.at(np.array([page]))[0, 0])
        return DISCOUNT * gains / (gains + HALF)

    def state(self) -> dict[str, Any]:
        """Return all gains."""
        return {"gains": self._gains.state()}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from there."""
        self._gains.restore(state["gains"])
