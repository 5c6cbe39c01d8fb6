"""What a page is about, in little room: its telling words, and one vector of whole numbers.

The vector is the mean of the vectors of its telling words, so that pages with other words for the same
thing are alike.
"""

from __future__ import annotations

from collections import Counter
from heapq import nlargest
from math import log
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from lycosa.search.fields import Fields
from lycosa.text.rates import Background
from lycosa.text.semantics import word_vectors

DIMENSIONS = 128
"""Of the 256 of the word vectors, which are ordered by importance."""
VECTOR_WORDS = 64
"""Words that a vector is the mean of."""
TERMS = 16
"""Telling words kept of a page."""
TITLE_WORD = 3
"""So many times a word counts that stands in the title."""
HALF_TOLD = 3
"""A word that occurs so often on a page has half the weight that it can have: a name that a page mentions
once tells little of what the page is about."""
_SCALE = 127

Floats: TypeAlias = NDArray[np.float32]


class Meaning(NamedTuple):
    """A page in short."""

    vector: bytes
    terms: str


def meaning_of(fields: Fields, language: str) -> Meaning:
    """Return the vector and the telling words of a page."""
    counts = Counter(fields.text.split(" "))
    for word in (*fields.title.split(" "), *fields.headings.split(" ")):
        counts[word] += TITLE_WORD
    counts.pop("", None)
    share = Background(language).share
    weighed = nlargest(
        VECTOR_WORDS, ((-n / (n + HALF_TOLD) * log(share(word)), word) for word, n in counts.items())
    )
    weights = {word: weight for weight, word in weighed}
    mean = word_vectors(language or "en").mean(weights)[:DIMENSIONS]
    return Meaning(packed(mean), " ".join(list(weights)[:TERMS]))


def packed(vector: Floats) -> bytes:
    """Return a vector as bytes, one for each number."""
    largest = float(np.abs(vector).max(initial=0.0))
    numbers: NDArray[np.int8] = np.rint(vector * (_SCALE / (largest or 1.0))).astype(np.int8)
    return numbers.tobytes()


def unpacked(rows: bytes) -> Floats:
    """Return the vectors in bytes, one a row, each of length 1."""
    return units(np.frombuffer(rows, dtype=np.int8).reshape(-1, DIMENSIONS).astype(np.float32))


def units(rows: Floats) -> Floats:
    """Scale each row to length 1; zeros stay zeros."""
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    lengths[lengths == 0.0] = 1.0
    scaled: Floats = rows / lengths[:, None]
    return scaled


class Vectors(NamedTuple):
    """The vectors of many pages."""

    visits: NDArray[np.int64]
    rows: Floats

    def near(self, vector: Floats) -> list[tuple[int, float]]:
        """Return all visits with their likeness to a vector, the most alike first.

        What all pages of a crawl have in common, its topic, is taken off first.
        """
        if not len(self.visits):
            return []
        common = self.rows.mean(axis=0)
        likeness = units(self.rows - common) @ units((vector - common)[None, :])[0]
        order = np.lexsort((self.visits, -likeness))
        return list(zip(self.visits[order].tolist(), likeness[order].tolist(), strict=True))
