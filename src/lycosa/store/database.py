"""The connection to `state.sqlite`: one writer, readers beside it, and one kind of error for a full disk."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lycosa.engine.step import DiskFull
from lycosa.errors import LycosaError
from lycosa.store.schema import MIGRATIONS, check, migrate

STATE = "state.sqlite"
_CACHE_KIB = 32 * 1024
_NO_SPACE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)


def connect(folder: Path) -> sqlite3.Connection:
    """Open the state of a crawl for writing; it is made if there is none, and migrated if it is old.

    Checkpoints are the caller's business: the pages of the log may reach the disk for good only
    after the WARC records they speak of.
    """
    file = folder / STATE
    connection = sqlite3.connect(file, isolation_level=None)
    try:
        check(connection, str(file))
        for pragma in (
            "journal_mode = WAL",
            "synchronous = NORMAL",
            "wal_autocheckpoint = 0",
            "secure_delete = OFF",
            f"cache_size = -{_CACHE_KIB}",
        ):
            connection.execute(f"PRAGMA {pragma}")
        migrate(connection, str(file))
    except BaseException:
        connection.close()
        raise
    return connection


def read_state(folder: Path) -> sqlite3.Connection:
    """Open the state of a crawl for reading only, whether or not the crawl is running."""
    file = folder / STATE
    if not file.is_file():
        raise LycosaError(f"{folder} is not a crawl: there is no {STATE} in it")
    connection = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
    version = check(connection, str(file))
    if version < len(MIGRATIONS):
        connection.close()
        raise LycosaError(f"{file} was written by an older Lycosa: `lycosa resume` brings it up to date")
    return connection


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Make the block's changes all or none."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("COMMIT")
    except BaseException as error:
        # A full disk makes SQLite roll back by itself.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        _raise_if_full(error)
        raise


@contextmanager
def no_space_as_disk_full() -> Iterator[None]:
    """Turn what the system and SQLite say of a full disk into `DiskFull`, as `transaction` does."""
    try:
        yield
    except (OSError, sqlite3.OperationalError) as error:
        _raise_if_full(error)
        raise


def _raise_if_full(error: BaseException) -> None:
    if isinstance(error, OSError) and error.errno in _NO_SPACE:
        raise DiskFull(f"no space left: {error}") from error
    if isinstance(error, sqlite3.OperationalError) and error.sqlite_errorcode & 0xFF in _NO_ROOM:
        raise DiskFull(f"the state of the crawl cannot be written: {error}") from error
