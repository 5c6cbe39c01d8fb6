"""What short texts mean: directions of whole words, from a table that comes with the package.

In: texts as columns of words. Out: a direction each, the mean of its words' by how telling they are. Words
not in the table count for nothing: names and slips of the pen put together from pieces, as in `semantics`,
say more about spelling than about meaning, and of a link there are three words to go by.
`README.md` says where the table is from.
"""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from lycosa.text.language import primary
from lycosa.text.rates import Background
from lycosa.tokens import StemNumbers, Texts, row_sums

Floats: TypeAlias = NDArray[np.float32]
FOLDER = Path(__file__).parent
STEPS = 127
"""A row of the table is a direction whose largest number is this."""
COMMON = 30_000
"""Words to choose from where some are asked for: the table has the commonest first."""
_AT_ONCE = 1_000
"""Rows looked at together: what they come to stays in the processor's memory, and none has to be mapped."""
_NOT_LISTED, _NOT_ASKED = -1, -2


class Meanings:
    """The meanings of one language's words; `meanings` gives the one to use.

    Examples
    --------
    >>> english = meanings("en")
    >>> onion, carrot, river = english.of([("onion",), ("carrot",), ("river",)])
    >>> bool(onion @ carrot > 0.5 > onion @ river)
    True
    """

    def __init__(self, language: str) -> None:
        stems = gzip.decompress((FOLDER / f"{language}.stems.gz").read_bytes()).decode().split("\n")
        self._steps: NDArray[np.int8] = np.asarray(np.load(FOLDER / f"{language}.npy", mmap_mode="r"))
        self._listed = dict(zip(stems, range(len(stems)), strict=True))
        self._background = Background(language)
        self._weights: Floats = np.zeros(len(stems), np.float32)
        """By row: what brings it to length 1, times how telling its stem is; of rows that were asked for."""
        self._lock = RLock()
        """Crawls in different threads of a process share the words of a language."""
        self._numbering = StemNumbers()
        self._places = np.zeros(0, np.int32)
        """By number of a stem in that numbering its row; the array has room for more."""

    @property
    def dimensions(self) -> int:
        """Numbers in a direction."""
        return int(self._steps.shape[1])

    def nearest(self, direction: Floats, count: int) -> Floats:
        """Return the directions of the common words nearest to one, the nearest first."""
        common = self._steps[:COMMON]
        blocks = (common[start : start + _AT_ONCE] for start in range(0, len(common), _AT_ONCE))
        near = [np.einsum("ij,j->i", directions(block.astype(np.float32)), direction) for block in blocks]
        order = np.argsort(-np.concatenate(near), kind="stable")
        return directions(common[order[:count]].astype(np.float32))

    def of(self, texts: Sequence[Sequence[str]]) -> Floats:
        """Return the direction of each text; zeros for one without any word of the table."""
        column = Texts.of(texts)
        places = self._rows_of(column.tokens.numbering, column.tokens.numbers)
        listed = places >= 0
        owners = np.repeat(np.arange(len(column)), column.lengths)[listed]
        places = places[listed]
        rows = self._steps.take(places, axis=0).astype(np.float32)
        rows *= self._weights.take(places)[:, None]
        found = np.zeros((len(column), self.dimensions), np.float32)
        counts = np.bincount(owners, minlength=len(column))
        if len(rows):
            some = counts > 0
            found[some] = row_sums(rows, (counts.cumsum() - counts)[some])
        return directions(found)

    def _rows_of(self, numbering: StemNumbers, numbers: NDArray[np.integer[Any]]) -> NDArray[np.int32]:
        with self._lock:
            if numbering is not self._numbering:
                self._numbering, self._places = numbering, self._places[:0]
            if len(self._places) < len(numbering.stems):
                room = np.full(len(numbering.stems), _NOT_ASKED, np.int32)
                self._places = np.append(self._places, room)
            places: NDArray[np.int32] = self._places.take(numbers)
            new = places == _NOT_ASKED
            if np.count_nonzero(new):
                self._learn(numbers[new])
                places = self._places.take(numbers)
            return places

    def _learn(self, numbers: NDArray[np.integer[Any]]) -> None:
        stems = list(map(self._numbering.stems.__getitem__, numbers.tolist()))
        found = [self._listed.get(stem, _NOT_LISTED) for stem in stems]
        self._places[numbers] = found
        rows = [row for row in found if row >= 0]
        if rows:
            self._weigh(np.array(rows), [stem for stem, row in zip(stems, found, strict=True) if row >= 0])

    def _weigh(self, places: NDArray[np.intp], stems: list[str]) -> None:
        telling = -np.log(np.fromiter(map(self._background.share, stems), np.float64, len(stems)))
        rows = self._steps.take(places, axis=0)
        lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows, dtype=np.float32))
        self._weights[places] = telling / lengths


def directions(rows: Floats) -> Floats:
    """Scale rows to length 1; zeros stay zero."""
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    return np.asarray(rows / np.where(lengths > 0, lengths, 1.0)[:, None], np.float32)


def meanings(language: str) -> Meanings | None:
    """Return what the words of a language mean, loaded once; None for a language without a table."""
    return _meanings(primary(language) or "en")


@cache
def _meanings(code: str) -> Meanings | None:
    return Meanings(code) if (FOLDER / f"{code}.stems.gz").exists() else None
