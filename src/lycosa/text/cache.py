"""A dictionary that forgets: what was worked out once is looked up, and memory stays bounded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from lycosa.text.stem import WORD_CHARS

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


class WordCache(BoundedCache[str, V]):
    """What words are worth, worked out when they are first met; only single numbers are remembered."""

    def __init__(self, analyse: Callable[[str], V]) -> None:
        super().__init__()
        self._analyse = analyse

    def __missing__(self, word: str) -> V:
        worth = self._analyse(word)
        if type(worth) is int and len(word) <= WORD_CHARS:
            self.remember(word, worth)
        return worth
