"""What a page is about, in little room: its telling words, and one vector of whole numbers.

The vector is the mean of the vectors of its telling words, so that pages with other words for the same
thing are alike.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from lycosa.search.fields import Fields
from lycosa.text.rates import Background
from lycosa.text.semantics import word_vectors
from lycosa.text.stem import rules_of
from lycosa.text.vector import heaviest
from lycosa.tokens import Numbers, StemNumbers, Tokens

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
Doubles: TypeAlias = NDArray[np.float64]


class Meaning(NamedTuple):
    """A page in short."""

    vector: bytes
    terms: str


class _Telling:
    """How telling the stems of one language are, by their number.

    Crawls in different threads share it: what they see is one numbering with its values, changed at once.
    """

    def __init__(self, language: str) -> None:
        self._idf = Background(language).idf
        self._known: tuple[StemNumbers, Doubles] = StemNumbers(), np.zeros(0)

    def of(self, numbering: StemNumbers, stems: Numbers) -> Doubles:
        """Return a value for each stem."""
        known, values = self._known
        if known is not numbering:
            values = values[:0]
        if len(values) < len(numbering.stems):
            values = np.concatenate([values, np.full(2 * len(numbering.stems) - len(values), np.nan)])
        found: Doubles = values.take(stems)
        is_new = np.isnan(found)
        if is_new.any():
            found[is_new] = [self._idf(numbering.stems[number]) for number in stems[is_new].tolist()]
            values[stems[is_new]] = found[is_new]
        self._known = numbering, values
        return found


@lru_cache(8)
def _telling(language: str) -> _Telling:
    return _Telling(language)


def meaning_of(fields: Fields, language: str) -> Meaning:
    """Return the vector and the telling words of a page."""
    weights = _heaviest_words(fields, language)
    mean = word_vectors(rules_of(language) or "en").mean(weights)[:DIMENSIONS]
    return Meaning(packed(mean), " ".join(list(weights)[:TERMS]))


def _heaviest_words(fields: Fields, language: str) -> dict[str, float]:
    """Return the words that tell most, heaviest first, with their weights."""
    parts = [Tokens.of(field) for field in (fields.text, fields.title, fields.headings)]
    words = Tokens.joined(parts)
    amounts = np.array((1, TITLE_WORD, TITLE_WORD), np.int32).repeat(list(map(len, parts)))
    stems, times = words.counted(amounts=amounts)
    weights = times / (times + HALF_WEIGHT_COUNT) * _telling(language).of(words.numbering, stems)
    heavy = weights >= np.sort(weights)[-VECTOR_WORDS:][:1]  # the lightest of them, if there are any
    named = map(words.numbering.stems.__getitem__, stems[heavy].tolist())
    return heaviest(dict(zip(named, weights[heavy].tolist(), strict=True)), VECTOR_WORDS)


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
