"""What a crawl shows while it runs: a live screen in a terminal, log lines elsewhere."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.live import Live

from lycosa.cli.root import printable
from lycosa.cli.words import awaited_line, clock_time
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


class _Display(Progress):
    """A screen in the terminal that changes in place."""

    def __init__(self, session: Session, live: Live) -> None:
        from lycosa.cli.live_screen import Finds
        from lycosa.ui.harvest import Harvest

        self._session = session
        self._live = live
        self._shown_at = 0.0
        self._finds = Finds()
        self._harvest = Harvest()

    def record(self, step: Step) -> None:
        """Take in a page, and show the new numbers."""
        visit = step.visit
        if visit.page is not None:
            self._harvest.add(visit.fetched.fetched_at or time.time(), visit.relevant)
        if visit.relevant and visit.page is not None and visit.judgement is not None:
            self._finds.add(visit.judgement.score, visit.page.title, visit.url)
        self.refresh()

    def refresh(self) -> None:
        """Show the numbers, a few times a second."""
        from lycosa.cli.live_screen import live_screen
        from lycosa.store.tables.counts import Counts

        now, engine = time.monotonic(), self._session.engine
        if now - self._shown_at < 0.25 or engine is None:
            return
        self._shown_at = now
        counts = Counts.of(engine.crawl.tally)
        height = self._live.console.size.height
        screen = live_screen(counts, engine.outlook(), self._finds, self._harvest.points(), height)
        self._live.update(screen)

    def note(self, kind: str, text: str) -> None:
        """Say above the screen what concerns the whole crawl."""
        self._live.console.print(printable(f"{kind}: {text}"), markup=False, highlight=False, soft_wrap=True)


class _Lines(Progress):
    """A line in the log now and then."""

    def __init__(self, session: Session, console: Console) -> None:
        self._session = session
        self._console = console
        self._printed_at = time.monotonic()

    def record(self, step: Step) -> None:
        """Write a line if it is time."""
        self.refresh()

    def refresh(self) -> None:
        """Write a line every few seconds."""
        now = time.monotonic()
        if now - self._printed_at >= _LINE_EVERY_S:
            self._printed_at = now
            line = "  ".join(f"{name} {value}" for name, value in _numbers(self._session))
            self._console.print(line, markup=False, highlight=False, soft_wrap=True)

    def note(self, kind: str, text: str) -> None:
        """Write at once what concerns the whole crawl."""
        self._console.print(printable(f"{kind}: {text}"), markup=False, highlight=False, soft_wrap=True)


def _numbers(session: Session) -> list[tuple[str, str]]:
    """Return the numbers worth a line, by the crawl's own counts and its rate of the last minute."""
    engine = session.engine
    if engine is None:
        return []
    tally, outlook = engine.crawl.tally, engine.outlook()
    awaited = [awaited_line(host.host, host.better, host.ready_in_s) for host in outlook.awaited[:_AWAITED]]
    return [
        ("pages", f"{tally.pages:,}"),
        ("relevant", f"{tally.latest_relevant:,}"),
        ("harvest", f"{tally.harvest_rate:.1%}"),
        ("pages/s", f"{outlook.pages_per_s:.1f}"),
        ("hosts", f"{outlook.queued_hosts:,}"),
        ("queue", f"{outlook.queued:,}"),
        ("failed", f"{tally.failures.total():,}"),
        ("slots", f"{outlook.under_way}/{outlook.slots}"),
        ("left", "?" if outlook.ends_in_s is None else clock_time(outlook.ends_in_s)),
        ("to find", "?" if outlook.remaining is None else outlook.remaining.short()),
        ("waits for", "paused" if outlook.paused else "; ".join(awaited) or "-"),
    ]
