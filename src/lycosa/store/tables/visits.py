"""The rows of `visits`: one for every request, with what came of it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator

from lycosa.engine.duplicates.duplicates import KnownPage
from lycosa.engine.duplicates.simhash import Fingerprint
from lycosa.engine.step import Step
from lycosa.store.export.text import readable
from lycosa.store.warc.archive import Place

_INSERT = """INSERT INTO visits
    (number, link, fetched_at, elapsed_s, status, error, detail, retry_in_s, location, content_type,
    body_bytes, truncated, links, found, relevant, score, score_parts, reason, title, language, same_as,
    signature, simhash, digest, payload_of, archive, record_offset, record_bytes)
    VALUES (?, ?, ?, ?, ?, nullif(?, ''), nullif(?, ''), ?, nullif(?, ''), nullif(?, ''),
    ?, ?, ?, ?, ?, ?, nullif(?, ''), nullif(?, ''), nullif(?, ''), nullif(?, ''), nullif(?, -1),
    ?, ?, ?, nullif(?, -1), ?, ?, ?)"""

_REMEMBERED = """SELECT number, visits.link, name, signature, simhash FROM visits
    JOIN links ON links.id = visits.link JOIN hosts ON hosts.id = links.host
    WHERE signature IS NOT NULL ORDER BY number"""
_PAST = """SELECT visits.link, priority, coalesce(relevant, 0), score IS NOT NULL FROM visits
    JOIN links ON links.id = visits.link WHERE retry_in_s IS NULL AND location IS NULL ORDER BY number"""
_SIGN, _BITS = 1 << 63, (1 << 64) - 1
_DAY_S = 86_400.0


def insert_visit(connection: sqlite3.Connection, step: Step, place: Place | None, at: float) -> None:
    """Append a visit; facts that are empty are stored as NULL.

    Most of them are made NULL by SQLite: `links` says what giving it None would cost.
    """
    visit = step.visit
    fetched, page, judgement = visit.fetched, visit.page, visit.judgement
    judged: tuple[object, ...] = (None, None, "", "")
    if judgement is not None:
        parts = json.dumps(dict(judgement.parts)) if judgement.parts else ""
        judged = (int(judgement.relevant), judgement.score, parts, readable(judgement.reason))
    placed: tuple[object, ...] = (None,) * 5
    if place is not None:
        original = -1 if place.payload_of is None else place.payload_of
        placed = (bytearray(place.digest), original, place.archive, place.offset, place.length)
    row = (
        visit.number,
        visit.link.id,
        at,
        fetched.elapsed_s,
        fetched.status,
        visit.error.value if visit.error else "",
        readable(fetched.detail),
        step.retry_in_s,
        fetched.location,
        fetched.header("content-type"),
        len(fetched.body),
        int(fetched.truncated),
        len(page.links) if page else 0,
        visit.found,
        *judged,
        readable(page.title) if page else "",
        page.language if page else "",
        visit.same_as,
        *_signed(step.seen),
        *placed,
    )
    connection.execute(_INSERT, row)


def remembered_pages(connection: sqlite3.Connection) -> Iterator[KnownPage]:
    """Give the pages that later ones are compared with, in the order of their visits."""
    for number, link, host, signature, simhash in connection.execute(_REMEMBERED):
        similar = None if simhash is None else simhash & _BITS
        yield KnownPage(number, link, host, Fingerprint(signature & _BITS, similar))


def _signed(seen: Fingerprint | None) -> tuple[int | None, int | None]:
    """Return a fingerprint as SQLite can keep it, whose integers have a sign."""
    if seen is None:
        return None, None
    signature, simhash = (None if bits is None else (bits ^ _SIGN) - _SIGN for bits in seen)
    return signature, simhash


def past_visits(connection: sqlite3.Connection) -> Iterator[tuple[int, float, bool, bool]]:
    """Give link, priority, whether relevant, and whether judged, of the visits that came to an end."""
    for link, priority, relevant, judged in connection.execute(_PAST):
        yield link, priority, bool(relevant), bool(judged)


def last_answers(connection: sqlite3.Connection, at: float) -> dict[str, tuple[float, float]]:
    """Return for each host asked in the day before `at` how long ago it answered, and how long that took."""
    rows = connection.execute(
        "SELECT name, max(fetched_at + elapsed_s), elapsed_s FROM visits JOIN links ON links.id = link"
        " JOIN hosts ON hosts.id = host WHERE status > 0 AND fetched_at > ? GROUP BY name",
        (at - _DAY_S,),
    )
    return {host: (max(at - answered_at, 0.0), took_s) for host, answered_at, took_s in rows}
