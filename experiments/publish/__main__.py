"""One command from the frozen webs to the published numbers: `make results`.

Runs every experiment of this folder, or goes on where it was stopped, and rewrites `docs/results` and the
measured sections of `docs/papers`. The pages are made of the results alone: the same results, the same pages.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from experiments.publish.pages import ABLATIONS, GRIDS, JUDGES, LIVE, write_pages
from experiments.publish.screenshot import write_screenshot
from experiments.publish.thresholds import write_thresholds
from rich.console import Console

from lycosa.cli.lab_grid import run_grid_file
from lycosa.cli.lab_run import run_file
from lycosa.errors import LycosaError

ROOT = Path(__file__).resolve().parents[2]
EXPERIMENTS = (
    *("reporting", "portal", ABLATIONS, *LIVE, *JUDGES),
    *(f"paper-00{number}" for number in range(5)),
)


def main() -> None:
    """Run what is asked for, then write the pages."""
    options = _options()
    console = Console()
    if not options.pages_only and (failures := _run(options, console)):
        sys.exit("\n".join(("no page was written, because something failed:", *failures)))
    write_pages(options.out, options.experiments, options.docs)
    write_screenshot(options.out / "reporting" / "report.html", options.docs / "results" / "report.png")
    console.print(f"pages: {options.docs / 'results'}", soft_wrap=True)


def _options() -> argparse.Namespace:
    shared = Path(os.environ.get("LYCOSA_SHARED", ROOT.parent / "shared"))
    parser = argparse.ArgumentParser(prog="python -m experiments.publish", description=__doc__)
    parser.add_argument("--shared", type=Path, default=shared, help="folder with webs/ and text/")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "results", help="folder for results")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="crawls at once")
    parser.add_argument(
        "--experiments", type=Path, default=ROOT / "experiments", help="folder of the files to run"
    )
    parser.add_argument("--docs", type=Path, default=ROOT / "docs", help="folder with results/ and papers/")
    parser.add_argument("--pages-only", action="store_true", help="write the pages from results there are")
    parser.add_argument(
        "--no-benchmarks", action="store_true", help="leave out classifiers, thresholds, tunnels"
    )
    return parser.parse_args()


def _run(options: argparse.Namespace, console: Console) -> list[str]:
    """Run everything; what fails stops nothing else, and is returned in a line."""
    failures = []
    webs, jobs = options.shared / "webs", options.jobs
    for name in (*EXPERIMENTS, *GRIDS):
        console.rule(name)
        run = run_grid_file if name in GRIDS else run_file
        try:
            run(options.experiments / f"{name}.toml", webs, jobs, options.out / name, console)
        except LycosaError as error:
            failures.append(f"{name}: {error}")
    console.rule("thresholds")
    file = options.experiments / "paper-004.toml"
    write_thresholds(file, webs, jobs, options.out / "thresholds-004.json")
    if not options.no_benchmarks:
        console.rule("classifiers, thresholds, tunnels")
        _run_benchmarks(options)
    return failures


def _run_benchmarks(options: argparse.Namespace) -> None:
    """Run the programs that write pages of their own, as many at once as there are cores."""
    shared, folder = ["--shared", str(options.shared)], options.docs / "results"
    programs = {
        "reproduce_classifiers": [*shared, "--out", str(folder / "classifiers.md")],
        "reproduce_thresholds": [*shared, "--out", str(folder / "thresholds.md")],
        "tunnels": ["--out", str(folder / "tunnels.md")],
        "sentence_threshold": [*shared, "--out", str(folder / "sentence-threshold.md")],
    }

    def run(name: str) -> None:
        command = [sys.executable, "-m", f"benchmarks.{name}", *programs[name]]
        subprocess.run(command, check=True, cwd=ROOT)  # noqa: S603  # our own programs

    with ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(run, programs))


if __name__ == "__main__":
    main()
