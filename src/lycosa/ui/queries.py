"""What the live view asks of a crawl's database: every answer is short, and found by keys."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

from lycosa.store.status import KeptOutlook
from lycosa.ui.snapshot import HostLine, LinkReason, PageLine, QueueLine

LATEST = 15
BEST = 15
HOSTS = 12
_REASONS = 3
_LOOKED_BACK = 2_000
"""Visits among which the latest pages are looked for: many may have failed."""
_TEXT_CHARS = 300
_URL_CHARS = 2_000
_PAGE = """SELECT number, coalesce(stems.text, '') || links.url, hosts.name, coalesce(title, ''),
    page.relevant, score, coalesce(reason, ''), coalesce(label, '')
    FROM visit_list AS page JOIN links ON links.id = page.link JOIN hosts ON hosts.id = links.host
    LEFT JOIN stems ON stems.id = links.stem"""
_LATEST = """ WHERE number > (SELECT max(number) FROM visits) - ? AND page.relevant IS NOT NULL
    ORDER BY number DESC LIMIT ?"""
_LINK = """SELECT links.anchor, coalesce(parents.url, '') FROM links
    LEFT JOIN links AS parents ON parents.id = links.parent WHERE links.id = ?"""
_GIVEN = """SELECT name, pages, relevant, coalesce(closed, '') FROM hosts WHERE pages > 0
    ORDER BY relevant DESC, pages DESC, id LIMIT ?"""
_NAMED = "SELECT name, pages, relevant, coalesce(closed, '') FROM hosts WHERE id = ?"


def latest_pages(db: sqlite3.Connection) -> list[PageLine]:
    """Return the pages read last, newest first."""
    return [_page(row) for row in db.execute(_PAGE + _LATEST, (_LOOKED_BACK, LATEST))]


def pages_of(db: sqlite3.Connection, visits: Sequence[int]) -> list[PageLine]:
    """Return some pages in the order asked for."""
    marks = ",".join("?" * len(visits))
    rows = db.execute(f"{_PAGE} WHERE number IN ({marks}) AND page.relevant IS NOT NULL", visits)
    found = {row[0]: _page(row) for row in rows}
    return [found[visit] for visit in visits if visit in found]


def _page(row: Sequence[Any]) -> PageLine:
    visit, url, host, title, relevant, score, reason, label = row
    return PageLine(
        visit, str(url)[:_URL_CHARS], host, clipped(title), bool(relevant), score, clipped(reason), str(label)
    )


def clipped(text: Any) -> str:
    """Return a text no longer than people read, on one line; what turns the direction of reading is gone."""
    one_line = "".join(letter if letter.isprintable() else " " for letter in str(text)[: 2 * _TEXT_CHARS])
    return one_line if len(one_line) <= _TEXT_CHARS else f"{one_line[: _TEXT_CHARS - 1]}…"


def queue_lines(db: sqlite3.Connection, outlook: KeptOutlook, evidence: str) -> list[QueueLine]:
    """Return the links that were next when the crawl last said so, and what each owes its place to."""
    parts = json.loads(evidence or "[]")
    lines = []
    for link in outlook.top:
        anchor, parent = db.execute(_LINK, (link.id,)).fetchone() or ("", "")
        adds = (
            LinkReason(clipped(part["name"]), float(part["weight"]) * value)
            for part, value in zip(parts, link.parts, strict=False)
        )
        why = sorted((reason for reason in adds if reason.adds), key=lambda reason: -abs(reason.adds))
        url, found_on = link.url[:_URL_CHARS], str(parent)[:_URL_CHARS]
        lines.append(QueueLine(url, clipped(anchor), found_on, link.priority, why[:_REASONS]))
    return lines


def best_hosts(db: sqlite3.Connection) -> list[tuple[str, int, int, str]]:
    """Return the hosts that gave most: name, pages, relevant ones, why closed. Looks at all hosts."""
    return db.execute(_GIVEN, (HOSTS,)).fetchall()


def host_numbers(db: sqlite3.Connection, after: int) -> Iterable[tuple[str, int]]:
    """Give the names and numbers of the hosts from a number on."""
    return db.execute("SELECT name, id FROM hosts WHERE id > ? ORDER BY id", (after,))


def host_lines(
    db: sqlite3.Connection,
    outlook: KeptOutlook | None,
    numbers: dict[str, int],
    giving: Sequence[tuple[str, int, int, str]],
) -> list[HostLine]:
    """Return the hosts that are waited for, then those that gave most."""
    lines: dict[str, HostLine] = {}
    for wait in outlook.waits if outlook is not None else ():
        row = db.execute(_NAMED, (numbers.get(wait.host, -1),)).fetchone() or (wait.host, 0, 0, "")
        lines[wait.host] = HostLine(
            wait.host, row[1], row[2], wait.queued, wait.reason, wait.ready_in_s, row[3]
        )
    for name, pages, relevant, closed in giving:
        lines.setdefault(name, HostLine(name, pages, relevant, None, "", None, closed))
    return list(lines.values())[: 2 * HOSTS]
