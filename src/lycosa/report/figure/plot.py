"""Line plots: means with their 95 % bands, lines named where they end."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from lycosa.lab.experiment.results import Mean
from lycosa.report.figure.axis import Scale, nice_ticks, spread, tick_labels
from lycosa.report.figure.svg import Labels, canvas, element, path, series_class, text

WIDTH = 480
"""Pixels: wide enough to read, narrow enough to stay readable when a phone shrinks it."""
LABEL_GAP = 16
LONGEST_LABEL = 20
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


def clip(name: str, limit: int = LONGEST_LABEL) -> str:
    """Shorten a name that would not fit; figures give it in full when it is pointed at."""
    return name if len(name) <= limit else name[: limit - 1] + "…"


def text_width(words: str) -> float:
    """Guess how wide a text is, in a wide font; letters of East Asian scripts are square."""
    return sum(13.0 if ord(letter) > 0x2E80 else 7.7 for letter in words)


def standing_out(series: list[Series]) -> list[Series]:
    """Return the lines that are named and coloured: all, unless there are too many to tell apart."""
    if len(series) <= MOST_NAMED:
        return series
    return [line for i, line in enumerate(series) if i < MOST_BANDS or line.place < 0]


def line_plot(labels: Labels, series: list[Series]) -> Markup:
    """Draw lines over pages, from zero up; lines without points are left out."""
    series = [line for line in series if line.xs]
    named = standing_out(series)
    right = WIDTH - 34 - max((text_width(clip(line.name)) for line in named), default=0)
    height = max(300, 70 + LABEL_GAP * len(named))
    ticks = nice_ticks(0, max((x for line in series for x in line.xs), default=1), 4)
    values = [mean.value for line in series for mean in line.ys]
    rises = nice_ticks(min([0, *values]), max([0, *values]) or 1)
    x = Scale(0, ticks[-1], 44, right)
    y = Scale(rises[0], rises[-1], height - 44, 26)
    return canvas(
        labels,
        WIDTH,
        height,
        text(4, 14, labels.y, "faint"),
        *_axes(x, y, ticks, rises, labels.x),
        *[_band(line, x, y) for line in series[:MOST_BANDS] if any(mean.half_width for mean in line.ys)],
        *[_line(line, x, y, "rest") for line in series if line not in named],
        *[_line(line, x, y, series_class(line.place)) for line in named],
        *_line_labels(named, x, y),
    )


def _axes(x: Scale, y: Scale, ticks: list[float], rises: list[float], x_title: str) -> list[Markup]:
    drawn = []
    for rise, label in zip(rises, tick_labels(rises), strict=True):
        drawn.append(path([(x.start, y(rise)), (x.stop, y(rise))], class_="grid"))
        drawn.append(text(x.start - 6, y(rise) + 4, label, "faint end"))
    for tick, label in zip(ticks, tick_labels(ticks), strict=True):
        drawn.append(text(x(tick), y.start + 18, label, "faint middle"))
    drawn.append(path([(x.start, y.start), (x.stop, y.start)], class_="axis"))
    drawn.append(text((x.start + x.stop) / 2, y.start + 36, x_title, "faint middle"))
    return drawn


def _band(line: Series, x: Scale, y: Scale) -> Markup:
    upper = [(x(at), y(mean.value + mean.half_width)) for at, mean in zip(line.xs, line.ys, strict=True)]
    lower = [(x(at), y(mean.value - mean.half_width)) for at, mean in zip(line.xs, line.ys, strict=True)]
    return path(upper + lower[::-1], closed=True, class_=f"band fill {series_class(line.place)}")


def _line(line: Series, x: Scale, y: Scale, look: str) -> Markup:
    points = [(x(at), y(mean.value)) for at, mean in zip(line.xs, line.ys, strict=True)]
    if len(points) == 1:
        points = [(points[0][0] - 4, points[0][1]), (points[0][0] + 4, points[0][1])]
    steps = path(points, class_=f"line {look}")
    return element("g", element("title", f"{line.name}: {line.ys[-1]}"), steps)


def _line_labels(series: list[Series], x: Scale, y: Scale) -> list[Markup]:
    """Name each line beside its end, moved up or down where names would overlap."""
    ends = [(x(line.xs[-1]), y(line.ys[-1].value)) for line in series]
    heights = spread([end[1] for end in ends], LABEL_GAP, y.stop, y.start)
    return [
        element(
            "g",
            element("title", line.name),
            path([end, (x.stop + 9, height)], class_=f"leader {series_class(line.place)}"),
            path([(x.stop + 9, height), (x.stop + 25, height)], class_=f"line {series_class(line.place)}"),
            text(x.stop + 30, height + 4, clip(line.name)),
        )
        for line, end, height in zip(series, ends, heights, strict=True)
    ]
