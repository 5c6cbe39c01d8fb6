"""Single words of anchors: what came of links that have the very same ones, beyond all that was expected.

Meanings tell links about the topic from others, but sites have words of their own: `syllabus` and
`solutions` stand around what is sought and never on a link to it, as `tags` or `log in` do elsewhere. In goes
what priorities left over of the worth of visits; each word of the link takes its share of that. This needs
no table and no knowledge of the language.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any
from zlib import crc32

import numpy as np
import numpy.typing as npt

from lycosa.rank.outcome.column import GrowingColumn
from lycosa.rank.outcome.link_rows import gains_of
from lycosa.tokens import StemNumbers, Texts

Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.uint16]
WORDS = 12
"""Words of an anchor that count, the first ones."""
SOLID = 4.0
"""Links with a word and no other that the belief counts for that the word says nothing. With 1, chance has
its say: crawls of 80 pages of a small synthetic web find .70 of the oracle instead of .74."""
_ROOM = 1 << 16
"""Words are told apart by so many values of their hash; 0 is no word."""


class SingleWords:
    """A linear model of what is left over, by the words of a link; each word is as sure as it was met often.

    Examples
    --------
    >>> texts = Texts.of([("lecture", "notes"), ("notes",), ("courses",)])
    >>> words = SingleWords()
    >>> words.describe(np.array([0, 1, 2]), texts, texts.lengths)
    >>> for _ in range(5):
    ...     words.outcome(0, -0.5)
    >>> [round(float(more), 2) for more in words.promise(np.array([0, 1, 2]))]
    [-0.3, -0.21, 0.0]
    """

    def __init__(self) -> None:
        self._words = GrowingColumn(np.uint16, WORDS)
        self._gains = np.zeros(_ROOM)
        self._unsure = np.full(_ROOM, 1.0 / SOLID)
        """Variance of each gain; that of no word is none."""
        self._unsure[0] = 0.0
        self._numbering: StemNumbers | None = None
        self._hashes: Places = np.zeros(0, np.uint16)
        """By number of a stem in that numbering; 0 where nobody has asked yet. There is room for more."""

    def describe(self, links: npt.NDArray[Any], texts: Texts, lengths: npt.NDArray[Any]) -> None:
        """Keep the words of links: of each text the first ones, as many as its anchor has."""
        places = np.arange(WORDS)
        there = places < lengths[:, None]
        rows = np.zeros((len(links), WORDS), np.uint16)
        chosen = texts.tokens.numbers.take((texts.starts[:, None] + places)[there])
        rows[there] = self._hashed(texts.tokens.numbering, chosen)
        self._words.put(links, rows)

    def _hashed(self, numbering: StemNumbers, numbers: npt.NDArray[np.int32]) -> Places:
        """Return the hash of each stem, kept by its number."""
        if numbering is not self._numbering:
            self._numbering, self._hashes = numbering, np.zeros(0, np.uint16)
        if len(self._hashes) < len(numbering.stems):
            room = np.zeros(2 * len(numbering.stems) - len(self._hashes), np.uint16)
            self._hashes = np.append(self._hashes, room)
        hashes: Places = self._hashes.take(numbers)
        new = numbers[hashes == 0]
        if len(new):
            self._hashes[new] = _hashed([numbering.stems[number] for number in new.tolist()])
            hashes = self._hashes.take(numbers)
        return hashes

    def outcome(self, link: int, left: float) -> None:
        """Learn from what was left over of the worth of a link: a Kalman filter with one variance a word."""
        counts = Counter(filter(None, self._words.one(link)[0].tolist()))
        if not counts:
            return
        met = sorted(counts)
        words, times = np.array(met), np.array([counts[word] for word in met])
        share = times / sqrt(counts.total())
        unsure = self._unsure[words]
        surprise = left - self._gains[words] @ share
        self._gains[words] += unsure * share * surprise / (1.0 + unsure @ share**2)
        self._unsure[words] = unsure / (1.0 + unsure * share**2)

    def promise(self, links: npt.NDArray[Any]) -> Floats:
        """Return what links are worth more by their words, in pages; 0 for those without."""
        try:
            return gains_of(self._words.reaching(0), links, self._gains)
        except IndexError:
            return gains_of(self._words.reaching(int(links.max())), links, self._gains)

    def state(self) -> dict[str, bytes]:
        """Return the words of links, and what was learned of words."""
        met = np.flatnonzero(self._unsure[1:] < 1.0 / SOLID) + 1
        return {
            "words": self._words.state(),
            "met": met.tobytes(),
            "gains": self._gains[met].tobytes(),
            "unsure": self._unsure[met].tobytes(),
        }

    def restore(self, state: Mapping[str, bytes]) -> None:
        """Go on from there."""
        self._words.restore(state["words"])
        self._gains[:], self._unsure[1:] = 0.0, 1.0 / SOLID
        met = np.frombuffer(state["met"], np.int64)
        self._gains[met], self._unsure[met] = (np.frombuffer(state[name]) for name in ("gains", "unsure"))


def _hashed(stems: Sequence[str]) -> Places:
    """Return the hash of each stem; 0 is none."""
    found = [1 + crc32(stem.encode("utf-8", "surrogatepass")) % (_ROOM - 1) for stem in stems]
    return np.array(found, np.uint16)
