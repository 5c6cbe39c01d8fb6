"""Fills the index of a frozen web: records go in one by one, tables and totals come out.

URLs become canonical here, so that the links of a crawl find their pages. The first of two
pages with one canonical URL stays; the others are counted.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections import Counter
from collections.abc import Iterator

import zstandard

from lycosa.errors import LycosaError
from lycosa.lab.web.base import WebPage
from lycosa.lab.web.source import Record, Redirect, Repeat
from lycosa.url import canonical

FORMAT = 2
"""Raise when the tables or the rules of canonical URLs change: older caches are then rebuilt."""

_TABLES = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
BEGIN;
CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE page (id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, body INTEGER NOT NULL,
    labels TEXT NOT NULL, lang TEXT NOT NULL, kind TEXT NOT NULL, content_type TEXT NOT NULL);
CREATE TABLE body (id INTEGER PRIMARY KEY, packed BLOB NOT NULL);
CREATE TABLE label (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, pages INTEGER NOT NULL);
CREATE TABLE tagged (label INTEGER, page INTEGER, PRIMARY KEY (label, page)) WITHOUT ROWID;
CREATE TABLE redirect (alias TEXT PRIMARY KEY, target TEXT NOT NULL) WITHOUT ROWID;
"""


def fill(db: sqlite3.Connection, records: Iterator[Record], web: str, state: str) -> None:
    """Write all records and the totals into an empty database."""
    db.executescript(_TABLES)
    indexer = _Indexer(db)
    for record in records:
        indexer.add(record)
    indexer.finish(web, state)
    db.execute("COMMIT")


class _Indexer:
    """Takes records in; keeps labels, repeats and redirects in memory until all pages are known."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._pack = zstandard.ZstdCompressor(level=3, write_checksum=True)
        self._digest = hashlib.sha256()
        self._labels: dict[str, int] = {}
        self._sizes: Counter[int] = Counter()
        self._redirects: list[tuple[str, str]] = []
        self._repeats: list[tuple[str, str]] = []
        self._pages = 0
        self._collisions = 0
        self._refused = 0

    def add(self, record: Record) -> None:
        """Take one record in."""
        if isinstance(record, WebPage):
            self._add_page(record)
        elif pair := self._canonical_pair(*record):
            (self._redirects if isinstance(record, Redirect) else self._repeats).append(pair)

    def finish(self, web: str, state: str) -> None:
        """Write what had to wait for all pages, and the totals."""
        for url, original in self._repeats:
            self._copy_page(Repeat(url, original))
        if not self._pages:
            raise LycosaError(f"the web {web!r} is empty: no page could be read from it")
        for alias, target in self._redirects:
            # A page at the alias wins over the redirect, as it would on a server that has both.
            self._db.execute(
                "INSERT OR IGNORE INTO redirect SELECT ?1, ?2 "
                "WHERE NOT EXISTS (SELECT 1 FROM page WHERE url = ?1)",
                (alias, target),
            )
            self._note("redirect", alias, target)
        rows = ((number, name, self._sizes[number]) for name, number in self._labels.items())
        self._db.executemany("INSERT INTO label VALUES (?, ?, ?)", rows)
        facts = {
            "pages": self._pages,
            "collisions": self._collisions,
            "refused": self._refused,
            "digest": self._digest.hexdigest(),
            "state": state,
        }
        self._db.executemany("INSERT INTO fact VALUES (?, ?)", ((name, str(v)) for name, v in facts.items()))

    def _add_page(self, page: WebPage) -> None:
        url = canonical(page.url)
        if url is None:
            self._refused += 1
            return
        labels = tuple(dict.fromkeys(page.labels))
        row = (url, self._pages, json.dumps(labels), page.lang, page.kind, page.content_type)
        number = self._insert_page(row, labels)
        if number is None:
            return
        self._db.execute("INSERT INTO body VALUES (?, ?)", (number, self._pack.compress(page.html)))
        self._note("page", *row[2:], url, hashlib.sha256(page.html).hexdigest())

    def _copy_page(self, repeat: Repeat) -> None:
        query = "SELECT body, labels, lang, kind, content_type FROM page WHERE url = ?"
        row = self._db.execute(query, (repeat.original,)).fetchone()
        if row is not None and self._insert_page((repeat.url, *row), json.loads(row[1])) is not None:
            self._note("repeat", *repeat)

    def _insert_page(self, row: tuple[str | int, ...], labels: tuple[str, ...]) -> int | None:
        number = self._pages
        try:
            self._db.execute("INSERT INTO page VALUES (?, ?, ?, ?, ?, ?, ?)", (number, *row))
        except sqlite3.IntegrityError:
            self._collisions += 1
            return None
        self._pages += 1
        for label in labels:
            tag = self._labels.setdefault(label, len(self._labels))
            self._sizes[tag] += 1
            self._db.execute("INSERT INTO tagged VALUES (?, ?)", (tag, number))
        return number

    def _canonical_pair(self, first: str, second: str) -> tuple[str, str] | None:
        source, target = canonical(first), canonical(second)
        if source is None or target is None:
            self._refused += 1
            return None
        return (source, target) if source != target else None

    def _note(self, *parts: str | int) -> None:
        self._digest.update("\0".join(map(str, parts)).encode("utf-8", "surrogatepass") + b"\n")
