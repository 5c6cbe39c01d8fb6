"""A page as a few texts and columns of numbers, so that it travels between processes without its objects.

Pickling a page object by object takes longer than making its blocks and links. Here everything of one kind
lies end to end: tokens, URLs and anchors each in one text, spans and places in one array.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from lycosa.model import Block, Link, Page, link_of, span_of
from lycosa.tokens import Tokens

_END = "\n"
"""Stands between texts that hold no line breaks: tokens, URLs, anchors, paths."""
_LINK_NUMBERS = 8


class PackedPage(NamedTuple):
    """A page in columns."""

    texts: tuple[str, ...]
    """URL, title, description, language, encoding, flow, canonical and refresh."""
    tokens: str
    groups: bytes
    robots: tuple[str, ...]
    links_dropped: int
    blocks: bytes
    segments: bytes
    urls: str
    anchors: str
    paths: str
    rels: str
    numbers: bytes
    """Of each link: its words, what is around them, its context, its block and its segment."""


def packed(page: Page) -> PackedPage:
    """Return a page in columns."""
    texts = (page.url, page.title, page.description, page.language, page.encoding, page.flow)
    links = page.links
    numbers = chain.from_iterable(
        (*link.words, *link.around, *link.context, link.block, link.segment) for link in links
    )
    return PackedPage(
        (*texts, page.canonical, page.refresh),
        _END.join(page.tokens),
        page.groups,
        tuple(page.robots),
        page.links_dropped,
        array("i", _of_blocks(page.blocks)).tobytes(),
        array("i", _of_blocks(page.segments)).tobytes(),
        _END.join([link.url for link in links]),
        _END.join([link.anchor for link in links]),
        _END.join([link.path for link in links]),
        _END.join([" ".join(link.rel) for link in links]),
        array("i", numbers).tobytes(),
    )


def unpacked(columns: PackedPage) -> Page:
    """Return the page that was packed; ValueError if the columns are those of none."""
    url, title, description, language, encoding, flow, canonical, refresh = columns.texts
    return Page(
        url,
        title=title,
        description=description,
        language=language,
        encoding=encoding,
        flow=flow,
        tokens=Tokens.of(columns.tokens.split(_END) if columns.tokens else ()),
        groups=columns.groups,
        blocks=tuple(_blocks(_numbers(columns.blocks))),
        segments=tuple(_blocks(_numbers(columns.segments))),
        links=_links(columns),
        links_dropped=columns.links_dropped,
        canonical=canonical,
        refresh=refresh,
        robots=frozenset(columns.robots),
    )


def _links(columns: PackedPage) -> tuple[Link, ...]:
    numbers = _numbers(columns.numbers)
    count = len(numbers) // _LINK_NUMBERS
    if not count:
        return ()
    low, high, first, last, start, stop, block, segment = (
        numbers[place::_LINK_NUMBERS] for place in range(_LINK_NUMBERS)
    )
    rows = zip(
        columns.urls.split(_END),
        columns.anchors.split(_END),
        map(span_of, zip(low, high, strict=True)),
        map(span_of, zip(first, last, strict=True)),
        map(span_of, zip(start, stop, strict=True)),
        block,
        segment,
        columns.paths.split(_END),
        map(tuple, map(str.split, columns.rels.split(_END))),
        range(count),
        strict=True,
    )
    return tuple(map(link_of, rows))


def _numbers(data: bytes) -> array[int]:
    numbers = array("i")
    numbers.frombytes(data)
    return numbers


def _of_blocks(blocks: Sequence[Block]) -> Iterator[int]:
    """Give the numbers of spans and of links, the spans and the links of each block."""
    for block in blocks:
        yield len(block.spans)
        yield len(block.links)
        yield from chain.from_iterable(block.spans)
        yield from block.links


def _blocks(numbers: Iterable[int]) -> Iterator[Block]:
    left = iter(numbers)
    for spans in left:
        links = next(left, -1)
        places = islice(left, 2 * spans)
        yield Block(tuple(map(span_of, zip(places, places, strict=True))), tuple(islice(left, links)))
