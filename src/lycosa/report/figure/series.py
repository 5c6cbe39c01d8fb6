"""Curves of several runs as one: the mean at each point, with its 95 % interval."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence

from lycosa.lab.experiment.results import Mean, mean
from lycosa.report.lab.runs import Run

STEPS = 100
"""Points of a drawn curve; a figure has no room for more."""

Trace = tuple[Sequence[float], Sequence[float]]
"""Pages or seconds, and a value after each of them."""
Tracer = Callable[[Run], Trace]


def label_harvest(run: Run) -> Trace:
    """Trace on-topic pages per page."""
    return run.curve.pages, run.curve.label_harvest


def label_recall(run: Run) -> Trace:
    """Trace the share of the reachable on-topic pages."""
    reachable = max(1, run.reachable_on_topic)
    steps = zip(run.curve.pages, run.curve.label_harvest, strict=True)
    return run.curve.pages, [pages * rate / reachable for pages, rate in steps]


def harvest_in_time(run: Run) -> Trace:
    """Trace on-topic pages per page over virtual time; empty for a crawl without a clock."""
    return run.curve.seconds or [], run.curve.label_harvest if run.curve.seconds else []


def found_in_time(run: Run) -> Trace:
    """Trace on-topic pages over virtual time; empty for a crawl without a clock."""
    steps = zip(run.curve.seconds or [], run.curve.pages, run.curve.label_harvest, strict=False)
    found = [(seconds, pages * rate) for seconds, pages, rate in steps]
    return [seconds for seconds, _ in found], [count for _, count in found]


def own_harvest(run: Run) -> Trace:
    """Trace relevant pages per page."""
    return run.curve.pages, run.curve.own_harvest


def oracle_share(run: Run) -> Trace:
    """Trace on-topic pages per on-topic page of the oracle; empty without one."""
    shares = [(point.at, point.oracle_share) for point in run.checkpoints if point.oracle_share is not None]
    return [at for at, _ in shares], [share for _, share in shares]


def mean_score(run: Run) -> Trace:
    """Trace AR, which is known at checkpoints."""
    return [point.at for point in run.checkpoints], [point.own.mean_score for point in run.checkpoints]


def score_deviation(run: Run) -> Trace:
    """Trace SD, which is known at checkpoints."""
    return [point.at for point in run.checkpoints], [point.own.score_deviation for point in run.checkpoints]


def grid(runs: Sequence[Run], trace: Tracer) -> list[float]:
    """Return where to draw the mean of runs: as far as the longest goes, at a hundred places at most."""
    pages = max((trace(run)[0] for run in runs), key=lambda xs: xs[-1] if xs else 0)
    if len(pages) <= STEPS:
        return list(pages)
    return [pages[(i + 1) * len(pages) // STEPS - 1] for i in range(STEPS)]


def means(runs: Sequence[Run], trace: Tracer, places: Sequence[float]) -> list[Mean]:
    """Return the mean of runs at each place; a run that ended earlier keeps its last value."""
    traces = [(xs, ys) for xs, ys in map(trace, runs) if xs]
    return [mean([ys[min(bisect_left(xs, place), len(xs) - 1)] for xs, ys in traces]) for place in places]
