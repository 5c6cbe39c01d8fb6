"""Scores that were given before: the latest in memory, and all of them in a file, if one is named."""

from __future__ import annotations

import sqlite3
from collections import OrderedDict
from functools import cached_property

from lycosa.errors import LycosaError

KEPT = 2_000
"""Answers kept in memory, and with the crawl: 100 KB."""


class Answered:
    """Answers by the digest of the question.

    Parameters
    ----------
    place
        SQLite file that keeps answers for other crawls; empty for none.
    """

    def __init__(self, place: str = "") -> None:
        self.place = place
        self.latest: OrderedDict[str, float] = OrderedDict()

    def get(self, key: str) -> float | None:
        """Return an answer, if there is one."""
        if key not in self.latest and self.place:
            row = self._do("SELECT score FROM answers WHERE key = ?", (key,)).fetchone()
            return None if row is None else float(row[0])
        return self.latest.get(key)

    def put(self, key: str, score: float) -> None:
        """Keep an answer."""
        self.latest[key] = score
        if len(self.latest) > KEPT:
            self.latest.popitem(last=False)
        if self.place:
            self._do("INSERT OR REPLACE INTO answers (key, score) VALUES (?, ?)", (key, score))

    def _do(self, statement: str, values: tuple[str | float, ...]) -> sqlite3.Cursor:
        try:
            return self._file.execute(statement, values)
        except sqlite3.Error as error:
            raise LycosaError(f"the cache {self.place} of the judge http cannot be used: {error}") from error

    @cached_property
    def _file(self) -> sqlite3.Connection:
        file = sqlite3.connect(self.place, isolation_level=None, check_same_thread=False)
        file.execute("CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, score REAL NOT NULL)")
        return file
