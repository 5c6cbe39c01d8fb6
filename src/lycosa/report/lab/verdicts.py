"""How right verdicts are: a table of measures, and how often pages of each score are on topic."""

from __future__ import annotations

from collections.abc import Sequence

from lycosa.lab.experiment.results import Mean
from lycosa.report.figure.drawing import Labels
from lycosa.report.figure.plot import Series, line_plot
from lycosa.report.lab import views
from lycosa.report.lab.figures import Figure, Places
from lycosa.report.lab.runs import Contest, Run
from lycosa.report.lab.views import ReportTable, yardsticks

IDEAL = "a true probability"


def verdict_table(contest: Contest) -> ReportTable | None:
    """Tabulate the measures of verdicts; None for results that hold none."""
    if not any(run.end.verdict.f1 is not None for run in contest.runs):
        return None
    heads = [column.title for column in views.VERDICT]
    rows = views.rows(contest, views.VERDICT)
    return ReportTable("Verdicts against labels, after the last page", heads, rows, yardsticks(contest))


def reliability_figure(contest: Contest, prefix: str, places: Places) -> Figure | None:
    """Draw the share of on-topic pages over the score; None if no score is known."""
    name, title = f"{prefix}-reliability", "How often pages of a score are on topic"
    bins = {strategy: _pooled(runs) for strategy, runs in contest.rivals.items()}
    lines = [
        Series(strategy, places[strategy], tuple(b[0] for b in found), tuple(Mean(b[1], 0.0) for b in found))
        for strategy, found in bins.items()
        if found
    ]
    if not lines:
        return None
    ideal = Series(IDEAL, -1, (0.0, 1.0), (Mean(0.0, 0.0), Mean(1.0, 0.0)))
    ends = "; ".join(f"{line.name} {line.ys[-1].value:.2f} at a score of {line.xs[-1]:.2f}" for line in lines)
    return Figure(
        name,
        title,
        "All repeats together, scores in ten bins. On the line of a true probability, a score of 0.7 means "
        "that seven pages in ten are on topic; below it, scores promise too much.",
        line_plot(
            Labels(name, title, f"Share on topic of the highest scores: {ends}.", "score", "share on topic"),
            [*lines, ideal],
        ),
        [
            ["strategy", "mean_score", "on_topic", "pages"],
            *(
                [strategy, repr(score), repr(share), str(pages)]
                for strategy, found in bins.items()
                for score, share, pages in found
            ),
        ],
    )


def _pooled(runs: Sequence[Run]) -> list[tuple[float, float, int]]:
    """Return mean score, share on topic and pages of each bin, over all runs."""
    found = []
    for low in sorted({each.low for run in runs for each in run.reliability}):
        same = [each for run in runs for each in run.reliability if each.low == low]
        pages = sum(each.pages for each in same)
        score = sum(each.score * each.pages for each in same) / pages
        found.append((score, sum(each.on_topic * each.pages for each in same) / pages, pages))
    return found
