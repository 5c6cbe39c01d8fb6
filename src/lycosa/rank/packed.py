"""Columns of numbers and lists of URLs as text that JSON can hold, and back."""

from __future__ import annotations

import zlib
from array import array
from base64 import b64decode, b64encode
from collections.abc import Iterable

from lycosa.model import JSON

_FAST = 1


def pack(column: array[int] | array[float]) -> str:
    """Return a column as text; the numbers come back to the last bit."""
    return _as_text(column.tobytes())


def unpack(typecode: str, text: JSON) -> array[float]:
    """Return the column that `pack` made into text."""
    column: array[float] = array(typecode)
    column.frombytes(_as_bytes(text))
    return column


def pack_lines(lines: Iterable[str]) -> str:
    """Return strings without line breaks as text."""
    return _as_text("\n".join(lines).encode())


def unpack_lines(text: JSON) -> list[str]:
    """Return the strings that `pack_lines` made into text."""
    joined = _as_bytes(text).decode()
    return joined.split("\n") if joined else []


def _as_text(data: bytes) -> str:
    return b64encode(zlib.compress(data, _FAST)).decode()


def _as_bytes(text: JSON) -> bytes:
    return zlib.decompress(b64decode(str(text)))
