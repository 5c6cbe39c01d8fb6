"""Line plots: means with their 95 % bands, lines named where they end."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from lycosa.lab.experiment.results import Mean
from lycosa.report.figure.axis import mark_x, mark_y, spread
from lycosa.report.figure.drawing import WIDTH, Box, Canvas, Drawing, Labels, clip, text_width
from lycosa.report.figure.palette import SOFT, dash, hue

LABEL_GAP = 16
MOST_BANDS = 6
"""Lines that get a band, the first ones; more bands than that hide each other."""
MOST_NAMED = 12
"""Lines that can all be told apart; of more, those with a band and the yardstick stand out from the rest."""


@dataclass(frozen=True)
class Series:
    """One line."""

    name: str
    place: int
    """Which hue and dash; -1 for the yardstick."""
    xs: tuple[float, ...]
    ys: tuple[Mean, ...]


def standing_out(series: list[Series]) -> list[Series]:
    """Return the lines that are named and coloured: all, unless there are too many to tell apart."""
    if len(series) <= MOST_NAMED:
        return series
    return [line for i, line in enumerate(series) if i < MOST_BANDS or line.place < 0]


def line_plot(labels: Labels, series: list[Series]) -> Drawing:
    """Draw lines over pages, from zero up; lines without points are left out."""
    series = [line for line in series if line.xs]
    height = max(300, 70 + LABEL_GAP * len(standing_out(series)))
    return Drawing(labels, WIDTH, height, partial(_paint, labels, series))


def _paint(labels: Labels, series: list[Series], canvas: Canvas) -> None:
    named = standing_out(series)
    right = WIDTH - 34 - max((text_width(clip(line.name)) for line in named), default=0)
    box = Box(44, 26, right, canvas.height - 44)
    axes = canvas.axes(box, grid="y")
    values = [mean.value for line in series for mean in line.ys]
    length = mark_x(axes, 0, max((x for line in series for x in line.xs), default=1) or 1, 4)
    mark_y(axes, min([0, *values]), max([0, *values]) or 1)
    axes.spines.bottom.set(visible=True, color=SOFT)
    axes.set_xlabel(labels.x, color=SOFT)
    canvas.write(4, 14, labels.y, colour=SOFT)
    for line in series[:MOST_BANDS]:
        if any(mean.half_width for mean in line.ys):
            _band(axes, line)
    for line in series:
        drawn = _line(axes, line, line in named, 4 * length / (box.right - box.left))
        canvas.hint(drawn, f"{line.name}: {line.ys[-1]}")
    _name_lines(canvas, axes, box, named)


def _band(axes: Axes, line: Series) -> None:
    """Shade the interval, as far as the axes go."""
    ends = [[mean.value + side * mean.half_width for mean in line.ys] for side in (-1, 1)]
    low, high = np.clip(ends, *axes.get_ylim())
    axes.fill_between(line.xs, low, high, color=hue(line.place), alpha=0.14, linewidth=0)


def _line(axes: Axes, line: Series, named: bool, reach: float) -> Line2D:
    """Draw a line; a single point becomes one that reaches a little to both sides."""
    xs, ys = list(line.xs), [mean.value for mean in line.ys]
    if len(xs) == 1:
        xs, ys = [xs[0] - reach, xs[0] + reach], ys * 2
    look: dict[str, Any] = _look(line.place) if named else {"color": SOFT, "linewidth": 1, "alpha": 0.45}
    return axes.plot(xs, ys, **look, zorder=3 if named else 2)[0]


def _look(place: int) -> dict[str, Any]:
    round_ends = {"dash_capstyle": "round"} if place < 0 else {}
    return {"color": hue(place), "linewidth": 2, "linestyle": dash(place), **round_ends}


def _name_lines(canvas: Canvas, axes: Axes, box: Box, series: list[Series]) -> None:
    """Name each line beside its end, moved up or down where names would overlap."""
    ends = [canvas.pixel(axes, line.xs[-1], line.ys[-1].value) for line in series]
    heights = spread([end[1] for end in ends], LABEL_GAP, box.top, box.bottom)
    start, stop = box.right + 9, box.right + 25
    for line, end, height in zip(series, ends, heights, strict=True):
        canvas.line([end, (start, height)], color=hue(line.place), linewidth=1, alpha=0.5)
        canvas.line([(start, height), (stop, height)], **_look(line.place))
        canvas.hint(canvas.write(stop + 5, height + 4, clip(line.name)), line.name)
