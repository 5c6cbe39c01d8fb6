"""The papers beside us: their tables with our means in the next column, and whose order comes out again."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from lycosa.lab.experiment.results import Mean, mean
from lycosa.report.lab.published import PUBLISHED, Measure, Ours, Published
from lycosa.report.lab.runs import Contest, Run
from lycosa.report.lab.views import ReportTable, TableCell, cell, yardsticks

DRAWS, TOPICS = "draw", "topic"
"""What counts as one piece of evidence: a draw of examples and seeds, or a topic with all its draws."""


@dataclass(frozen=True)
class Agreement:
    """How the order of a paper's strategies comes out in our crawls, pair by pair."""

    title: str
    verdict: str
    """Whose: `own` or `label`."""
    same: int
    """Pairs in the paper's order, by more than noise."""
    reversed: int
    """Pairs the other way round, by more than noise."""
    noise: int
    units: int = 0
    """Draws or topics that the pair with the most of them could be compared on."""

    @property
    def pairs(self) -> int:
        """All pairs."""
        return self.same + self.reversed + self.noise


def published_for(contests: Sequence[Contest]) -> tuple[Published, ...]:
    """Return the tables of the paper that an experiment repeats; none if it repeats no paper."""
    names = {run.experiment for contest in contests for run in contest.runs}
    return PUBLISHED.get(names.pop(), ()) if len(names) == 1 else ()


def comparison_table(contest: Contest, published: Published) -> ReportTable:
    """Set a paper's table beside ours: a column of the paper, then ours by own verdict and by label."""
    runs_of = runs_by_strategy(contest)
    columns = [(measure, verdict) for measure in published.measures for verdict in ("paper", *measure.ours)]
    rows = {
        name: [_cell(measure, verdict, name, runs_of[name]) for measure, verdict in columns]
        for name in (*published.strategies, *sorted(yardsticks(contest)))
        if name in runs_of
    }
    head = [f"{measure.title}, {verdict}" for measure, verdict in columns]
    return ReportTable(published.title, head, rows, yardsticks(contest))


def runs_by_strategy(contest: Contest) -> dict[str, list[Run]]:
    """Return the runs of each strategy by its plain name, whatever its parameters."""
    grouped: dict[str, list[Run]] = {}
    for run in contest.runs:
        grouped.setdefault(run.strategy, []).append(run)
    return grouped


def mean_of(ours: Ours, runs: Sequence[Run]) -> Mean | None:
    """Return our mean; None if the runs have no such value."""
    values = [value for run in runs if (value := ours(run)) is not None]
    return mean(values) if values else None


def _cell(measure: Measure, verdict: str, name: str, runs: Sequence[Run]) -> TableCell:
    if verdict == "paper":
        printed = measure.printed.get(name)
        return TableCell(printed.text if printed else "–")
    return cell(mean_of(measure.ours[verdict], runs), measure.decimals)


def agreements(contests: Sequence[Contest], published: Published, *, unit: str = DRAWS) -> list[Agreement]:
    """Compare the order of a paper with ours, over all draws of all contests together, or over topics."""
    return [
        _agreement(contests, measure, verdict, ours, unit)
        for measure in published.measures
        for verdict, ours in measure.ours.items()
    ]


def agreement_table(contests: Sequence[Contest]) -> ReportTable | None:
    """Tabulate how the paper's order comes out; None if the experiment repeats no paper."""
    rows = {
        f"{published.title}: {found.title}, {found.verdict}": [
            *(TableCell(str(count)) for count in (found.pairs, found.same, found.reversed, found.noise))
        ]
        for published in published_for(contests)
        for found in agreements(contests, published)
    }
    head = ["pairs in order", "the same", "the other way round", "within noise"]
    return ReportTable("Pairs of strategies that the paper puts in order", head, rows) if rows else None


def _agreement(
    contests: Sequence[Contest], measure: Measure, verdict: str, ours: Ours, unit: str
) -> Agreement:
    compared = [_differences(contests, ours, *pair, unit) for pair in measure.pairs()]
    outcomes = [_outcome(differences, measure) for differences in compared]
    counts = outcomes.count(1), outcomes.count(-1), outcomes.count(0)
    return Agreement(measure.title, verdict, *counts, max(map(len, compared), default=0))


def _outcome(differences: Sequence[float], measure: Measure) -> int:
    """Return 1 for the paper's order, -1 for the other, 0 where the 95 % interval holds no difference."""
    if len(differences) < 2:
        return 0
    difference = mean(differences)
    if abs(difference.value) <= difference.half_width:
        return 0
    return int(math.copysign(1, -difference.value if measure.lower_is_better else difference.value))


def _differences(contests: Sequence[Contest], ours: Ours, better: str, worse: str, unit: str) -> list[float]:
    """Return better minus worse for every draw in which both ran, or their mean for every topic."""
    found = []
    for contest in contests:
        runs_of = runs_by_strategy(contest)
        others = {run.block: ours(run) for run in runs_of.get(worse, [])}
        own = []
        for run in runs_of.get(better, []):
            value, other = ours(run), others.get(run.block)
            if value is not None and other is not None:
                own.append(value - other)
        found += [mean(own).value] if unit == TOPICS and own else own
    return found
