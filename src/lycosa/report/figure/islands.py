"""Maps: groups of things as islands in the sea, each with its name, and a dot for each thing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from lycosa.report.figure.drawing import Box, Canvas, Drawing, Labels, clip
from lycosa.report.figure.palette import INK, SOFT, hue

WIDTH, HEIGHT = 640.0, 460.0
_EDGE = 48.0
_NAME_WIDTH = 210.0
_DOT = 2.6


@dataclass(frozen=True)
class Island:
    """One group."""

    name: str
    note: str
    """Stands below the name."""
    points: Sequence[tuple[float, float, str]]
    """Where its things are, and what is shown when one is pointed at."""


def island_map(labels: Labels, islands: Sequence[Island]) -> Drawing:
    """Draw the islands."""
    return Drawing(labels, WIDTH, HEIGHT, partial(_paint, islands))


def _paint(islands: Sequence[Island], canvas: Canvas) -> None:
    axes = canvas.axes(Box(_EDGE, _EDGE, WIDTH - _EDGE, HEIGHT - _EDGE))
    axes.set_xticks([])
    axes.set_yticks([])
    xs = [x for island in islands for x, _, _ in island.points]
    ys = [y for island in islands for _, y, _ in island.points]
    wide, high = WIDTH - 2 * _EDGE, HEIGHT - 2 * _EDGE
    unit = max(_reach(xs) / wide, _reach(ys) / high)
    axes.set_xlim(*_span(xs, unit * wide))
    axes.set_ylim(*_span(ys, unit * high))
    shores = [_shore(canvas.pixel(axes, x, y) for x, y, _ in island.points) for island in islands]
    for place, (x, y, radius) in enumerate(shores):
        canvas.disc((x, y), radius, hue(place))
    for place, island in enumerate(islands):
        for x, y, description in island.points:
            canvas.hint(canvas.dot(axes, (x, y), _DOT, hue(place)), description)
    for island, (x, y, radius) in zip(islands, shores, strict=True):
        middle = min(max(x, _NAME_WIDTH / 2 + 4), WIDTH - _NAME_WIDTH / 2 - 4)
        top = max(14.0, y - radius - 19)
        name = canvas.write(
            middle, top, clip(island.name, _NAME_WIDTH), align="center", colour=INK, weight="bold"
        )
        canvas.hint(name, f"{island.name}: {island.note}")
        canvas.write(middle, top + 15, island.note, align="center", colour=SOFT)


def _reach(values: Sequence[float]) -> float:
    return max(values, default=0.0) - min(values, default=0.0) or 1.0


def _span(values: Sequence[float], length: float) -> tuple[float, float]:
    """Return the ends of an axis of some length that has all values in its middle."""
    middle = (max(values, default=0.0) + min(values, default=0.0)) / 2
    return middle - length / 2, middle + length / 2


def _shore(points: Iterable[tuple[float, float]]) -> tuple[float, float, float]:
    """Return the middle of an island and how far it reaches, in pixels."""
    at = list(points)
    x, y = (sum(each) / len(at) for each in zip(*at, strict=True))
    farthest = max(((px - x) ** 2 + (py - y) ** 2) ** 0.5 for px, py in at)
    return x, y, farthest + 8.0
