"""Why any URL was or was not visited, read back from the folder of a crawl."""

from __future__ import annotations

import sqlite3
from array import array
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lycosa.errors import LycosaError
from lycosa.frontier import State
from lycosa.graph import rel_names
from lycosa.store.html_table import html_table
from lycosa.store.neighbours import evidence_in_words
from lycosa.store.repair.damage import ask_state
from lycosa.store.tables.edges import sightings_of
from lycosa.store.tables.links import state_name
from lycosa.store.tables.weights import weighted_parts
from lycosa.url import given_url

_PATH_LINKS = 50
"""Ancestors shown of one link."""
_HOSTS_NAMED = 3
_SHOWN_BY = 20
"""Pages named that show a link."""
STRAY = "stray"
"""The state of a link that stands on a page and that the strategy did not propose."""


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
class Shown:
    """A page that shows a link, and how."""

    page: str
    anchor: str
    block: int
    """Index of the block it stands in; -1 if that was not kept."""
    position: int
    """Index among the links of the page."""
    rel: list[str]


@dataclass(frozen=True, slots=True)
class Reason:
    """Everything that is known about one URL."""

    url: str
    state: str
    """As in the frontier; `stray` if it stands on a page and was never proposed."""
    depth: int
    block: int
    """Index of the block it was first found in; -1 if it was not found on a page."""
    shown: int
    """Pages that showed it."""
    priority: float
    """As it was when the link was chosen; as it is now while it is queued."""
    parts: dict[str, float]
    """What the priority is made of."""
    weights: dict[str, float]
    """What the parts were weighed with then; the products add up to the priority."""
    refused: str | None
    standing: Standing | None
    """Of a queued link."""
    path: list[Ancestor]
    """From the seed to the link itself."""
    visits: list[dict[str, Any]]
    shown_by: list[Shown]
    """The first pages that show it."""
    evidence: list[str] = field(default_factory=list)
    """What speaks for it, in words: who links to it, and what came of its neighbours."""

    def __repr__(self) -> str:
        """Say in one line what became of it."""
        return f"<reason {self.url!r}: {self.refused or self.state}, priority {self.priority:.3f}>"

    def _repr_html_(self) -> str:
        """Show a notebook what became of it and why."""
        facts = [
            ("state", self.refused or self.state),
            ("priority", f"{self.priority:.3f}"),
            *(
                (f"{name} x {self.weights.get(name, 0.0):g}", f"{value:.3f}")
                for name, value in self.parts.items()
            ),
            *(("found by", f"{step.url} {step.anchor}") for step in self.path[:-1]),
            *(("visit", str(visit.get("reason") or visit.get("error") or "")) for visit in self.visits),
        ]
        return html_table(self.url, facts)


def why(folder: Path, url: str) -> Reason:
    """Explain what happened to a URL."""
    target = given_url(url)
    return ask_state(folder, lambda db: _reason(db, folder, target))


def _reason(db: sqlite3.Connection, folder: Path, target: str) -> Reason:
    db.row_factory = sqlite3.Row
    link = db.execute("SELECT * FROM link_list WHERE url = ?", (target,)).fetchone()
    if link is None:
        return _why_stray(db, folder, target)
    weights = weighted_parts(db, link["visit"])
    parts = dict(zip(weights, array("f", link["parts"]), strict=False))
    shown_by, places, _ = _sightings(db, link["id"])
    return Reason(
        url=link["url"],
        state=state_name(link["state"]),
        depth=link["depth"],
        block=link["block"],
        shown=link["shown"],
        priority=sum(weights[name] * value for name, value in parts.items()) if parts else link["priority"],
        parts=parts,
        weights=weights,
        refused=link["refused"],
        standing=_standing(db, link) if link["state"] == State.QUEUED else None,
        path=_path(db, link["id"], shown_by[0].anchor if shown_by else ""),
        visits=[dict(row) for row in db.execute(_VISITS, (link["id"],))],
        shown_by=shown_by,
        evidence=evidence_in_words(db, link["id"], link["url"], link["host"], places),
    )


def _why_stray(db: sqlite3.Connection, folder: Path, url: str) -> Reason:
    """Explain a link that stands on pages and nowhere else."""
    stray = db.execute("SELECT id FROM stray_list WHERE url = ?", (url,)).fetchone()
    shown_by, pages, first = _sightings(db, stray["id"]) if stray is not None else ([], {}, -1)
    if not shown_by:
        raise LycosaError(f"{url} was never seen by the crawl in {folder}")
    path = _path(db, first)
    return Reason(
        url=url,
        state=STRAY,
        depth=db.execute("SELECT depth FROM links WHERE id = ?", (first,)).fetchone()["depth"] + 1,
        block=shown_by[0].block,
        shown=len(pages),
        priority=0.0,
        parts={},
        weights={},
        refused=None,
        standing=None,
        path=[*path, Ancestor(url, shown_by[0].anchor, None)],
        visits=[],
        shown_by=shown_by,
    )


def _sightings(db: sqlite3.Connection, link: int) -> tuple[list[Shown], dict[int, frozenset[int]], int]:
    """Return the first sightings of a link, visits and blocks that show it, and the link of the first."""
    shown_by: list[Shown] = []
    pages: dict[int, frozenset[int]] = {}
    for visit, position, edge in sightings_of(db, link):
        pages[visit] = pages.get(visit, frozenset()) | {edge.block}
        if len(shown_by) < _SHOWN_BY:
            page = db.execute(_PAGE, (visit,)).fetchone()
            rel = list(rel_names(edge.rel))
            shown_by.append(Shown(page["url"], edge.anchor, edge.block, position, rel))
    first = db.execute(_PAGE, (next(iter(pages)),)).fetchone()["id"] if pages else -1
    return shown_by, pages, first


_PAGE = "SELECT links.id, url FROM visits JOIN links ON links.id = visits.link WHERE number = ?"
_VISITS = """SELECT number, fetched_at, status, error, detail, location, retry_in_s, relevant, score,
    score_parts, relevant_at_visit, score_at_visit, label, reason, title, found, same_as, name AS warc,
    record_offset,
    (SELECT url FROM visits AS first JOIN links ON links.id = first.link
        WHERE first.number = visits.same_as) AS same_as_url
    FROM visit_list AS visits LEFT JOIN archives ON archives.id = archive WHERE link = ? ORDER BY number"""


def _path(db: sqlite3.Connection, link: int, anchor: str = "") -> list[Ancestor]:
    """Return the way from a seed; `anchor` is the link's own, if its row has none."""
    path: list[Ancestor] = []
    while link >= 0 and len(path) < _PATH_LINKS:  # parents of a damaged crawl may go round in a ring
        row = db.execute(
            "SELECT url, anchor, parent, score FROM link_list"
            " LEFT JOIN visit_list AS visits ON visits.number = link_list.visit WHERE link_list.id = ?",
            (link,),
        ).fetchone()
        if row is None:
            break
        path.append(Ancestor(row["url"], row["anchor"] or ("" if path else anchor), row["score"]))
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
