"""`lycosa lab run`: an experiment from a file, or strategies x repeats on one topic of one web."""

from __future__ import annotations

import os
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console

from lycosa.cli.lab_progress import plain_console, progress_bar
from lycosa.cli.options import ListOptions
from lycosa.cli.parts import part_flags
from lycosa.cli.root import printable
from lycosa.errors import Kind, LycosaError

if TYPE_CHECKING:
    from lycosa.lab.experiment.matrix import Experiment
    from lycosa.lab.experiment.plan import Plan
    from lycosa.lab.experiment.results import Result


@click.command(cls=ListOptions)
@click.argument("file", required=False, type=click.Path(path_type=Path), metavar="[FILE.toml]")
@click.option(
    "--webs", type=click.Path(path_type=Path), default=Path(), help="Folder of the webs that FILE names."
)
@click.option("--web", default="", metavar="DIR", help="Folder of a frozen web, or `synth`.")
@click.option("--topic", default="", metavar="LABEL", help="Label of the pages to find.")
@click.option("--strategy", "strategies", multiple=True, metavar="NAME…", help="What to compare.")
@part_flags
@click.option("--budget", type=int, default=1000, show_default=True, help="Pages each crawl may download.")
@click.option("--seeds", type=int, default=3, show_default=True, help="Examples a crawl starts from.")
@click.option("--examples", type=int, default=10, show_default=True, help="Pages that describe the topic.")
@click.option("--sentence", default="", metavar="TEXT", help="Describes the topic instead of the examples.")
@click.option("--keywords", multiple=True, metavar="WORD…", help="Terms of the topic, for --described-by.")
@click.option(
    "--described-by",
    default="",
    metavar="PARTS",
    help="What the judge is given: `sentence + seed`, `keywords`, `3 examples + sentence` …",
)
@click.option("--repeats", type=int, default=1, show_default=True, help="Random draws of examples and seeds.")
@click.option("--start", multiple=True, metavar="URL…", help="Start here, not at the examples.")
@click.option("--random-seed", type=int, default=0, show_default=True, help="Start of all randomness.")
@click.option("--concurrency", type=int, default=1, show_default=True, help="Requests under way at once.")
@click.option(
    "--jobs", type=click.IntRange(1), default=os.cpu_count() or 1, help="Crawls at once; default: the cores."
)
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder for results and report.")
def run(
    *,
    file: Path | None,
    webs: Path,
    web: str,
    topic: str,
    strategies: tuple[str, ...],
    budget: int,
    seeds: int,
    examples: int,
    sentence: str,
    keywords: tuple[str, ...],
    described_by: str,
    repeats: int,
    start: tuple[str, ...],
    random_seed: int,
    concurrency: int,
    jobs: int,
    out: Path,
    **parts: str | None,
) -> None:
    """Compare strategies on frozen webs.

    With FILE.toml, run the experiment it describes; finished crawls are kept in OUT/cells, and the
    same command goes on where it was stopped. Without, compare strategies on one topic of one web,
    given by --web, --topic and --strategy.

    Writes results.json, results.parquet, report.html and, for a file, figures. Each repeat draws
    its own examples of the topic; they describe it to every strategy alike, and some of them are the
    seeds. Labels serve for that and for scoring, never for crawling.
    """
    from lycosa.assembly import PartChoice, StrategyChoice
    from lycosa.lab.experiment.plan import Plan

    if file is not None:
        if web or topic or strategies or any(parts.values()):
            raise LycosaError(f"{file} says what to run; leave out --web, --topic, --strategy and parts")
        run_file(file, webs, jobs, out, plain_console())
        return
    if not (web and topic and strategies):
        raise LycosaError("nothing to run: give an experiment FILE.toml, or --web, --topic and --strategy")
    named: dict[str, Any] = {kind: PartChoice(name) for kind, name in parts.items() if name}
    plan = Plan(
        topic=topic,
        strategies=strategies,
        budget=budget,
        seeds=seeds,
        examples=examples,
        repeats=repeats,
        random_seed=random_seed,
        start=start,
        concurrency=concurrency,
        sentence=sentence,
        keywords=keywords,
        described_by=described_by,
        variants={name: StrategyChoice(name, **named) for name in strategies} if named else {},
    )
    run_and_report(plan, web, jobs, out, plain_console())


def run_file(file: Path, webs: Path, jobs: int, out: Path, console: Console) -> None:
    """Run the experiment in a file; write and tell what came of it."""
    from lycosa.lab.experiment.matrix import read_experiment

    run_experiment(read_experiment(file), webs, jobs, out, console)


def run_experiment(
    experiment: Experiment,
    webs: Path,
    jobs: int,
    out: Path,
    console: Console,
    *,
    report: bool = True,
    figures: bool = True,
    repeats: int | None = None,
) -> None:
    """Run an experiment, or its first `repeats` draws alone; write and tell what came of it.

    The report and the figures, every one in a file of its own, can be left out: they take minutes to draw.
    """
    from lycosa.lab.experiment.cells import Cells
    from lycosa.lab.experiment.matrix import trials_of
    from lycosa.lab.experiment.results import claim_folder
    from lycosa.lab.experiment.runner import run_trials
    from lycosa.report.figure.export import write_figures

    claim_folder(out)
    with progress_bar(console, "opening webs") as show:
        trials = [trial.up_to(repeats) for trial in trials_of(experiment, webs, jobs)]
        _tell_left_out([trial.spec for trial in trials], console)
        results, failures = run_trials(trials, jobs, Cells(out / "cells"), show)
    if results:
        _write(results, out, report=report)
        drawn = write_figures(results, out / "figures") if figures else []
        where = f"; figures: {len(drawn)} files in {out / 'figures'}" if drawn else ""
        console.print(f"{len(results)} crawls{where}", soft_wrap=True)
        tell_failed(results, console)
        _tell_where(out, console, report=report)
    if failures:
        for failure in failures:
            console.print(printable(failure), style="red", soft_wrap=True)
        raise LycosaError(f"{len(failures)} crawls failed; the others are in {out}")


def run_and_report(plan: Plan, web: str, jobs: int, out: Path, console: Console) -> None:
    """Run a plan with a progress bar; write and show what came of it."""
    from lycosa.lab.experiment.results import claim_folder
    from lycosa.lab.experiment.runner import run_plan
    from lycosa.lab.web.named import web_from
    from lycosa.report.lab.table import results_table

    web_from(web).on_topic(plan.topic)  # a wrong web or label is told before anything is written
    claim_folder(out)
    _tell_left_out([web], console)
    with progress_bar(console, "opening the web") as show:
        results = run_plan(plan, web, jobs, show)
    _write(results, out)
    table = results_table(results, console.width)
    table.title = printable(str(table.title))
    console.print(table)
    tell_failed(results, console)
    _tell_where(out, console)


def _write(results: list[Result], out: Path, *, report: bool = True) -> None:
    from lycosa.lab.experiment.flat import write_table
    from lycosa.lab.experiment.results import write_results
    from lycosa.report.lab.page import write_report

    write_results(results, out / "results.json")
    write_table(results, out / "results.parquet")
    if report:
        write_report(results, out / "report.html")


def tell_failed(results: list[Result], console: Console) -> None:
    """Name strategies that failed on pages: what is broken otherwise looks like what finds little."""
    failed: Counter[str] = Counter()
    for result in results:
        failed[result["strategy"]] += result["failures"].get(Kind.PAGE_FAILED, 0)
    for name, pages in (+failed).items():
        told = f"{name}: {pages} pages failed as they were read or judged; `lycosa check` may say why"
        console.print(told, style="red", soft_wrap=True)


def _tell_left_out(specs: list[str], console: Console) -> None:
    """Say what of frozen webs could not be taken for pages: labels may be lost with it."""
    from lycosa.lab.web.frozen import open_web
    from lycosa.lab.web.named import SYNTH

    for spec in dict.fromkeys(specs):
        if spec.partition(":")[0] == SYNTH:
            continue
        with closing(open_web(spec)) as web:
            if left_out := web.left_out():
                console.print(f"left out of {spec}: {left_out}", style="yellow", soft_wrap=True)


def _tell_where(out: Path, console: Console, *, report: bool = True) -> None:
    console.print(f"results: {out / 'results.json'}", soft_wrap=True)
    if report:
        console.print(f"report:  {out / 'report.html'}", soft_wrap=True)
