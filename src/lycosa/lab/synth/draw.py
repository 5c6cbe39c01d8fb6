"""Numbers that look random and depend on nothing but their arguments: same in every process."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from random import Random
from typing import TypeVar

import xxhash

T = TypeVar("T")
_UNIT = 2.0**-64


def mix(*numbers: int) -> int:
    """Return 64 bits that depend on all the numbers and their order."""
    return xxhash.xxh3_64_intdigest(struct.pack(f"<{len(numbers)}q", *numbers))


def unit(*numbers: int) -> float:
    """Return a number in [0, 1) that depends on all the numbers."""
    return mix(*numbers) * _UNIT


def generator(*numbers: int) -> Random:
    """Return a generator that depends on all the numbers."""
    return Random(mix(*numbers))  # noqa: S311 - texts are drawn here, not keys


def one_of(rng: Random, values: Sequence[T]) -> T:
    """Draw one of some values; three times faster than `Random.choice`."""
    return values[int(rng.random() * len(values))]
