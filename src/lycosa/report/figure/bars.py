"""Bars: one per strategy with its interval, several measures side by side; or made of parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from lycosa.lab.experiment.results import Mean
from lycosa.report.figure.axis import Scale, nice_ticks, tick_labels
from lycosa.report.figure.plot import WIDTH, clip, text_width
from lycosa.report.figure.svg import HUES, Labels, canvas, element, path, series_class, text

ROW = 24
PANEL_HEAD = 34
GAP = 20

Panel = Mapping[str, Mean | None]
"""Strategy to the mean of one measure, None where it has none."""


def interval_bars(labels: Labels, panels: Mapping[str, Panel], places: Mapping[str, int]) -> Markup:
    """Draw two panels to a row, each with one bar per strategy; a strategy without a value has no bar."""
    width = (WIDTH - GAP) / 2
    tall = PANEL_HEAD + ROW * len(places) + 26
    drawn = [
        part
        for i, (title, panel) in enumerate(panels.items())
        for part in _panel(title, panel, places, ((i % 2) * (width + GAP), (i // 2) * tall), width)
    ]
    return canvas(labels, WIDTH, tall * ((len(panels) + 1) // 2), *drawn)


def _panel(
    title: str, panel: Panel, places: Mapping[str, int], corner: tuple[float, float], width: float
) -> list[Markup]:
    left, top = corner
    start = left + 8 + max(text_width(clip(name, 14)) for name in places)
    ticks = nice_ticks(0, _reach(panel), 2)
    x = Scale(0, ticks[-1], start, left + width - 12)
    bottom = top + PANEL_HEAD + ROW * len(places)
    bars = [
        _bar(name, place, panel.get(name), x, top + PANEL_HEAD + ROW * i)
        for i, (name, place) in enumerate(places.items())
    ]
    return [text(start, top + 20, title, "strong"), *_ruled(x, ticks, top + PANEL_HEAD - 4, bottom), *bars]


def _reach(panel: Panel) -> float:
    """Return how far an axis has to go: to the longest interval, unless that dwarfs the bars or passes 1."""
    known = [mean for mean in panel.values() if mean]
    longest = max((mean.value for mean in known), default=0.0)
    reach = min(max((mean.value + mean.half_width for mean in known), default=0.0), 1.6 * longest)
    return (min(reach, 1.0) if longest <= 1 else reach) or 1.0


def _ruled(x: Scale, ticks: list[float], top: float, bottom: float) -> list[Markup]:
    drawn = []
    for tick, label in zip(ticks, tick_labels(ticks), strict=True):
        drawn.append(path([(x(tick), top), (x(tick), bottom)], class_="grid"))
        drawn.append(text(x(tick), bottom + 16, label, "faint middle"))
    return drawn


def _bar(name: str, place: int, mean: Mean | None, x: Scale, top: float) -> Markup:
    middle = top + ROW / 2 - 2
    told = element("title", f"{name}: {mean or 'no value'}")
    parts = [told, text(x.start - 6, middle + 4, clip(name, 14), "end")]
    if mean:
        look = f"bar fill {series_class(place)}"
        width = x(mean.value) - x.start
        parts.append(element("rect", x=x.start, y=middle - 7, width=width, height=14, class_=look))
        if mean.half_width:
            low, high = x(mean.value - mean.half_width), x(mean.value + mean.half_width)
            parts.append(path([(low, middle), (high, middle)], class_="whisker"))
            parts += [path([(end, middle - 4), (end, middle + 4)], class_="whisker") for end in (low, high)]
    return element("g", *parts)


def stacked_bars(labels: Labels, parts: Sequence[str], rows: Mapping[str, Sequence[float]]) -> Markup:
    """Draw one bar for each strategy, part after part; `labels.x` says what is added up."""
    ticks = nice_ticks(0, max(sum(row) for row in rows.values()) or 1.0)
    x = Scale(0, ticks[-1], 10 + max(text_width(clip(name, 18)) for name in rows), WIDTH - 20)
    legend, top = _legend(parts)
    bottom = top + ROW * len(rows)
    drawn = [*legend, *_ruled(x, ticks, top, bottom)]
    drawn.append(text((x.start + x.stop) / 2, bottom + 34, labels.x, "faint middle"))
    for i, (name, row) in enumerate(rows.items()):
        drawn += _stack(name, parts, row, x, top + ROW * i)
    return canvas(labels, WIDTH, bottom + 42, *drawn)


def _legend(parts: Sequence[str]) -> tuple[list[Markup], float]:
    """Return a key to the parts in as many lines as it takes, and where it ends."""
    drawn, left, top = [], 4.0, 6.0
    for i, part in enumerate(parts):
        width = 30 + text_width(part)
        if left + width > WIDTH:
            left, top = 4.0, top + 20
        drawn.append(element("rect", x=left, y=top, width=12, height=12, class_=f"bar fill c{i % HUES}"))
        drawn.append(text(left + 17, top + 11, part))
        left += width
    return drawn, top + 26


def _stack(name: str, parts: Sequence[str], row: Sequence[float], x: Scale, top: float) -> list[Markup]:
    drawn = [text(x.start - 6, top + ROW / 2 + 4, clip(name, 18), "end")]
    done = 0.0
    for i, (part, value) in enumerate(zip(parts, row, strict=True)):
        left, done = x(done), done + value
        told = element("title", f"{name}, {part}: {value:.2f}")
        look = f"bar fill c{i % HUES}"
        drawn.append(element("rect", told, x=left, y=top + 4, width=x(done) - left, height=16, class_=look))
    return drawn
