"""The rows of `visits`: one for every request, with what came of it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator

from lycosa.engine.duplicates import Remembered
from lycosa.engine.simhash import Fingerprint
from lycosa.engine.step import Step
from lycosa.store.archive import Place
from lycosa.store.links import readable

_INSERT = """INSERT INTO visits
    (number, link, fetched_at, elapsed_s, status, error, detail, retry_in_s, location, content_type,
    body_bytes, truncated, links, found, relevant, score, score_parts, reason, title, language, same_as,
    signature, simhash, digest, payload_of, archive, record_offset, record_bytes)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""

_REMEMBERED = """SELECT number, visits.link, name, signature, simhash FROM visits
    JOIN links ON links.id = visits.link JOIN hosts ON hosts.id = links.host
    WHERE signature IS NOT NULL ORDER BY number"""
_SIGN, _BITS = 1 << 63, (1 << 64) - 1


def insert_visit(connection: sqlite3.Connection, step: Step, place: Place | None, at: float) -> None:
    """Append a visit; facts that are empty are stored as NULL."""
    visit = step.visit
    fetched, page, judgement = visit.fetched, visit.page, visit.judgement
    judged: tuple[object, ...] = (None,) * 4
    if judgement is not None:
        parts = json.dumps(dict(judgement.parts)) if judgement.parts else None
        judged = (judgement.relevant, judgement.score, parts, readable(judgement.reason) or None)
    placed: tuple[object, ...] = (None,) * 5
    if place is not None:
        placed = (place.digest, place.payload_of, place.archive, place.offset, place.length)
    row = (
        visit.number,
        visit.link.id,
        at,
        fetched.elapsed_s,
        fetched.status,
        visit.error,
        readable(fetched.detail) or None,
        step.retry_in_s,
        fetched.location or None,
        fetched.header("content-type") or None,
        len(fetched.body),
        fetched.truncated,
        len(page.links) if page else 0,
        visit.found,
        *judged,
        (readable(page.title) or None) if page else None,
        (page.language or None) if page else None,
        visit.same_as if visit.same_as >= 0 else None,
        *_signed(step.seen),
        *placed,
    )
    connection.execute(_INSERT, row)


def remembered_pages(connection: sqlite3.Connection) -> Iterator[Remembered]:
    """Give the pages that later ones are compared with, in the order of their visits."""
    for number, link, host, signature, simhash in connection.execute(_REMEMBERED):
        similar = None if simhash is None else simhash & _BITS
        yield Remembered(number, link, host, Fingerprint(signature & _BITS, similar))


def _signed(seen: Fingerprint | None) -> tuple[int | None, int | None]:
    """Return a fingerprint as SQLite can keep it, whose integers have a sign."""
    if seen is None:
        return None, None
    signature, simhash = (None if bits is None else (bits ^ _SIGN) - _SIGN for bits in seen)
    return signature, simhash
