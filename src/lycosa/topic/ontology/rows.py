"""Choose a row for every node of a layered drawing: below its parents, and no row much too wide."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

Edge: TypeAlias = tuple[int, int]
"""Positions of the upper and the lower node."""

GAP = 14.0
"""Free space between neighbours in a row, in pixels."""
ROW_GAP = 54.0
_MIN_ROW_WIDTH = 900.0


class Size(NamedTuple):
    """Width and height of a node in pixels."""

    width: float
    height: float


class _Shelves:
    """Rows that fill up."""

    def __init__(self, room: float) -> None:
        self.room = room
        self.used: list[float] = []

    @property
    def count(self) -> int:
        return len(self.used)

    def put(self, width: float, row: int) -> int:
        """Use up room in this row, or in the first one below it that has enough."""
        while row < self.count and self.used[row] + width > self.room:
            row += 1
        if row == self.count:
            self.used.append(0.0)
        self.used[row] += width
        return row


def assign_rows(sizes: Sequence[Size], edges: Sequence[Edge]) -> list[int]:
    """Put every node in the first row below its parents that has room; nodes without edges come last."""
    parents: defaultdict[int, list[int]] = defaultdict(list)
    children: defaultdict[int, list[int]] = defaultdict(list)
    for upper, lower in edges:
        parents[lower].append(upper)
        children[upper].append(lower)
    area = sum((size.width + GAP) * (size.height + ROW_GAP) for size in sizes)
    shelves = _Shelves(max(_MIN_ROW_WIDTH, math.sqrt(1.7 * area)))
    rows = [0] * len(sizes)
    order = _topological(len(sizes), parents, children)
    for node in order:
        if parents[node] or children[node]:
            first = max((rows[parent] + 1 for parent in parents[node]), default=0)
            rows[node] = shelves.put(sizes[node].width + GAP, first)
    below_all = shelves.count
    for node in order:
        if not parents[node] and not children[node]:
            rows[node] = shelves.put(sizes[node].width + GAP, below_all)
    return rows


def _topological(count: int, parents: dict[int, list[int]], children: dict[int, list[int]]) -> list[int]:
    """Return nodes parents first, level by level; within a level those with the tallest subtrees first."""
    missing = [len(parents[node]) for node in range(count)]
    level = [node for node in range(count) if not missing[node]]
    levels = []
    while level:
        levels.append(level)
        level = [child for node in level for child in children[node] if _one_less(missing, child) == 0]
    height = [0] * count
    for level in reversed(levels):
        for node in level:
            height[node] = max((height[child] + 1 for child in children[node]), default=0)
    return [node for level in levels for node in sorted(level, key=lambda node: -height[node])]


def _one_less(missing: list[int], node: int) -> int:
    missing[node] -= 1
    return missing[node]
