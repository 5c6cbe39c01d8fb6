"""Runs the crawls of experiments, several at once on the cores of the machine.

A crawl that several trials ask for runs once. A crawl that breaks ends alone: the others go on, and
its failure is told at the end. A run that is interrupted lets the crawls under way finish; with a
folder for cells, nothing finished is lost.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from typing import NamedTuple

from lycosa.errors import LycosaError
from lycosa.lab.experiment.cells import Cells, cell_key
from lycosa.lab.experiment.oracle import Oracle
from lycosa.lab.experiment.plan import Plan
from lycosa.lab.experiment.prepared_web import PreparedWeb, end_with_parent, prepare_web
from lycosa.lab.experiment.results import Result, results_of
from lycosa.lab.experiment.trial import TrialOutcome, draw, run_cell

Progress = Callable[[str, int, int], None]
"""Called with a line about the crawl just finished, how many are done, and how many there are."""


@dataclass(frozen=True)
class Trial:
    """A plan, and the web to carry it out on."""

    spec: str
    """Folder of a frozen web, or `synth:…`."""
    plan: Plan

    def up_to(self, repeats: int | None) -> Trial:
        """Return the same with no more than so many draws: crawls that the whole trial has, too."""
        if repeats is None or repeats >= self.plan.repeats:
            return self
        return replace(self, plan=replace(self.plan, repeats=repeats))


class Cell(NamedTuple):
    """One crawl: a strategy in a repeat of a trial."""

    trial: int
    strategy: str
    repeat: int
    key: str
    """Equal for crawls that must be equal."""


def run_plan(plan: Plan, spec: str, jobs: int = 1, progress: Progress | None = None) -> list[Result]:
    """Run every strategy of a plan in every repeat on a web; the results come in the plan's order."""
    results, failures = run_trials([Trial(spec, plan)], jobs, progress=progress)
    if failures:
        raise LycosaError(failures[0])
    return results


def run_trials(
    trials: Sequence[Trial], jobs: int = 1, cells: Cells | None = None, progress: Progress | None = None
) -> tuple[list[Result], list[str]]:
    """Run all crawls of all trials that are not finished yet; return results, and a line for each failure.

    The oracle always runs along as the yardstick, whether or not a plan names it.
    """
    prepared = {spec: prepare_web(spec, jobs) for spec in dict.fromkeys(trial.spec for trial in trials)}
    wanted = [
        Cell(number, name, repeat, cell_key(prepared[trial.spec], trial.plan, name, repeat))
        for number, trial in enumerate(trials)
        for repeat in range(trial.plan.repeats)
        for name in _names(trial.plan)
    ]
    unique: dict[str, Cell] = {}
    for cell in wanted:
        unique.setdefault(cell.key, cell)
    run = _Run(trials, unique, cells, progress)
    run.take_stored(prepared)
    run.crawl(jobs)
    results = []
    for number, trial in enumerate(trials):
        own = [cell for cell in wanted if cell.trial == number]
        results += _measured(trial, prepared[trial.spec], own, run.done)
    return results, run.failures


def _names(plan: Plan) -> list[str]:
    return list(dict.fromkeys((*plan.strategies, Oracle.name)))


def _measured(
    trial: Trial, prepared: PreparedWeb, cells: Sequence[Cell], done: dict[str, TrialOutcome]
) -> list[Result]:
    """Return the results of a trial, strategy by strategy."""
    plan = trial.plan
    order = _names(plan)
    cells = sorted(cells, key=lambda cell: (order.index(cell.strategy), cell.repeat))
    outcomes = [done[cell.key] for cell in cells if cell.key in done]
    reachable = [
        prepared.reachable(plan.topic, draw(prepared, plan, repeat).seeds) for repeat in range(plan.repeats)
    ]
    parse_s = prepared.pages.parse_s
    measured = results_of(plan, prepared.web, outcomes, reachable, web_parse_s=parse_s, spec=trial.spec)
    return [result for result in measured if result["strategy"] in plan.strategies]


class _Run:
    """What is done and what is left of a run."""

    def __init__(
        self,
        trials: Sequence[Trial],
        cells: dict[str, Cell],
        kept: Cells | None,
        progress: Progress | None,
    ) -> None:
        self.done: dict[str, TrialOutcome] = {}
        self.failures: list[str] = []
        self._trials = trials
        self._cells = cells
        self._kept = kept
        self._progress = progress

    def take_stored(self, prepared: dict[str, PreparedWeb]) -> None:
        """Take over the crawls that an earlier run has finished."""
        if self._kept is None:
            return
        for key, cell in self._cells.items():
            stored = self._kept.load(key, prepared[self._trials[cell.trial].spec].graph)
            if stored is not None:
                self.done[key] = stored
        self._tell(f"{len(self.done)} finished earlier")

    def crawl(self, jobs: int) -> None:
        """Run what is missing."""
        missing = [cell for key, cell in self._cells.items() if key not in self.done]
        if not missing:
            return
        with ProcessPoolExecutor(jobs, initializer=_prepare, initargs=(self._trials, self._kept)) as pool:
            futures = {pool.submit(_run, cell): cell for cell in missing}
            try:
                for future in as_completed(futures):
                    self._settle(futures[future], future)
            except KeyboardInterrupt:
                self._tell("interrupted: finishing the crawls under way")
                pool.shutdown(cancel_futures=True)
                raise

    def _settle(self, cell: Cell, future: Future[TrialOutcome]) -> None:
        where = f"{cell.strategy} on {self._trials[cell.trial].plan.topic}, repeat {cell.repeat}"
        try:
            outcome = self.done[cell.key] = future.result()
        except Exception as error:
            self.failures.append(f"{where}: {type(error).__name__}: {error}")
            self._tell(f"{where} failed")
            return
        found = sum(sighting.on_topic for sighting in outcome.sightings)
        self._tell(f"{where}: {found} of {len(outcome.sightings)} on topic")

    def _tell(self, line: str) -> None:
        if self._progress is not None:
            self._progress(line, len(self.done) + len(self.failures), len(self._cells))


_trials: Sequence[Trial] = ()
_kept: Cells | None = None
_prepared: dict[str, PreparedWeb] = {}
"""What a worker process has at hand."""


def _prepare(trials: Sequence[Trial], kept: Cells | None) -> None:
    global _trials, _kept  # a worker process is handed its tools once
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what an interruption means
    end_with_parent()
    _trials, _kept = trials, kept
    _prepared.clear()


def _run(cell: Cell) -> TrialOutcome:
    """Crawl in a worker process."""
    trial = _trials[cell.trial]
    if trial.spec not in _prepared:
        _prepared.clear()  # one web at a time: cells come web by web
        _prepared[trial.spec] = prepare_web(trial.spec)
    prepared = _prepared[trial.spec]
    outcome = run_cell(prepared, trial.plan, cell.strategy, cell.repeat)
    if _kept is not None:
        _kept.save(cell.key, outcome, prepared.graph)
    return outcome
