"""Pages to learn from, as bags of words over one growing vocabulary; bounded, and plain data at any time.

In: tokens and tag groups of pages. Out: count matrices. Of an endless stream of pages an evenly spread
sample is kept: when it is full every second page goes, and from then on only every second one comes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from lycosa.model import JSON, Page
from lycosa.text import Vocabulary

if TYPE_CHECKING:
    from scipy import sparse  # type: ignore[import-untyped]

MAX_TERMS = 1 << 17
"""Distinct words learned from; later ones are not counted."""


class Bag(NamedTuple):
    """How often each word, by number, occurs in a text; attribute text does not count."""

    ids: NDArray[np.int64]
    counts: NDArray[np.float64]


def bag_of(words: Vocabulary, tokens: Sequence[str], groups: bytes = b"", learn: bool = False) -> Bag:
    """Count the words of a text; new words join the vocabulary if it is to `learn`."""
    heard = compress(tokens, groups) if groups else tokens
    if learn:
        heard = list(heard)
        for token in dict.fromkeys(heard):
            words.add(token)
    return Bag(*words.counts(heard))


def matrix_of(bags: Sequence[Bag], width: int) -> sparse.csr_array:
    """Return a count matrix with a row for each bag."""
    # scipy takes a third of a second to load, and most crawls never learn.
    from scipy import sparse  # noqa: PLC0415

    ends = np.cumsum([0, *(len(bag.ids) for bag in bags)], dtype=np.int32)
    ids = np.concatenate([bag.ids for bag in bags]).astype(np.int32)  # LinearSVC takes no wider ones
    return sparse.csr_array(
        (np.concatenate([bag.counts for bag in bags]), ids, ends), shape=(len(bags), width)
    )


class Sample:
    """An evenly spread sample of a stream of pages.

    Parameters
    ----------
    size
        Pages kept at most.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.words = Vocabulary(limit=MAX_TERMS)
        self.bags: list[Bag] = []
        self.seen = 0
        self._stride = 1

    def __len__(self) -> int:
        return len(self.bags)

    def add(self, page: Page) -> None:
        """Take note of the next page of the stream."""
        if self.seen % self._stride == 0:
            if len(self.bags) == self.size:
                del self.bags[1::2]
                self._stride *= 2
            if self.seen % self._stride == 0:
                self.bags.append(bag_of(self.words, page.tokens, page.groups, learn=True))
        self.seen += 1

    def bags_of(self, pages: Iterable[Page]) -> list[Bag]:
        """Return other pages over the same vocabulary."""
        return [bag_of(self.words, page.tokens, page.groups, learn=True) for page in pages]

    def state(self) -> dict[str, JSON]:
        """Return everything as plain data."""
        bags: list[Any] = [[bag.ids.tolist(), bag.counts.astype(int).tolist()] for bag in self.bags]
        return {"seen": self.seen, "stride": self._stride, "words": list(self.words.terms), "bags": bags}

    def restore(self, state: dict[str, JSON]) -> None:
        """Become the sample that returned `state`."""
        plain = cast("dict[str, Any]", state)
        self.seen, self._stride = plain["seen"], plain["stride"]
        self.words = Vocabulary(plain["words"], limit=MAX_TERMS)
        self.bags = [
            Bag(np.array(ids, dtype=np.int64), np.array(counts, dtype=np.float64))
            for ids, counts in plain["bags"]
        ]
