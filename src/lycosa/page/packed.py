"""A page as a few texts and columns of numbers, so that it travels between processes without its objects.

Pickling a page object by object takes longer than making its blocks and links. Here everything of one kind
lies end to end: tokens, URLs and anchors each in one text, spans and places in one array.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

from lycosa.model import Page
from lycosa.places import PageBlocks, PageLinks
from lycosa.tokens import Tokens

_END = "\n"
"""Stands between texts that hold no line breaks: tokens, URLs, anchors, paths."""


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
    links = PageLinks.of(page.links)
    return PackedPage(
        (*texts, page.canonical, page.refresh),
        _END.join(page.tokens),
        page.groups,
        tuple(page.robots),
        page.links_dropped,
        PageBlocks.of(page.blocks).numbers.tobytes(),
        PageBlocks.of(page.segments).numbers.tobytes(),
        _END.join(links.urls),
        _END.join(links.anchors),
        _END.join(links.paths),
        _END.join(map(" ".join, links.rels)),
        links.numbers.tobytes(),
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
        blocks=PageBlocks.checked(_numbers(columns.blocks)),
        segments=PageBlocks.checked(_numbers(columns.segments)),
        links=_links(columns),
        links_dropped=columns.links_dropped,
        canonical=canonical,
        refresh=refresh,
        robots=frozenset(columns.robots),
    )


def _links(columns: PackedPage) -> PageLinks:
    numbers = _numbers(columns.numbers)
    if not numbers:
        return PageLinks([], [], numbers)
    paths = columns.paths.split(_END) if columns.paths else ()
    rels = [tuple(rel.split()) for rel in columns.rels.split(_END)] if columns.rels else ()
    return PageLinks.checked(columns.urls.split(_END), columns.anchors.split(_END), numbers, rels, paths)


def _numbers(data: bytes) -> array[int]:
    numbers = array("i")
    numbers.frombytes(data)
    return numbers
