"""Columns of numbers and lists of URLs as bytes, and back."""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterable
from typing import Any

_FAST = 1


def pack(column: array[int] | array[float]) -> bytes:
    """Return a column as bytes; the numbers come back to the last bit."""
    return zlib.compress(column.tobytes(), _FAST)


def unpack(typecode: str, data: Any) -> array[float]:
    """Return the column that `pack` made into bytes."""
    column: array[float] = array(typecode)
    column.frombytes(zlib.decompress(data))
    return column


def pack_lines(lines: Iterable[str]) -> bytes:
    """Return strings without line breaks as bytes."""
    return zlib.compress("\n".join(lines).encode(), _FAST)


def unpack_lines(data: Any) -> list[str]:
    """Return the strings that `pack_lines` made into bytes."""
    joined = zlib.decompress(data).decode()
    return joined.split("\n") if joined else []
