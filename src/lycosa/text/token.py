# cython: annotation_typing=False
"""Texts in, stemmed words out: the hot path of a crawl.

The texts of a page are blanked outside words, and each chunk between white space is looked up in a table of
its language, which has its number. Only chunks never seen before are analysed, so the
cost of stemming, Unicode and Chinese rules is paid once per word, not once per occurrence.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from itertools import chain, groupby

import lycosa.tokens as columns
from lycosa.text.cache import WordCache
from lycosa.text.chinese import HAN, KANA, cut, kana, without_particle
from lycosa.text.chunk_table import ChunkTable
from lycosa.text.stem import WORD_CHARS, Stem, rules_of
from lycosa.text.stopwords import CHINESE
from lycosa.tokens import NO_TOKEN, StemNumbers, Worth, latest_numbering


def _combining() -> str:
    """Return the accents and vowel signs that no regular expression counts as letters, as a class."""
    points = chain(range(0x300, 0x1D00), range(0x1DC0, 0x1E00), range(0xA800, 0xAC00))
    marks = (point for point in points if unicodedata.category(chr(point)) in ("Mn", "Mc"))
    runs = (list(run) for _, run in groupby(enumerate(marks), lambda pair: pair[1] - pair[0]))
    return "".join(f"{chr(run[0][1])}-{chr(run[-1][1])}" for run in runs)


@cache
def _word() -> re.Pattern[str]:
    """Return the pattern of a word; put together when the first is not ASCII, which takes 12 ms."""
    return re.compile(rf"[\w{_combining()}]+")


@cache
def _plain() -> re.Pattern[str]:
    """Return the pattern of words without capitals and with letters of one form, and signs around them."""
    points = map(chr, chain(range(0x80, 0x530), range(0x2010, 0x2028)))
    plain = (c for c in points if (c.isalpha() and _normal(c) == [c]) or not _word().match(c))
    return re.compile(f"[0-9a-z{''.join(char for char in plain if not _INVISIBLE.match(char))}]+")


_INVISIBLE = re.compile("[\u00ad\u200c\u200d\u2060\ufeff]")
"""Hyphenation and joining hints inside words."""


class _Analysis:
    """Chunks and words -> numbers of tokens, under the rules of one language."""

    def __init__(self, rules: str, known: StemNumbers) -> None:
        self.numbering = known
        self.chunks = ChunkTable(known, self.chunk)
        self._words = WordCache(self.word)
        """Words of Chinese sentences, and what else stands in them."""
        self._stem = Stem(rules)

    def chunk(self, chunk: str) -> Worth:
        """Return what a text between two white spaces is worth."""
        if chunk.isascii():  # nearly all; what follows would say the same, in more time
            return self.numbering[self._stem(chunk)]
        if not HAN.search(chunk):
            return self.word(chunk)
        # Many, as they are not remembered: a Chinese sentence hardly ever comes back.
        pieces: list[str] = []
        for place, part in enumerate(KANA.split(chunk)):
            pieces.extend((part,) if place % 2 else cut(part))
        return tuple(chain.from_iterable(map(self.numbering.apart, map(self._words.__getitem__, pieces))))

    def word(self, word: str) -> int:
        """Return what a word, or a part of one, is worth that is already cut where it is Chinese."""
        if word.isascii():
            return self._number(word)
        if HAN.match(word):
            is_dropped = word in CHINESE or len(word) > WORD_CHARS
            return NO_TOKEN if is_dropped else self.numbering[word]
        if _plain().fullmatch(word):  # most; what follows would say the same, in twice the time
            numbers = map(self._number, _word().findall(word))
        else:
            parts = [part for run in _word().findall(_INVISIBLE.sub("", word)) for part in KANA.split(run)]
            numbers = map(self._one, chain.from_iterable(map(_normal, parts)))
        return self.numbering.stand_for(tuple(filter(None, numbers)))

    def _one(self, word: str) -> int:
        return self.numbering[kana(word)] if KANA.match(word) else self._number(without_particle(word))

    def _number(self, word: str) -> int:
        return self.numbering[self._stem(word)]


def _normal(run: str) -> list[str]:
    """Return a run in lower case and compatibility form, which may fall into several words.

    Long runs give nothing: normalising is quadratic in the number of combining marks in a row.
    """
    if not 0 < len(run) <= WORD_CHARS:
        return []
    normal = unicodedata.normalize("NFKC", run).lower().replace("\u0307", "")
    return [run] if normal == run else _word().findall(normal)


_analyses: dict[str, _Analysis] = {}
"""What is known under the rules of each language."""


def _analysis(rules: str) -> _Analysis:
    known, latest = _analyses.get(rules), latest_numbering()
    if known is None or known.numbering is not latest:
        known = _analyses[rules] = _Analysis(rules, latest)
    return known


def numbered(pieces: Sequence[str], language: str = "en") -> tuple[columns.Tokens, list[int]]:
    """Return the tokens of many texts in order, and where each text's tokens begin.

    Tokens are words in lower case without stop words, reduced to stems by the rules of the language
    (see `lycosa.text.stem.rules_of`); words over 64 characters and numbers over 4 digits are dropped.
    The tokens of `pieces[i]` are `tokens[offsets[i]:offsets[i + 1]]`.
    """
    return grouped(pieces, b"", language)[:2]


def grouped(
    pieces: Sequence[str], groups: bytes | bytearray, language: str
) -> tuple[columns.Tokens, list[int], bytes]:
    """Do what `numbered` does, and return the group of each token as well: `groups` has that of each text."""
    return _analysis(rules_of(language)).chunks.read(pieces, groups)


def tokenise(pieces: Sequence[str], language: str = "en") -> tuple[list[str], list[int]]:
    """Do what `numbered` does, but return plain words: for texts that are shorter than a page."""
    tokens, offsets = numbered(pieces, language)
    return list(tokens), offsets


def tokens(text: str, language: str = "en") -> list[str]:
    """Return the tokens of one text."""
    return tokenise((text,), language)[0]
