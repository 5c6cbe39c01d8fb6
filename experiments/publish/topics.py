"""Means and differences with topics as units: draws of one topic are no evidence about another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import fsum

from lycosa.lab.experiment.results import Mean, mean
from lycosa.lab.experiment.statistics import wilcoxon
from lycosa.report.lab.paper_tables import runs_by_strategy
from lycosa.report.lab.runs import Contest, Run

Measure = Callable[[Run], float | None]


def found(run: Run) -> float | None:
    """Return the share of the on-topic pages in reach that a crawl found, by label."""
    return run.end.label.recall


def called(run: Run) -> float | None:
    """Return the share of its pages that a crawl calls relevant itself (AC)."""
    return run.end.own.harvest


def harvest(run: Run) -> float | None:
    """Return the share of its pages that are on topic, by label."""
    return run.end.label.harvest


def topic_mean(contest: Contest, name: str, measure: Measure) -> float | None:
    """Return the mean of a strategy over the draws of a topic; None if it has no value."""
    values = [value for run in runs_by_strategy(contest).get(name, []) if (value := measure(run)) is not None]
    return fsum(values) / len(values) if values else None


def over_topics(contests: Sequence[Contest], name: str, measure: Measure) -> Mean | None:
    """Return the mean of a strategy over the topics that have a value, with the interval over topics."""
    known = [value for contest in contests if (value := topic_mean(contest, name, measure)) is not None]
    return mean(known) if known else None


@dataclass(frozen=True)
class Difference:
    """One strategy less another, topic by topic."""

    mean: Mean
    more: int
    """Topics on which the first has more."""
    less: int
    topics: int
    p_value: float
    """Of Wilcoxon's signed-rank test over the topics."""

    @property
    def is_clear(self) -> bool:
        """Whether the 95 % interval leaves out nothing at all."""
        return self.topics > 1 and abs(self.mean.value) > self.mean.half_width

    @property
    def word(self) -> str:
        """What came out: `more`, `less`, or `open` where the interval holds nothing at all."""
        if not self.is_clear:
            return "open"
        return "more" if self.mean.value > 0 else "less"


def difference(contests: Sequence[Contest], first: str, second: str, measure: Measure) -> Difference | None:
    """Compare two strategies on the topics that both were run on; None if there are none."""
    pairs = [
        (a, b)
        for contest in contests
        if (a := topic_mean(contest, first, measure)) is not None
        and (b := topic_mean(contest, second, measure)) is not None
    ]
    if not pairs:
        return None
    return Difference(
        mean([a - b for a, b in pairs]),
        sum(a > b for a, b in pairs),
        sum(a < b for a, b in pairs),
        len(pairs),
        wilcoxon([a for a, _ in pairs], [b for _, b in pairs]),
    )
