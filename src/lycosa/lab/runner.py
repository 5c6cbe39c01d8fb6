"""Runs the crawls of experiments, several at once on the cores of the machine.

A crawl that breaks ends alone: the others go on, and its failure is told at the end. A run that is
interrupted lets the crawls under way finish; with a folder for cells, nothing finished is lost.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from typing import NamedTuple

from lycosa.errors import LycosaError
from lycosa.lab.cells import Cells
from lycosa.lab.experiment import Outcome, Plan, draw, run_cell
from lycosa.lab.ground import Ground, open_ground
from lycosa.lab.oracle import Oracle
from lycosa.lab.results import Result, results_of

Progress = Callable[[str, int, int], None]
"""Called with a line about the crawl just finished, how many are done, and how many there are."""


@dataclass(frozen=True)
class Trial:
    """A plan, and the web to carry it out on."""

    spec: str
    """Folder of a frozen web, or `synth:…`."""
    plan: Plan


class Cell(NamedTuple):
    """One crawl: a strategy in a repeat of a trial."""

    trial: int
    strategy: str
    repeat: int


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
    grounds = {spec: open_ground(spec, jobs) for spec in dict.fromkeys(trial.spec for trial in trials)}
    for trial in trials:
        grounds[trial.spec].web.on_topic(trial.plan.topic)
    outcomes, failures = _Run(trials, grounds, cells, progress).outcomes(jobs)
    results = [
        result
        for number, trial in enumerate(trials)
        for result in _measured(trial.plan, grounds[trial.spec], number, outcomes)
    ]
    return results, failures


def _measured(plan: Plan, ground: Ground, number: int, outcomes: dict[Cell, Outcome]) -> list[Result]:
    """Return the results of a trial, strategy by strategy."""
    own = [
        outcomes[cell]
        for name in _names(plan)
        for repeat in range(plan.repeats)
        if (cell := Cell(number, name, repeat)) in outcomes
    ]
    reachable = [
        ground.reachable(plan.topic, draw(ground, plan, repeat).seeds) for repeat in range(plan.repeats)
    ]
    measured = results_of(plan, ground.web, own, reachable, ground.pages.parse_s)
    return [result for result in measured if result["strategy"] in plan.strategies]


def _names(plan: Plan) -> list[str]:
    return list(dict.fromkeys((*plan.strategies, Oracle.name)))


class _Run:
    """What is done and what is left of a run."""

    def __init__(
        self,
        trials: Sequence[Trial],
        grounds: dict[str, Ground],
        cells: Cells | None,
        progress: Progress | None,
    ) -> None:
        self._trials = trials
        self._grounds = grounds
        self._cells = cells
        self._progress = progress
        self._done: dict[Cell, Outcome] = {}
        self._failures: list[str] = []
        self._all = [
            Cell(number, name, repeat)
            for number, trial in enumerate(trials)
            for repeat in range(trial.plan.repeats)
            for name in _names(trial.plan)
        ]

    def outcomes(self, jobs: int) -> tuple[dict[Cell, Outcome], list[str]]:
        """Return the outcome of every crawl that came to its end, and what became of the others."""
        for cell in self._all:
            self._take_stored(cell)
        missing = [cell for cell in self._all if cell not in self._done]
        if missing:
            self._tell(f"{len(self._done)} finished earlier")
            self._crawl(missing, jobs)
        return self._done, self._failures

    def _take_stored(self, cell: Cell) -> None:
        trial = self._trials[cell.trial]
        ground = self._grounds[trial.spec]
        stored = self._cells.load(ground, trial.plan, cell.strategy, cell.repeat) if self._cells else None
        if stored is not None:
            self._done[cell] = stored

    def _crawl(self, missing: list[Cell], jobs: int) -> None:
        tools = (self._trials, self._cells)
        with ProcessPoolExecutor(jobs, initializer=_prepare, initargs=tools) as pool:
            futures = {pool.submit(_run, cell): cell for cell in missing}
            try:
                for future in as_completed(futures):
                    self._settle(futures[future], future)
            except KeyboardInterrupt:
                self._tell("interrupted: finishing the crawls under way")
                pool.shutdown(cancel_futures=True)
                raise

    def _settle(self, cell: Cell, future: Future[Outcome]) -> None:
        where = f"{cell.strategy} on {self._trials[cell.trial].plan.topic}, repeat {cell.repeat}"
        try:
            outcome = self._done[cell] = future.result()
        except Exception as error:
            self._failures.append(f"{where}: {type(error).__name__}: {error}")
            self._tell(f"{where} failed")
            return
        found = sum(sighting.on_topic for sighting in outcome.sightings)
        self._tell(f"{where}: {found} of {len(outcome.sightings)} on topic")

    def _tell(self, line: str) -> None:
        if self._progress is not None:
            self._progress(line, len(self._done) + len(self._failures), len(self._all))


_trials: Sequence[Trial] = ()
_cells: Cells | None = None
_grounds: dict[str, Ground] = {}
"""What a worker process has at hand."""


def _prepare(trials: Sequence[Trial], cells: Cells | None) -> None:
    global _trials, _cells  # a worker process is handed its tools once
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what an interruption means
    _trials, _cells = trials, cells
    _grounds.clear()


def _run(cell: Cell) -> Outcome:
    """Crawl in a worker process."""
    trial = _trials[cell.trial]
    if trial.spec not in _grounds:
        _grounds.clear()  # one web at a time: cells come web by web
        _grounds[trial.spec] = open_ground(trial.spec)
    ground = _grounds[trial.spec]
    outcome = run_cell(ground, trial.plan, cell.strategy, cell.repeat)
    if _cells is not None:
        _cells.save(ground, trial.plan, outcome)
    return outcome
