"""Copies every row that can still be read from a damaged `state.sqlite` into a sound one.

The work is done on a copy of the file. Its header is put right first: a file that was cut off is said to
be as long as it is, and a lost first page, which holds the tables' places, is made anew (a table's place
follows from the order in which our own scripts make them). Then each table is read row by row; where a page
of it cannot be read, the rows behind it are looked for by their key.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from lycosa.store.tables.schema import migrate

_META_KEYS = (
    "crawl",
    "strategy",
    "evidence",
    "evidence.history",
    "tally",
    "strategy.state",
    "strategy.visits",
    "strategy.check",
)
_HIGHEST_KEY = 1 << 40
_WIDEST_GAP = 1 << 20
_MOST_ASTRAY = 10_000
_HEADER_BYTES = 100
_MAGIC = b"SQLite format 3\0"
_DEFAULT_PAGE_BYTES = 4096

Row = tuple[Any, ...]


def salvaged_copy(file: Path, target: str = "") -> sqlite3.Connection:
    """Return a sound database with the rows of `file` that can be read; a temporary one without `target`."""
    sound = sqlite3.connect(target, isolation_level=None)
    migrate(sound, target or "copy")
    with tempfile.TemporaryDirectory(prefix="lycosa-") as scratch:
        copy = Path(scratch) / file.name
        shutil.copyfile(file, copy)
        log = file.with_name(f"{file.name}-wal")
        if log.is_file():
            shutil.copyfile(log, copy.with_name(log.name))
        sound.execute("BEGIN")
        for damaged in _ways_to_open(copy):
            with closing(damaged):
                _copy_rows(damaged, sound)
        sound.execute("COMMIT")
    return sound


def _ways_to_open(copy: Path) -> Iterator[sqlite3.Connection]:
    """Give the copy opened as it is, and if its tables cannot be found so, with its first page made anew."""
    page_bytes = _true_length(copy)
    first = _open(copy)
    if _tables(first):
        yield first
        return
    first.close()
    copy.with_name(f"{copy.name}-wal").unlink(missing_ok=True)
    _renew_first_page(copy, page_bytes)
    yield _open(copy)


def _open(copy: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(copy, isolation_level=None)
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    return connection


def _tables(connection: sqlite3.Connection) -> set[str]:
    try:
        return {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    except sqlite3.DatabaseError:
        return set()


def _true_length(copy: Path) -> int:
    """Make the header say how long the file is, in whole pages; return the size of a page."""
    with copy.open("r+b") as stream:
        head = stream.read(_HEADER_BYTES)
        given = int.from_bytes(head[16:18], "big")
        page_bytes = {1: 65536}.get(given, given)
        if page_bytes < 512 or page_bytes & (page_bytes - 1):
            page_bytes = _DEFAULT_PAGE_BYTES
        size = stream.seek(0, 2)
        pages = -(-size // page_bytes)
        stream.truncate(pages * page_bytes)
        if head.startswith(_MAGIC):
            stream.seek(28)
            stream.write(pages.to_bytes(4, "big"))
            stream.seek(92)
            stream.write(head[24:28])  # without this SQLite takes no notice of the number of pages
    return page_bytes


def _renew_first_page(copy: Path, page_bytes: int) -> None:
    """Put the first page of an empty database of ours over that of the copy."""
    empty = copy.with_name("empty.sqlite")
    with closing(sqlite3.connect(empty, isolation_level=None)) as made:
        made.execute(f"PRAGMA page_size = {page_bytes}")
        migrate(made, str(empty))
    page = bytearray(empty.read_bytes()[:page_bytes])
    page[28:32] = (copy.stat().st_size // page_bytes).to_bytes(4, "big")
    page[32:40] = bytes(8)  # no free pages
    with copy.open("r+b") as stream:
        stream.write(page)
    empty.unlink()


def free_list_problem(file: Path) -> str:
    """Return what is wrong with the list of free pages, which SQLite's own check overlooks."""
    with file.open("rb") as stream:
        head = stream.read(_HEADER_BYTES)
        page_bytes = int.from_bytes(head[16:18], "big")
        trunk, count = int.from_bytes(head[32:36], "big"), int.from_bytes(head[36:40], "big")
        pages = file.stat().st_size // max(page_bytes, 512)
        seen = 0
        while trunk and seen <= count:
            stream.seek((trunk - 1) * page_bytes)
            following, leaves = (int.from_bytes(stream.read(4), "big") for _ in range(2))
            if trunk > pages or leaves > page_bytes // 4 - 2:
                return "its list of free pages is broken"
            trunk, seen = following, seen + 1 + leaves
    return "" if seen == count else "its list of free pages is broken"


def _copy_rows(damaged: sqlite3.Connection, sound: sqlite3.Connection) -> None:
    wanted = sound.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    for (table,) in wanted:
        columns = [row[1] for row in sound.execute(f"PRAGMA table_info({table})")]
        rows = _meta_rows(damaged) if table == "meta" else _rows(damaged, table, columns)
        marks = ", ".join("?" * len(columns))
        insert = f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608
        for row in rows:
            try:
                sound.execute(insert, row)
            except sqlite3.Error:
                continue  # a row that breaks the table's own rules is not whole


def _meta_rows(damaged: sqlite3.Connection) -> Iterator[Row]:
    try:
        yield from damaged.execute("SELECT key, value FROM meta").fetchall()
        return
    except sqlite3.DatabaseError:
        pass
    for key in _META_KEYS:
        try:
            yield from damaged.execute("SELECT key, value FROM meta WHERE key = ?", (key,)).fetchall()
        except sqlite3.DatabaseError:
            continue


def _rows(damaged: sqlite3.Connection, table: str, columns: list[str]) -> Iterator[Row]:
    """Give the rows of a table in order of key, passing over pages that cannot be read."""
    select = f"SELECT rowid, {', '.join(columns)} FROM {table} WHERE rowid >= ? ORDER BY rowid"  # noqa: S608
    start = -1
    while start < _HIGHEST_KEY:
        astray = 0  # rows whose key is out of order: a damaged page may lead back, or round in a ring
        try:
            for row in damaged.execute(select, (start,)):
                if start <= row[0] < start + _WIDEST_GAP:
                    start = row[0] + 1
                elif (astray := astray + 1) > _MOST_ASTRAY:
                    raise sqlite3.DatabaseError("keys go round in a ring")
                yield row[1:]
            return
        except sqlite3.DatabaseError:
            found = _next_readable(damaged, f"{select} LIMIT 1", start)
            if found is None:
                return
            start = found


def _next_readable(damaged: sqlite3.Connection, select: str, start: int) -> int | None:
    """Return the first key from which the table can be read again, found in steps that double."""
    unreadable, step = start, 1
    while _row_from(damaged, select, start + step) is None:
        unreadable, step = start + step, step * 2
        if step > _HIGHEST_KEY:
            return None
    readable = start + step
    while readable - unreadable > 1:
        middle = (unreadable + readable) // 2
        if _row_from(damaged, select, middle) is None:
            unreadable = middle
        else:
            readable = middle
    return readable


def _row_from(damaged: sqlite3.Connection, select: str, key: int) -> Row | None:
    """Return the row at a key or the next; an empty one if there is none, None if it cannot be read."""
    try:
        return damaged.execute(select, (key,)).fetchone() or ()
    except sqlite3.DatabaseError:
        return None
