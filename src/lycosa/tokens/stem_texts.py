"""The words of tokens end to end as bytes, made from those of their stems: no word becomes an object."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lycosa.tokens.column import Tokens
from lycosa.tokens.gather import gathered
from lycosa.tokens.stem_numbers import StemNumbers


class _Known(NamedTuple):
    """The bytes of the first stems of a numbering; the arrays have room for more."""

    numbering: StemNumbers
    filled: int
    starts: NDArray[np.int32]
    """Where the bytes of each stem begin, and where those of the next will."""
    text: NDArray[np.uint8]
    """The bytes of the stems, a NUL after each."""


class _StemTexts:
    """Crawls in different threads share it: what they see is one numbering with its bytes, set at once."""

    def __init__(self) -> None:
        self._known = _nothing_of(StemNumbers())

    def of(self, tokens: Tokens) -> bytes:
        known, stems = self._known, tokens.numbering.stems
        if known.numbering is not tokens.numbering:
            known = _nothing_of(tokens.numbering)
        if known.filled < len(stems):
            known = self._known = _with_more(known, stems[known.filled :])
        return gathered(known.text, known.starts[: known.filled + 1], tokens.numbers)


def _nothing_of(numbering: StemNumbers) -> _Known:
    return _Known(numbering, 0, np.zeros(1, np.int32), np.zeros(0, np.uint8))


def _with_more(known: _Known, stems: list[str]) -> _Known:
    texts = [stem.encode("utf-8", "surrogatepass") for stem in stems]
    begin, filled = int(known.starts[known.filled]), known.filled + len(stems)
    ends = begin + np.fromiter((len(text) + 1 for text in texts), np.int32, len(texts)).cumsum(dtype=np.int32)
    starts, text = known.starts, known.text
    if filled >= len(starts):
        starts = np.concatenate([starts, np.zeros(2 * filled + 1 - len(starts), np.int32)])
    if int(ends[-1]) > len(text):
        text = np.concatenate([text, np.zeros(2 * int(ends[-1]) - len(text), np.uint8)])
    starts[known.filled + 1 : filled + 1] = ends
    text[begin : int(ends[-1])] = np.frombuffer(b"\0".join((*texts, b"")), np.uint8)
    return _Known(known.numbering, filled, starts, text)


_stem_texts = _StemTexts()


def packed(tokens: Tokens) -> bytes:
    r"""Return the words of a text in UTF-8, a NUL after each.

    >>> packed(Tokens.of(["rain", "flood"]))
    b'rain\x00flood\x00'
    """
    return _stem_texts.of(tokens)
