"""Many short texts as one column of numbers: put together of parts of others, and no word is made for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from lycosa.tokens.column import Tokens
from lycosa.tokens.gather import spliced

Places: TypeAlias = NDArray[np.intp]


class Texts(Sequence[tuple[str, ...]]):
    """Texts one after the other: a sequence of sequences of words that is kept as numbers.

    Examples
    --------
    >>> texts = Texts.of([("rain", "flood"), (), ("rain",)])
    >>> texts[0], len(texts), texts.lengths.tolist()
    (('rain', 'flood'), 3, [2, 0, 1])
    """

    __slots__ = ("lengths", "tokens")

    def __init__(self, tokens: Tokens, lengths: Places) -> None:
        self.tokens = tokens
        self.lengths = lengths

    @classmethod
    def of(cls, texts: Sequence[Sequence[str]]) -> Texts:
        """Return texts as a column; one that is a column stays as it is."""
        if isinstance(texts, Texts):
            return texts
        words = list(chain.from_iterable(texts))
        return cls(Tokens.of(words), np.fromiter(map(len, texts), np.intp, len(texts)))

    @classmethod
    def joined(cls, first: Tokens, second: Tokens, starts: Places, stops: Places) -> Texts:
        """Return texts that each begin with a part of one text and go on with a part of another.

        In: where each part begins and stops, a row for each text, a column for either.
        """
        if second.numbering is not first.numbering:  # a full one gave way to a new one
            both, length = Tokens.joined((first, second)), len(first)
            first, second = (Tokens(both.numbering, part) for part in np.split(both.numbers, [length]))
        numbers = spliced(first.numbers, second.numbers, starts, stops)
        return cls(Tokens(first.numbering, numbers), (stops - starts).sum(axis=1))

    @property
    def starts(self) -> Places:
        """Where each text begins."""
        starts: Places = self.lengths.cumsum() - self.lengths
        return starts

    def __len__(self) -> int:
        return len(self.lengths)

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        stops = self.lengths.cumsum().tolist()
        return (self.tokens[start:stop] for start, stop in zip([0, *stops], stops, strict=False))

    @overload
    def __getitem__(self, place: int) -> tuple[str, ...]: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[tuple[str, ...]]: ...
    def __getitem__(self, place: int | slice) -> tuple[str, ...] | Sequence[tuple[str, ...]]:
        return tuple(self)[place]
