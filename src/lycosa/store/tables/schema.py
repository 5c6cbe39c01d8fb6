"""The tables of `state.sqlite`, as an ordered list of scripts: opening an older file brings it up to date.

Rows are appended in order of their key and found by it; there is no other index, because an
index on a random key costs a crawl more than the row itself. A script, once released, never changes.

- `links`: every link ever proposed; `id` is its id in the frontier. `parts` are 32-bit floats.
  News of known links is collected in `news` and carried over here a few thousand links at a
  time, so `parts`, `priority` and `shown` may be that much behind. A link refused for good has no anchor here
  (`edges` has it), and the start of its URL is in `stems` if it is long; `link_list` gives the whole.
- `strays`: links on pages that were never proposed; `link` is what one has become since. `id` counts up
  from 0, where `edges` has -2, -3 and so on.
- `visits`: every request, with what came of it and where its WARC record is. `signature` and `simhash`,
  64 bits each, are what later pages are compared with.
- `edges`: the links of each page in their order, a JSON list of link ids; in `detail`, deflated, a JSON list
  of their blocks, `rel` bits and anchors. `edge_list` gives one row for each, and strays as what they
  have become.
- `hosts`: counts; `failures` are those in a row. A queued link of a host with `closed` set is skipped,
  and `link_list` says so.
- `archives`: the WARC files. `events`: what happened to the crawl as a whole.
- `meta`: `crawl` (its UUID), `strategy` (its name), and as JSON `evidence` (names and weights of parts),
  `evidence.history` (their weights by the visit after which they hold), `tally` (counts so far), `outlook`
  (requests under way, hosts waited for, once a second), `strategy.state` (what it has learned),
  `strategy.check` (a checksum of that and of `learned`) and `rescoring` (how far queued links have been
  scored anew).
- `features`: what the judge needs of a page to judge it again, in its own form, 3.3 kB at most.
- `verdicts`: the latest verdicts on pages judged again. `labels`: what people said of pages (`yes`, `no`,
  `more`, `never`), how the page was `chosen` (`uncertain`, `random`, `file`, `view`), what it was `called`,
  and before which visit the crawl has `taken` it in. `visit_list` gives visits with the latest verdicts: a
  person's, else the judge's.
- `learned`: what of the strategy's state is no plain data.
- `commands`: what people asked of the crawl (`pause`, `resume`, `stop`, `budget`, `seed`, `ban`) with what
  value, and the `outcome` once the crawl has carried it out.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing

from lycosa.errors import LycosaError


class DamagedState(LycosaError):
    """A database that cannot be read as one."""


APPLICATION_ID = 0x4C79636F
"""Marks the file as ours: "Lyco"."""

MIGRATIONS = (
    """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
    CREATE TABLE events (id INTEGER PRIMARY KEY, at REAL NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL);
    CREATE TABLE archives (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE hosts (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        visits INTEGER NOT NULL DEFAULT 0,
        pages INTEGER NOT NULL DEFAULT 0,
        relevant INTEGER NOT NULL DEFAULT 0,
        body_bytes INTEGER NOT NULL DEFAULT 0,
        failures INTEGER NOT NULL DEFAULT 0,
        closed TEXT
    );
    CREATE TABLE links (
        id INTEGER PRIMARY KEY,
        url TEXT NOT NULL,
        host INTEGER NOT NULL,
        depth INTEGER NOT NULL,
        parent INTEGER NOT NULL,
        block INTEGER NOT NULL,
        state INTEGER NOT NULL,
        shown INTEGER NOT NULL,
        priority REAL NOT NULL,
        visit INTEGER,
        refused TEXT,
        parts BLOB NOT NULL,
        anchor TEXT NOT NULL
    );
    CREATE TABLE news (visit INTEGER PRIMARY KEY, links BLOB NOT NULL);
    CREATE TABLE visits (
        number INTEGER PRIMARY KEY,
        link INTEGER NOT NULL,
        fetched_at REAL NOT NULL,
        elapsed_s REAL NOT NULL,
        status INTEGER NOT NULL,
        error TEXT,
        detail TEXT,
        retry_in_s REAL,
        location TEXT,
        content_type TEXT,
        body_bytes INTEGER NOT NULL,
        truncated INTEGER NOT NULL,
        links INTEGER NOT NULL,
        found INTEGER NOT NULL,
        relevant INTEGER,
        score REAL,
        score_parts TEXT,
        reason TEXT,
        title TEXT,
        language TEXT,
        same_as INTEGER,
        signature INTEGER,
        simhash INTEGER,
        digest BLOB,
        payload_of INTEGER,
        archive INTEGER,
        record_offset INTEGER,
        record_bytes INTEGER
    );
    CREATE TABLE edges (visit INTEGER PRIMARY KEY, links TEXT NOT NULL);
    CREATE VIEW edge_list AS
        SELECT visit, item.key AS position, item.value AS link FROM edges, json_each(edges.links) AS item;
    CREATE VIEW link_list AS
        SELECT links.id, url, name AS host, depth, parent, block, anchor, shown, priority, parts, visit,
            CASE WHEN state < 2 AND closed IS NOT NULL THEN 3 ELSE state END AS state,
            coalesce(refused, CASE WHEN state IN (0, 3) THEN closed END) AS refused
        FROM links JOIN hosts ON hosts.id = links.host;
    """,
    """
    CREATE TABLE learned (key TEXT PRIMARY KEY, value BLOB NOT NULL);
    CREATE TABLE stems (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
    CREATE TABLE strays (id INTEGER PRIMARY KEY, stem INTEGER, url TEXT NOT NULL, link INTEGER);
    ALTER TABLE links ADD COLUMN stem INTEGER;
    ALTER TABLE edges ADD COLUMN detail BLOB;
    DROP VIEW link_list;
    CREATE VIEW link_list AS
        SELECT links.id, coalesce(stems.text, '') || url AS url, name AS host, depth, parent, block, anchor,
            shown, priority, parts, visit,
            CASE WHEN state < 2 AND closed IS NOT NULL THEN 3 ELSE state END AS state,
            coalesce(refused, CASE WHEN state IN (0, 3) THEN closed END) AS refused
        FROM links JOIN hosts ON hosts.id = links.host LEFT JOIN stems ON stems.id = links.stem;
    CREATE VIEW stray_list AS
        SELECT -2 - strays.id AS id, coalesce(stems.text, '') || url AS url, link
        FROM strays LEFT JOIN stems ON stems.id = strays.stem;
    DROP VIEW edge_list;
    CREATE VIEW edge_list AS
        SELECT visit, item.key AS position, coalesce(strays.link, item.value) AS link
        FROM edges, json_each(edges.links) AS item LEFT JOIN strays ON strays.id = -2 - item.value;
    DELETE FROM meta WHERE key = 'strategy.state'
        AND (value LIKE '%"ranker":%' OR value LIKE '%"siblings":%');
    UPDATE meta SET value = 0 WHERE key = 'strategy.visits'
        AND NOT EXISTS (SELECT 1 FROM meta WHERE key = 'strategy.state');
    """,
    """
    CREATE TABLE features (visit INTEGER PRIMARY KEY, features BLOB NOT NULL);
    CREATE TABLE verdicts (visit INTEGER PRIMARY KEY, score REAL NOT NULL, relevant INTEGER NOT NULL);
    CREATE TABLE labels (
        visit INTEGER PRIMARY KEY,
        label TEXT NOT NULL,
        chosen TEXT NOT NULL,
        called INTEGER NOT NULL,
        at REAL NOT NULL,
        taken INTEGER
    );
    CREATE VIEW visit_list AS
        SELECT number, link, fetched_at, elapsed_s, status, error, detail, retry_in_s, location, content_type,
            body_bytes, truncated, links, found, score_parts, reason, title, language, same_as, digest,
            payload_of, archive, record_offset, record_bytes, label, chosen,
            visits.relevant AS relevant_at_visit, visits.score AS score_at_visit,
            CASE WHEN visits.relevant IS NOT NULL THEN
                coalesce(label IN ('yes', 'more'), verdicts.relevant, visits.relevant) END AS relevant,
            CASE WHEN visits.relevant IS NOT NULL THEN coalesce(verdicts.score, visits.score) END AS score
        FROM visits LEFT JOIN verdicts ON verdicts.visit = visits.number
            LEFT JOIN labels ON labels.visit = visits.number;
    """,
    """
    CREATE TABLE commands (
        id INTEGER PRIMARY KEY,
        at REAL NOT NULL,
        name TEXT NOT NULL,
        value TEXT NOT NULL,
        outcome TEXT
    );
    """,
)


_NO_ROOM = (
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR_WRITE,
    sqlite3.SQLITE_IOERR_SHMSIZE,
    sqlite3.SQLITE_IOERR_FSYNC,
)


def lacks_room(error: BaseException, *, writes: bool = False) -> bool:
    """Whether SQLite has found no room on the disk; it writes a file beside a database that is only read.

    Who writes takes every failure of the disk for that: nothing can be kept for now.
    """
    code: int = getattr(error, "sqlite_errorcode", None) or 0
    return code in _NO_ROOM or (writes and code & 0xFF == sqlite3.SQLITE_IOERR)


def migrate(connection: sqlite3.Connection, name: str, scripts: Sequence[str] = MIGRATIONS) -> None:
    """Bring a database up to date; `name` is how errors call it."""
    version = check(connection, name, scripts)
    for number, script in enumerate(scripts[version:], start=version + 1):
        marks = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {number};"
        connection.executescript(f"BEGIN; {script}; {marks} COMMIT;")


def check(connection: sqlite3.Connection, name: str, scripts: Sequence[str] = MIGRATIONS) -> int:
    """Return how many scripts a database has seen; refuse one that is not ours, or newer than we are."""
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # the message itself may be damaged
        if lacks_room(error):
            raise  # nothing is wrong with the database but the disk it is on
        raise DamagedState(f"{name} is not the state of a crawl: {error}") from error
    if tables and application != APPLICATION_ID:
        raise LycosaError(f"{name} is not the state of a crawl, but another program's database")
    if version > len(scripts):
        raise LycosaError(
            f"{name} was written by a newer Lycosa (schema {version}, this one knows {len(scripts)}): upgrade"
        )
    return int(version)


def refuse_foreign(connection: sqlite3.Connection, name: str, version: int) -> None:
    """Refuse a database with a view or a trigger of another's making: either could run at our commands."""
    query = "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('view', 'trigger')"
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as own:
        for script in MIGRATIONS[:version]:
            own.executescript(script)
        known = set(own.execute(query))
    for kind, called, sql in connection.execute(query):
        if (kind, called, sql) not in known:
            raise LycosaError(f"{name} has a {kind} {called!r} that no crawl of ours makes: it is not used")
