"""`lycosa lab run`: strategies x repeats on one topic of one web."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from lycosa.cli.options import ListOptions

if TYPE_CHECKING:
    from lycosa.lab.experiment import Outcome, Plan


@click.command(cls=ListOptions)
@click.option("--web", required=True, metavar="DIR", help="Folder of a frozen web, or `synth`.")
@click.option("--topic", required=True, metavar="LABEL", help="Label of the pages to find.")
@click.option(
    "--strategy", "strategies", multiple=True, required=True, metavar="NAME…", help="What to compare."
)
@click.option("--budget", type=int, default=1000, show_default=True, help="Pages each crawl may download.")
@click.option("--seeds", type=int, default=3, show_default=True, help="Examples a crawl starts from.")
@click.option("--examples", type=int, default=10, show_default=True, help="Pages that describe the topic.")
@click.option("--repeats", type=int, default=1, show_default=True, help="Random draws of examples and seeds.")
@click.option("--start", multiple=True, metavar="URL…", help="Start here, not at the examples.")
@click.option("--random-seed", type=int, default=0, show_default=True, help="Start of all randomness.")
@click.option("--concurrency", type=int, default=1, show_default=True, help="Requests under way at once.")
@click.option("--jobs", type=int, default=os.cpu_count() or 1, help="Crawls at once; default: the cores.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder for results and report.")
def run(
    *,
    web: str,
    topic: str,
    strategies: tuple[str, ...],
    budget: int,
    seeds: int,
    examples: int,
    repeats: int,
    start: tuple[str, ...],
    random_seed: int,
    concurrency: int,
    jobs: int,
    out: Path,
) -> None:
    """Compare strategies on one topic of a frozen web.

    Writes results.json and report.html. Each repeat draws its own examples of the topic; they
    describe it to every strategy alike, and some of them are the seeds. Labels serve for that
    and for scoring, never for crawling.
    """
    from lycosa.lab.experiment import Plan

    plan = Plan(topic, strategies, budget, seeds, examples, repeats, random_seed, start, concurrency)
    run_and_report(plan, web, jobs, out, Console())


def run_and_report(plan: Plan, web: str, jobs: int, out: Path, console: Console) -> None:
    """Run a plan with a progress bar; write and show what came of it."""
    from lycosa.lab.results import claim_folder, write_results
    from lycosa.lab.runner import run_plan
    from lycosa.report.lab import write_report
    from lycosa.report.table import results_table

    claim_folder(out)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
    ) as progress:
        task = progress.add_task("opening the web", total=None)

        def show(outcome: Outcome, done: int, total: int) -> None:
            found = sum(sighting.on_topic for sighting in outcome.sightings)
            told = f"{outcome.strategy}: {found} of {len(outcome.sightings)} pages on topic"
            progress.update(task, description=told, completed=done, total=total)

        results = run_plan(plan, web, jobs, show)
    write_results(results, out / "results.json")
    write_report(results, out / "report.html")
    console.print(results_table(results, console.width))
    console.print(f"results: {out / 'results.json'}\nreport:  {out / 'report.html'}", soft_wrap=True)
