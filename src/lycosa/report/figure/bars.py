"""Bars: one per strategy with its interval, several measures side by side; made of parts; or by score."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial

from matplotlib.artist import Artist
from matplotlib.axes import Axes

from lycosa.lab.experiment.results import Mean
from lycosa.report.figure.axis import mark_x, mark_y
from lycosa.report.figure.drawing import WIDTH, Box, Canvas, Drawing, Labels, clip, text_width
from lycosa.report.figure.palette import INK, SOFT, hue

ROW = 24
PANEL_HEAD = 34
GAP = 20
HISTOGRAM_HEIGHT = 300
_OPACITY = 0.88

Panel = Mapping[str, Mean | None]
"""Strategy to the mean of one measure, None where it has none."""
Bin = tuple[float, float, int, int]
"""From a score up to another: so many pages, and so many relevant ones among them."""


def interval_bars(labels: Labels, panels: Mapping[str, Panel], places: Mapping[str, int]) -> Drawing:
    """Draw two panels to a row, each with one bar per strategy; a strategy without a value has no bar."""
    tall = PANEL_HEAD + ROW * len(places) + 26
    height = tall * math.ceil(len(panels) / 2)
    return Drawing(labels, WIDTH, height, partial(_paint_panels, panels, places, tall))


def _paint_panels(
    panels: Mapping[str, Panel], places: Mapping[str, int], tall: float, canvas: Canvas
) -> None:
    width = (WIDTH - GAP) / 2
    for i, (title, panel) in enumerate(panels.items()):
        left, top = (i % 2) * (width + GAP), (i // 2) * tall
        start = left + 8 + max(text_width(clip(name, 112)) for name in places)
        canvas.write(min(start, left + width - 1.2 * text_width(title)), top + 20, title, weight="bold")
        rows = Box(start, top + PANEL_HEAD - 4, left + width - 12, top + PANEL_HEAD + ROW * len(places))
        axes = canvas.rows(rows, list(places), 112)
        edge = mark_x(axes, 0, _reach(panel), 2)
        for row, (name, place) in enumerate(places.items()):
            if mean := panel.get(name):
                canvas.hint(_bar(axes, row, mean, hue(place), edge), f"{name}: {mean}")


def _reach(panel: Panel) -> float:
    """Return how far an axis has to go: to the longest interval, unless that dwarfs the bars or passes 1."""
    known = [mean for mean in panel.values() if mean]
    longest = max((mean.value for mean in known), default=0.0)
    reach = min(max((mean.value + mean.half_width for mean in known), default=0.0), 1.6 * longest)
    return (min(reach, 1.0) if longest <= 1 else reach) or 1.0


def _bar(axes: Axes, row: int, mean: Mean, colour: str, edge: float) -> Artist:
    """Draw a bar and its interval as far as the edge; return the bar."""
    drawn: Artist = axes.barh(row, mean.value, height=14 / ROW, color=colour, alpha=_OPACITY)[0]
    if mean.half_width:
        low, high = max(0.0, mean.value - mean.half_width), min(edge, mean.value + mean.half_width)
        axes.hlines(row, low, high, color=INK, linewidth=1.5)
        axes.vlines([low, high], row - 4 / ROW, row + 4 / ROW, color=INK, linewidth=1.5)
    return drawn


def stacked_bars(labels: Labels, parts: Sequence[str], rows: Mapping[str, Sequence[float]]) -> Drawing:
    """Draw one bar for each strategy, part after part; `labels.x` says what is added up."""
    columns = max(1, int(WIDTH // (34 + max(map(text_width, parts), default=0))))
    top = 12 + 20 * math.ceil(len(parts) / columns)
    height = top + ROW * len(rows) + 42
    return Drawing(labels, WIDTH, height, partial(_paint_stacks, labels.x, parts, rows, columns))


def _paint_stacks(
    x_title: str, parts: Sequence[str], rows: Mapping[str, Sequence[float]], columns: int, canvas: Canvas
) -> None:
    left, bottom = 10 + max(text_width(clip(name, 144)) for name in rows), canvas.height - 42
    axes = canvas.rows(Box(left, bottom - ROW * len(rows), WIDTH - 20, bottom), list(rows), 144)
    mark_x(axes, 0, max(sum(row) for row in rows.values()) or 1.0)
    axes.set_xlabel(x_title, color=SOFT)
    keys = []
    for i, part in enumerate(parts):
        before = [sum(row[:i]) for row in rows.values()]
        values = [row[i] for row in rows.values()]
        drawn = axes.barh(range(len(rows)), values, 16 / ROW, before, color=hue(i), alpha=_OPACITY)
        for name, value, bar in zip(rows, values, drawn, strict=True):
            canvas.hint(bar, f"{name}, {part}: {value:.2f}")
        keys.append(drawn[0])
    canvas.legend(keys, parts, columns)


def histogram(labels: Labels, bins: Sequence[Bin]) -> Drawing:
    """Draw how many pages have which score; the relevant ones stand out."""
    return Drawing(labels, WIDTH, HISTOGRAM_HEIGHT, partial(_paint_histogram, labels, bins))


def _paint_histogram(labels: Labels, bins: Sequence[Bin], canvas: Canvas) -> None:
    axes = canvas.axes(Box(54, 26, WIDTH - 10, HISTOGRAM_HEIGHT - 44), grid="y")
    length = mark_x(axes, bins[0][0], bins[-1][1])
    mark_y(axes, 0, max(pages for _, _, pages, _ in bins))
    axes.set_xlabel(labels.x, color=SOFT)
    canvas.write(4, 14, labels.y, colour=SOFT)
    pixel = length / (WIDTH - 64)
    for low, high, pages, relevant in bins:
        width = max(high - low - pixel, pixel)
        words = f"{low:.3f} to {high:.3f}: {pages} pages, {relevant} relevant"
        for bottom, top, place in ((relevant, pages, -1), (0, relevant, 0)):
            if top > bottom:
                (drawn,) = axes.bar(
                    *(low + pixel / 2, top - bottom, width, bottom),
                    align="edge",
                    color=hue(place),
                    alpha=_OPACITY,
                )
                canvas.hint(drawn, words)
