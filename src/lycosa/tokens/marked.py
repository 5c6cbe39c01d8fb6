"""Some words, found in texts by their numbers."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from lycosa.tokens.column import Tokens
from lycosa.tokens.stem_numbers import StemNumbers


class Marked:
    """Tells the places of a text that hold one of some words.

    Examples
    --------
    >>> Marked(["flood", "dam"]).in_text(Tokens.of(["rain", "flood", "rain"])).tolist()
    [False, True, False]
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._words = tuple(words)
        self._marks: tuple[StemNumbers | None, NDArray[np.bool_]] = None, np.zeros(1, np.bool_)

    def in_text(self, tokens: Tokens) -> NDArray[np.bool_]:
        """Return for each token whether it is one of the words."""
        numbering, marks = self._marks
        if numbering is not tokens.numbering:
            # A word that no text has had yet gets its number now, so that the marks hold for later texts.
            numbers = [tokens.numbering[word] for word in self._words]
            marks = np.zeros(max(numbers, default=0) + 2, np.bool_)
            marks[numbers] = True
            self._marks = tokens.numbering, marks
        return marks.take(tokens.numbers, mode="clip")  # the last mark is that of all later words
