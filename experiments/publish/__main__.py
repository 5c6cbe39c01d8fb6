"""One command from the frozen webs to the published numbers: `make results`.

Runs every experiment of this folder, or goes on where it was stopped, and rewrites `docs/results` and the
measured sections of `docs/papers`. The pages are made of the results alone: the same results, the same pages.
A page is written as soon as its crawls are done, so that a run which is cut short has published what it has.
"""

from __future__ import annotations

import argparse
import os
import sys
from datetime import datetime, timedelta
from pathlib import Path
from time import monotonic

from experiments.publish.pages import write_from
from experiments.publish.parts import PARTS, PROGRAMS, Part, Progress
from experiments.publish.results import Results
from experiments.publish.running import Run, run_part
from experiments.publish.screenshot import write_screenshot
from rich.console import Console

from lycosa.errors import LycosaError

ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    """Run what is asked for, part by part, and write the pages of each."""
    options, console = _options(), Console()
    results = Results(options.out, options.experiments)
    if options.pages_only:
        write_from(results, options.docs)
    elif failures := _run(options, results, console):
        sys.exit("\n".join(("some of it failed:", *failures)))
    console.print(f"pages: {options.docs / 'results'}", soft_wrap=True)


def _options() -> argparse.Namespace:
    shared = Path(os.environ.get("LYCOSA_SHARED", ROOT.parent / "shared"))
    names = list(dict.fromkeys(part.name for part in PARTS))
    parser = argparse.ArgumentParser(prog="python -m experiments.publish", description=__doc__)
    parser.add_argument("--shared", type=Path, default=shared, help="folder with webs/ and text/")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "results", help="folder for results")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="crawls at once")
    parser.add_argument(
        "--experiments", type=Path, default=ROOT / "experiments", help="folder of the files to run"
    )
    parser.add_argument("--docs", type=Path, default=ROOT / "docs", help="folder with results/ and papers/")
    parser.add_argument("--only", nargs="+", default=names, choices=names, help="run these parts alone")
    parser.add_argument("--pages-only", action="store_true", help="write the pages from results there are")
    parser.add_argument(
        "--rehearsal",
        action="store_true",
        help="a few pages of tuning topics, to see that the chain holds; give other folders with it",
    )
    parser.add_argument(
        "--no-benchmarks", action="store_true", help="leave out classifiers, thresholds, tunnels"
    )
    return parser.parse_args()


def _run(options: argparse.Namespace, results: Results, console: Console) -> list[str]:
    """Run the parts and write their pages; what fails stops nothing else, and is returned in a line."""
    left_out = {PROGRAMS} if options.no_benchmarks else set()
    parts = [part for part in PARTS if part.name in options.only and part.name not in left_out]
    run = Run(
        results,
        options.shared,
        options.docs,
        options.jobs,
        console,
        programs_from=ROOT,
        is_rehearsal=options.rehearsal,
    )
    failures, started = [], monotonic()
    for place, part in enumerate(parts):
        progress = Progress(parts, place, monotonic() - started, options.jobs)
        console.rule(f"{part.name} ({place + 1} of {len(parts)}); {_outlook(progress)}")
        failures += _run_and_write(part, run)
    console.print(f"{len(parts)} parts in {(monotonic() - started) / 60:.0f} minutes")
    return failures


def _run_and_write(part: Part, run: Run) -> list[str]:
    """Run a part and write its pages; a mistake in one of them must not end hours of crawls."""
    failures = []
    for step in (run_part, _write):
        try:
            step(part, run)
        except LycosaError as error:
            failures.append(f"{part.name}: {error}")
        except Exception as error:
            run.console.print_exception()
            failures.append(f"{part.name}: {type(error).__name__}: {error}")
    return failures


def _write(part: Part, run: Run) -> None:
    write_from(run.results, run.docs, [part.name])
    report = run.results.folder / part.name / "report.html"
    if part.name == "reporting" and report.exists():
        write_screenshot(report, run.docs / "results" / "report.png")


def _outlook(progress: Progress) -> str:
    end = datetime.now() + timedelta(seconds=progress.left_s)
    return f"{progress.elapsed_s / 60:.0f} min gone, about {progress.left_s / 60:.0f} left, until {end:%H:%M}"


if __name__ == "__main__":
    main()
