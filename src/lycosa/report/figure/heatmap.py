"""Heat maps: one cell for each pair of values of two parameters, the best one framed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from matplotlib.colors import LinearSegmentedColormap, to_rgb
from matplotlib.patches import Rectangle

from lycosa.report.figure.drawing import Box, Canvas, Drawing, Labels, legible, text_width
from lycosa.report.figure.palette import INK, PAPER, SOFT, hue

CELL_WIDTH, CELL_HEIGHT = 64.0, 30.0
TOP = 48.0
FAINTEST, STRONGEST = 0.05, 0.7
"""How much of the hue the lowest and the highest value have; numbers stay readable on both."""


@dataclass(frozen=True)
class Field:
    """What a heat map shows."""

    columns: Sequence[str]
    rows: Sequence[str]
    values: Sequence[Sequence[float]]
    """Row by row."""


def heat_map(labels: Labels, field: Field) -> Drawing:
    """Draw a heat map; `labels` name the parameter of the columns as x and that of the rows as y."""
    left = 24.0 + max(text_width(name) for name in (*field.rows, labels.y))
    box = Box(*(left, TOP), left + CELL_WIDTH * len(field.columns), TOP + CELL_HEIGHT * len(field.rows))
    return Drawing(labels, box.right + 12, box.bottom + 12, partial(_paint, labels, field, box))


def _paint(labels: Labels, field: Field, box: Box, canvas: Canvas) -> None:
    axes = canvas.axes(box)
    axes.xaxis.tick_top()
    columns, rows = range(len(field.columns)), range(len(field.rows))
    axes.set_xticks(columns, [legible(name) for name in field.columns], color=INK)
    axes.set_yticks(rows, [legible(name) for name in field.rows], color=INK)
    canvas.write((box.left + box.right) / 2, 16, labels.x, align="center", colour=SOFT)
    canvas.write(4, TOP - 10, labels.y, colour=SOFT)
    flat = [value for row in field.values for value in row]
    low, high = min(flat), max(flat)
    if low == high:
        low, high = low - 1, high + 1
    axes.pcolormesh(
        *(columns, rows, field.values), cmap=_shades(), vmin=low, vmax=high, edgecolors=PAPER, linewidth=2
    )
    axes.set_ylim(len(rows) - 0.5, -0.5)
    for y, row in enumerate(field.values):
        for x, value in enumerate(row):
            best = value == max(flat)
            weight = "bold" if best else "normal"
            axes.text(x, y, f"{value:.3f}", ha="center", va="center_baseline", color=INK, weight=weight)
            if best:
                pixel = 1 / CELL_WIDTH, 1 / CELL_HEIGHT
                corner = x - 0.5 + pixel[0], y - 0.5 + pixel[1]
                frame = Rectangle(corner, 1 - 2 * pixel[0], 1 - 2 * pixel[1])
                axes.add_patch(frame).set(facecolor="none", edgecolor=INK, linewidth=1.5)


def _shades() -> LinearSegmentedColormap:
    """Return colours from a faint to a strong mixture of the first hue with the paper."""
    paper, full = to_rgb(PAPER), to_rgb(hue(0))
    ends = [
        tuple(p + share * (f - p) for p, f in zip(paper, full, strict=True))
        for share in (FAINTEST, STRONGEST)
    ]
    return LinearSegmentedColormap.from_list("lycosa", ends)
