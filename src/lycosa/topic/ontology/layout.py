"""Lay out a diagram in rows: nodes with sizes and downward edges go in, boxes and routes come out.

The classic four steps for layered drawings: choose rows, bend long edges around the rows they
pass, order each row to lessen crossings, and place it without overlaps as near to its
neighbours as can be.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from lycosa.topic.ontology.rows import GAP, ROW_GAP, Edge, Size, assign_rows

MARGIN = 24.0
_BEND_GAP = 9.0
_ORDER_SWEEPS = 12
_PLACE_SWEEPS = 24
_STRAIGHTNESS = 8.0
"""How much more a bend wants to stay in line with the next bend than a node with its neighbours."""


class NodeBox(NamedTuple):
    """A placed node: its centre and size."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class DiagramLayout:
    """Where everything goes. A route lists both ends of an edge and its bends, as high as their rows."""

    boxes: tuple[NodeBox, ...]
    routes: tuple[tuple[NodeBox, ...], ...]
    width: float
    height: float


def lay_out(sizes: Sequence[Size], edges: Sequence[Edge]) -> DiagramLayout:
    """Place nodes in rows so that every edge (upper, lower) points down; edges must form no cycle."""
    rows = assign_rows(sizes, edges)
    net = _Net(list(sizes), rows)
    paths = [net.connect(upper, lower) for upper, lower in edges]
    layers = _order(net)
    xs = _place(net, layers)
    bands = _row_bands(sizes, rows)
    boxes = [
        NodeBox(x, bands[row].y, size.width, bands[row].height if net.is_bend(vertex) else size.height)
        for vertex, (x, row, size) in enumerate(zip(xs, net.rows, net.sizes, strict=True))
    ]
    left = min((box.x - box.width / 2 for box in boxes), default=0.0) - MARGIN
    boxes = [box._replace(x=box.x - left) for box in boxes]
    return DiagramLayout(
        tuple(boxes[: len(sizes)]),
        tuple(tuple(boxes[v] for v in path) for path in paths),
        max((box.x + box.width / 2 for box in boxes), default=0.0) + MARGIN,
        max((box.y + box.height / 2 for box in boxes), default=0.0) + MARGIN,
    )


class _Band(NamedTuple):
    """A row: its middle and its height."""

    y: float
    height: float


@dataclass
class _Net:
    """Nodes and the bends of long edges, each in a row, joined only to the rows next to theirs."""

    sizes: list[Size]
    rows: list[int]
    above: defaultdict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    below: defaultdict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    node_count: int = 0

    def __post_init__(self) -> None:
        self.node_count = len(self.sizes)

    def connect(self, upper: int, lower: int) -> list[int]:
        """Join two nodes through a bend in every row between them."""
        path = [upper]
        for row in range(self.rows[upper] + 1, self.rows[lower]):
            path.append(len(self.rows))
            self.rows.append(row)
            self.sizes.append(Size(0.0, 0.0))
        path.append(lower)
        for a, b in pairwise(path):
            self.below[a].append(b)
            self.above[b].append(a)
        return path

    def is_bend(self, vertex: int) -> bool:
        return vertex >= self.node_count


def _order(net: _Net) -> list[list[int]]:
    """Order each row by the mean position of its neighbours, sweeping down and up; keep the best."""
    layers: list[list[int]] = [[] for _ in range(max(net.rows, default=-1) + 1)]
    for vertex in _depth_first(net):
        layers[net.rows[vertex]].append(vertex)
    best, fewest = layers, _crossings(net, layers)
    for sweep in range(_ORDER_SWEEPS):
        layers = [list(layer) for layer in layers]
        neighbours = net.below if sweep % 2 else net.above
        position = {vertex: i for layer in layers for i, vertex in enumerate(layer)}
        for layer in reversed(layers) if sweep % 2 else layers:
            layer.sort(key=lambda v: _mean([position[n] for n in neighbours[v]], position[v]))
            position.update((vertex, i) for i, vertex in enumerate(layer))
        crossings = _crossings(net, layers)
        if crossings < fewest:
            best, fewest = layers, crossings
    return best


def _depth_first(net: _Net) -> list[int]:
    """Return all vertices so that what hangs together stays together."""
    order: dict[int, None] = {}
    waiting = [v for v in reversed(range(len(net.rows))) if not net.above[v]]
    while waiting:
        vertex = waiting.pop()
        if vertex not in order:
            order[vertex] = None
            waiting.extend(reversed(net.below[vertex]))
    return list(order)


def _mean(values: Sequence[float], default: float) -> float:
    return sum(values) / len(values) if values else default


def _crossings(net: _Net, layers: list[list[int]]) -> int:
    """Count the pairs of edges that cross between neighbouring rows."""
    total = 0
    position = {vertex: i for layer in layers for i, vertex in enumerate(layer)}
    for layer in layers:
        ends: list[int] = []
        for vertex in layer:
            targets = sorted(position[n] for n in net.below[vertex])
            total += sum(len(ends) - bisect_right(ends, target) for target in targets)
            for target in targets:
                insort(ends, target)
    return total


def _place(net: _Net, layers: list[list[int]]) -> list[float]:
    """Give each vertex an x near the mean of its neighbours, never closer to the next than allowed."""
    xs = [0.0] * len(net.rows)
    for layer in layers:
        offsets = _offsets(net, layer)
        for vertex, offset in zip(layer, offsets, strict=True):
            xs[vertex] = offset - offsets[-1] / 2
    for sweep in range(_PLACE_SWEEPS):
        for layer in reversed(layers) if sweep % 2 else layers:
            wanted, weights = [], []
            for vertex in layer:
                x, weight = _pull(net, xs, vertex)
                wanted.append(x)
                weights.append(weight)
            for vertex, x in zip(layer, _separated(wanted, weights, _offsets(net, layer)), strict=True):
                xs[vertex] = x
    return xs


def _offsets(net: _Net, layer: list[int]) -> list[float]:
    """Return the least distance of each vertex in a row from the first one."""
    offsets = [0.0]
    for a, b in pairwise(layer):
        gap = _BEND_GAP if net.is_bend(a) or net.is_bend(b) else GAP
        offsets.append(offsets[-1] + (net.sizes[a].width + net.sizes[b].width) / 2 + gap)
    return offsets


def _pull(net: _Net, xs: list[float], vertex: int) -> tuple[float, float]:
    """Return where its neighbours want a vertex, and how strongly."""
    total = weight = 0.0
    for side in (net.above[vertex], net.below[vertex]):
        for other in side:
            pull = _STRAIGHTNESS if net.is_bend(vertex) and net.is_bend(other) else 1.0
            pull /= len(side)
            total += pull * xs[other]
            weight += pull
    return (total / weight, weight) if weight else (xs[vertex], 0.1)


def _separated(wanted: list[float], weights: list[float], offsets: list[float]) -> list[float]:
    """Return the positions nearest to those wanted (least squares) that keep order and distances.

    Without the offsets this is isotonic regression: merge neighbours that are out of order
    into blocks at their weighted mean until none is.
    """
    blocks: list[tuple[float, float, int]] = []
    for x, weight, offset in zip(wanted, weights, offsets, strict=True):
        mean, total, size = x - offset, weight, 1
        while blocks and blocks[-1][0] > mean:
            last, last_total, last_size = blocks.pop()
            mean = (mean * total + last * last_total) / (total + last_total)
            total += last_total
            size += last_size
        blocks.append((mean, total, size))
    means = [mean for mean, _, size in blocks for _ in range(size)]
    return [mean + offset for mean, offset in zip(means, offsets, strict=True)]


def _row_bands(sizes: Sequence[Size], rows: Sequence[int]) -> list[_Band]:
    """Return where each row runs: as high as its highest node."""
    heights = [0.0] * (max(rows, default=-1) + 1)
    for size, row in zip(sizes, rows, strict=False):
        heights[row] = max(heights[row], size.height)
    bands: list[_Band] = []
    top = MARGIN
    for height in heights:
        bands.append(_Band(top + height / 2, height))
        top += height + ROW_GAP
    return bands
