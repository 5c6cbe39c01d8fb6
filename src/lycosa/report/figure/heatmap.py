"""Heat maps: one cell for each pair of values of two parameters, the best one framed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from lycosa.report.figure.plot import text_width
from lycosa.report.figure.svg import Labels, canvas, element, text

CELL_WIDTH, CELL_HEIGHT = 64.0, 30.0
TOP = 48.0
FAINTEST, STRONGEST = 0.05, 0.7
"""Opacity of the lowest and the highest value; numbers stay readable on both."""


@dataclass(frozen=True)
class Field:
    """What a heat map shows."""

    columns: Sequence[str]
    rows: Sequence[str]
    values: Sequence[Sequence[float]]
    """Row by row."""


def heat_map(labels: Labels, field: Field) -> Markup:
    """Draw a heat map; `labels` name the parameter of the columns as x and that of the rows as y."""
    left = 24.0 + max(text_width(name) for name in (*field.rows, labels.y))
    flat = [value for row in field.values for value in row]
    low, high = min(flat), max(flat)
    cells = [
        _cell(left + CELL_WIDTH * x, TOP + CELL_HEIGHT * y, value, _opacity(value, low, high), value == high)
        for y, row in enumerate(field.values)
        for x, value in enumerate(row)
    ]
    heads = [
        text(left + CELL_WIDTH * (x + 0.5), TOP - 10, name, "middle") for x, name in enumerate(field.columns)
    ]
    sides = [text(left - 8, TOP + CELL_HEIGHT * (y + 0.65), name, "end") for y, name in enumerate(field.rows)]
    middle = left + CELL_WIDTH * len(field.columns) / 2
    return canvas(
        labels,
        left + CELL_WIDTH * len(field.columns) + 12,
        TOP + CELL_HEIGHT * len(field.rows) + 12,
        text(middle, 16, labels.x, "faint middle"),
        text(4, TOP - 10, labels.y, "faint"),
        *heads,
        *sides,
        *cells,
    )


def _opacity(value: float, low: float, high: float) -> str:
    share = (value - low) / (high - low) if high > low else 0.5
    return f"{FAINTEST + share * (STRONGEST - FAINTEST):.3f}"


def _cell(x: float, y: float, value: float, opacity: str, best: bool) -> Markup:
    place = {"x": x + 1, "y": y + 1, "width": CELL_WIDTH - 2, "height": CELL_HEIGHT - 2}
    frame = [element("rect", class_="whisker", fill="none", **place)] if best else []
    look = "middle strong" if best else "middle"
    return element(
        "g",
        element("rect", class_="fill c0", fill_opacity=opacity, **place),
        *frame,
        text(x + CELL_WIDTH / 2, y + CELL_HEIGHT * 0.65, f"{value:.3f}", look),
    )
