"""The tokens of a text as a column of numbers, with the words made only for those who ask for them."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import chain
from threading import local
from typing import TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from lycosa.tokens.counts import StemCounter
from lycosa.tokens.stem_numbers import BOUNDARY, NO_TOKEN, StemNumbers, latest_numbering

Numbers: TypeAlias = NDArray[np.int32]


class Tokens(Sequence[str]):
    """Tokens in document order: a sequence of words that is kept as numbers.

    Examples
    --------
    >>> tokens = Tokens.of(["rain", "flood", "rain"])
    >>> tokens[1], tokens[1:], tokens == ("rain", "flood", "rain")
    ('flood', ('flood', 'rain'), True)
    >>> bool(tokens.numbers[0] == tokens.numbers[2])
    True
    """

    __slots__ = ("_words", "numbering", "numbers")

    def __init__(self, numbering: StemNumbers, numbers: Numbers) -> None:
        self.numbering = numbering
        self.numbers = numbers
        self._words: tuple[str, ...] | None = None

    @classmethod
    def of(cls, words: Sequence[str]) -> Tokens:
        """Return words as tokens; tokens stay as they are."""
        if isinstance(words, Tokens):
            return words
        known = latest_numbering()
        tokens = cls(known, np.fromiter(map(known.__getitem__, words), np.int32, len(words)))
        tokens._words = tuple(words)
        return tokens

    @classmethod
    def joined(cls, parts: Sequence[Tokens]) -> Tokens:
        """Return texts, of which there is one at least, one after the other."""
        numbering = parts[0].numbering
        if any(part.numbering is not numbering for part in parts):  # a full one gave way to a new one
            return cls.of(tuple(chain.from_iterable(part.words for part in parts)))
        return parts[0] if len(parts) == 1 else cls(numbering, np.concatenate([p.numbers for p in parts]))

    @classmethod
    def packed(cls, numbering: StemNumbers, numbers: bytes) -> Tokens:
        """Return tokens by their numbers, of 32 bits each."""
        return cls(numbering, np.frombuffer(numbers, np.int32))

    @property
    def words(self) -> tuple[str, ...]:
        """The words themselves, made when first asked for."""
        if self._words is None:
            self._words = tuple(map(self.numbering.stems.__getitem__, self.numbers.tolist()))
        return self._words

    def few(self, start: int, stop: int) -> tuple[str, ...]:
        """Return some of the words; the others are not made for that."""
        if self._words is not None:
            return self._words[start:stop]
        return tuple(map(self.numbering.stems.__getitem__, self.numbers[start:stop].tolist()))

    def counted(self, groups: bytes = b"", amounts: Numbers | None = None) -> tuple[Numbers, Numbers]:
        """Return each stem that stands in the text, in the order of first places, and how often it does.

        Of tag groups, 0 does not count: attribute text. A token may count for an amount of its own.
        """
        return _own.counter.count(self.numbers, groups, amounts, len(self.numbering.stems))

    def shows(self, stem: str, groups: bytes = b"") -> bool:
        """Say whether a stem stands in the text; of tag groups, 0 does not count."""
        is_it = self.numbers == self.numbering.get(stem, NO_TOKEN)
        if groups:
            is_it &= np.frombuffer(groups, np.uint8) != 0
        return bool(is_it.any())

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[str, ...]: ...
    def __getitem__(self, place: int | slice) -> str | tuple[str, ...]:
        return (self._words or self.words)[place]

    def __contains__(self, word: object) -> bool:
        return word in self.words

    def __eq__(self, other: object) -> bool:
        return self.words == (other.words if isinstance(other, Tokens) else other)

    def __hash__(self) -> int:
        return hash(self.words)

    def __repr__(self) -> str:
        return repr(self.words)

    def __reduce__(self) -> tuple[object, ...]:
        return Tokens.of, (self.words,)


def column_of(known: StemNumbers, found: array[int] | bytes) -> tuple[Tokens, list[int]]:
    """Return the tokens among numbers of 32 bits, and where the texts begin whose boundaries are there."""
    column: Numbers = np.frombuffer(found, np.int32)
    if (is_several := column < 0).any():
        several = [known.several[~number] for number in column[is_several].tolist()]
        times = np.ones(len(column), np.intp)
        times[is_several] = list(map(len, several))
        column = column.repeat(times)
        column[column < 0] = list(chain.from_iterable(several))
    column = column[column != NO_TOKEN]
    is_boundary = column == BOUNDARY
    (ends,) = is_boundary.nonzero()
    ends -= np.arange(len(ends))
    tokens = Tokens(known, column[~is_boundary])
    return tokens, [0, *ends.tolist(), len(tokens)]


class _Own(local):
    """What each thread has for itself."""

    def __init__(self) -> None:
        self.counter = StemCounter()


_own = _Own()
