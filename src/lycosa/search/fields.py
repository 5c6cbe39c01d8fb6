"""What of a page is searched: a page in, the words of its title, its headings and its main text out.

The words are the page's own tokens, so that stems and Chinese words are found as the crawl knows them.
Menus are no text: of a block that is mostly links, nothing is kept.
"""

from __future__ import annotations

from itertools import compress
from typing import NamedTuple

import numpy as np

from lycosa.model import Block, Page

_TITLE, _HEADINGS = 1, 2
"""Tag groups of `Page.groups`: title and h1; h2 and h3."""
MENU_LINKS = 4
"""A block with fewer links is no menu."""
MENU_SHARE = 0.5
"""Share of a block's words that stand in links, from which it is a menu."""


class Fields(NamedTuple):
    """The words of a page, each field separated by blanks."""

    title: str
    headings: str
    text: str


def fields_of(page: Page) -> Fields:
    """Return what is searched of a page; a page that is nothing but menus is searched whole."""
    groups = np.frombuffer(page.groups, dtype=np.uint8)
    text = groups > _HEADINGS
    for block in page.blocks:
        if _is_menu(page, block):
            for span in block.spans:
                text[span.start : span.stop] = False
    if not text.any():
        text = groups > _HEADINGS
    title, headings = groups == _TITLE, groups == _HEADINGS
    return Fields(*(" ".join(compress(page.tokens, chosen.tolist())) for chosen in (title, headings, text)))


def _is_menu(page: Page, block: Block) -> bool:
    if len(block.links) < MENU_LINKS:
        return False
    words = sum(span.stop - span.start for span in block.spans)
    linked = sum(link.words.stop - link.words.start for link in map(page.links.__getitem__, block.links))
    return linked > MENU_SHARE * words
