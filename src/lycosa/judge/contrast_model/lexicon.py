"""The words of one language as the contrast judge knows them: bucket, weight and vector of each.

In: tokens. Out: features. Each distinct word is looked up once; from then on its number leads to all that is
known of it, so that a page is read in a few array operations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import compress
from math import log
from threading import RLock
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from lycosa.judge.contrast_model.features import (
    DIMENSIONS,
    MOST_WORDS,
    Features,
    Floats,
    Places,
    Stack,
    bucket,
    buckets,
    features,
    heaviest,
    units,
)
from lycosa.model import Page
from lycosa.text.language import primary
from lycosa.text.rates import UNLISTED, Background
from lycosa.text.semantics import word_vectors
from lycosa.tokens import NO_TOKEN, Numbers, StemNumbers, Texts, Tokens, row_sums

Number = TypeVar("Number", bound=np.generic)
MOST_STEMS = 1 << 17
"""Stems of one language remembered; then all are looked up again."""
NUMBER_IDF = -log(0.05)
"""Numbers are in no list of words, but hardly any page is told by one."""
_FIRST_ROOM = 4096


class _LastRead(NamedTuple):
    """The text read last."""

    tokens: Sequence[str]
    groups: bytes
    stems: Numbers
    """The different stems in it."""
    ids: Places
    """Their numbers in the lexicon."""


_NOTHING_READ = _LastRead((), b"", np.zeros(0, np.int32), np.zeros(0, np.intp))


class Lexicon:
    """Words of one language; `lexicon` gives the one to use."""

    def __init__(self, language: str) -> None:
        self.background = Background(language)
        self._vectors = word_vectors(language)
        self._lock = RLock()
        """Crawls in different threads of a process share the words of a language."""
        self._last = _NOTHING_READ
        self._forget()

    @property
    def language(self) -> str:
        """The language, as a two-letter code."""
        return self.background.language

    def read(self, tokens: Sequence[str], groups: bytes = b"") -> Features:
        """Return the features of a text; attribute text (tag group 0) does not count."""
        with self._lock:
            column = Tokens.of(tokens)
            stems, times = column.counted(groups)
            ids = self._known(column.numbering, stems)
            self._last = _LastRead(tokens, groups, stems, ids)
            weights: Floats = (np.float32(1.0) + np.log(times.astype(np.float32))) * self._idf.take(ids)
            if len(weights) > MOST_WORDS:
                chosen = heaviest(weights)
                ids, weights = ids.take(chosen), weights.take(chosen)
            vector: Floats = weights @ self._rows.take(self._row.take(ids), axis=0)
            return features(self._bucket.take(ids), weights, vector, self.language)

    def read_weights(self, weights: dict[str, float]) -> Features:
        """Return the author's own words as a text.

        All of them have a vector, rare ones too: there are few, and each is meant.
        """
        stems = list(weights)[:MOST_WORDS]
        heavy = np.array([weights[stem] * self.idf(stem) for stem in stems], dtype=np.float32)
        vector: Floats = heavy @ self._vectors.of(stems)[:, :DIMENSIONS]
        return features(np.array([bucket(s) for s in stems], np.uint32), heavy, vector, self.language, 1e-9)

    def read_texts(self, texts: Sequence[Sequence[str]]) -> Stack:
        """Return many short texts at once: anchors, contexts, the words of URLs."""
        with self._lock:
            column = Texts.of(texts)
            stems, words, starts = column.tokens.numbers, column.lengths, column.starts
            if not words.all():  # a text of nothing is one of a word that weighs nothing
                stems = np.insert(stems, starts[words == 0], NO_TOKEN)
                words = np.maximum(words, 1)
                starts = words.cumsum() - words
            ids = self._known(column.tokens.numbering, stems)
            weights = self._idf.take(ids)
            if not len(words):
                return Stack(self._bucket[ids], weights, starts, np.zeros((0, DIMENSIONS), np.float32), ())
            vectors = self._rows.take(self._row.take(ids), axis=0)
            vectors *= weights[:, None]
            sums = row_sums(vectors, starts)
            lengths = np.sqrt(np.add.reduceat(weights * weights, starts))
            scale = np.repeat(np.where(lengths > 0, lengths, 1.0), words)
            languages = (self.language,) * len(words)
            buckets = self._bucket.take(ids)
            return Stack(buckets, (weights / scale).astype(np.float32), starts, units(sums), languages)

    def idf(self, stem: str) -> float:
        """Return how telling a stem is."""
        if not stem:
            return 0.0
        return NUMBER_IDF if stem.isdigit() else self.background.idf(stem)

    def stems_of(self, places: Sequence[int], page: Page) -> list[str]:
        """Return which of the stems of a page that was read is hashed to each bucket; empty if none is.

        Of several, it is the one that was met first.
        """
        with self._lock:
            if self._last.tokens is not page.tokens or self._last.groups is not page.groups:
                self.read(page.tokens, page.groups)
            stems, ids = self._last.stems, self._last.ids
            on_page = self._bucket.take(ids)
            found = []
            for place in places:
                (those,) = (on_page == place).nonzero()
                first = those[ids.take(those).argmin()] if len(those) else None
                found.append("" if first is None else self._numbering.stems[stems[first]])
            return found

    def word_of(self, stem: str) -> str:
        """Return a whole word for a stem, the commonest that is known; empty if none is."""
        return self._vectors.word(stem)

    def vector_of(self, stem: str) -> Floats:
        """Return the vector of a stem; zeros if it has none."""
        with self._lock:
            number = np.array([self._numbering[stem]], np.int32)
            row: Floats = self._rows[self._row[self._known(self._numbering, number)[0]]]
            return row

    def _forget(self) -> None:
        self._numbering: StemNumbers = StemNumbers()
        self._after: Places = np.zeros(0, dtype=np.intp)
        """By number of a stem in that numbering the number after its own here; 0 where it has none yet."""
        self._count = 0
        """Stems that have a number here, in the order in which they were met."""
        self._last = _NOTHING_READ
        self._bucket = np.zeros(0, dtype=np.uint32)
        self._idf: Floats = np.zeros(0, dtype=np.float32)
        self._row = np.zeros(0, dtype=np.int32)
        self._rows: Floats = np.zeros((1, DIMENSIONS), dtype=np.float32)
        self._filled = 1

    def _known(self, numbering: StemNumbers, stems: Numbers) -> Places:
        """Return the number in this lexicon of each stem of a page."""
        if numbering is not self._numbering or self._count + len(stems) > MOST_STEMS:
            self._forget()
            self._numbering = numbering
        self._after = _roomy(self._after, len(numbering.stems))
        after: Places = self._after.take(stems)
        is_new = after == 0
        if is_new.any():
            new = [*dict.fromkeys(stems[is_new].tolist())]
            self._after[new] = np.arange(self._count, self._count + len(new)) + 1
            self._learn([numbering.stems[number] for number in new])
            after = self._after.take(stems)
        return after - 1

    def _learn(self, stems: Sequence[str]) -> None:
        """Look up stems that get the next numbers."""
        first = self._count
        own = slice(first, first + len(stems))
        self._count = own.stop
        self._bucket = _roomy(self._bucket, own.stop)
        self._idf = _roomy(self._idf, own.stop)
        self._row = _roomy(self._row, own.stop)
        self._bucket[own] = buckets(stems)
        listed = list(map(self.background.listed.get, stems))
        self._idf[own] = -np.log([UNLISTED if share is None else share for share in listed])
        is_odd = np.fromiter(map(str.isdigit, stems), np.bool_, len(stems))
        if is_odd.any() or "" in stems:
            odd = [place for place, stem in enumerate(stems, first) if not stem or stem.isdigit()]
            self._idf[odd] = [self.idf(stems[place - first]) for place in odd]
        self._row[own] = self._rows_of(stems, listed)

    def _rows_of(self, stems: Sequence[str], listed: Sequence[float | None]) -> NDArray[np.int32]:
        """Return where the vectors of stems stand; 0 for those without; `listed` has their shares of pages.

        Rare names and slips of the pen have none: put together from pieces of words, their vectors say
        more about spelling than about meaning, and would cost most of the time.
        """
        known, without_list = self._vectors.knows, not self.background.listed
        telling = [
            place
            for place, (stem, share) in enumerate(zip(stems, listed, strict=True))
            if stem and (share is not None or without_list or known(stem))
        ]
        rows = np.zeros(len(stems), dtype=np.int32)
        if telling:
            stop = self._filled + len(telling)
            self._rows = _roomy(self._rows, stop)
            self._rows[self._filled : stop] = self._vectors.work_out([stems[i] for i in telling], DIMENSIONS)
            rows[telling] = np.arange(self._filled, stop)
            self._filled = stop
        return rows


def _roomy(rows: NDArray[Number], needed: int) -> NDArray[Number]:
    """Return the same rows with room for as many as needed, and for as many again."""
    if needed <= len(rows):
        return rows
    room = np.zeros((max(_FIRST_ROOM, 2 * needed) - len(rows), *rows.shape[1:]), dtype=rows.dtype)
    return np.concatenate([rows, room])


def counted(tokens: Sequence[str], groups: bytes = b"") -> Counter[str]:
    """Return how often each stem stands in a text, attributes aside."""
    return Counter(compress(tokens, groups) if groups else tokens)


def read(page: Page) -> Features:
    """Return the features of a page."""
    return lexicon(page.language).read(page.tokens, page.groups)


def lexicon(language: str) -> Lexicon:
    """Return the words of a language, loaded once; unknown text is read as English, as in `tokenise`."""
    return _lexicon(primary(language) or "en")


@cache
def _lexicon(code: str) -> Lexicon:
    return Lexicon(code)
