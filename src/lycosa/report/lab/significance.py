"""Whether the strategies of a report differ by more than luck, and how to say so."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from lycosa.lab.experiment.results import mean
from lycosa.lab.experiment.statistics import (
    Friedman,
    Pair,
    Scores,
    compare_pairs,
    critical_difference,
    friedman,
)
from lycosa.report.lab.runs import Contest
from lycosa.report.lab.views import found

ALPHA = 0.05


@dataclass(frozen=True)
class Significance:
    """The tests over the blocks of a contest (repeats) or of a whole report (contests)."""

    block: str
    """What a block is called."""
    test: Friedman
    pairs: list[Pair]

    @property
    def differs(self) -> bool:
        """Whether the strategies differ at all."""
        return self.test.p_value < ALPHA

    @property
    def diagram(self) -> bool:
        """Whether there is a critical difference worth drawing."""
        return len(self.test.ranks) > 2

    @property
    def critical_difference(self) -> float:
        """Nemenyi's, at 5 %."""
        return critical_difference(len(self.test.ranks), self.test.blocks, ALPHA)

    @property
    def least_p(self) -> float:
        """The smallest corrected p-value that the best pair can have with so few blocks."""
        return min(1.0, len(self.pairs) * 2.0 ** (1 - self.test.blocks))

    @property
    def blocks_needed(self) -> int:
        """Blocks from which a pair can be told apart at all."""
        return 2 + math.floor(math.log2(len(self.pairs) / ALPHA))

    def corrected(self, first: str, second: str) -> float:
        """Return the corrected p-value of a pair, whichever comes first."""
        return next(pair.corrected for pair in self.pairs if {first, second} == {pair.first, pair.second})


def within(contest: Contest) -> Significance | None:
    """Test a contest with its repeats as blocks; None if there is nothing to test."""
    return _tested("repeat", contest.scores(found))


def across(contests: Sequence[Contest]) -> Significance | None:
    """Test all contests together, each a block with the mean of its repeats.

    Repeats of one topic are no independent evidence about other topics, so they do not count
    as blocks here. Only strategies that took part in every contest are compared.
    """
    names = [name for name in contests[0].rivals if all(name in contest.rivals for contest in contests)]
    scores = {
        name: [mean([found(run) for run in contest.rivals[name]]).value for contest in contests]
        for name in names
    }
    return _tested("contest", scores)


def _tested(block: str, scores: Scores) -> Significance | None:
    if len(scores) < 2 or min(len(values) for values in scores.values()) < 2:
        return None
    return Significance(block, friedman(scores), compare_pairs(scores))


def p_text(value: float) -> str:
    """Write a p-value as papers do."""
    return "p\u00a0<\u00a00.001" if value < 0.001 else f"p\u00a0=\u00a0{value:.3g}"
