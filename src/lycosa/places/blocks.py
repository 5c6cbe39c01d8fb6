"""The blocks of a page: one array of numbers, with objects for whoever wants them."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from lycosa.places.span import Span, span_of
from lycosa.places.views import Views


class Block(NamedTuple):
    """A part of a page: its pieces of the token stream, and the positions of its links."""

    spans: tuple[Span, ...]
    links: tuple[int, ...]


class PageBlocks(Views[Block]):
    """Blocks in document order.

    Parameters
    ----------
    numbers
        Of each block how many spans it has and how many links, then the spans, then the links.
    count
        Number of blocks.

    Examples
    --------
    >>> blocks = PageBlocks.of([Block((Span(0, 4),), (0, 1)), Block((), (2,))])
    >>> blocks.numbers.tolist(), blocks[1].links
    ([1, 2, 0, 4, 0, 1, 0, 1, 2], (2,))
    """

    __slots__ = ("_count", "numbers")

    def __init__(self, numbers: array[int], count: int) -> None:
        self.numbers = numbers
        self._count = count
        self._made = None

    @classmethod
    def of(cls, blocks: Sequence[Block]) -> PageBlocks:
        """Return blocks as columns; columns stay as they are."""
        if isinstance(blocks, PageBlocks):
            return blocks
        found = cls(array("i", _numbers_of(blocks)), len(blocks))
        found._made = tuple(blocks)
        return found

    @classmethod
    def checked(cls, numbers: array[int]) -> PageBlocks:
        """Return the blocks that numbers are of; ValueError if they are of none."""
        count = place = 0
        while place < len(numbers) - 1 and min(numbers[place], numbers[place + 1]) >= 0:
            place += 2 + 2 * numbers[place] + numbers[place + 1]
            count += 1
        if place != len(numbers):
            raise ValueError("these numbers are of no blocks")
        return cls(numbers, count)

    def columns(self) -> Iterator[tuple[array[int], array[int]]]:
        """Give of each block where its spans begin and end, in turn, and the positions of its links."""
        numbers, place = self.numbers, 0
        for _ in range(self._count):
            links = place + 2 + 2 * numbers[place]
            after = links + numbers[place + 1]
            yield numbers[place + 2 : links], numbers[links:after]
            place = after

    def _make(self) -> tuple[Block, ...]:
        return tuple(_blocks(iter(self.numbers)))

    def __len__(self) -> int:
        return self._count

    def __reduce__(self) -> tuple[object, ...]:
        return PageBlocks, (self.numbers, self._count)


def _numbers_of(blocks: Sequence[Block]) -> Iterator[int]:
    for block in blocks:
        yield len(block.spans)
        yield len(block.links)
        yield from chain.from_iterable(block.spans)
        yield from block.links


def _blocks(left: Iterator[int]) -> Iterator[Block]:
    for spans in left:
        links = next(left)
        places = islice(left, 2 * spans)
        yield Block(tuple(map(span_of, zip(places, places, strict=True))), tuple(islice(left, links)))
