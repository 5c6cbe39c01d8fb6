"""How good a judge was: its verdicts and scores on the pages a crawl read, beside what the labels say.

Goes in: for each page its score, whether the judge called it relevant, and whether it is on topic. Comes
out: plain numbers. A share of nothing is None: where no page is on topic, nobody knows the recall.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

BINS = 10
"""Bins of equal width in which scores are compared with the share of pages on topic."""


@dataclass(frozen=True, slots=True)
class VerdictMeasures:
    """A judge by independent labels, on the pages its crawl read."""

    precision: float | None
    """Share of the relevant pages that are on topic."""
    recall: float | None
    """Share of the on-topic pages read that were called relevant."""
    f1: float | None
    """Harmonic mean of the two."""
    average_precision: float | None
    """Mean over the on-topic pages of the precision among all pages that score no less: order only."""
    brier: float | None
    """Mean squared distance of the score from the truth, 0 or 1."""
    calibration_error: float | None
    """Mean distance, over bins of scores, of the mean score from the share on topic (ECE)."""


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """The pages whose scores lie in one bin."""

    low: float
    high: float
    pages: int
    score: float
    """Mean score of these pages."""
    on_topic: float
    """Share of them that is on topic: equal to the score, if that is a probability."""


def judge_verdicts(
    scores: Sequence[float], relevant: Sequence[bool], on_topic: Sequence[bool]
) -> VerdictMeasures:
    """Measure verdicts; scores beyond 0 and 1 count as 0 and 1 where they are read as probabilities."""
    called, truth = np.array(relevant, bool), np.array(on_topic, bool)
    hits, called_relevant, there = int((called & truth).sum()), int(called.sum()), int(truth.sum())
    probable = np.clip(np.array(scores, float), 0.0, 1.0)
    bins = reliability(scores, on_topic)
    return VerdictMeasures(
        precision=_share(hits, called_relevant),
        recall=_share(hits, there),
        f1=_share(2 * hits, called_relevant + there),
        average_precision=_average_precision(np.array(scores, float), truth) if there else None,
        brier=float(np.mean((probable - truth) ** 2)) if len(truth) else None,
        calibration_error=_share(sum(b.pages * abs(b.score - b.on_topic) for b in bins), len(truth)),
    )


def reliability(scores: Sequence[float], on_topic: Sequence[bool]) -> list[ReliabilityBin]:
    """Return the bins that hold any page, lowest scores first."""
    probable, truth = np.clip(np.array(scores, float), 0.0, 1.0), np.array(on_topic, float)
    places = np.minimum((probable * BINS).astype(int), BINS - 1)
    return [
        ReliabilityBin(
            place / BINS,
            (place + 1) / BINS,
            int(inside.sum()),
            float(probable[inside].mean()),
            float(truth[inside].mean()),
        )
        for place in range(BINS)
        if (inside := places == place).any()
    ]


def _average_precision(scores: NDArray[np.float64], truth: NDArray[np.bool_]) -> float:
    """Pages of equal score come together: their order in the crawl says nothing about the judge."""
    order = np.argsort(-scores, kind="stable")
    ordered, hits = scores[order], np.cumsum(truth[order])
    last_of_equals = np.flatnonzero(np.append(ordered[1:] != ordered[:-1], True))
    found = hits[last_of_equals]
    precision = found / (last_of_equals + 1)
    return float(np.sum(np.diff(found, prepend=0) * precision) / hits[-1])


def _share(part: float, whole: int) -> float | None:
    return part / whole if whole else None
