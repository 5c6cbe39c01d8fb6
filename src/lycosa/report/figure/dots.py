"""Strip plots: a row for each thing, a dot for each strategy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from lycosa.report.figure.axis import Scale, nice_ticks, tick_labels
from lycosa.report.figure.plot import WIDTH, clip, text_width
from lycosa.report.figure.svg import Labels, canvas, element, path, series_class, text

ROW = 26
TOP = 12
LONGEST = 24


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


def strip_plot(labels: Labels, rows: Sequence[Row], leader: str = "") -> Markup:
    """Draw the rows below each other on one scale from 0; the dots of `leader` are large and on top."""
    ticks = nice_ticks(0, max((dot.value for row in rows for dot in row.dots), default=1.0) or 1.0)
    left = 14 + max(text_width(clip(row.name, LONGEST)) for row in rows)
    x = Scale(0, ticks[-1], left, WIDTH - 24 - max(text_width(row.note) for row in rows))
    bottom = TOP + ROW * len(rows)
    drawn = []
    for tick, label in zip(ticks, tick_labels(ticks), strict=True):
        drawn.append(path([(x(tick), TOP), (x(tick), bottom)], class_="grid"))
        drawn.append(text(x(tick), bottom + 16, label, "faint middle"))
    drawn.append(text((x.start + x.stop) / 2, bottom + 34, labels.x, "faint middle"))
    for i, row in enumerate(rows):
        drawn += _row(row, x, TOP + ROW * (i + 0.5), leader)
    return canvas(labels, WIDTH, bottom + 42, *drawn)


def _row(row: Row, x: Scale, y: float, leader: str) -> list[Markup]:
    name = element("g", element("title", row.name), text(x.start - 10, y + 4, clip(row.name, LONGEST), "end"))
    rule = path([(x.start, y), (x.stop, y)], class_="grid")
    last_on_top = sorted(row.dots, key=lambda dot: dot.name == leader)
    dots = [
        element(
            "circle",
            element("title", f"{dot.name}: {dot.value:.3f}"),
            cx=x(dot.value),
            cy=float(y),
            r=7 if dot.name == leader else 4,
            class_=f"bar fill {series_class(dot.place)}",
        )
        for dot in last_on_top
    ]
    return [name, rule, *dots, text(WIDTH - 4, y + 4, row.note, "faint end")]
