"""Counts how often keys occur, in memory that never grows: a count-min sketch.

It never counts too few. It counts too many by about as much as keys were counted in all, divided by
`WIDTH`: one or two for a million, twenty for ten million.
"""

from __future__ import annotations

from array import array
from functools import lru_cache

from xxhash import xxh3_64_intdigest

WIDTH = 1 << 19
ROWS = 4
COUNT_MAX = (1 << 16) - 1
"""Counts stop here."""


class Sketch:
    """How often keys occurred, in 4 MB."""

    def __init__(self) -> None:
        self._counts = array("H", bytes(2 * WIDTH * ROWS))

    def count(self, key: str) -> int:
        """Return how often a key was added, or a little more."""
        counts = self._counts
        first, second, third, fourth = _cells(key)
        return min(counts[first], counts[second], counts[third], counts[fourth])

    def add(self, key: str) -> None:
        """Count a key once more; only its lowest counts are raised, which keeps the others truer."""
        counts = self._counts
        raised = min(self.count(key) + 1, COUNT_MAX)
        for cell in _cells(key):
            if counts[cell] < raised:  # noqa: PLR1730  # max() for each would take longer
                counts[cell] = raised


@lru_cache(maxsize=1 << 10)  # most keys are asked for and then added
def _cells(key: str) -> tuple[int, ...]:
    """Return the places of a key, one in each row."""
    digest = xxh3_64_intdigest(key.encode())
    first, step = digest % WIDTH, (digest >> 32 | 1) % WIDTH  # small numbers are added faster
    return tuple([row * WIDTH + (first + row * step) % WIDTH for row in range(ROWS)])
