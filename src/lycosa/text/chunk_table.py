"""Text to numbers: what each chunk between two white spaces is worth, looked up.

`chunk_table.pyx` is the same in one pass over the bytes, for where there is a compiler: no chunk is made a
string there unless it is met for the first time. A test holds the two against each other.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from itertools import chain

from lycosa.text.cache import WordCache
from lycosa.tokens import Worth


class ChunkTable:
    """The numbers of chunks of text.

    Parameters
    ----------
    analyse
        Says what a chunk is worth that is not known.
    """

    def __init__(self, analyse: Callable[[str], Worth]) -> None:
        self._known = WordCache(analyse)

    def __len__(self) -> int:
        return len(self._known)

    def read(self, text: bytes) -> array[int] | bytes:
        """Return the numbers of the chunks of a text, 32 bits each; its ASCII white space is all blanks."""
        found = list(map(self._known.__getitem__, text.decode().split()))
        try:
            return array("i", found)  # type: ignore[arg-type]  # if some are worth many numbers, it says so
        except TypeError:
            return array("i", chain.from_iterable(one if type(one) is tuple else (one,) for one in found))  # type: ignore[misc]
