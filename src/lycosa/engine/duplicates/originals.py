"""Remembers fingerprints of pages: a fingerprint in, the earlier page that is like it out.

Pages are kept in a ring: when it is full, the oldest is forgotten. They are found through chains
that run from the newest to the oldest page with the same 16 bits of a key. Two SimHashes that
differ in at most three bits agree in one of their four quarters, so four chains find them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np

from lycosa.engine.duplicates.simhash import Fingerprint

NEAR_BITS_MAX = 3
"""Differing bits up to which a near-duplicate is sure to share a quarter of its SimHash."""

_KEYS = 1 << 16
_QUARTERS = (0, 16, 32, 48)
_CHAIN_STEPS = 256
"""Pages looked at in one chain; a million pages are 15 to a chain, unless someone tries to make it long."""


class Originals:
    """The pages of a crawl that were not like any before them."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self._count = 0
        self.number = _column(capacity, np.uint32)
        self._link = _column(capacity, np.uint32)
        self.host = _column(capacity, np.uint64)
        self.repeats = _column(capacity, np.uint32)
        self.simhash = _column(capacity, np.uint64)
        self._signature = _column(capacity, np.uint64)
        self._same = _Chains(capacity)
        self._of_link = _Chains(capacity)
        self._near = tuple(_Chains(capacity) for _ in _QUARTERS)

    def add(self, seen: Fingerprint, number: int, link: int, host: int) -> None:
        """Remember a page: the number of its visit, the id of its link, a hash of its host."""
        self._count += 1
        entry = self._count
        slot = entry % self.capacity
        self.number[slot], self.host[slot], self.repeats[slot] = number, host, 0
        self._signature[slot], self.simhash[slot] = seen.signature, seen.simhash or 0
        self._link[slot] = link
        self._same.add(seen.signature, entry)
        self._of_link.add(link, entry)
        if seen.simhash is not None:
            for chains, quarter in zip(self._near, _QUARTERS, strict=True):
                chains.add(seen.simhash >> quarter, entry)

    def same(self, signature: int) -> int | None:
        """Return the slot of the page with that signature."""
        slots = self._walk(self._same, signature)
        return next((slot for slot in slots if self._signature[slot] == signature), None)

    def at(self, link: int) -> int | None:
        """Return the slot of the page that a link led to."""
        return next((slot for slot in self._walk(self._of_link, link) if self._link[slot] == link), None)

    def near(self, simhash: int, bits: int) -> int | None:
        """Return the slot of the page with the most similar text, if no more than `bits` differ."""
        best, fewest = None, bits + 1
        for chains, quarter in zip(self._near, _QUARTERS, strict=True):
            for slot in self._walk(chains, simhash >> quarter):
                differing = (self.simhash[slot] ^ simhash).bit_count()
                if differing < fewest:
                    best, fewest = slot, differing
        return best

    def _walk(self, chains: _Chains, key: int) -> Iterator[int]:
        entries = chains.walk(key, oldest=self._count - self.capacity + 1)
        return (entry % self.capacity for entry in islice(entries, _CHAIN_STEPS))


class _Chains:
    """Entries, counted from 1, by 16 bits of a key."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._newest = _column(_KEYS, np.uint32)
        self._before = _column(capacity, np.uint32)

    def add(self, key: int, entry: int) -> None:
        self._before[entry % self._capacity] = self._newest[key % _KEYS]
        self._newest[key % _KEYS] = entry

    def walk(self, key: int, oldest: int) -> Iterator[int]:
        entry = self._newest[key % _KEYS]
        while entry >= max(oldest, 1):
            yield entry
            entry = self._before[entry % self._capacity]


def _column(length: int, kind: type[np.integer]) -> memoryview[int]:
    """Return zeros that take memory only when they are written; a view is read faster than the array."""
    return np.zeros(length, dtype=kind).data
