"""The set of all URLs ever seen: in goes a 64-bit hash, out comes the row of its link.

Exact on the hashes, and never more than 16 bytes for each of them once there are 100,000:
8 in a dense column in order of row, and less than 7 in a table of open addressing that
holds row numbers. The table is cut into segments that grow one at a time, so that growing
neither stops the crawl nor needs a second table beside the first.
"""

from __future__ import annotations

import os
import sys
from array import array
from hashlib import blake2b

import numpy as np
import numpy.typing as npt
from xxhash import xxh3_64_intdigest

from lycosa.errors import LycosaError

KEY_BYTES = 16
ROW_BITS = 28
ROW_MASK = (1 << ROW_BITS) - 1
"""A row number has 28 bits: 268 million links to a frontier; beyond that, shard."""

_EMPTY = 0xFFFFFFFF
_SEGMENTS = 256
_LOAD_FULL, _LOAD_GROWN = 0.72, 0.58
_SMALLEST_SLOTS = 512


_HASH_IS_SECRET = (
    sys.hash_info.algorithm.startswith("siphash") and os.environ.get("PYTHONHASHSEED", "random") == "random"
)
_BITS = (1 << 64) - 1


def hash_of(url: str, key: bytes = b"") -> int:
    """Return the hash that stands for a URL.

    With a secret key nobody can make up URLs that are taken for each other, or that crowd one place. Python's
    own hash of a text is made for that: it is keyed with a secret of the process, and kept with the text, so
    it costs a tenth of any other. It holds for this process alone, as seen sets do. Without a key, for webs
    that are not there, it is the same in all processes.
    """
    if not key:
        return xxh3_64_intdigest(url.encode())
    if _HASH_IS_SECRET:
        return (hash(url) ^ int.from_bytes(key[:8], "little")) & _BITS
    return int.from_bytes(blake2b(url.encode(), digest_size=8, salt=key).digest(), "little")


def directory_of(url: str) -> int:
    """Return 32 bits that stand for a URL up to the last slash of its path."""
    return xxh3_64_intdigest(url.partition("?")[0].rpartition("/")[0].encode()) & 0xFFFFFFFF


class SeenSet:
    """A set of 64-bit hashes, numbered in the order they came.

    A slot of the table holds a row and, in the four bits above it, the lowest bits of its hash:
    they spare most of the visits to the column of hashes that a probe would cost.
    """

    def __init__(self) -> None:
        self._hashes = array("Q")
        self._segments = [array("I", [_EMPTY]) * _SMALLEST_SLOTS for _ in range(_SEGMENTS)]
        self._room = [int(_SMALLEST_SLOTS * _LOAD_FULL)] * _SEGMENTS

    def __len__(self) -> int:
        return len(self._hashes)

    @property
    def size_bytes(self) -> int:
        """Memory held, with the room kept for growth."""
        return sys.getsizeof(self._hashes) + sum(map(sys.getsizeof, self._segments))

    def find(self, url_hash: int) -> int:
        """Return the row of a hash; -1 if it was never added."""
        table = self._segments[url_hash >> 56]
        held = table[self._slot(table, url_hash)]
        return -1 if held == _EMPTY else held & ROW_MASK

    def add(self, url_hash: int) -> int:
        """Return the row of a hash, which is the next free row if the hash is new."""
        number = url_hash >> 56
        table = self._segments[number]
        slot = self._slot(table, url_hash)
        held = table[slot]
        if held != _EMPTY:
            return held & ROW_MASK
        row = len(self._hashes)
        if row >= ROW_MASK:
            raise _full()
        self._hashes.append(url_hash)
        table[slot] = row | (url_hash & 15) << ROW_BITS
        self._room[number] -= 1
        if not self._room[number]:
            self._rebuild(number, self._rows_of(number))
        return row

    def extend(self, hashes: npt.NDArray[np.uint64]) -> None:
        """Add many hashes at once, all of them new."""
        first = len(self._hashes)
        if first + len(hashes) > ROW_MASK:
            raise _full()
        self._hashes.frombytes(hashes.tobytes())
        numbers = (hashes >> np.uint64(56)).astype(np.uint8)
        order = np.argsort(numbers, kind="stable")
        bounds = np.searchsorted(numbers[order], np.arange(_SEGMENTS + 1))
        for number in range(_SEGMENTS):
            fresh = order[bounds[number] : bounds[number + 1]] + first
            if len(fresh):
                self._rebuild(number, np.concatenate([self._rows_of(number), fresh]))

    def _slot(self, table: array[int], url_hash: int) -> int:
        """Return the slot of a segment that holds a hash or is free for it."""
        hashes = self._hashes
        tag = (url_hash & 15) << ROW_BITS
        # Slots count up from minus the size of the table, so a probe past the end wraps by itself.
        size = len(table)
        slot = ((url_hash >> 24 & 0xFFFFFFFF) * size >> 32) - size
        while (held := table[slot]) != _EMPTY:
            row = held ^ tag
            if row <= ROW_MASK and hashes[row] == url_hash:
                break
            slot += 1
        return slot

    def _rows_of(self, number: int) -> npt.NDArray[np.int64]:
        """Return the rows a segment holds."""
        table = np.asarray(self._segments[number])
        rows: npt.NDArray[np.int64] = table[table != _EMPTY].astype(np.int64) & ROW_MASK
        return rows

    def _rebuild(self, number: int, rows: npt.NDArray[np.int64]) -> None:
        """Lay out a segment anew, with room to grow.

        Sorted by hash, rows are sorted by home slot too; each then takes its home or, if that is
        taken, the slot after the row before it: linear probing in one running maximum.
        """
        hashes = np.asarray(self._hashes)[rows]
        order = np.argsort(hashes, kind="stable")
        hashes, rows = hashes[order], rows[order]
        _check_distinct(hashes, rows)
        size = max(_SMALLEST_SLOTS, int(len(rows) / _LOAD_GROWN))
        middle = hashes >> np.uint64(24) & np.uint64(0xFFFFFFFF)
        homes = (middle * np.uint64(size) >> np.uint64(32)).astype(np.int64)
        steps = np.arange(len(rows))
        slots = np.maximum.accumulate(homes - steps) + steps
        held = (rows | (hashes & np.uint64(15)).astype(np.int64) << ROW_BITS).astype(np.uint32)
        table = np.full(size, _EMPTY, dtype=np.uint32)
        fits = slots < size
        table[slots[fits]] = held[fits]
        free = np.flatnonzero(table == _EMPTY)
        table[free[: np.count_nonzero(~fits)]] = held[~fits]
        self._segments[number] = array("I", table.tobytes())
        self._room[number] = int(size * _LOAD_FULL) - len(rows)


def _full() -> LycosaError:
    return LycosaError(f"one frontier holds at most {ROW_MASK:,} links: shard the crawl by domain")


def _check_distinct(hashes: npt.NDArray[np.uint64], rows: npt.NDArray[np.int64]) -> None:
    twice = np.flatnonzero(hashes[1:] == hashes[:-1])
    if len(twice):
        first, second = sorted(rows[twice[0] : twice[0] + 2].tolist())
        raise LycosaError(f"links {first} and {second} have the same URL: every link must be loaded once")
