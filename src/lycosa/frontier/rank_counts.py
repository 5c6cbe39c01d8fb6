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
        self._row = array("i", [-1]) * _DIGITS**2
        """Where the counts of the third step are, for every 16 bits that occur."""
        self._third = array("I")
        """How many begin with these 24 bits, 256 counts a row."""
        self._free: list[int] = []
        """Rows without a count."""

    def add(self, rank: int) -> None:
        """Count a rank."""
        prefix = rank >> 16
        row = self._row[prefix]
        if row < 0:
            row = self._new_row(prefix)
        self._first[rank >> 24] += 1
        self._second[prefix] += 1
        self._third[row << 8 | rank >> 8 & 255] += 1

    def remove(self, rank: int) -> None:
        """Take back a rank that was counted."""
        prefix = rank >> 16
        self._first[rank >> 24] -= 1
        self._second[prefix] -= 1
        self._third[self._row[prefix] << 8 | rank >> 8 & 255] -= 1
        if not self._second[prefix]:
            self._let_go(prefix)

    def change(self, before: npt.NDArray[np.uint32], after: npt.NDArray[np.uint32]) -> None:
        """Take back many ranks that were counted, and count as many others."""
        rows = np.asarray(self._row)
        gained = after >> 16
        for prefix in dict.fromkeys(gained[rows[gained] < 0].tolist()):
            self._new_row(prefix)
        for ranks, count in ((after, np.add), (before, np.subtract)):
            # Counted at once: thousands of ranks share a few of these places, which `at` would queue for.
            firsts = np.bincount(ranks >> 24, minlength=_DIGITS).astype(np.uint64)
            count(np.asarray(self._first), firsts, out=np.asarray(self._first))
            count.at(np.asarray(self._second), ranks >> 16, np.uint32(1))
            places = rows[ranks >> 16].astype(np.int64) << 8 | ranks >> 8 & 255
            count.at(np.asarray(self._third), places, np.uint32(1))
        lost = before >> 16
        for prefix in dict.fromkeys(lost[np.asarray(self._second)[lost] == 0].tolist()):
            self._let_go(prefix)

    def _new_row(self, prefix: int) -> int:
        if not self._free:
            self._free.append(len(self._third) >> 8)
            self._third.frombytes(bytes(4 * _DIGITS))
        row = self._row[prefix] = self._free.pop()
        return row

    def _let_go(self, prefix: int) -> None:
        self._free.append(self._row[prefix])
        self._row[prefix] = -1
        if len(self._free) << 8 == len(self._third):
            self._third = array("I")
            self._free.clear()

    def below(self, rank: int) -> int:
        """Return how many ranks are better than this one."""
        first, prefix = rank >> 24, rank >> 16
        count = sum(self._first[:first]) + sum(self._second[first * _DIGITS : prefix])
        row = self._row[prefix]
        return count + sum(self._third[row << 8 : row << 8 | rank >> 8 & 255]) if row >= 0 else count

    def best(self) -> int | None:
        """Return the best rank, its last 8 bits left out; None if nothing is counted."""
        if not any(self._first):
            return None
        first = _first_used(self._first)
        prefix = first * _DIGITS + _first_used(self._second[first * _DIGITS : (first + 1) * _DIGITS])
        start = self._row[prefix] << 8
        return (prefix * _DIGITS + _first_used(self._third[start : start + _DIGITS])) << 8

    def rebuild(self, ranks: npt.NDArray[np.uint32]) -> None:
        """Count these ranks and no others."""
        seconds = np.bincount(ranks >> 16, minlength=_DIGITS**2)
        self._second = array("I", seconds.astype(np.uint32).tobytes())
        self._first = array("Q", seconds.reshape(_DIGITS, _DIGITS).sum(axis=1).astype(np.uint64).tobytes())
        used = np.flatnonzero(seconds)
        place = np.zeros(_DIGITS**2, dtype=np.int64)
        place[used] = np.arange(len(used))
        thirds = np.bincount(place[ranks >> 16] * _DIGITS + (ranks >> 8 & 255), minlength=len(used) * _DIGITS)
        self._third = array("I", thirds.astype(np.uint32).tobytes())
        rows = np.full(_DIGITS**2, -1, dtype=np.int32)
        rows[used] = np.arange(len(used))
        self._row = array("i", rows.tobytes())
        self._free = []


def _first_used(counts: array[int]) -> int:
    return next(digit for digit, count in enumerate(counts) if count)
