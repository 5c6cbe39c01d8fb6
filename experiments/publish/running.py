"""Runs one part of what is published."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from experiments.publish.markdown import rerun, under_tables
from experiments.publish.parts import PROGRAMS, THRESHOLDS, Part
from experiments.publish.rehearsal import rehearsed
from experiments.publish.results import Results
from experiments.publish.thresholds import write_thresholds
from rich.console import Console

from lycosa.cli.lab_grid import run_grid_experiment
from lycosa.cli.lab_run import run_experiment
from lycosa.errors import LycosaError
from lycosa.lab.experiment.matrix import Experiment

REPORTED = "reporting"
"""The experiment whose report is drawn: the others' take minutes, and `lycosa lab run` makes them."""
REHEARSED = {
    "tunnels": ("--webs", "1", "--strategy", "bfs", "--strategy", "best-first"),
    "reproduce_classifiers": ("--quick",),
    "sentence_threshold": ("--draws", "1", "--pages", "20", "--sample", "50"),
}
"""Programs of a rehearsal, and what makes them short; the others need reporting topics or minutes."""


@dataclass(frozen=True)
class Run:
    """What every part needs."""

    results: Results
    shared: Path
    docs: Path
    jobs: int
    console: Console
    programs_from: Path
    """Folder in which the programs are looked for."""
    is_rehearsal: bool = False

    @property
    def webs(self) -> Path:
        """Folder of the frozen webs."""
        return self.shared / "webs"

    def experiment(self, name: str) -> Experiment:
        """Return what a file asks for, or a small part of it."""
        asked = self.results.experiment(name)
        return rehearsed(asked) if self.is_rehearsal else asked


def run_part(part: Part, run: Run) -> None:
    """Crawl, estimate or measure what a part asks for."""
    special: dict[str, Callable[[Run], None]] = {THRESHOLDS: _thresholds, PROGRAMS: _programs}
    if part.name in special:
        special[part.name](run)
        return
    out = run.results.folder / part.name
    experiment = run.experiment(part.name)
    if part.is_grid:
        run_grid_experiment(experiment, run.webs, run.jobs, out, run.console)
    else:
        run_experiment(
            experiment,
            run.webs,
            run.jobs,
            out,
            run.console,
            report=part.name == REPORTED,
            figures=False,
            repeats=part.draws,
        )


def _thresholds(run: Run) -> None:
    file = run.results.folder / f"{THRESHOLDS}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    write_thresholds(run.experiment(THRESHOLDS), run.webs, run.jobs, file)


def _programs(run: Run) -> None:
    """Run the programs that write pages of their own, as many at once as there are cores."""
    shared, folder = ["--shared", str(run.shared)], run.docs / "results"
    pages = {
        "tunnels": folder / "tunnels.md",
        "reproduce_classifiers": folder / "classifiers.md",
        "reproduce_thresholds": folder / "thresholds.md",
        "sentence_threshold": folder / "sentence-threshold.md",
        "remaining": folder / "remaining.md",
    }
    programs = {name: [*shared, "--out", str(page)] for name, page in pages.items()}
    programs["tunnels"] = ["--webs", "8", "--out", str(pages["tunnels"])]
    if run.is_rehearsal:
        programs = {name: [*programs[name], *small] for name, small in REHEARSED.items()}

    def execute(name: str) -> int:
        command = [sys.executable, "-m", f"benchmarks.{name}", *programs[name]]
        code = subprocess.run(command, check=False, cwd=run.programs_from).returncode  # noqa: S603  # ours
        if not code:
            text = pages[name].read_text(encoding="utf-8")
            pages[name].write_text(under_tables(text, rerun(PROGRAMS)), encoding="utf-8")
        return code

    with ThreadPoolExecutor(run.jobs) as pool:
        ended = dict(zip(programs, pool.map(execute, programs), strict=True))
    if failed := [name for name, code in ended.items() if code]:
        raise LycosaError(f"these programs failed: {', '.join(failed)}")
