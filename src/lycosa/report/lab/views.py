"""What is measured, under which heading: by label, by own verdict, and verdicts by label."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lycosa.lab.experiment.results import Mean, mean
from lycosa.report.lab.runs import Contest, Run


@dataclass(frozen=True)
class Column:
    """One measure after the last page of a crawl."""

    title: str
    meaning: str
    measure: Callable[[Run], float | None]
    decimals: int = 3
    higher_is_better: bool = False
    """Whether the best is worth pointing out; in other columns, neither more nor less is good in itself."""

    def mean(self, runs: Sequence[Run]) -> Mean | None:
        """Return the mean over the runs that have a value."""
        values = [value for run in runs if (value := self.measure(run)) is not None]
        return mean(values) if values else None


LABEL = (
    Column("harvest", "on-topic pages per page downloaded", lambda run: run.end.label.harvest, 3, True),
    Column("recall", "share of the on-topic pages in reach", lambda run: run.end.label.recall, 3, True),
    Column(
        "area",
        "mean of the harvest after every page: rewards finding early",
        lambda run: run.end.label.area,
        3,
        True,
    ),
    Column(
        "share of oracle",
        "on-topic pages found, per page that a crawler knowing all labels finds with the same budget",
        lambda run: run.end.oracle_share,
        3,
        True,
    ),
    Column(
        "target length",
        "links from the nearest seed, summed over on-topic pages",
        lambda run: run.end.label.target_length,
        0,
    ),
)
OWN = (
    Column(
        "relevant",
        "pages the strategy itself takes to be about the topic (RP)",
        lambda run: run.end.own.relevant,
        0,
    ),
    Column("harvest", "the same per page downloaded (AC)", lambda run: run.end.own.harvest),
    Column("AR", "mean score of all downloaded pages", lambda run: run.end.own.mean_score),
    Column("SD", "standard deviation of the scores", lambda run: run.end.own.score_deviation),
    Column(
        "target length",
        "links from the nearest seed, summed over relevant pages",
        lambda run: run.end.own.target_length,
        0,
    ),
    Column(
        "agreement",
        "share of pages on which verdict and label agree",
        lambda run: run.end.label.agreement,
        3,
        True,
    ),
)

VERDICT = (
    Column(
        "precision",
        "on-topic pages per page called relevant",
        lambda run: run.end.verdict.precision,
        3,
        True,
    ),
    Column(
        "recall of verdicts",
        "pages called relevant, of the on-topic pages read",
        lambda run: run.end.verdict.recall,
        3,
        True,
    ),
    Column("F1", "harmonic mean of these two", lambda run: run.end.verdict.f1, 3, True),
    Column(
        "AP",
        "average precision: how well scores put on-topic pages first, wherever the threshold lies",
        lambda run: run.end.verdict.average_precision,
        3,
        True,
    ),
    Column(
        "Brier score",
        "mean squared distance of the score from the truth; 0 is perfect",
        lambda run: run.end.verdict.brier,
    ),
    Column(
        "calibration error",
        "mean distance of scores from the share of such pages on topic, in ten bins; 0 is perfect",
        lambda run: run.end.verdict.calibration_error,
    ),
)
"""Verdicts measured by labels: good words for a judge, not for a crawl."""


def found(run: Run) -> float:
    """Return what strategies are ranked by: the share of the reachable on-topic pages they found.

    Within one repeat it orders strategies as the number of on-topic pages does, and unlike
    harvest it does not favour a crawl that stopped early.
    """
    return run.end.label.recall


@dataclass(frozen=True)
class TableCell:
    """A mean as a table shows it."""

    value: str
    margin: str = ""
    """Half the 95 % interval; empty where one repeat tells nothing."""
    best: bool = False


Rows = dict[str, list[TableCell]]
"""Strategy to its cells."""


@dataclass(frozen=True)
class ReportTable:
    """A table with one row per strategy."""

    caption: str
    head: list[str]
    rows: Rows
    yardsticks: frozenset[str] = frozenset()
    """Rows that do not compete."""


def yardsticks(contest: Contest) -> frozenset[str]:
    """Return the strategies that do not compete."""
    return frozenset(contest.by_strategy) - frozenset(contest.rivals)


def cell(value: Mean | None, decimals: int = 3, *, best: bool = False) -> TableCell:
    """Write a mean with its interval."""
    if value is None:
        return TableCell("–")
    return TableCell(
        f"{value.value:,.{decimals}f}",
        f"± {value.half_width:,.{decimals}f}" if value.half_width else "",
        best,
    )


def rows(contest: Contest, columns: Sequence[Column]) -> Rows:
    """Return the cells of each strategy; the best rival of a column is marked."""
    means = [{name: column.mean(runs) for name, runs in contest.by_strategy.items()} for column in columns]
    best = [_best(contest, column, values) for column, values in zip(columns, means, strict=True)]
    return {
        name: [
            cell(values[name], column.decimals, best=name in winners)
            for column, values, winners in zip(columns, means, best, strict=True)
        ]
        for name in contest.by_strategy
    }


def _best(contest: Contest, column: Column, values: dict[str, Mean | None]) -> set[str]:
    rivals = {name: mean.value for name in contest.rivals if (mean := values[name])}
    if not column.higher_is_better or len(rivals) < 2:
        return set()
    return {name for name, value in rivals.items() if value == max(rivals.values())}
