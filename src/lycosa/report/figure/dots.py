"""Dot plots: a row for each thing, a dot for each strategy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from lycosa.report.figure.axis import mark_x
from lycosa.report.figure.drawing import WIDTH, Box, Canvas, Drawing, Labels, clip, text_width
from lycosa.report.figure.palette import RULE, SOFT, hue

ROW = 26
TOP = 12
WIDEST = 190


@dataclass(frozen=True)
class Dot:
    """One strategy."""

    name: str
    place: int
    """Which hue; -1 for the yardstick."""
    value: float


@dataclass(frozen=True)
class Row:
    """One row: what it is about, a note at its end, its dots."""

    name: str
    note: str
    dots: Sequence[Dot]


def dot_plot(labels: Labels, rows: Sequence[Row], leader: str = "") -> Drawing:
    """Draw the rows below each other on one scale from 0; the dots of `leader` are large and on top."""
    return Drawing(labels, WIDTH, TOP + ROW * len(rows) + 42, partial(_paint, labels.x, rows, leader))


def _paint(x_title: str, rows: Sequence[Row], leader: str, canvas: Canvas) -> None:
    left = 14 + max(text_width(clip(row.name, WIDEST)) for row in rows)
    right = WIDTH - 24 - max(text_width(row.note) for row in rows)
    axes = canvas.rows(Box(left, TOP, right, TOP + ROW * len(rows)), [row.name for row in rows], WIDEST)
    axes.grid(axis="y", color=RULE, linewidth=1)
    mark_x(axes, 0, max((dot.value for row in rows for dot in row.dots), default=1.0) or 1.0)
    axes.set_xlabel(x_title, color=SOFT)
    for i, row in enumerate(rows):
        canvas.write(WIDTH - 4, TOP + ROW * (i + 0.5) + 4, row.note, align="right", colour=SOFT)
        for dot in row.dots:
            first = dot.name == leader
            drawn = canvas.dot(axes, (dot.value, i), 7 if first else 4, hue(dot.place))
            canvas.hint(drawn, f"{dot.name}: {dot.value:.3f}")
