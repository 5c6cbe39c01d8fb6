"""Axes: which numbers to write beside a plot, and where a value goes."""

from __future__ import annotations

import math
from dataclasses import dataclass


def nice_ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Return round numbers from at most `low` to at least `high`, about as many as asked for.

    >>> nice_ticks(0, 0.83)
    [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    """
    span = high - low or abs(high) or 1.0
    power = 10.0 ** math.floor(math.log10(span / about))
    step = next(power * factor for factor in (1, 2, 2.5, 5, 10) if span / (power * factor) <= about)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(i * step, 12) for i in range(first, max(last, first + 1) + 1)]


def tick_labels(ticks: list[float]) -> list[str]:
    """Write ticks with the decimals they need, all alike.

    >>> tick_labels([0.0, 0.25, 0.5]), tick_labels([0, 5000, 10000])
    (['0.00', '0.25', '0.50'], ['0', '5,000', '10,000'])
    """
    decimals = next(
        d for d in range(13) if all(abs(tick - round(tick, d)) < 1e-9 for tick in ticks) or d == 12
    )
    return [f"{tick:,.{decimals}f}" for tick in ticks]


@dataclass(frozen=True)
class Scale:
    """Maps values from `low` … `high` to pixels from `start` … `stop`."""

    low: float
    high: float
    start: float
    stop: float

    def __call__(self, value: float) -> float:
        """Return the pixel of a value; what lies outside is put on the edge."""
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return self.start + share * (self.stop - self.start)


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
