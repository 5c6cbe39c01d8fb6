"""How a crawl stands, read back from its folder."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from lycosa.engine.learning.revision import NOTICES, OVER
from lycosa.engine.pacing.outlook import Outlook
from lycosa.errors import LycosaError
from lycosa.store.html_table import html_table
from lycosa.store.repair.damage import ask_state
from lycosa.store.tables.counts import Counts, stored_counts
from lycosa.store.tables.labels import Quality, quality
from lycosa.store.tables.links import state_name
from lycosa.store.tables.meta import get_meta


@dataclass(frozen=True, slots=True)
class KeptOutlook(Outlook):
    """What a crawl said of itself."""

    at: float = 0.0
    """Seconds since the epoch."""


_OUTLOOK = TypeAdapter(KeptOutlook)


@dataclass(frozen=True, slots=True)
class Status:
    """How a crawl stands."""

    strategy: str
    visits: int
    pages: int
    relevant: int
    """By the latest verdicts."""
    relevant_at_visit: int
    hosts: int
    links: dict[str, int]
    """Links by state."""
    failures: dict[str, int]
    """Visits without a page by kind of error."""
    refused: dict[str, int]
    """Links never asked for by reason."""
    events: list[dict[str, Any]]
    """What happened last, newest first."""
    notices: dict[str, str] = field(default_factory=dict)
    """What the judge last said of the crawl as a whole, if it holds."""
    quality: Quality | None = None
    """How right its verdicts were, by people's answers."""
    outlook: KeptOutlook | None = None
    """What the crawl was doing when it last said so."""
    judge: str = ""
    """Who says what is relevant; empty if the strategy does so in its own way, or that is not on record."""

    @property
    def decides(self) -> str:
        """Strategy and judge, as people are shown them."""
        return f"{self.strategy}, judge {self.judge}" if self.judge else self.strategy

    def __repr__(self) -> str:
        """Say in one line how it stands."""
        return (
            f"<status: {self.strategy}, {self.visits} requests, {self.pages} pages, {self.relevant} relevant>"
        )

    def _repr_html_(self) -> str:
        """Show a notebook how it stands."""
        facts = [
            ("strategy", self.strategy),
            ("judge", self.judge or "the strategy's own"),
            ("pages", f"{self.pages:,}, {self.relevant:,} relevant"),
            ("requests", f"{self.visits:,} to {self.hosts:,} hosts"),
            *((f"links {name}", f"{count:,}") for name, count in self.links.items()),
            *((f"failed: {kind}", f"{count:,}") for kind, count in self.failures.items()),
            *(self.notices.items()),
        ]
        return html_table("status", facts)


def status(folder: Path) -> Status:
    """Say how a crawl stands; it may be running, or damaged in part."""
    return ask_state(folder, _status)


def _status(db: sqlite3.Connection) -> Status:
    db.row_factory = sqlite3.Row
    counts = _counts(db)
    states = db.execute("SELECT state, count(*) FROM link_list GROUP BY state ORDER BY state")
    return Status(
        strategy=_strategy(db, counts.visits),
        visits=counts.visits,
        pages=counts.pages,
        relevant=counts.relevant,
        relevant_at_visit=counts.relevant_at_visit,
        hosts=db.execute("SELECT count(*) FROM hosts").fetchone()[0],
        links={state_name(state): count for state, count in states},
        failures=counts.failures,
        refused=counts.refused,
        events=[
            {"at": row["at"], "kind": str(row["kind"]), "text": str(row["text"])}
            for row in db.execute("SELECT at, kind, text FROM events ORDER BY id DESC LIMIT 20")
        ],
        notices=standing_notices(db),
        quality=quality(db),
        outlook=kept_outlook(db),
        judge=get_meta(db, "judge") or "",
    )


def _strategy(db: sqlite3.Connection, visits: int) -> str:
    """Return the strategy on record; a crawl that was begun may have lost it."""
    found = get_meta(db, "strategy")
    if found is None and not visits:
        raise LycosaError("the crawl has no strategy on record: it was never begun")
    return "unknown" if found is None else found


def _counts(db: sqlite3.Connection) -> Counts:
    """Return the crawl's own counts; its rows are counted where these are lost or do not go as far."""
    (visits,) = db.execute("SELECT coalesce(max(number) + 1, 0) FROM visits").fetchone()
    with suppress(ValueError, TypeError, KeyError, AttributeError):
        counts = stored_counts(db)
        if counts.visits == visits:
            return counts
    rows = db.execute(
        "SELECT count(*), coalesce(sum(relevant IS NOT NULL), 0),"
        " coalesce(sum(relevant AND error IS NULL), 0),"
        " coalesce(sum(relevant_at_visit AND error IS NULL), 0) FROM visit_list"
    )
    refused = "SELECT refused, count(*) FROM link_list WHERE refused IS NOT NULL GROUP BY refused"
    failures = "SELECT error, count(*) FROM visits WHERE error IS NOT NULL GROUP BY error"
    count, pages, relevant, at_visit = rows.fetchone()
    return Counts(count, pages, relevant, at_visit, _counted(db, failures), _counted(db, refused))


def standing_notices(db: sqlite3.Connection) -> dict[str, str]:
    """Return the last word of each kind of notice."""
    found = {}
    for kind in NOTICES:
        newest = "SELECT text FROM events WHERE kind = ? ORDER BY id DESC LIMIT 1"
        row = db.execute(newest, (kind,)).fetchone()
        if row is not None and row[0] != OVER:
            found[kind] = str(row[0])
    return found


def kept_outlook(db: sqlite3.Connection) -> KeptOutlook | None:
    """Return what the crawl last said of itself; nothing if it never did, or if the record is damaged."""
    row = db.execute("SELECT value FROM meta WHERE key = 'outlook'").fetchone()
    try:
        return _OUTLOOK.validate_json(row[0]) if row is not None else None
    except (ValueError, TypeError):
        return None


def _counted(db: sqlite3.Connection, query: str) -> dict[str, int]:
    return dict(sorted(((str(row[0]), row[1]) for row in db.execute(query)), key=lambda item: -item[1]))
