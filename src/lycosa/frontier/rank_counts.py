"""How many queued links are worth more than another: ranks in and out, a count in constant time.

Counted is by the first 24 bits of a rank, in three steps of eight: so links count as equal when their
priorities agree to about four decimal places, an update changes three numbers, and a question adds up
at most 255 numbers three times, however many links there are.
"""

from __future__ import annotations

from array import array

import numpy as np
import numpy.typing as npt

GRAIN = 1 << 8
"""Ranks that agree in all bits above this are counted as equal."""
_DIGITS = 256


class RankCounts:
    """A multiset of ranks; the lower a rank, the better its link."""

    def __init__(self) -> None:
        self._first = array("Q", bytes(8 * _DIGITS))
        """How many ranks begin with these 8 bits."""
        self._second = array("I", bytes(4 * _DIGITS**2))
        """How many begin with these 16 bits."""
        self._third: dict[int, array[int]] = {}
        """How many begin with these 24 bits, for every 16 bits that occur."""

    def add(self, rank: int) -> None:
        """Count a rank."""
        prefix = rank >> 16
        self._first[rank >> 24] += 1
        self._second[prefix] += 1
        third = self._third.get(prefix)
        if third is None:
            third = self._third[prefix] = array("I", bytes(4 * _DIGITS))
        third[rank >> 8 & 255] += 1

    def remove(self, rank: int) -> None:
        """Take back a rank that was counted."""
        prefix = rank >> 16
        self._first[rank >> 24] -= 1
        self._second[prefix] -= 1
        self._third[prefix][rank >> 8 & 255] -= 1
        if not self._second[prefix]:
            del self._third[prefix]

    def below(self, rank: int) -> int:
        """Return how many ranks are better than this one."""
        first, prefix = rank >> 24, rank >> 16
        count = sum(self._first[:first]) + sum(self._second[first * _DIGITS : prefix])
        third = self._third.get(prefix)
        return count + sum(third[: rank >> 8 & 255]) if third is not None else count

    def best(self) -> int | None:
        """Return the best rank, its last 8 bits left out; None if nothing is counted."""
        if not any(self._first):
            return None
        first = _first_used(self._first)
        prefix = first * _DIGITS + _first_used(self._second[first * _DIGITS : (first + 1) * _DIGITS])
        return (prefix * _DIGITS + _first_used(self._third[prefix])) << 8

    def rebuild(self, ranks: npt.NDArray[np.uint32]) -> None:
        """Count these ranks and no others."""
        seconds = np.bincount(ranks >> 16, minlength=_DIGITS**2)
        self._second = array("I", seconds.astype(np.uint32).tobytes())
        self._first = array("Q", seconds.reshape(_DIGITS, _DIGITS).sum(axis=1).astype(np.uint64).tobytes())
        used = np.flatnonzero(seconds)
        place = np.zeros(_DIGITS**2, dtype=np.int64)
        place[used] = np.arange(len(used))
        thirds = np.bincount(place[ranks >> 16] * _DIGITS + (ranks >> 8 & 255), minlength=len(used) * _DIGITS)
        rows = thirds.astype(np.uint32).reshape(len(used), _DIGITS)
        self._third = {
            prefix: array("I", row.tobytes()) for prefix, row in zip(used.tolist(), rows, strict=True)
        }


def _first_used(counts: array[int]) -> int:
    return next(digit for digit, count in enumerate(counts) if count)
