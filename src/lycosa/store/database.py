"""The connection to `state.sqlite`: one writer, readers beside it, and one kind of error for a full disk."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from types import TracebackType

from lycosa.engine.step import DiskFull
from lycosa.errors import LycosaError
from lycosa.store.repair.trust import refuse_links
from lycosa.store.tables.schema import MIGRATIONS, DamagedState, check, lacks_room, migrate, refuse_foreign

STATE = "state.sqlite"
_CACHE_KIB = 32 * 1024
_NO_SPACE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class FolderInUse(LycosaError):
    """A folder that another process writes to."""


def connect(folder: Path) -> sqlite3.Connection:
    """Open the state of a crawl for writing; it is made if there is none, and migrated if it is old.

    Checkpoints are the caller's business: the pages of the log may reach the disk for good only
    after the WARC records they speak of.
    """
    file = folder / STATE
    refuse_links(folder)
    connection = sqlite3.connect(file, isolation_level=None)
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        refuse_foreign(connection, str(file), check(connection, str(file)))
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
    refuse_links(folder)
    if not file.is_file():
        raise LycosaError(f"{folder} is not a crawl: there is no {STATE} in it")
    connection = _open_for_reading(file)
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        version = check(connection, str(file))
        if not version:
            raise LycosaError(f"{folder} is not a crawl yet: {STATE} is empty, for the crawl has not begun")
        if version < len(MIGRATIONS):
            raise LycosaError(f"{file} was written by an older Lycosa: `lycosa resume` brings it up to date")
        refuse_foreign(connection, str(file), version)
    except BaseException:
        connection.close()
        raise
    return connection


def _open_for_reading(file: Path) -> sqlite3.Connection:
    """Open a database that others may write to; one in a folder closed to us is read from a copy.

    SQLite wants to lay a file beside a database with a log, even to read it.
    """
    if not file.stat().st_size:
        raise DamagedState(f"{file} is not the state of a crawl: it is empty")
    connection = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
    try:
        connection.execute("PRAGMA schema_version").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
            return connection
        connection.close()
        return _opened_copy(file)
    except sqlite3.DatabaseError:
        pass  # `check` says it better
    return connection


def _opened_copy(file: Path) -> sqlite3.Connection:
    """Return the state as it is now, in a temporary database."""
    connection = sqlite3.connect("")
    try:
        with tempfile.TemporaryDirectory(prefix="lycosa-") as scratch:
            for name in (file.name, f"{file.name}-wal"):
                if file.with_name(name).is_file():
                    shutil.copyfile(file.with_name(name), Path(scratch) / name)
            with closing(sqlite3.connect(Path(scratch) / file.name)) as copy:
                copy.backup(connection)
    except OSError as error:
        connection.close()
        raise LycosaError(f"cannot read {file}: {error.strerror}") from error
    return connection


def transaction(connection: sqlite3.Connection) -> AbstractContextManager[None]:
    """Make the block's changes all or none."""
    return _Transaction(connection)


class _Transaction:
    """One transaction; not a generator, which takes a tenth of the time of a short one."""

    __slots__ = ("_connection",)

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except BaseException as error:
            self._undo(error)
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            self._undo(error)
            return
        try:
            self._connection.execute("COMMIT")
        except BaseException as failure:
            self._undo(failure)
            raise

    def _undo(self, error: BaseException) -> None:
        """Roll back, which a full disk makes SQLite do by itself; say if it was that."""
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")
        _raise_if_full(error)


@contextmanager
def no_space_as_disk_full() -> Iterator[None]:
    """Turn what the system and SQLite say of a full disk into `DiskFull`, as `transaction` does."""
    try:
        yield
    except (OSError, sqlite3.OperationalError) as error:
        _raise_if_full(error)
        raise


def cannot_write(file: Path, error: OSError) -> LycosaError:
    """Return the error of a file that could not be written: a full disk is one of its own."""
    kind = DiskFull if error.errno in _NO_SPACE else LycosaError
    return kind(f"cannot write {file}: {error.strerror}")


def _raise_if_full(error: BaseException) -> None:
    if isinstance(error, OSError) and error.errno in _NO_SPACE:
        raise DiskFull(f"no space left: {error}") from error
    if isinstance(error, sqlite3.OperationalError) and lacks_room(error, writes=True):
        raise DiskFull(f"the files of the crawl cannot be written: {error}") from error


def lock_folder(folder: Path) -> int:
    """Return a handle that keeps other processes from writing to a folder while it is open."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        raise FolderInUse(f"{folder} is in use by another crawl: wait for it, or stop it") from error
    return handle
