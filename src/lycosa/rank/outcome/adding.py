"""Adds up what several crawls have learned: sums in, one sum out, the same in whatever order they come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum
from typing import Any

import numpy as np


def added(lessons: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the sum of states that are made of numbers, and of arrays of 64-bit floats as bytes.

    >>> added([{"count": 1, "worth": 0.5}, {"count": 2, "worth": 0.25}])
    {'count': 3, 'worth': 0.75}
    """
    return {name: _sum([lesson[name] for lesson in lessons]) for name in lessons[0]}


def without(total: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return a sum less one of the states that it was made of.

    >>> without({"count": 3, "worth": 0.75}, {"count": 1, "worth": 0.5})
    {'count': 2, 'worth': 0.25}
    """
    rest: dict[str, Any] = {}
    for name, value in total.items():
        if isinstance(value, bytes):
            rest[name] = (np.frombuffer(value) - np.frombuffer(own[name])).tobytes()
        else:
            rest[name] = value - own[name]
    return rest


def _sum(values: list[Any]) -> Any:
    if isinstance(values[0], bytes):
        rows = np.stack([np.frombuffer(value) for value in values])
        return (
            np.sort(rows, axis=0).sum(axis=0).tobytes()
        )  # sorted: floats add up differently in another order
    return sum(values) if all(isinstance(value, int) for value in values) else fsum(values)
