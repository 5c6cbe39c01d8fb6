"""Ranks of many links at once: in go the parts of each, out come ranks, and which links have moved.

`rank_rows.pyx` goes over the links one by one, for where there is a compiler, with the same operations in the
same order. A test holds the two against each other.
"""

from __future__ import annotations

from array import array
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from lycosa.graph import distinct

Ids: TypeAlias = npt.NDArray[np.intp]
Parts: TypeAlias = npt.NDArray[np.float32]
Ranks: TypeAlias = npt.NDArray[np.uint32]
Facts: TypeAlias = "tuple[array[int], array[int], array[int], array[int]]"
"""Pages that have shown a link, its depth, host and parent, by link."""
_SIGN = np.uint32(0x80000000)
LARGEST = float(np.finfo(np.float32).max)
"""The largest priority there is."""


def ranks_of(parts: Parts, weights: npt.NDArray[np.float64]) -> tuple[Ranks, int]:
    """Return the ranks of links given the parts of each, and the first row without a finite priority, or -1.

    >>> ranks_of(np.float32([[1, 2], [1, 0]]), np.array([1.0, 3.0]))[0].argsort().tolist()
    [0, 1]
    """
    # Added up one part after the other: a sum, or a product of matrices, does not.
    weighed = np.multiply(parts.T, weights[:, None], order="C")
    priorities = np.add.accumulate(weighed, axis=0)[-1] + 0.0
    lowest, highest = priorities.min(), priorities.max()
    if not (lowest >= -LARGEST and highest <= LARGEST):
        return np.zeros(len(parts), np.uint32), int(np.argmin(np.abs(priorities) <= LARGEST))
    bits: Ranks = priorities.astype(np.float32).view(np.uint32)
    flipped = bits ^ (_SIGN - np.uint32(1))
    return (flipped if lowest >= 0 else np.where(bits & _SIGN, bits, flipped)), -1


def moved(
    before: array[int], states: array[int], queued: int, links: Ids, ranks: Ranks
) -> tuple[Ids, Ranks, Ids]:
    """Return those of some links that are queued, their ranks, and the places among them of those that move.

    In: all ranks and states by link, and the state of a queued link. Others are given their ranks at once.
    """
    is_queued = np.asarray(states).take(links) == queued
    column = np.asarray(before)
    if np.count_nonzero(is_queued) < len(links):
        column[links[~is_queued]] = ranks[~is_queued]
        links, ranks = links[is_queued], ranks[is_queued]
    (places,) = (column.take(links) != ranks).nonzero()
    return links, ranks, places


def differing(rows: Parts, others: Parts) -> Ids:
    """Return the places of the rows that differ.

    >>> differing(np.float32([[1, 2], [1, 0]]), np.float32([[1, 2], [1, 1]])).tolist()
    [1]
    """
    places: Ids = distinct(np.flatnonzero(rows != others) // rows.shape[1])
    return places


def facts_of(links: Ids, columns: Facts) -> list[npt.NDArray[Any]]:
    """Return what is known of some links: one array for each column."""
    return [np.asarray(column).take(links) for column in columns]
