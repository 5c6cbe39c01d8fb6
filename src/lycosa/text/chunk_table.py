"""Texts to numbers: what each chunk between two white spaces is worth, looked up.

`chunk_table.pyx` is the same in one pass over the bytes, for where there is a compiler: no chunk is made a
string there unless it is met for the first time. A test holds the two against each other.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import chain
from operator import mul, sub

import lycosa.tokens as columns
from lycosa.text.blanked import BLANKED
from lycosa.text.cache import WordCache
from lycosa.tokens import StemNumbers, Worth

_BOUNDARY = "\0"
"""Stands between two pieces, for itself, until the end; as a stem it is numbered accordingly."""
_BLANKED = _BOUNDARY.encode() + BLANKED[1:]
_GROUP_BYTES = [bytes([group]) for group in range(6)]


class ChunkTable:
    """The numbers of chunks of text.

    Parameters
    ----------
    numbering
        What the numbers stand for.
    analyse
        Says what a chunk is worth that is not known.
    """

    def __init__(self, numbering: StemNumbers, analyse: Callable[[str], Worth]) -> None:
        self._numbering = numbering
        self._known = WordCache(analyse)

    def __len__(self) -> int:
        return len(self._known)

    def read(
        self, pieces: Sequence[str], groups: bytes | bytearray = b""
    ) -> tuple[columns.Tokens, list[int], bytes]:
        """Return the tokens of texts, where those of each text begin, and the group of each token."""
        joined = f" {_BOUNDARY} ".join(pieces)
        if joined.count(_BOUNDARY) != len(pieces) - 1:
            joined = f" {_BOUNDARY} ".join([piece.replace(_BOUNDARY, " ") for piece in pieces])
        text = joined.encode("utf-8", "replace").translate(_BLANKED)
        found = list(map(self._known.__getitem__, text.decode().split()))
        try:
            numbers: array[int] = array("i", found)  # type: ignore[arg-type]  # one worth many raises
        except TypeError:
            numbers = array("i", chain.from_iterable(map(_several, found)))
        tokens, offsets = columns.column_of(self._numbering, numbers)
        if not pieces:
            return tokens, [0], b""
        each = map(mul, map(_GROUP_BYTES.__getitem__, groups), map(sub, offsets[1:], offsets))
        return tokens, offsets, b"".join(each)


def _several(worth: Worth) -> tuple[int, ...]:
    return worth if isinstance(worth, tuple) else (worth,)
