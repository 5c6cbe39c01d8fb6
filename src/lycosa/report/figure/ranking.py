"""The critical-difference diagram: strategies by average rank, joined where the ranks may be luck."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from lycosa.lab.experiment.statistics import Friedman, critical_difference
from lycosa.report.figure.axis import Scale
from lycosa.report.figure.plot import WIDTH, clip, text_width
from lycosa.report.figure.svg import Labels, canvas, element, path, series_class, text

ROW = 24
TOP = 44
CLIQUE_STEP = 11


def rank_diagram(labels: Labels, test: Friedman, places: Mapping[str, int]) -> Markup:
    """Draw the strategies from best to worst, each at its average rank.

    A shade reaches from the best as far as the critical difference; a thick bar at the side
    joins strategies that do not differ significantly.
    """
    names = sorted(test.ranks, key=test.ranks.__getitem__)
    ranks = [test.ranks[name] for name in names]
    width = critical_difference(len(names), test.blocks)
    groups = cliques(ranks, width)
    side = WIDTH - CLIQUE_STEP * len(groups)
    x = Scale(1, len(names), 20 + max(text_width(clip(name)) for name in names), side - 54)
    bottom = TOP + ROW * len(names)
    marks = [
        _mark(name, test.ranks[name], x, TOP + ROW * (i + 0.5), places[name]) for i, name in enumerate(names)
    ]
    bars = [_clique(first, last, side + CLIQUE_STEP * i) for i, (first, last) in enumerate(groups)]
    shade = _shade(x, ranks[0], width, bottom)
    return canvas(labels, WIDTH, bottom + 26, *shade, *_axis(x, len(names), bottom), *marks, *bars)


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


def _shade(x: Scale, best: float, width: float, bottom: float) -> list[Markup]:
    left, right = x(best), x(best + width)
    box = element(
        "rect", x=left, y=TOP - 4, width=right - left, height=bottom - TOP + 4, class_="band fill k"
    )
    return [box, text(x.start, 16, f"critical difference {width:.2f}", "faint")]


def _axis(x: Scale, count: int, bottom: float) -> list[Markup]:
    step = 1 if count <= 12 else 5
    words = {x.start: "best", x.stop: "worst"}
    drawn = [text(at, bottom + 20, word, "faint middle") for at, word in words.items()]
    for rank in sorted({1, count, *range(step, count, step)}):
        drawn.append(path([(x(rank), TOP - 4), (x(rank), bottom)], class_="grid"))
        drawn.append(text(x(rank), TOP - 10, str(rank), "faint middle"))
    return drawn


def _mark(name: str, rank: float, x: Scale, y: float, place: int) -> Markup:
    return element(
        "g",
        element("title", f"{name}: average rank {rank:.2f}"),
        text(x.start - 14, y + 4, clip(name), "end"),
        element("circle", cx=x(rank), cy=y, r=6, class_=f"bar fill {series_class(place)}"),
        text(x(rank) + 11, y + 4, f"{rank:.2f}"),
    )


def _clique(first: int, last: int, x: float) -> Markup:
    return path([(x, TOP + ROW * first + 8), (x, TOP + ROW * (last + 1) - 8)], class_="clique")
