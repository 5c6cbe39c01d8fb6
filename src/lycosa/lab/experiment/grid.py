"""Grid search: one strategy with every combination of some parameters, on tuning topics.

Reporting topics are refused unless asked for by name of their own: parameters chosen on the topics
that are reported would make the report worthless.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

from lycosa.errors import LycosaError
from lycosa.lab.experiment.cells import Cells
from lycosa.lab.experiment.matrix import Experiment, Value, trials_of
from lycosa.lab.experiment.plan import strategy_class
from lycosa.lab.experiment.results import Mean, Result, mean
from lycosa.lab.experiment.runner import Progress, Trial, run_trials

MEASURES = {
    "harvest": "on-topic pages per page downloaded, by label",
    "area": "mean of the harvest after every page, by label",
    "recall": "share of the on-topic pages in reach",
    "oracle_share": "on-topic pages per page of the oracle",
    "own_harvest": "relevant pages per page downloaded, by own verdict (AC)",
}
"""What is averaged over topics and repeats for each combination."""


@dataclass(frozen=True)
class GridPoint:
    """One combination of values, and how it did."""

    values: dict[str, Value]
    means: dict[str, Mean]


def run_grid(
    experiment: Experiment,
    root: Path,
    *,
    reporting: bool = False,
    jobs: int = 1,
    cells: Cells | None = None,
    progress: Progress | None = None,
) -> list[GridPoint]:
    """Run a strategy with every combination of values; `reporting` lets it see the reporting topics."""
    if experiment.grid is None:
        raise LycosaError(
            f"experiment {experiment.name!r} has no [grid]; say which strategy and which values"
        )
    strategy = experiment.grid.strategy
    variant = experiment.choices().get(strategy)
    _check(variant.name if variant else strategy, list(experiment.grid.values))
    combinations = [
        dict(zip(experiment.grid.values, values, strict=True))
        for values in product(*experiment.grid.values.values())
    ]
    trials = trials_of(_allowed(experiment, reporting), root, jobs)
    variants = [_variant(trial, strategy, values) for values in combinations for trial in trials]
    results, failures = run_trials(variants, jobs, cells, progress)
    if failures:
        raise LycosaError(f"{len(failures)} crawls failed, the first: {failures[0]}")
    size = len(results) // len(combinations)
    return [
        GridPoint(values, _means(results[place * size : (place + 1) * size]))
        for place, values in enumerate(combinations)
    ]


def _check(strategy: str, names: Sequence[str]) -> None:
    if len(names) > 2:
        raise LycosaError(f"a grid has one or two parameters, not {len(names)}: {', '.join(names)}")
    known = list(inspect.signature(strategy_class(strategy)).parameters)
    for name in names:
        if name not in known:
            raise LycosaError(f"grid: {strategy} has no parameter {name!r}; it has {', '.join(known)}")


def _allowed(experiment: Experiment, reporting: bool) -> Experiment:
    """Return the grid's strategy on the topics that may be tuned on."""
    strategies = (experiment.grid.strategy,) if experiment.grid else ()
    if reporting:
        return experiment.model_copy(update={"strategies": strategies})
    webs = tuple(entry.model_copy(update={"reporting": ()}) for entry in experiment.webs if entry.tuning)
    if not webs:
        raise LycosaError(
            f"experiment {experiment.name!r} has reporting topics only, and parameters must not be chosen on "
            "those; name tuning topics, or force it with --reporting"
        )
    return experiment.model_copy(update={"webs": webs, "strategies": strategies})


def _variant(trial: Trial, strategy: str, values: dict[str, Value]) -> Trial:
    fixed = trial.plan.parameters.get(strategy, {})
    return replace(trial, plan=replace(trial.plan, parameters={strategy: {**fixed, **values}}))


def _means(results: Sequence[Result]) -> dict[str, Mean]:
    ends = [result["checkpoints"][-1] for result in results]
    columns = {
        "harvest": [end["label"]["harvest"] for end in ends],
        "area": [end["label"]["area"] for end in ends],
        "recall": [end["label"]["recall"] for end in ends],
        "oracle_share": [end["oracle_share"] for end in ends],
        "own_harvest": [end["own"]["harvest"] for end in ends],
    }
    return {name: mean(values) for name, values in columns.items()}
