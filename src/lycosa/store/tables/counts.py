"""The counts of a crawl as its folder has them: one set, for every screen, report and page that shows any."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from dataclasses import dataclass

from lycosa.engine.tally import Tally
from lycosa.errors import Kind
from lycosa.store.tables.meta import get_meta

_UNTAKEN = """SELECT
    coalesce(sum((label IN ('yes', 'more')) - coalesce(verdicts.relevant, visits.relevant)), 0)
    FROM labels JOIN visits ON visits.number = labels.visit
    LEFT JOIN verdicts ON verdicts.visit = labels.visit
    WHERE taken IS NULL AND error IS NULL AND visits.relevant IS NOT NULL"""
PAGE_ERRORS = (Kind.DUPLICATE, Kind.NEAR_DUPLICATE, Kind.SOFT_404, Kind.NOINDEX)
"""Errors of visits that brought a page."""
_FAILURES = "SELECT error, count(*) FROM visits WHERE error IS NOT NULL GROUP BY error"


@dataclass(frozen=True, slots=True)
class Counts:
    """What a crawl has done so far."""

    visits: int
    """Requests."""
    pages: int
    """Pages read, copies of others included."""
    relevant: int
    """By the latest verdicts, people's answers among them."""
    relevant_at_visit: int
    failures: dict[str, int]
    """Visits that failed or brought a page of no use, by kind, the most first."""
    refused: dict[str, int]
    """Links never asked for, by kind, the most first."""
    body_bytes: int = 0

    @property
    def harvest(self) -> float:
        """The share of pages that are relevant."""
        return self.relevant / self.pages if self.pages else 0.0

    @classmethod
    def of(cls, tally: Tally, more_relevant: int = 0) -> Counts:
        """Return what a tally says; `more_relevant` pages are so by answers it does not know of yet."""
        return cls(
            tally.visits,
            tally.pages,
            tally.latest_relevant + more_relevant,
            tally.relevant,
            _by_number(tally.failures),
            _by_number(tally.refused),
            tally.body_bytes,
        )


def stored_tally(db: sqlite3.Connection) -> Tally:
    """Return a crawl's tally as its last step left it; failures are counted where it does not have them."""
    state = json.loads(get_meta(db, "tally") or "{}")
    tally = Tally.of(state)
    if "failures" not in state:
        tally.failures.update({Kind(error): count for error, count in db.execute(_FAILURES)})
    return tally


def stored_counts(db: sqlite3.Connection) -> Counts:
    """Return a crawl's counts without looking at its links; the crawl may be running."""
    (more,) = db.execute(_UNTAKEN).fetchone()
    return Counts.of(stored_tally(db), int(more))


def _by_number(counted: Counter[Kind]) -> dict[str, int]:
    return {str(kind): count for kind, count in counted.most_common() if count > 0}
