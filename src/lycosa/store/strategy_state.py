"""What a strategy has learned, kept so that a resumed crawl goes on with it.

A small state is written with every step, in the step's transaction. A large one would cost more
than the step, so it is written only when the crawl has since used a hundred times the processor
time that writing it took: it then costs one or two per cent, however large it grows. At
resume the pages visited after it was last written are read again from the archive, and
judged and expanded once more in their order, which brings the strategy to where it was; their
links are in the database already, so the expansions are discarded. A strategy with a large state
that also changes when it chooses (not only when it judges and expands) resumes close to where
it was, not exactly there.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from math import inf
from pathlib import Path
from struct import unpack
from time import process_time

from lycosa.model import Page, Queued
from lycosa.page import PageLimits, analyse
from lycosa.store.reader import read_answer
from lycosa.strategy.base import Strategy

SMALL_CHARS = 8 * 1024
_COST_RATIO = 100
_ALL = "all"
"""Instead of a number of visits: the state is written with every step."""


class StrategyState:
    """Writes and restores the state of one strategy."""

    def __init__(
        self, connection: sqlite3.Connection, strategy: Strategy, clock: Callable[[], float] = process_time
    ) -> None:
        self._connection = connection
        self._strategy = strategy
        self._clock = clock
        self._text = ""
        self._covered: str | int = -1
        self._due_at = -inf

    def save(self, visits: int, *, always: bool = False) -> None:
        """Write the state as it is after so many visits, if it is small or the time has come."""
        started = self._clock()
        if started < self._due_at and not always:
            return
        text = json.dumps(self._strategy.state())
        small = len(text) <= SMALL_CHARS
        if text != self._text:
            set_meta(self._connection, "strategy.state", text)
            self._text = text if small else ""
        covered = _ALL if small else visits
        if covered != self._covered:
            set_meta(self._connection, "strategy.visits", covered)
            self._covered = covered
        if not small:
            stopped = self._clock()
            self._due_at = stopped + _COST_RATIO * (stopped - started)

    def restore(self, folder: Path, limits: PageLimits) -> int:
        """Bring the strategy to where it was; return how many pages had to be read again."""
        text = get_meta(self._connection, "strategy.state")
        if text is not None:
            self._strategy.restore(json.loads(text))
        covered = get_meta(self._connection, "strategy.visits")
        return 0 if covered == _ALL else self._replay(folder, int(covered or 0), limits)

    def _replay(self, folder: Path, since: int, limits: PageLimits) -> int:
        rows = self._connection.execute(
            "SELECT number, links.id, url, name, depth, parent, priority, parts FROM visits"
            " JOIN links ON links.id = visits.link JOIN hosts ON hosts.id = links.host"
            " WHERE number >= ? AND score IS NOT NULL ORDER BY number",
            (since,),
        ).fetchall()
        for number, link, url, host, depth, parent, priority, parts in rows:
            fetched = read_answer(self._connection, folder, number)
            page = fetched and analyse(fetched, limits)
            if isinstance(page, Page):
                values = unpack(f"<{len(parts) // 4}f", parts)
                queued = Queued(link, url, host, depth, parent, priority, values)
                self._strategy.expand(page, self._strategy.judge(page), queued)
        return len(rows)


def get_meta(connection: sqlite3.Connection, key: str) -> str | None:
    """Return a value of `meta` as text; None if there is none of that key."""
    found = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return str(found[0]) if found else None


def set_meta(connection: sqlite3.Connection, key: str, value: str | int) -> None:
    """Set a value of `meta`."""
    connection.execute(
        "INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", (key, value)
    )
