"""The critical-difference diagram: strategies by average rank, joined where the ranks may be luck."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from lycosa.lab.experiment.statistics import Friedman, critical_difference
from lycosa.report.figure.drawing import WIDTH, Box, Canvas, Drawing, Labels, clip, text_width
from lycosa.report.figure.palette import INK, SOFT, hue

ROW = 24
TOP = 44
CLIQUE_STEP = 11
WIDEST = 160


def rank_diagram(labels: Labels, test: Friedman, places: Mapping[str, int]) -> Drawing:
    """Draw the strategies from best to worst, each at its average rank.

    A shade reaches from the best as far as the critical difference; a thick bar at the side
    joins strategies that do not differ significantly.
    """
    return Drawing(labels, WIDTH, TOP + ROW * len(test.ranks) + 26, partial(_paint, test, places))


def cliques(ranks: list[float], width: float) -> list[tuple[int, int]]:
    """Return the longest runs of sorted ranks that are no wider than `width`, as first and last index.

    >>> cliques([1.0, 1.5, 3.2], 2.0)
    [(0, 1), (1, 2)]
    """
    last_of = [max(j for j, rank in enumerate(ranks) if rank - first <= width) for first in ranks]
    return [
        (first, last)
        for first, last in enumerate(last_of)
        if last > first and (first == 0 or last_of[first - 1] < last)
    ]


def _paint(test: Friedman, places: Mapping[str, int], canvas: Canvas) -> None:
    names = sorted(test.ranks, key=test.ranks.__getitem__)
    ranks = [test.ranks[name] for name in names]
    count, width = len(names), critical_difference(len(names), test.blocks)
    groups = cliques(ranks, width)
    side = WIDTH - CLIQUE_STEP * len(groups)
    left, bottom = 20 + max(text_width(clip(name, WIDEST)) for name in names), TOP + ROW * len(names)
    axes = canvas.rows(Box(left, TOP, side - 54, bottom), names, WIDEST)
    axes.tick_params(axis="y", pad=14)
    axes.xaxis.tick_top()
    axes.set_xlim(1, count)
    step = 1 if count <= 12 else 5
    axes.set_xticks(sorted({1, count, *range(step, count, step)}))
    axes.axvspan(ranks[0], min(ranks[0] + width, count), color=SOFT, alpha=0.14, linewidth=0)
    for at, word in ((left, "best"), (side - 54, "worst")):
        canvas.write(at, bottom + 20, word, align="center", colour=SOFT)
    canvas.write(left, 16, f"critical difference {width:.2f}", colour=SOFT)
    for i, (name, rank) in enumerate(zip(names, ranks, strict=True)):
        drawn = canvas.dot(axes, (rank, i), 6, hue(places[name]))
        canvas.hint(drawn, f"{name}: average rank {rank:.2f}")
        at, y = canvas.pixel(axes, rank, i)
        canvas.write(at + 11, y + 4, f"{rank:.2f}")
    for i, (first, last) in enumerate(groups):
        ends = [(side + CLIQUE_STEP * i, y) for y in (TOP + ROW * first + 8, TOP + ROW * (last + 1) - 8)]
        canvas.line(ends, color=INK, linewidth=4, solid_capstyle="round")
