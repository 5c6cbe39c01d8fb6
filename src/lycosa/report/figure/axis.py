"""Axes: which numbers to write beside a plot, and how to keep names apart."""

from __future__ import annotations

import math
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator


def nice_ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Return round numbers from at most `low` to at least `high`, about as many as asked for.

    >>> nice_ticks(0, 0.83)
    [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    """
    ticks = MaxNLocator(about, steps=[1, 2, 2.5, 5, 10]).tick_values(low, high)
    return [round(float(tick), 12) for tick in ticks]


def tick_labels(ticks: Sequence[float]) -> list[str]:
    """Write ticks with the decimals they need, all alike.

    >>> tick_labels([0.0, 0.25, 0.5]), tick_labels([0, 5000, 10000])
    (['0.00', '0.25', '0.50'], ['0', '5,000', '10,000'])
    """
    decimals = next(
        d for d in range(13) if all(abs(tick - round(tick, d)) < 1e-9 for tick in ticks) or d == 12
    )
    return [f"{tick:,.{decimals}f}" for tick in ticks]


def mark_x(axes: Axes, low: float, high: float, about: int = 5) -> float:
    """Give the horizontal axis round numbers that hold `low` and `high`; return how long it is then."""
    ticks = nice_ticks(low, high, about)
    axes.set_xticks(ticks, tick_labels(ticks))
    axes.set_xlim(ticks[0], ticks[-1] if ticks[-1] > ticks[0] else ticks[0] + 1)  # a crawl of one moment
    return ticks[-1] - ticks[0]


def mark_y(axes: Axes, low: float, high: float) -> None:
    """Give the vertical axis round numbers that hold `low` and `high`."""
    ticks = nice_ticks(low, high)
    axes.set_yticks(ticks, tick_labels(ticks))
    axes.set_ylim(ticks[0], ticks[-1] if ticks[-1] > ticks[0] else ticks[0] + 1)


def spread(wanted: list[float], gap: float, low: float, high: float) -> list[float]:
    """Move positions apart until neighbours are `gap` apart, each as near to its own place as it can be.

    Keeps their order and stays within `low` … `high`; closes ranks evenly if there is not room for all.
    """
    if not wanted:
        return []
    gap = min(gap, (high - low) / max(1, len(wanted) - 1))
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    clusters: list[list[float]] = []  # of positions less their share of the gaps: they only have to rise
    for place, i in enumerate(order):
        clusters.append([wanted[i] - place * gap])
        while len(clusters) > 1 and _mean(clusters[-2]) > _mean(clusters[-1]):
            clusters[-2:] = [clusters[-2] + clusters[-1]]
    levels = [_mean(cluster) for cluster in clusters for _ in cluster]
    top = high - (len(wanted) - 1) * gap
    placed = [min(max(level, low), max(top, low)) + place * gap for place, level in enumerate(levels)]
    return [placed[order.index(i)] for i in range(len(wanted))]


def _mean(values: list[float]) -> float:
    return math.fsum(values) / len(values)
