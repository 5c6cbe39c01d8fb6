"""`lycosa demo`: a focused crawl of the synthetic web, compared with a blind one and the best possible."""

from __future__ import annotations

import os
from pathlib import Path

import click
from rich.console import Console

TOPIC = "rainstorm"
STRATEGIES = ("bfs", "best-first", "oracle")
BUDGET = 500
REPEATS = 3


@click.command()
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("demo-out"), show_default=True, help="Folder."
)
def demo(out: Path) -> None:
    """Compare a focused crawl with a blind one, on a web made up for the purpose."""
    from lycosa.cli.lab_run import run_and_report
    from lycosa.lab.experiment.plan import Plan

    console = Console()
    console.print(
        f"Three ways to look for pages about [bold]{TOPIC}[/] disasters in a synthetic web of 4,000 pages on "
        f"40 hosts:\n  bfs         takes links as they come\n  best-first  follows what looks relevant\n"
        f"  oracle      knows the answers: the best that could be done\nEach may download {BUDGET} pages, "
        f"from {REPEATS} different starts.\n"
    )
    plan = Plan(TOPIC, STRATEGIES, BUDGET, repeats=REPEATS)
    run_and_report(plan, "synth", os.cpu_count() or 1, out, console)
    console.print("\nOpen the report in a browser. Next: `lycosa crawl --help`, `lycosa strategies`.")
