"""What the lab shows while it runs: crawls done, time gone, time left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from lycosa.cli.root import printable

_SPEED_OVER_S = 600.0
"""Crawls differ in length, so the time left is told by many of them."""


def plain_console() -> Console:
    """Return a console that takes nothing for markup: labels, names and folders are anybody's."""
    return Console(markup=False, emoji=False)


@contextmanager
def progress_bar(console: Console, beginning: str) -> Iterator[Callable[[str, int, int], None]]:
    """Give a function that takes a line, how many crawls are done, and how many there are."""
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, speed_estimate_period=_SPEED_OVER_S) as progress:
        task = progress.add_task(beginning, total=None)

        def show(line: str, done: int, total: int) -> None:
            progress.update(task, description=printable(line), completed=done, total=total)

        yield show
