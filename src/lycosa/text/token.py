"""Texts in, stemmed words out: the hot path of a crawl.

All texts of a page are joined, blanked outside words at C speed, split at white space, and each
distinct chunk is looked up in a cache of its language. Only chunks never seen before are analysed,
so the cost of stemming, Unicode and Chinese rules is paid once per word, not once per occurrence.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby
from typing import TypeAlias

from lycosa.text.cache import BoundedCache
from lycosa.text.chinese import HAN, KANA, cut, kana, without_particle
from lycosa.text.stem import WORD_CHARS, Stem, rules_of
from lycosa.text.stopwords import CHINESE

Found: TypeAlias = "str | tuple[str, ...]"
"""What a chunk is worth: one token, an empty string for none, or several tokens."""

_BOUNDARY = "\0"
"""Stands between two pieces, for itself, until the end."""

_BLANKED = bytes(
    byte if byte >= 128 or chr(byte) == _BOUNDARY else ord(chr(byte).lower() if chr(byte).isalnum() else " ")
    for byte in range(256)
)
"""Lowers ASCII letters and blanks ASCII punctuation; the bytes of other characters pass."""


def _combining() -> str:
    """Return the accents and vowel signs that no regular expression counts as letters, as a class."""
    blocks = (range(0x300, 0x1D00), range(0x1DC0, 0x1E00), range(0xA800, 0xAC00))
    marks = (c for block in blocks for c in block if unicodedata.category(chr(c)) in ("Mn", "Mc"))
    runs = (list(run) for _, run in groupby(enumerate(marks), lambda pair: pair[1] - pair[0]))
    return "".join(f"{chr(run[0][1])}-{chr(run[-1][1])}" for run in runs)


@cache
def _word() -> re.Pattern[str]:
    """Return the pattern of a word; put together when the first is not ASCII, which takes 12 ms."""
    return re.compile(rf"[\w{_combining()}]+")


_INVISIBLE = re.compile("[\u00ad\u200c\u200d\u2060\ufeff]")
"""Hyphenation and joining hints inside words."""


class _Words(BoundedCache[str, Found]):
    """Word or part of a word, already cut where it is Chinese -> tokens under the rules of one language."""

    def __init__(self, rules: str) -> None:
        super().__init__()
        self._stem = Stem(rules)

    def __missing__(self, word: str) -> Found:
        if word.isascii():
            found: Found = self._stem(word)
        elif HAN.match(word):
            found = "" if word in CHINESE or len(word) > WORD_CHARS else word
        else:
            parts = [part for run in _word().findall(_INVISIBLE.sub("", word)) for part in KANA.split(run)]
            many = tuple(filter(None, (self._one(w) for part in parts for w in _normal(part))))
            found = many[0] if len(many) == 1 else many or ""
        return self.remember(word, found) if len(word) <= WORD_CHARS else found

    def _one(self, word: str) -> str:
        if KANA.match(word):
            return kana(word)
        return self._stem(without_particle(word))


class _Chunks(_Words):
    """Text between two white spaces -> tokens. It differs from a word where Chinese is to be cut."""

    def __init__(self, rules: str) -> None:
        super().__init__(rules)
        self._words = _Words(rules)

    def __missing__(self, chunk: str) -> Found:
        if chunk == _BOUNDARY:
            return self.remember(chunk, _BOUNDARY)
        if chunk.isascii():  # nearly all; what follows would say the same, in more time
            found = self._stem(chunk)
            return self.remember(chunk, found) if len(chunk) <= WORD_CHARS else found
        if not HAN.search(chunk):
            return super().__missing__(chunk)
        # Not remembered: a Chinese sentence hardly ever comes back.
        pieces: list[str] = []
        for place, part in enumerate(KANA.split(chunk)):
            pieces.extend((part,) if place % 2 else cut(part))
        return tuple(_parted(filter(None, map(self._words.__getitem__, pieces)))[0])


def _normal(run: str) -> list[str]:
    """Return a run in lower case and compatibility form, which may fall into several words.

    Long runs give nothing: normalising is quadratic in the number of combining marks in a row.
    """
    if not 0 < len(run) <= WORD_CHARS:
        return []
    normal = unicodedata.normalize("NFKC", run).lower().replace("\u0307", "")
    return [run] if normal == run else _word().findall(normal)


@cache
def _chunks(rules: str) -> _Chunks:
    return _Chunks(rules)


def tokenise(pieces: Sequence[str], language: str = "en") -> tuple[list[str], list[int]]:
    """Return the tokens of many texts in order, and where each text's tokens begin.

    Tokens are words in lower case without stop words, reduced to stems by the rules of the language
    (see `lycosa.text.stem.rules_of`); words over 64 characters and numbers over 4 digits are dropped.
    The tokens of `pieces[i]` are `tokens[offsets[i]:offsets[i + 1]]`.
    """
    joined = f" {_BOUNDARY} ".join(pieces)
    if joined.count(_BOUNDARY) != len(pieces) - 1:
        joined = f" {_BOUNDARY} ".join([piece.replace(_BOUNDARY, " ") for piece in pieces])
    chunks = joined.encode("utf-8", "replace").translate(_BLANKED).decode().split()
    found = map(_chunks(rules_of(language)).__getitem__, chunks)
    return _parted(filter(None, found)) if pieces else ([], [0])


def tokens(text: str, language: str = "en") -> list[str]:
    """Return the tokens of one text."""
    return tokenise((text,), language)[0]


def _parted(found: Iterable[Found]) -> tuple[list[str], list[int]]:
    """Return the tokens found, and where the boundaries among them were."""
    kept: list[str] = []
    offsets = [0]
    append = kept.append
    for item in found:
        if item is _BOUNDARY:
            offsets.append(len(kept))
        elif type(item) is tuple:
            kept.extend(item)
        else:
            append(item)  # type: ignore[arg-type]  # isinstance would tell mypy, at a cost per token
    offsets.append(len(kept))
    return kept, offsets
