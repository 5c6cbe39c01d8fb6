"""Columns of numbers and lists of URLs as bytes, and back; and states inside states."""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterable, Mapping
from typing import Any

from lycosa.model import SavedState

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


def within(name: str, state: SavedState) -> dict[str, Any]:
    """Return the state of a part, to be laid beside those of others: bytes may stand only at the top."""
    return {f"{name}.{key}": value for key, value in state.items()}


def part_of(name: str, state: Mapping[str, Any]) -> dict[str, Any]:
    """Return what `within` laid there for a part."""
    start = f"{name}."
    return {key.removeprefix(start): value for key, value in state.items() if key.startswith(start)}
