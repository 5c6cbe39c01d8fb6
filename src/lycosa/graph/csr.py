"""Compressed rows: row i of a graph is `values[starts[i]:starts[i + 1]]`."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]


def spread(first: Ints, lengths: Ints) -> Ints:
    """Return the places of many runs, end to end: `first[i]`, `first[i] + 1`, … for `lengths[i]` each.

    Examples
    --------
    >>> spread(np.array([10, 70]), np.array([2, 3])).tolist()
    [10, 11, 70, 71, 72]
    """
    before = np.cumsum(lengths) - lengths
    return np.repeat(first - before, lengths) + np.arange(int(lengths.sum()))


def distinct(ids: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return each id once, in order; `np.unique` takes five times as long for a few hundred.

    Examples
    --------
    >>> distinct(np.array([3, 1, 3])).tolist()
    [1, 3]
    """
    ordered = np.sort(ids)
    first = np.ones(len(ordered), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    once: npt.NDArray[Any] = ordered[first]
    return once


def ends_to_starts(
    starts: Ints, targets: npt.NDArray[np.int32], rows: int
) -> tuple[Ints, npt.NDArray[np.int32]]:
    """Turn every edge round: return starts and values of the rows that lead to each target."""
    sources = np.repeat(np.arange(len(starts) - 1, dtype=np.int32), np.diff(starts))
    order = np.argsort(targets, kind="stable")
    counts = np.bincount(targets, minlength=rows)
    return np.concatenate(([0], np.cumsum(counts))), sources[order]


def joined(column: array[int], places: Iterable[slice]) -> npt.NDArray[Any]:
    """Return a copy of some stretches of a column, end to end."""
    values = np.asarray(column)
    return np.concatenate([values[:0], *map(values.__getitem__, places)])


def looked_up(column: array[int], rows: Ints) -> Ints:
    """Return the values of some rows; -1 for a row that is not there."""
    if not len(column):
        return np.full(len(rows), -1, np.int64)
    values = np.asarray(column).take(rows, mode="clip").astype(np.int64)
    outside = rows.astype(np.int64, copy=False).view(np.uint64) >= len(column)  # below zero is far beyond
    if np.count_nonzero(outside):
        values[outside] = -1
    return values
