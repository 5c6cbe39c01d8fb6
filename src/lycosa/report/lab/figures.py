"""Every figure of a contest: drawn, described in words, and with the data behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from lycosa.lab.experiment.results import Mean
from lycosa.report.figure import series
from lycosa.report.figure.bars import interval_bars, stacked_bars
from lycosa.report.figure.drawing import Drawing, Labels
from lycosa.report.figure.plot import MOST_BANDS, Series, line_plot, standing_out
from lycosa.report.figure.ranking import rank_diagram
from lycosa.report.figure.render import inline
from lycosa.report.lab.runs import Contest
from lycosa.report.lab.significance import Significance
from lycosa.report.lab.views import LABEL, OWN, Column

Places = Mapping[str, int]
"""Strategy to the place of its hue and dash, the same in all figures of a report."""


@dataclass(frozen=True)
class Figure:
    """A drawing, what it says, and its data."""

    name: str
    """Unique in its report; a safe file name."""
    title: str
    caption: str
    drawing: Drawing
    data: list[list[str]]
    """Head and rows, numbers in full."""
    numbers: list[list[str]] = field(default_factory=list)
    """Head and rows for readers: the means at checkpoints. Empty if a table says it already."""

    @property
    def svg(self) -> Markup:
        """The drawing as a part of a page."""
        return inline(self.drawing)


def stacked_figure(
    labels: Labels, caption: str, rows: Mapping[str, Sequence[float]], kinds: Sequence[str], head: list[str]
) -> Figure:
    """Draw a bar for every strategy, made up of its numbers of each kind."""
    data = [
        [strategy, kind, repr(value)]
        for strategy, row in rows.items()
        for kind, value in zip(kinds, row, strict=True)
    ]
    return Figure(labels.name, labels.title, caption, stacked_bars(labels, kinds, rows), [head, *data])


@dataclass(frozen=True)
class Curve:
    """Something to follow along a crawl."""

    name: str
    title: str
    y_title: str
    trace: series.Tracer
    x_title: str = "pages downloaded"


LABEL_CURVES = (
    Curve("label-harvest", "Harvest by label", "on-topic pages per page downloaded", series.label_harvest),
    Curve("label-recall", "Recall by label", "share of the on-topic pages in reach", series.label_recall),
    Curve("label-share", "Share of the oracle", "on-topic pages per page of the oracle", series.oracle_share),
)
TIME_CURVES = (
    Curve(
        "label-harvest-time",
        "Harvest by label over time",
        "on-topic pages per page downloaded",
        series.harvest_in_time,
        "seconds",
    ),
    Curve(
        "label-found-time",
        "On-topic pages over time",
        "on-topic pages found so far",
        series.found_in_time,
        "seconds",
    ),
)
"""Of crawls that ran as if live."""
OWN_CURVES = (
    Curve("own-harvest", "Harvest by own verdict", "relevant pages per page downloaded", series.own_harvest),
    Curve("own-ar", "Mean score (AR)", "mean score of the pages so far", series.mean_score),
    Curve("own-sd", "Spread of the scores (SD)", "standard deviation of the scores", series.score_deviation),
)


def label_figures(contest: Contest, prefix: str, places: Places) -> list[Figure]:
    """Draw a contest as labels see it."""
    curves = _curve_figures(contest, prefix, places, (*LABEL_CURVES, *TIME_CURVES))
    return [*curves, _bars_figure(contest, f"{prefix}-label-final", places, "In the end, by label", LABEL)]


def own_figures(contest: Contest, prefix: str, places: Places) -> list[Figure]:
    """Draw a contest as the strategies see it themselves."""
    curves = _curve_figures(contest, prefix, places, OWN_CURVES)
    return [*curves, _bars_figure(contest, f"{prefix}-own-final", places, "In the end, by own verdict", OWN)]


def _curve_figures(contest: Contest, prefix: str, places: Places, curves: Sequence[Curve]) -> list[Figure]:
    """Draw the curves that have any points: without the oracle there is no share of it."""
    known = [curve for curve in curves if any(curve.trace(run)[0] for run in contest.runs)]
    return [_curve_figure(contest, prefix, places, curve) for curve in known]


def _curve_figure(contest: Contest, prefix: str, places: Places, curve: Curve) -> Figure:
    name = f"{prefix}-{curve.name}"
    lines = []
    for strategy, runs in contest.by_strategy.items():
        xs = series.grid(runs, curve.trace)
        lines.append(
            Series(strategy, places[strategy], tuple(xs), tuple(series.means(runs, curve.trace, xs)))
        )
    drawn = [line for line in lines if line.xs]
    description = described({line.name: line.ys[-1] for line in drawn}, "ends at")
    shaded = f"Mean of {contest.repeats} repeats; shaded, its 95 % interval"
    shaded += f" (first {MOST_BANDS})." if len(drawn) > MOST_BANDS else "."
    shaded += " Grey: the others." if len(drawn) > len(standing_out(drawn)) else ""
    return Figure(
        name,
        curve.title,
        shaded if contest.repeats > 1 else "One repeat.",
        line_plot(Labels(name, curve.title, description, curve.x_title, curve.y_title), drawn),
        [
            ["strategy", curve.x_title.split()[0], "mean", "half_width"],
            *(
                [line.name, f"{x:g}", repr(y.value), repr(y.half_width)]
                for line in drawn
                for x, y in zip(line.xs, line.ys, strict=True)
            ),
        ],
        [] if curve in TIME_CURVES else _numbers(contest, [line.name for line in drawn], curve.trace),
    )


def _numbers(contest: Contest, names: Sequence[str], trace: series.Tracer) -> list[list[str]]:
    """Return the means at the checkpoints."""
    at = [point.at for point in contest.runs[0].checkpoints]
    columns = [series.means(contest.by_strategy[name], trace, at) for name in names]
    rows = [[f"{pages:,}", *(f"{column[i].value:.3f}" for column in columns)] for i, pages in enumerate(at)]
    return [["pages", *names], *rows]


def _bars_figure(
    contest: Contest, name: str, places: Places, title: str, columns: Sequence[Column]
) -> Figure:
    panels = {
        column.title: {strategy: column.mean(runs) for strategy, runs in contest.by_strategy.items()}
        for column in columns
        if column.decimals and column.mean(contest.runs)
    }
    description = " ".join(f"{panel}: {described(means)}" for panel, means in panels.items())
    shown = {strategy: places[strategy] for strategy in contest.by_strategy}
    return Figure(
        name,
        title,
        "Bars are means; whiskers are 95 % intervals, cut off at the edge.",
        interval_bars(Labels(name, title, description), panels, shown),
        [
            ["measure", "strategy", "mean", "half_width"],
            *(
                [panel, strategy, repr(value.value), repr(value.half_width)]
                for panel, means in panels.items()
                for strategy, value in means.items()
                if value
            ),
        ],
    )


def rank_figure(tested: Significance, prefix: str, places: Places) -> Figure:
    """Draw average ranks with the critical difference."""
    name, title = f"{prefix}-ranks", "Average ranks"
    ordered = sorted(tested.test.ranks.items(), key=lambda item: item[1])
    description = "; ".join(f"{strategy} {rank:.2f}" for strategy, rank in ordered)
    return Figure(
        name,
        title,
        f"Ranked by on-topic pages found in each of {tested.test.blocks} {tested.block}s. In the shade: no "
        "further from the best than the critical difference (Nemenyi, 5 %). A thick bar at the right joins "
        "strategies that do not differ significantly.",
        rank_diagram(Labels(name, title, f"Average rank, 1 is best: {description}."), tested.test, places),
        [["strategy", "average_rank"], *([strategy, repr(rank)] for strategy, rank in ordered)],
    )


def described(means: Mapping[str, Mean | None], verb: str = "") -> str:
    """Say in words what a figure shows, best first."""
    known = sorted(((name, m) for name, m in means.items() if m), key=lambda item: -item[1].value)
    return "; ".join(" ".join(filter(None, (name, verb, str(m)))) for name, m in known) + "."
