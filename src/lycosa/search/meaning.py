"""What a page is about, in little room: its telling words, and one vector of whole numbers.

The vector is the mean of the vectors of its telling words, so that pages with other words for the same
thing are alike.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import compress
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from lycosa.search.fields import Fields
from lycosa.text.cache import BoundedCache
from lycosa.text.rates import Background
from lycosa.text.semantics import word_vectors
from lycosa.text.stem import rules_of
from lycosa.text.vector import heaviest

DIMENSIONS = 128
"""Of the 256 of the word vectors, which are ordered by importance."""
VECTOR_WORDS = 64
"""Words that a vector is the mean of. Names that the model can only spell count as well: without them the
groups of a crawl about birds run into each other."""
TERMS = 12
"""Telling words kept of a page."""
TITLE_WORD = 3
"""So many times a word counts that stands in the title."""
HALF_WEIGHT_COUNT = 3
"""A word that occurs so often on a page has half the weight that it can have: a name that a page mentions
once tells little of what the page is about."""
_SCALE = 127

Floats: TypeAlias = NDArray[np.float32]


class Meaning(NamedTuple):
    """A page in short."""

    vector: bytes
    terms: str


class _Weights(BoundedCache[str, float]):
    """Words of one language -> how telling they are."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._idf = Background(language).idf

    def __missing__(self, word: str) -> float:
        return self.remember(word, self._idf(word))


@lru_cache(8)
def _weights(language: str) -> _Weights:
    return _Weights(language)


def meaning_of(fields: Fields, language: str) -> Meaning:
    """Return the vector and the telling words of a page."""
    counts = Counter(fields.text)
    for word in (*fields.title, *fields.headings):
        counts[word] += TITLE_WORD
    weights = _heaviest_words(counts, language)
    mean = word_vectors(rules_of(language) or "en").mean(weights)[:DIMENSIONS]
    return Meaning(packed(mean), " ".join(list(weights)[:TERMS]))


def _heaviest_words(counts: Counter[str], language: str) -> dict[str, float]:
    """Return the words that tell most, heaviest first, with their weights."""
    telling = np.fromiter(map(_weights(language).__getitem__, counts), np.float64, len(counts))
    times = np.fromiter(counts.values(), np.float64, len(counts))
    weights = times / (times + HALF_WEIGHT_COUNT) * telling
    heavy = weights >= np.sort(weights)[-VECTOR_WORDS:][:1]  # the lightest of them, if there are any
    return heaviest(dict(zip(compress(counts, heavy), weights[heavy].tolist(), strict=True)), VECTOR_WORDS)


def packed(vector: Floats) -> bytes:
    """Return a vector as bytes, one for each number."""
    largest = float(np.abs(vector).max(initial=0.0))
    numbers: NDArray[np.int8] = np.rint(vector * (_SCALE / (largest or 1.0))).astype(np.int8)
    return numbers.tobytes()


def unpacked(rows: bytes) -> Floats:
    """Return the vectors in bytes, one a row, each of length 1."""
    found: Floats = np.frombuffer(rows, dtype=np.int8).reshape(-1, DIMENSIONS).astype(np.float32)
    found *= 1.0 / _lengths(found)[:, None]
    return found


def units(rows: Floats) -> Floats:
    """Scale each row to length 1; zeros stay zeros."""
    scaled: Floats = rows / _lengths(rows)[:, None]
    return scaled


def _lengths(rows: Floats) -> Floats:
    """Return the length of each row; 1 for zeros."""
    lengths: Floats = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    lengths[lengths == 0.0] = 1.0
    return lengths


class Vectors(NamedTuple):
    """The vectors of many pages."""

    visits: NDArray[np.int64]
    rows: Floats

    def near(self, vector: Floats) -> list[tuple[int, float]]:
        """Return all visits with their likeness to a vector, the most alike first.

        What all pages of a crawl have in common, its topic, is taken off first: likeness is the cosine of
        what is left. It is worked out without a copy of all rows, which would take longer than the rest.
        """
        if not len(self.visits):
            return []
        common = self.rows.mean(axis=0)
        own = units((vector - common)[None, :])[0]
        lengths = np.sqrt(np.maximum(1.0 - 2.0 * (self.rows @ common) + common @ common, 1e-9))
        likeness = (self.rows @ own - common @ own) / lengths
        order = np.argsort(-likeness, kind="stable")
        return list(zip(self.visits[order].tolist(), likeness[order].tolist(), strict=True))
