"""Reads a crawl back: how it stands, and why any URL was or was not visited."""

from __future__ import annotations

import json
import sqlite3
from array import array
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lycosa.errors import LycosaError
from lycosa.frontier import State
from lycosa.store.database import read_state
from lycosa.url import canonical

_PATH_LINKS = 50
"""Ancestors shown of one link."""
_HOSTS_NAMED = 3


@dataclass(frozen=True, slots=True)
class Status:
    """How a crawl stands."""

    strategy: str
    visits: int
    pages: int
    relevant: int
    hosts: int
    links: dict[str, int]
    """Links by state."""
    failures: dict[str, int]
    """Visits without a page by kind of error."""
    refused: dict[str, int]
    """Links never asked for by reason."""
    events: list[dict[str, Any]]
    """What happened last, newest first."""
    outlook: dict[str, Any] | None = None
    """What the crawl was doing when it last said so (`at`): requests under way, hosts waited for, its end."""


@dataclass(frozen=True, slots=True)
class Ancestor:
    """A link on the way from a seed to another one."""

    url: str
    anchor: str
    score: float | None
    """Relevance of its page, if it was read."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a queued link stands among the others, by the priorities on record."""

    queued: int
    better: int
    """Queued links with a higher priority: the link is passed over for them."""
    better_on: dict[str, int]
    """The hosts that most of them are on."""
    worse_asked: int
    """Links with a lower priority that were asked for since this one was found."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Everything that is known about one URL."""

    url: str
    state: str
    depth: int
    block: int
    """Index of the block it was first found in; -1 if it was not found on a page."""
    shown: int
    """Pages that showed it."""
    priority: float
    parts: dict[str, float]
    """What the priority is made of."""
    weights: dict[str, float]
    refused: str | None
    standing: Standing | None
    """Of a queued link."""
    path: list[Ancestor]
    """From the seed to the link itself."""
    visits: list[dict[str, Any]]


def status(folder: Path) -> Status:
    """Say how a crawl stands; it may be running."""
    db = _rows(folder)
    counts = db.execute(
        "SELECT count(*), coalesce(sum(relevant IS NOT NULL), 0),"
        " coalesce(sum(relevant AND error IS NULL), 0) FROM visits"
    ).fetchone()
    states = db.execute("SELECT state, count(*) FROM link_list GROUP BY state ORDER BY state")
    return Status(
        strategy=_meta(db, "strategy"),
        visits=counts[0],
        pages=counts[1],
        relevant=counts[2],
        hosts=db.execute("SELECT count(*) FROM hosts").fetchone()[0],
        links={State(state).name.lower(): count for state, count in states},
        failures=_counted(db, "SELECT error, count(*) FROM visits WHERE error IS NOT NULL GROUP BY error"),
        refused=_counted(
            db, "SELECT refused, count(*) FROM link_list WHERE refused IS NOT NULL GROUP BY refused"
        ),
        events=[
            dict(row) for row in db.execute("SELECT at, kind, text FROM events ORDER BY id DESC LIMIT 20")
        ],
        outlook=_outlook(db),
    )


def why(folder: Path, url: str) -> Reason:
    """Explain what happened to a URL."""
    target = canonical(url)
    if target is None:
        raise LycosaError(f"{url!r} is not an http or https URL")
    db = _rows(folder)
    link = db.execute("SELECT * FROM link_list WHERE url = ?", (target,)).fetchone()
    if link is None:
        raise LycosaError(f"{target} was never seen by the crawl in {folder}")
    evidence: list[dict[str, Any]] = json.loads(_meta(db, "evidence"))
    values = array("f", link["parts"]).tolist()
    return Reason(
        url=target,
        state=State(link["state"]).name.lower(),
        depth=link["depth"],
        block=link["block"],
        shown=link["shown"],
        priority=link["priority"],
        parts={part["name"]: value for part, value in zip(evidence, values, strict=True)},
        weights={part["name"]: part["weight"] for part in evidence},
        refused=link["refused"],
        standing=_standing(db, link) if link["state"] == State.QUEUED else None,
        path=_path(db, link["id"]),
        visits=[dict(row) for row in db.execute(_VISITS, (link["id"],))],
    )


_EVENTS = "SELECT at, kind, text FROM events ORDER BY id DESC LIMIT 20"
_VISITS = """SELECT number, fetched_at, status, error, detail, location, retry_in_s, relevant, score,
    score_parts, reason, title, found, same_as, name AS warc, record_offset
    FROM visits LEFT JOIN archives ON archives.id = archive WHERE link = ? ORDER BY number"""


def _path(db: sqlite3.Connection, link: int) -> list[Ancestor]:
    path: list[Ancestor] = []
    while link >= 0 and len(path) < _PATH_LINKS:
        row = db.execute(
            "SELECT url, anchor, parent, score FROM links LEFT JOIN visits ON visits.number = links.visit"
            " WHERE links.id = ?",
            (link,),
        ).fetchone()
        path.append(Ancestor(row["url"], row["anchor"], row["score"]))
        link = row["parent"]
    return path[::-1]


def _standing(db: sqlite3.Connection, link: sqlite3.Row) -> Standing:
    better = dict(
        db.execute(
            "SELECT host, count(*) FROM link_list WHERE state = ? AND priority > ? GROUP BY host"
            " ORDER BY count(*) DESC, host",
            (State.QUEUED, link["priority"]),
        ).fetchall()
    )
    (queued,) = db.execute("SELECT count(*) FROM link_list WHERE state = ?", (State.QUEUED,)).fetchone()
    (worse,) = db.execute(
        "SELECT count(*) FROM visits JOIN links ON links.id = visits.link WHERE priority < ? AND number >"
        " coalesce((SELECT visit FROM links WHERE id = ?), -1)",
        (link["priority"], link["parent"]),
    ).fetchone()
    return Standing(queued, sum(better.values()), dict(list(better.items())[:_HOSTS_NAMED]), worse)


def _outlook(db: sqlite3.Connection) -> dict[str, Any] | None:
    row = db.execute("SELECT value FROM meta WHERE key = 'outlook'").fetchone()
    return json.loads(row[0]) if row is not None else None


def _rows(folder: Path) -> sqlite3.Connection:
    connection = read_state(folder)
    connection.row_factory = sqlite3.Row
    return connection


def _meta(db: sqlite3.Connection, key: str) -> str:
    row = db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    if row is None:
        raise LycosaError(f"the crawl has no {key} on record: it was never begun")
    return str(row[0])


def _counted(db: sqlite3.Connection, query: str) -> dict[str, int]:
    return dict(sorted(((row[0], row[1]) for row in db.execute(query)), key=lambda item: -item[1]))
