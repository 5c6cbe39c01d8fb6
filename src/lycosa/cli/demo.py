"""`lycosa demo`: a focused crawl of a synthetic web through real sockets, then a comparison with others."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console

WEB = "synth"
TOPIC = "rainstorm"
SENTENCE = "rainstorm disasters: flash floods, landslides, overflowing dams and the rescue of people"
SEEDS = 3
CRAWL_PAGES = 300
BUDGET = 500
REPEATS = 2
_DELAY_S = 0.02
"""Rest of a host: the web is on this machine and nobody else's."""


@click.command()
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("demo-out"), show_default=True, help="Folder."
)
def demo(out: Path) -> None:
    """Crawl a web made up for the purpose, served on this machine; then compare with other ways."""
    console = Console()
    console.print(
        f"A synthetic web of 4,000 pages on 40 hosts is served on this machine; a crawl looks in it for\n"
        f"pages about [bold]{SENTENCE}[/].\n"
    )
    folder = out / "crawl"
    if (folder / "crawl.toml").is_file():
        shutil.rmtree(folder)  # what an earlier demonstration left
    with _served() as port:
        _crawl(folder, port)
    _explain(folder, console)
    _compare(out / "comparison", console)
    console.print("\nOpen the reports in a browser. Next: `lycosa crawl --help`, `lycosa strategies`.")


@contextmanager
def _served() -> Iterator[int]:
    """Serve the web from a process of its own while the block runs; give its port."""
    command = [sys.executable, "-m", "lycosa", "lab", "serve", WEB, "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603  # our own
        try:
            yield int(json.loads(server.stdout.readline() if server.stdout else "")["port"])
        finally:
            server.terminate()


def _crawl(folder: Path, port: int) -> None:
    from lycosa.api import settings_for
    from lycosa.cli.crawl import follow
    from lycosa.lab.web.named import web_from
    from lycosa.session import Session

    seeds = sorted(web_from(WEB).on_topic(TOPIC))[:SEEDS]
    more = {
        "politeness__delay_s": _DELAY_S,
        "politeness__address_delay_s": 0.0,
        "network__resolve": [f"*:127.0.0.1:{port}"],
    }
    follow(Session(settings_for(SENTENCE, seeds, CRAWL_PAGES, more), folder))


def _explain(folder: Path, console: Console) -> None:
    """Say why the relevant page was taken that lies furthest from the seeds."""
    from lycosa.cli.inspect import why
    from lycosa.store.opened import open_crawl

    relevant = open_crawl(folder).pages()
    furthest = max(relevant, key=lambda page: page["depth"])["url"]
    console.print(f"\nWhy [bold]{furthest}[/] was read (`lycosa why URL {folder}`):\n")
    why.main([furthest, str(folder)], standalone_mode=False)


def _compare(out: Path, console: Console) -> None:
    from lycosa.cli.lab_run import run_and_report
    from lycosa.config import Settings
    from lycosa.lab.experiment.plan import Plan

    default = Settings().strategy.name
    console.print(
        f"\nThree ways to look for such pages in the same web, described by ten examples:\n"
        f"  bfs         takes links as they come\n  {default:10s}  follows what looks relevant\n"
        f"  oracle      knows the answers: the best that could be done\nEach may download {BUDGET} pages, "
        f"from {REPEATS} different starts.\n"
    )
    plan = Plan(TOPIC, ("bfs", default, "oracle"), BUDGET, repeats=REPEATS)
    run_and_report(plan, WEB, os.cpu_count() or 1, out, console)
