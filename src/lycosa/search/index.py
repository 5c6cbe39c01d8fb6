"""The index of a crawl, `search.sqlite` in its folder: words of pages in, numbers of visits out, best first.

It holds nothing that could not be made again from the archive. So it is a database apart: whatever becomes
of it, the crawl is not harmed. The text itself is not kept in it.
"""

from __future__ import annotations

import os
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from lycosa.errors import LycosaError
from lycosa.search.fields import Fields
from lycosa.tokens import Tokens, packed

FILE = "search.sqlite"
VERSION = 2
"""Of the tables below; an index of another version is made anew."""
RANKED = 20_000
"""Pages ranked for one query: to rank one takes 2 microseconds and more. Where more fit, those that have the
words in title or headings are ranked, and of too many of those the ones that were found first."""
_BUSY_S = 5.0
_PASSING = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
"""What SQLite says of the machine and not of the file."""
_WEIGHTS = "1.0, 3.0, 8.0"
"""Of a word in the text, in headings and in the title. The text is the first column, because FTS5 spends two
bytes more on every word of another: a third of the index."""
_TABLES = """
CREATE VIRTUAL TABLE words USING fts5(text, headings, title, content='', tokenize='ascii');
INSERT INTO words (words, rank) VALUES ('automerge', 8);
INSERT INTO words (words, rank) VALUES ('hashsize', 2097152);
CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE languages (language TEXT PRIMARY KEY, pages INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE pages (visit INTEGER PRIMARY KEY, terms TEXT NOT NULL, topic INTEGER);
CREATE TABLE vectors (id INTEGER PRIMARY KEY, visits BLOB NOT NULL, rows BLOB NOT NULL);
CREATE TABLE topics (
    id INTEGER PRIMARY KEY,
    generation INTEGER NOT NULL,
    centre BLOB NOT NULL,
    least REAL NOT NULL
);
"""
"""FTS5 merges segments when there are eight of like size. From four, its usual number, it merges
more, and a query is no faster for it. It has room for the words of the pages that are written together: with
half of it, it would make more segments of them, and merge these."""


class IndexUnusable(LycosaError):
    """An index that is damaged, of another crawl or of another version: it has to be made anew."""


class Entry(NamedTuple):
    """A page as the index takes it in."""

    visit: int
    fields: Fields
    language: str
    vector: bytes = b""
    """Only of pages that are relevant; empty for others."""
    terms: str = ""
    """The words that tell most about it, separated by blanks."""


class SearchIndex:
    """An open index; `make` and `read` give one."""

    def __init__(self, file: Path, connection: sqlite3.Connection) -> None:
        self.file = file
        self.connection = connection

    @classmethod
    def make(cls, folder: Path, crawl: str) -> SearchIndex:
        """Open the index of a crawl for writing; it is begun if there is none, or none of use."""
        try:
            return cls._opened(folder, crawl, writes=True)
        except (IndexUnusable, sqlite3.DatabaseError) as error:
            if isinstance(error, sqlite3.OperationalError):  # a full disk: the index itself may be sound
                raise
            remove(folder)
            return cls._opened(folder, crawl, writes=True)

    @classmethod
    def read(cls, folder: Path, crawl: str) -> SearchIndex:
        """Open the index of a crawl for reading."""
        if not (folder / FILE).is_file():
            raise IndexUnusable(
                f"{folder} has no search index yet: `lycosa search` makes it when no crawl runs"
            )
        return cls._opened(folder, crawl, writes=False)

    @classmethod
    def _opened(cls, folder: Path, crawl: str, *, writes: bool) -> SearchIndex:
        file = folder / FILE
        if file.is_symlink():
            raise LycosaError(f"{file} is a symbolic link: put the file itself there")
        closed = not os.access(
            folder, os.W_OK
        )  # SQLite wants to lay a file beside a database, even to read it
        mode = "rwc" if writes else "ro&immutable=1" if closed else "ro"
        connection = sqlite3.connect(
            f"{file.absolute().as_uri()}?mode={mode}",
            timeout=_BUSY_S,
            isolation_level=None,
            check_same_thread=False,
            uri=True,
        )
        try:
            connection.execute("PRAGMA trusted_schema = OFF")
            if writes:
                connection.execute("PRAGMA auto_vacuum = INCREMENTAL")  # before anything else is written
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = NORMAL")
                connection.execute("PRAGMA secure_delete = OFF")  # merged segments would be written as zeros
            with _unusable_in_one_line(file):
                _prepare(connection, crawl, writes=writes)
        except BaseException:
            connection.close()
            raise
        return cls(file, connection)

    def close(self) -> None:
        """Let go of the file, and give back what it does not need any more."""
        with suppress(sqlite3.Error):  # reading only, or a full disk: so it stays as large as it is
            self.connection.execute("PRAGMA incremental_vacuum").fetchall()
        self.connection.close()

    @property
    def last(self) -> int:
        """The last visit that was looked at: all pages up to it are in the index; -1 for none."""
        return int(self.meta("last", -1))

    def meta(self, key: str, otherwise: Any = None) -> Any:
        """Return what is kept under a key."""
        rows = self.select("SELECT value FROM meta WHERE key = ?", (key,))
        return rows[0][0] if rows else otherwise

    @property
    def languages(self) -> list[str]:
        """The languages of the pages, the most frequent first."""
        return [row[0] for row in self.select("SELECT language FROM languages ORDER BY pages DESC")]

    def select(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Return what a query finds; `IndexUnusable` if the index is damaged."""
        with _unusable_in_one_line(self.file):
            return self.connection.execute(query, values).fetchall()

    def add(self, entries: Sequence[Entry], last: int) -> None:
        """Take pages in, all or none; with them, every page up to the visit `last` is known."""
        with self.all_or_none():
            self.connection.executemany(
                "INSERT INTO words (rowid, title, headings, text) VALUES (?, ?, ?, ?)",
                ((entry.visit, *map(_one_text, entry.fields)) for entry in entries),
            )
            self.connection.executemany(
                "INSERT INTO languages VALUES (?, ?)"
                " ON CONFLICT DO UPDATE SET pages = pages + excluded.pages",
                Counter(entry.language for entry in entries).items(),
            )
            self.add_vectors(entries)
            self.connection.execute("INSERT OR REPLACE INTO meta VALUES ('last', ?)", (last,))

    def add_vectors(self, entries: Iterable[Entry]) -> None:
        """Keep vectors and telling words, inside a transaction."""
        known = [entry for entry in entries if entry.vector]
        if not known:
            return
        visits = b"".join(entry.visit.to_bytes(8, "little") for entry in known)
        rows = b"".join(entry.vector for entry in known)
        self.connection.execute("INSERT INTO vectors (visits, rows) VALUES (?, ?)", (visits, rows))
        self.connection.executemany(
            "INSERT OR IGNORE INTO pages (visit, terms) VALUES (?, ?)",
            [(entry.visit, entry.terms) for entry in known],
        )

    @contextmanager
    def all_or_none(self) -> Iterator[None]:
        """Make the block's changes all or none."""
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.connection.execute("COMMIT")
        except BaseException:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            raise

    def ranked(self, expression: str) -> tuple[int, list[tuple[int, float]]]:
        """Return how many pages fit, and the visits of the best with their BM25, best first."""
        found = self._count(expression)
        narrowed, bound = self._narrowed(expression, found)
        rows = self.select(
            f"SELECT rowid, -bm25(words, {_WEIGHTS}) AS fit FROM words WHERE words MATCH ? AND rowid <= ?"  # noqa: S608  # constants
            " ORDER BY fit DESC, rowid",
            (narrowed, bound),
        )
        return found, [(int(visit), float(fit)) for visit, fit in rows]

    def _narrowed(self, expression: str, found: int) -> tuple[str, int]:
        """Return a query that few enough pages fit, and the last visit to be looked at."""
        asked = expression
        for columns in ("{title headings}", "title"):
            if found <= RANKED:
                return asked, _EVERY_VISIT
            closer = f"{columns} : ({expression})"
            if (fewer := self._count(closer)) < RANKED // 20:
                break
            asked, found = closer, fewer
        if found <= RANKED:
            return asked, _EVERY_VISIT
        last = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid LIMIT 1 OFFSET ?"
        return asked, self.select(last, (asked, RANKED - 1))[0][0]

    def _count(self, expression: str) -> int:
        return int(self.select("SELECT count(*) FROM words WHERE words MATCH ?", (expression,))[0][0])


_EVERY_VISIT = (1 << 63) - 1


def _one_text(words: Sequence[str]) -> str:
    """Return words as one text; that it ends with a blank makes no difference to SQLite."""
    if isinstance(words, Tokens):
        return packed(words).replace(b"\0", b" ").decode("utf-8", "surrogatepass")
    return " ".join(words)


def remove(folder: Path) -> None:
    """Take the index away; it can be made again."""
    for ending in ("", "-wal", "-shm", "-journal"):
        (folder / f"{FILE}{ending}").unlink(missing_ok=True)


def _prepare(connection: sqlite3.Connection, crawl: str, *, writes: bool) -> None:
    """Make the tables where there are none; refuse those that are not ours."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    foreign = connection.execute(
        "SELECT name FROM sqlite_schema WHERE type IN ('view', 'trigger')"
    ).fetchone()
    if foreign is not None:  # either could run at our commands
        raise IndexUnusable(f"the search index has {foreign[0]!r} in it, which is not of our making")
    if writes and not tables:
        connection.executescript(f"BEGIN; {_TABLES} PRAGMA user_version = {VERSION}; COMMIT;")
        connection.execute("INSERT INTO meta VALUES ('crawl', ?)", (crawl,))
        return
    owner = connection.execute("SELECT value FROM meta WHERE key = 'crawl'").fetchone()
    if version != VERSION or owner is None or owner[0] != crawl:
        raise IndexUnusable("the search index is of another crawl, or of another version of Lycosa")


@contextmanager
def _unusable_in_one_line(file: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF in _PASSING:
            raise LycosaError(f"{file} cannot be used now: {error}") from error
        raise IndexUnusable(f"{file} cannot be used: {error}") from error
    except (sqlite3.DatabaseError, ValueError, TypeError) as error:
        raise IndexUnusable(f"{file} is damaged: {error}") from error
