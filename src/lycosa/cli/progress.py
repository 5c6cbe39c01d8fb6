"""What a crawl shows while it runs: a live line in a terminal, log lines elsewhere."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import astuple
from typing import TYPE_CHECKING

from rich.console import Console
from rich.live import Live
from rich.table import Table

from lycosa.engine.step import Listener, Step

if TYPE_CHECKING:
    from lycosa.session import Session

REFRESH_S = 0.5
_LINE_EVERY_S = 10.0
_AWAITED = 2
"""Hosts named."""


@contextmanager
def progress_of(session: Session, console: Console | None = None) -> Iterator[Progress]:
    """Show a session's progress until the block ends."""
    console = console or Console(stderr=True)
    if not console.is_terminal:
        yield _Lines(session, console)
        return
    with Live(console=console, refresh_per_second=4, transient=True) as live:
        yield _Display(session, live)


class Progress(Listener):
    """A listener that also shows what happens between steps."""

    def refresh(self) -> None:
        """Show how things stand, unless they were shown a moment ago."""


def clock_time(seconds: float) -> str:
    """Write a time in minutes and seconds."""
    minutes, rest = divmod(max(0, round(seconds)), 60)
    return f"{minutes}:{rest:02}"


def relevant_pages(latest: int, at_visit: int) -> str:
    """Say how many pages are relevant, and how many were when they were visited."""
    before = f" ({at_visit:,} at the time of the visit)" if latest != at_visit else ""
    return f"{latest:,} relevant{before}"


def awaited_line(host: str, better: int, ready_in_s: float | None) -> str:
    """Say of a host what is waited for."""
    when = "answer under way" if ready_in_s is None else f"ready in {ready_in_s:.1f} s"
    return f"{host}: {better:,} better links, {when}"


class _Numbers(Progress):
    """The numbers worth showing, from what the crawl counts."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._started = time.monotonic()
        self._pages_before: int | None = None

    def rows(self) -> list[tuple[str, str]]:
        engine = self._session.engine
        if engine is None:
            return []
        tally, frontier, outlook = engine.crawl.tally, engine.crawl.frontier, engine.outlook()
        awaited = [awaited_line(*astuple(host)) for host in outlook.awaited[:_AWAITED]]
        if self._pages_before is None:
            self._pages_before = tally.pages - 1
        seconds = max(time.monotonic() - self._started, 1e-6)
        rate = (tally.pages - self._pages_before) / seconds
        return [
            ("pages", f"{tally.pages:,}"),
            ("relevant", f"{tally.latest_relevant:,}"),
            ("harvest", f"{tally.harvest_rate:.1%}"),
            ("pages/s", f"{rate:.1f}"),
            ("hosts", f"{frontier.hosts():,}"),
            ("queue", f"{len(frontier):,}"),
            ("failed", f"{sum(tally.reasons.values()):,}"),
            ("slots", f"{outlook.under_way}/{outlook.slots}"),
            ("left", "?" if outlook.ends_in_s is None else clock_time(outlook.ends_in_s)),
            ("waits for", "; ".join(awaited) or "-"),
            ("to find", "?" if outlook.remaining is None else outlook.remaining.short()),
        ]


class _Display(_Numbers):
    """A table in the terminal that changes in place."""

    def __init__(self, session: Session, live: Live) -> None:
        super().__init__(session)
        self._live = live
        self._shown_at = 0.0

    def record(self, step: Step) -> None:
        """Show the new numbers."""
        self.refresh()

    def refresh(self) -> None:
        """Show the numbers, a few times a second."""
        now = time.monotonic()
        if now - self._shown_at < 0.25:
            return
        self._shown_at = now
        rows = self.rows()
        if not rows:
            return
        table = Table(*(name for name, _ in rows))
        table.add_row(*(value for _, value in rows))
        self._live.update(table)

    def note(self, kind: str, text: str) -> None:
        """Say above the table what concerns the whole crawl."""
        self._live.console.print(f"{kind}: {text}", markup=False, highlight=False, soft_wrap=True)


class _Lines(_Numbers):
    """A line in the log now and then."""

    def __init__(self, session: Session, console: Console) -> None:
        super().__init__(session)
        self._console = console
        self._told_at = time.monotonic()

    def record(self, step: Step) -> None:
        """Write a line if it is time."""
        self.refresh()

    def refresh(self) -> None:
        """Write a line every few seconds."""
        now = time.monotonic()
        if now - self._told_at >= _LINE_EVERY_S:
            self._told_at = now
            told = "  ".join(f"{name} {value}" for name, value in self.rows())
            self._console.print(told, markup=False, highlight=False, soft_wrap=True)

    def note(self, kind: str, text: str) -> None:
        """Write at once what concerns the whole crawl."""
        self._console.print(f"{kind}: {text}", markup=False, highlight=False, soft_wrap=True)
