"""East Asian text, which is written without spaces: Chinese words, Japanese kana, Korean particles.

Chinese characters are cut with rjieba's dictionary wherever they occur, Japanese text included.
A run of katakana is one (usually foreign) word; a run of hiragana is one word if it is long
enough to be more than an ending. Korean has spaces, but glues particles to its nouns.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache

from lycosa.text.stopwords import JAPANESE

HAN = re.compile("[\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]")
"""A Chinese character."""

KANA = re.compile("([\u3041-\u309f]+|[\u30a1-\u30fa\u30fc-\u30ff\uff66-\uff9f]+)")
"""A run of hiragana or katakana; `KANA.split` keeps the runs at the odd places."""

MIN_HIRAGANA = 3
"""Shorter runs of hiragana are nearly always inflections and particles."""

MIN_HANGUL = 3
"""Syllables a Korean word must have before a particle is taken off it."""

_WIDE = re.compile("[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]+")
"""Latin letters and digits in the width of Chinese characters."""

_PARTICLES = (
    *("에서", "으로", "에게", "까지", "부터"),
    *("은", "는", "이", "가", "을", "를", "의", "에", "와", "과", "도", "로"),
)


@cache
def _cutter() -> Callable[[str], list[str]]:
    from rjieba import cut  # noqa: PLC0415  (its dictionary takes 80 ms to load; most crawls need none)

    return cut


def cut(text: str) -> list[str]:
    """Cut text with Chinese characters into words; what is not Chinese comes out in pieces too."""
    return _cutter()(_WIDE.sub(lambda run: unicodedata.normalize("NFKC", run[0]).lower(), text))


def kana(run: str) -> str:
    """Return a run of kana if it is a word worth keeping, else an empty string."""
    if "\u3041" <= run[0] <= "\u309f" and (len(run) < MIN_HIRAGANA or run in JAPANESE):
        return ""
    return run


def without_particle(word: str) -> str:
    """Take a trailing particle off a Korean word; leave any other word alone."""
    if len(word) < MIN_HANGUL or not "가" <= word[-1] <= "힣":
        return word
    return next((word.removesuffix(p) for p in _PARTICLES if word.endswith(p)), word)
