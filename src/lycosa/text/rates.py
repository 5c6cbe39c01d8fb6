"""What ordinary pages look like: the share of them that holds each word, and where their vectors centre.

Shipped for the languages of `background/README.md`, which also says where the counts are from; made by
`tools/make_word_rates.py`. A language without a list has only words that are equally rare, and no centre.
"""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import cache
from math import exp, log
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from lycosa.text.language import primary
from lycosa.text.zipf import background as web_words

FOLDER = Path(__file__).parent / "background"
STEP = 0.05
"""Rates are kept as logarithms in steps of this: 5 %."""
PAGE_WORDS = 600
"""Words on an ordinary page, stop words included."""
BURST = 0.3
"""How much words keep to few pages: a word's count on a page is negative binomial of this size. Small
values mean that a word, once used, is used again."""
CENTRE = np.float32(0.45)
"""Length of the mean of pages' vectors, each of length 1; on two real webs 0.47 and 0.31."""
UNLISTED = 1e-3
"""Share of pages that holds a word of no list."""


class Background:
    """Ordinary pages of one language.

    Parameters
    ----------
    language
        A two-letter code; one without a list, or an empty one, is taken for a language of rare words.

    Examples
    --------
    >>> english = Background("en")
    >>> english.share("peopl") > english.share("river") > english.share("zkrollup")
    True
    """

    def __init__(self, language: str) -> None:
        self.language = primary(language)
        self.listed: Mapping[str, float] = shipped(self.language)

    def share(self, stem: str) -> float:
        """Return the share of pages that hold a stem."""
        return self.listed.get(stem, UNLISTED)

    def idf(self, stem: str) -> float:
        """Return how telling a stem is: the logarithm of one in so many pages."""
        return -log(self.share(stem))

    @property
    def centre(self) -> NDArray[np.float32] | None:
        """The mean vector of pages; None for a language without a list."""
        return _centres().get(self.language)


@cache
def shipped(language: str) -> Mapping[str, float]:
    """Return the share of pages that holds each listed stem of a language."""
    file = FOLDER / f"{language}.txt.gz"
    shares: dict[str, float] = {}
    if file.exists():
        steps, share = 0, _share(0)
        for line in gzip.decompress(file.read_bytes()).decode().split("\n"):
            below, _, stem = line.partition("\t")
            if below:  # most words are as frequent as the one before
                steps += int(below)
                share = _share(steps)
            shares[stem] = share
        everywhere = web_words(language)  # menus and footers are not in books: home, login, cookies
        for stem, count in cast("dict[str, int]", everywhere.state()["counts"]).items():
            shares[stem] = max(shares.get(stem, 0.0), min(0.9, count / everywhere.size))
    return shares


def _share(steps: int) -> float:
    """Return the share of pages that holds a word whose rate is so many steps down."""
    without: float = (1.0 + exp(-STEP * steps) * PAGE_WORDS / BURST) ** -BURST
    return max(UNLISTED, 1.0 - without)


@cache
def _centres() -> dict[str, NDArray[np.float32]]:
    with np.load(FOLDER / "centres.npz") as stored:
        return {language: CENTRE * stored[language].astype(np.float32) for language in stored.files}
