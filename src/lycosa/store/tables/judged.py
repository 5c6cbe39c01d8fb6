"""Judged pages as they are kept: what the judge needs to judge them again, and its latest verdicts."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from lycosa.engine.learning.feedback import LabelledPage, PageLabel
from lycosa.engine.learning.revision import KeptPage, Verdicts
from lycosa.engine.step import Step

_SOME = """SELECT features.visit, features, coalesce(verdicts.relevant, visits.relevant)
    FROM features JOIN visits ON visits.number = features.visit
    LEFT JOIN verdicts ON verdicts.visit = features.visit LEFT JOIN labels ON labels.visit = features.visit
    WHERE features.visit >= ? AND features.visit < ? AND labels.taken IS NULL AND visits.relevant IS NOT NULL
    ORDER BY features.visit LIMIT ?"""
_ANSWERS = """SELECT labels.visit, name, label, coalesce(verdicts.relevant, visits.relevant), error IS NULL,
    features FROM labels JOIN visits ON visits.number = labels.visit JOIN links ON links.id = visits.link
    JOIN hosts ON hosts.id = links.host LEFT JOIN verdicts ON verdicts.visit = labels.visit
    LEFT JOIN features ON features.visit = labels.visit
    WHERE taken IS NULL AND visits.relevant IS NOT NULL ORDER BY labels.visit"""
_SETTLE = """INSERT INTO verdicts SELECT number, score, label IN ('yes', 'more') FROM visits
    JOIN labels ON labels.visit = number WHERE number = ?
    ON CONFLICT DO UPDATE SET relevant = excluded.relevant"""
_TAUGHT = """SELECT taken, label, features FROM labels JOIN features ON features.visit = labels.visit
    WHERE taken >= ? ORDER BY taken, labels.visit"""
_KEEP = """INSERT INTO verdicts VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET score = excluded.score, relevant = excluded.relevant"""


class StoredPages:
    """The judged pages of one crawl; a `KeptPages`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def some(self, start: int, stop: int, count: int) -> list[KeptPage]:
        """Return the first pages of the visits from `start` up to `stop` whose label was not taken in."""
        rows = self._connection.execute(_SOME, (start, stop, count))
        return [KeptPage(visit, features, bool(relevant)) for visit, features, relevant in rows]

    def answers(self) -> list[LabelledPage]:
        """Return what people have said of pages and the crawl has not taken in."""
        return [
            LabelledPage(visit, host, PageLabel(label), bool(relevant), bool(counts), features or b"")
            for visit, host, label, relevant, counts, features in self._connection.execute(_ANSWERS)
        ]


def answers_taken(connection: sqlite3.Connection, visits: Sequence[int], before: int) -> None:
    """Keep before which visit answers were taken in; they are the verdicts on their pages from then on."""
    for visit in visits:
        connection.execute("UPDATE labels SET taken = ? WHERE visit = ?", (before, visit))
        connection.execute(_SETTLE, (visit,))


def taught_since(connection: sqlite3.Connection, visit: int) -> list[tuple[int, PageLabel, bytes]]:
    """Return the answers taken in before a visit or a later one: before which, the label, the page."""
    rows = connection.execute(_TAUGHT, (visit,))
    return [(taken, PageLabel(label), features) for taken, label, features in rows]


def insert_features(connection: sqlite3.Connection, step: Step) -> None:
    """Keep what the judge needs of a page."""
    connection.execute("INSERT INTO features VALUES (?, ?)", (step.visit.number, bytearray(step.features)))


def save_verdicts(connection: sqlite3.Connection, verdicts: Verdicts) -> None:
    """Keep the latest verdicts in place of those before."""
    connection.executemany(_KEEP, zip(*verdicts, strict=True))
