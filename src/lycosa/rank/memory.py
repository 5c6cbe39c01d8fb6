"""Scores of short texts that are asked for again and again: the same menu is on every page of a site."""

from __future__ import annotations

from collections.abc import Callable, Sized
from typing import TypeVar

from lycosa.text.cache import BoundedCache

K = TypeVar("K", bound=Sized)

TOKENS_MAX = 4_000_000
"""Tokens of all texts held, about 32 MB: an anchor may be as long as its page."""


class Remembered(BoundedCache[K, float]):
    """A function of one argument as a dictionary that works out what it does not hold.

    Of the anchors and contexts on the pages of real sites nine in ten have been seen before, and
    looking one up costs a tenth of comparing it.

    Examples
    --------
    >>> lengths = Remembered[str](len)
    >>> lengths["flood"], lengths["flood"], list(lengths)
    (5, 5, ['flood'])
    """

    def __init__(self, score: Callable[[K], float]) -> None:
        super().__init__()
        self._score = score
        self._room = TOKENS_MAX

    def __missing__(self, key: K) -> float:
        self._room -= len(key)
        if self._room < 0:
            self.clear()
            self._room = TOKENS_MAX - len(key)
        return self.remember(key, self._score(key))
