"""What a link is worth: in go the values of its parts, out comes its rank, a number to sort by.

A rank is the priority, as a 32-bit float, turned into a 32-bit unsigned integer so that the
better link has the lower rank. Ranks are what queues compare.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import chain
from operator import mul
from struct import Struct
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from lycosa.errors import LycosaError
from lycosa.frontier.base import Combine, Evidence
from lycosa.frontier.rank_rows import LARGEST, ranks_of

_Column: TypeAlias = npt.NDArray[np.float64]
_Shown: TypeAlias = npt.NDArray[np.uint32]
_FLOAT, _BITS = Struct("<f"), Struct("<I")
_SIGN = 0x80000000
_BLOCK_ROWS = 1 << 13
_FEW = 16
"""Links that are faster ranked one by one than in columns."""

_COMBINE: dict[Combine, Callable[[float, float, int], float]] = {
    "first": lambda old, new, shown: old,
    "last": lambda old, new, shown: new,
    "max": lambda old, new, shown: max(old, new),
    "mean": lambda old, new, shown: old + (new - old) / shown,
    "sum": lambda old, new, shown: old + new,
}
"""Old value, new value, number of pages that have shown the link, this one included."""

_COMBINE_ALL: dict[Combine, Callable[[_Column, _Column, _Shown], _Column]] = {
    "first": lambda old, new, shown: old,
    "last": lambda old, new, shown: new,
    "max": lambda old, new, shown: np.maximum(old, new),
    "mean": lambda old, new, shown: old + (new - old) / shown,
    "sum": lambda old, new, shown: old + new,
}
"""The same for columns of links."""


def rank_of(priority: float) -> int:
    """Return the rank of a priority: negative floats sort downwards as they are, others when flipped."""
    (bits,) = _BITS.unpack(_FLOAT.pack(priority))
    return int(bits if bits & _SIGN else bits ^ (_SIGN - 1))


_NO_PARTS_RANK = rank_of(0.0)


def priority_of(rank: int) -> float:
    """Return the priority that has a rank."""
    (priority,) = _FLOAT.unpack(_BITS.pack(rank if rank & _SIGN else rank ^ (_SIGN - 1)))
    return float(priority)


def priorities_of(ranks: npt.NDArray[np.uint32]) -> npt.NDArray[np.float64]:
    """Return the priorities that have some ranks."""
    bits = np.where(ranks & _SIGN, ranks, ranks ^ (_SIGN - 1)).astype(np.uint32)
    return bits.view(np.float32).astype(np.float64)


def once_and_again(links: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the places where links come for the first time, and those where one comes again."""
    known: set[int] = set()
    places: tuple[list[int], list[int]] = [], []
    for place, link in enumerate(links):
        places[link in known].append(place)
        known.add(link)
    return places


def _no_parts(count: int) -> bytes:
    """Return the ranks of so many links of which nothing is known."""
    return array("I", (_NO_PARTS_RANK,)).tobytes() * count


class Ranked(NamedTuple):
    """What some links are worth."""

    ranks: bytes
    """Of 32 bits each, as columns keep them."""
    parts: bytes
    """Of 32 bits each, link after link."""
    priorities: list[float]
    values: list[tuple[float, ...]]
    """The parts of each, as they are kept."""


class Worth:
    """The rules of an `Evidence`, ready to be applied to one link or to all."""

    def __init__(self, evidence: Evidence) -> None:
        self.width = len(evidence.parts)
        self._weights = [part.weight for part in evidence.parts]
        self._column = np.array(self._weights, np.float64)
        self._rules = [_COMBINE[part.combine] for part in evidence.parts]
        self.replaces = all(part.combine == "last" for part in evidence.parts)
        """Whether what the latest page says is all that counts."""
        self._column_rules = [_COMBINE_ALL[part.combine] for part in evidence.parts]

    def values(self, parts: Sequence[float], url: str) -> array[float]:
        """Return the parts of a link as they are kept, in 32 bits."""
        if len(parts) != self.width:
            raise LycosaError(f"{url}: a link has {self.width} parts here, not {len(parts)}")
        return array("f", parts)

    def table(self, parts: Sequence[Sequence[float]], urls: Sequence[str]) -> npt.NDArray[np.float32]:
        """Return the parts of many links as they are kept, one a row."""
        if not set(map(len, parts)) <= {self.width}:
            for values, url in zip(parts, urls, strict=True):
                self.values(values, url)
        values_in_order = chain.from_iterable(parts)
        table = np.fromiter(values_in_order, np.float32, len(parts) * self.width)
        return table.reshape(len(parts), self.width)

    def ranked(
        self,
        parts: Sequence[Sequence[float]],
        urls: Sequence[str],
        table: npt.NDArray[np.float32] | None = None,
    ) -> Ranked:
        """Return what new links are worth, given the parts of each; `table` may have the same in columns."""
        count = len(parts)
        if table is not None and self.width:
            ranks = self.ranks(table, urls)
            return Ranked(
                ranks.tobytes(), table.tobytes(), priorities_of(ranks).tolist(), list(map(tuple, parts))
            )
        if not self.width and not any(parts):  # in order of discovery, all are worth the same
            return Ranked(_no_parts(count), b"", [0.0] * count, [()] * count)
        if count > _FEW:
            table = self.table(parts, urls)
            ranks = self.ranks(table, urls)
            told = priorities_of(ranks).tolist(), list(map(tuple, table.tolist()))
            return Ranked(ranks.tobytes(), table.tobytes(), *told)
        kept = [self.values(values, url) for values, url in zip(parts, urls, strict=True)]
        each = [self.rank(values, url) for values, url in zip(kept, urls, strict=True)]
        columns = array("I", each).tobytes(), b"".join([values.tobytes() for values in kept])
        return Ranked(*columns, list(map(priority_of, each)), list(map(tuple, kept)))

    def unknown(self, count: int) -> Ranked:
        """Return what so many links are worth of which nothing is known."""
        parts = (0.0,) * self.width
        return Ranked(_no_parts(count), bytes(4 * self.width * count), [0.0] * count, [parts] * count)

    def rank(self, values: array[float], url: str) -> int:
        """Return the rank of a link."""
        priority = 0.0
        for product in map(mul, self._weights, values):
            priority += product
        if not -LARGEST <= priority <= LARGEST:
            raise LycosaError(f"{url}: parts must give a finite priority, and {values.tolist()} do not")
        return rank_of(priority)

    def combine(self, old: array[float], new: array[float], shown: int) -> array[float]:
        """Return the parts of a link that `shown` pages have now shown."""
        if self.replaces:
            return new
        return array("f", [rule(a, b, shown) for rule, a, b in zip(self._rules, old, new, strict=True)])

    def combine_all(
        self, old: npt.NDArray[np.float32], new: npt.NDArray[np.float32], shown: npt.NDArray[np.uint32]
    ) -> npt.NDArray[np.float32]:
        """Return the parts of many links, one a row; the same as `combine` gives one by one."""
        combined = np.empty_like(old)
        columns = zip(self._column_rules, old.T.astype(np.float64), new.T.astype(np.float64), strict=True)
        for place, (rule, before, after) in enumerate(columns):
            combined[:, place] = rule(before, after, shown)
        return combined

    def ranks(self, parts: npt.NDArray[np.float32], urls: Sequence[str] = ()) -> npt.NDArray[np.uint32]:
        """Return the ranks of many links, one a row of `parts`; the same as `rank` gives one by one."""
        if 0 < len(parts) <= _BLOCK_ROWS:
            return self._ranks(parts, urls)
        ranks = np.empty(len(parts), dtype=np.uint32)
        for start in range(0, len(parts), _BLOCK_ROWS):
            block = slice(start, start + _BLOCK_ROWS)
            ranks[block] = self._ranks(parts[block], urls[block], start)
        return ranks

    def _ranks(
        self, parts: npt.NDArray[np.float32], urls: Sequence[str], first: int = 0
    ) -> npt.NDArray[np.uint32]:
        if not self.width:
            return np.full(len(parts), _NO_PARTS_RANK, np.uint32)
        ranks, row = ranks_of(np.ascontiguousarray(parts), self._column)
        if row >= 0:
            link = urls[row] if urls else f"link {first + row}"
            raise LycosaError(f"{link}: parts must give a finite priority, and {parts[row]} do not")
        return ranks
