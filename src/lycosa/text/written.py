"""Stems back to words: what people should read in place of a stem is a word of the page it stands on.

In: stems and a page. Out: for each stem the first word of the page that has it, as it is written there.
Nothing is tokenised but a few candidates, so that it can be done for every page of a crawl.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from lycosa.model import LINE_END, Page
from lycosa.text.chinese import HAN, KANA
from lycosa.text.token import tokens

MOST_CHARS, HEAD_CHARS = 100_000, 4_000
"""Text looked through; the second where it is done for every page of a crawl."""
CHANGED = frozenset("aei")
"""Letters at the end of a stem that the word may have another for: `happi` is happy, `hope` hoping."""
_TRIES = 4
"""Words looked at for each beginning: `car` begins care, cart and carbon."""
_WORD = re.compile(r"\w+")


def as_written(
    stems: Sequence[str], page: Page, usual: Callable[[str], str] = lambda stem: "", chars: int = MOST_CHARS
) -> list[str]:
    """Return a word of the page for each stem; the stem itself where none is found in so many characters.

    A word that `usual` knows for a stem is taken unseen: to look for six words on a page costs a third of
    what judging it does.

    >>> as_written(["compar", "happi", "zebra"], Page("http://a.example/", flow="Comparing happy spiders"))
    ['Comparing', 'happy', 'zebra']
    """
    return [usual(stem) or _on_page(stem, page, chars) for stem in stems]


def _on_page(stem: str, page: Page, chars: int) -> str:
    """Look for a word as it is, with a capital, in capitals, or without the stem's last letter."""
    if HAN.match(stem) or KANA.match(stem):  # never changed, and seldom between spaces
        return stem
    text = f"{page.title}{LINE_END}{page.flow[:chars]}"
    shorter = (stem[:-1], stem[:-1].capitalize()) if stem[-1:] in CHANGED and len(stem) > 1 else ()
    beginnings = (stem, stem.capitalize(), *shorter, stem.upper())
    return _found(beginnings, stem, text, page.language) or stem


def _found(beginnings: tuple[str, ...], stem: str, text: str, language: str) -> str:
    """Return the first word with one of these beginnings that has the stem; empty if there is none."""
    for beginning in beginnings:
        place = text.find(beginning)
        for _ in range(_TRIES):
            if place < 0:
                break
            if not place or not text[place - 1].isalnum():
                word = _WORD.match(text, place)
                if word is not None and _stem_of(word.group(), language) == stem:
                    return word.group()
            place = text.find(beginning, place + 1)
    return ""


@lru_cache(1 << 13)
def _stem_of(word: str, language: str) -> str:
    found = tokens(word, language)
    return found[0] if len(found) == 1 else ""
