"""Reads the visits of a crawl once, in order and a portion at a time: the harvest over time, the best pages.

Verdicts on earlier pages change when the judge has learned, or when people answer. Then all visits are read
anew, and what was found before holds until that is done.
"""

from __future__ import annotations

import json
import sqlite3
import time
from heapq import heappush, heapreplace

from lycosa.store.tables.counts import PAGE_ERRORS
from lycosa.store.tables.meta import get_meta
from lycosa.ui.harvest import Harvest
from lycosa.ui.queries import BEST

_PORTION = 5_000
"""Rows read at once: some milliseconds."""
_COPIES = ", ".join(f"'{kind}'" for kind in PAGE_ERRORS)
_VISITS = f"""SELECT number, fetched_at, relevant AND error IS NULL, score FROM visit_list
    WHERE number >= ? AND (relevant IS NOT NULL OR error IN ({_COPIES}))
    ORDER BY number LIMIT ?"""  # noqa: S608  # our own words


class _Pass:
    """One reading of all visits."""

    def __init__(self, verdicts: str) -> None:
        self.verdicts = verdicts
        self.next = 0
        self.harvest = Harvest()
        self._best: list[tuple[float, int]] = []

    def portion(self, db: sqlite3.Connection) -> bool:
        """Read some visits; return whether that were all."""
        rows = db.execute(_VISITS, (self.next, _PORTION)).fetchall()
        for number, at, relevant, score in rows:
            self.harvest.add(float(at), bool(relevant))
            if relevant:
                self._rate(float(score), -number)
        if rows:
            self.next = rows[-1][0] + 1
        return len(rows) < _PORTION

    def _rate(self, score: float, number: int) -> None:
        if len(self._best) < BEST:
            heappush(self._best, (score, number))
        elif self._best[0] < (score, number):
            heapreplace(self._best, (score, number))

    @property
    def best(self) -> list[int]:
        return [-number for _, number in sorted(self._best, reverse=True)]


class VisitScan:
    """The harvest and the best pages of one crawl, up to date after each `read`."""

    def __init__(self) -> None:
        self._shown = _Pass("")
        self._new: _Pass | None = None

    def read(self, db: sqlite3.Connection, within_s: float) -> bool:
        """Read on for about so long; return whether everything is read."""
        verdicts = _verdicts(db)
        if not self._shown.next:
            self._shown.verdicts = verdicts
        elif verdicts != self._shown.verdicts and self._new is None:
            self._new = _Pass(verdicts)
        until = time.monotonic() + within_s
        whole = self._shown.portion(db)
        while not whole and time.monotonic() < until:
            whole = self._shown.portion(db)
        while whole and self._new is not None and time.monotonic() < until:
            if self._new.portion(db):
                self._shown, self._new = self._new, None
        return whole and self._new is None

    @property
    def harvest(self) -> Harvest:
        """Pages and relevant ones over time."""
        return self._shown.harvest

    @property
    def best(self) -> list[int]:
        """The visits of the best pages, best first."""
        return self._shown.best


def _verdicts(db: sqlite3.Connection) -> str:
    """Return what changes when verdicts on earlier pages have changed: a pass of the judge, or an answer."""
    position, end, *rest = json.loads(get_meta(db, "revision") or "[0, 0]")
    (answers,) = db.execute("SELECT count(*) || ' ' || coalesce(max(at), 0) FROM labels").fetchone()
    return f"{rest if position >= end else ''} {answers}"
