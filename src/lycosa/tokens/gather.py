"""Pieces of bytes by number: where they stand in, the chosen ones end to end out.

`gather.pyx` copies piece by piece, for where there is a compiler. A test holds the two against each other.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[np.int32]
Places: TypeAlias = NDArray[np.intp]


def gathered(text: NDArray[np.uint8], starts: NDArray[np.int32], numbers: NDArray[np.int32]) -> bytes:
    """Return some pieces of a text end to end; piece i goes from `starts[i]` to `starts[i + 1]`.

    >>> gathered(np.frombuffer(b"rainmud", np.uint8), np.int32([0, 4, 7]), np.int32([1, 0, 1]))
    b'mudrainmud'
    """
    begins = starts.take(numbers)
    sizes = starts.take(numbers + 1) - begins
    places = (begins - sizes.cumsum(dtype=np.int32) + sizes).repeat(sizes)
    places += np.arange(len(places), dtype=np.int32)
    found: bytes = text.take(places).tobytes()
    return found


def spliced(first: Numbers, second: Numbers, starts: Places, stops: Places) -> Numbers:
    """Return parts of two texts end to end: in each row a part of the first, then one of the second.

    >>> spliced(np.int32([5, 6, 7]), np.int32([8]), np.array([[1, 0]]), np.array([[3, 1]])).tolist()
    [6, 7, 8]
    """
    pieces = (stops - starts).reshape(-1)
    begins = (starts + np.array((0, len(first)))).reshape(-1) - (pieces.cumsum() - pieces)
    places = np.arange(int(pieces.sum())) + begins.repeat(pieces)
    found: Numbers = np.concatenate((first, second)).take(places)
    return found
