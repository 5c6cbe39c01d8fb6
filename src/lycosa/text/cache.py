"""A dictionary that forgets: what was worked out once is looked up, and memory stays bounded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")

CACHE_ENTRIES = 1 << 17
"""Words one cache holds, about 25 MB. A cache that is full starts again from nothing."""


class BoundedCache(dict[K, V]):
    """A dictionary that is emptied when it is full; the cheapest bound there is."""

    def remember(self, key: K, value: V) -> V:
        """Store a value and return it."""
        if len(self) >= CACHE_ENTRIES:
            self.clear()
        self[key] = value
        return value

    def remember_all(self, keys: Sequence[K], values: Sequence[V]) -> None:
        """Store many values."""
        if len(self) + len(keys) > CACHE_ENTRIES:
            self.clear()
        self.update(zip(keys, values, strict=True))
