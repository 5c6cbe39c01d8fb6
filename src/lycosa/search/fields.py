"""What of a page is searched: a page in, the words of its title, its headings and its main text out.

The words are the page's own tokens, so that stems and Chinese words are found as the crawl knows them.
Menus are no text: of a block that is mostly links, nothing is kept.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from lycosa.model import Page, PageBlocks, PageLinks
from lycosa.tokens import Tokens

_TITLE, _HEADINGS = 1, 2
"""Tag groups of `Page.groups`: title and h1; h2 and h3."""
_IS_TITLE, _IS_HEADING, _IS_TEXT = (
    bytes(int(first <= group <= last) for group in range(256))
    for first, last in ((_TITLE, _TITLE), (_HEADINGS, _HEADINGS), (_HEADINGS + 1, 255))
)
"""For each tag group whether its words belong to a field."""
MENU_LINKS = 4
"""A block with fewer links is no menu."""
MENU_SHARE = 0.5
"""Share of a block's words that stand in links, from which it is a menu."""


class Fields(NamedTuple):
    """The words of a page, by field."""

    title: Sequence[str]
    headings: Sequence[str]
    text: Sequence[str]


def fields_of(page: Page) -> Fields:
    """Return what is searched of a page; a page that is nothing but menus is searched whole."""
    groups = page.groups
    text = bytearray(groups.translate(_IS_TEXT))
    for spans in _menus(page):
        for start, stop in zip(spans[::2], spans[1::2], strict=True):
            text[start:stop] = bytes(stop - start)
    if 1 not in text:
        text = bytearray(groups.translate(_IS_TEXT))
    chosen = (groups.translate(_IS_TITLE), groups.translate(_IS_HEADING), text)
    tokens = Tokens.of(page.tokens)
    places = (np.frombuffer(each, np.bool_).nonzero()[0] for each in chosen)
    return Fields(*(Tokens(tokens.numbering, tokens.numbers.take(each)) for each in places))


def _menus(page: Page) -> Iterator[array[int]]:
    """Give where the spans of each menu begin and end, in turn."""
    begins, ends = PageLinks.of(page.links).spans()[:, :2].T
    linked = (ends - begins).tolist()
    for spans, links in PageBlocks.of(page.blocks).columns():
        if len(links) >= MENU_LINKS:
            words = sum(spans[1::2]) - sum(spans[::2])
            if sum(map(linked.__getitem__, links)) > MENU_SHARE * words:
                yield spans
