"""One clear line for a damaged crawl, and what is whole of it all the same.

Reading goes on as far as it can: a question about a damaged database is asked again of a copy that holds
every row that can still be read. What cannot be read is said in the log, with the way to repair it.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

from lycosa.errors import LycosaError
from lycosa.store.database import STATE, read_state
from lycosa.store.repair.salvage import salvaged_copy
from lycosa.store.tables.schema import DamagedState, lacks_room

T = TypeVar("T")
log = logging.getLogger("lycosa.store")
_NOT_DAMAGE = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)


@contextmanager
def damage_in_one_line(folder: Path) -> Iterator[None]:
    """Say of what goes wrong while stored values are taken in that they are damaged, but for a full disk."""
    try:
        with _values_in_one_line(folder):
            yield
    except DamagedState as error:
        raise LycosaError(f"{error}; `lycosa repair {folder}` saves what is whole") from error
    except sqlite3.Error as error:
        if lacks_room(error):
            raise
        raise database_error(folder, error) from error


@contextmanager
def _values_in_one_line(folder: Path) -> Iterator[None]:
    try:
        yield
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, ArithmeticError) as error:
        raise LycosaError(
            f"{folder / STATE} is damaged ({type(error).__name__}: {error}): `lycosa repair {folder}` "
            "saves what is whole"
        ) from error


def database_error(folder: Path, error: sqlite3.Error) -> LycosaError:
    """Say what SQLite met: a file in use or closed to us is not a damaged one."""
    if not _is_damage(error):
        return LycosaError(f"{folder / STATE} cannot be used: {error}")
    return LycosaError(f"{folder / STATE} is damaged ({error}): `lycosa repair {folder}` saves what is whole")


def ask_state(folder: Path, ask: Callable[[sqlite3.Connection], T]) -> T:
    """Answer a question about a crawl; if its database is damaged, from the rows that are whole."""
    try:
        with closing(read_state(folder)) as state, _values_in_one_line(folder):
            return ask(state)
    except (sqlite3.Error, DamagedState) as error:
        if isinstance(error, sqlite3.Error) and not _is_damage(error):
            raise database_error(folder, error) from error
        damage = error
    with damage_in_one_line(folder), closing(salvaged_copy(folder / STATE)) as state:
        if state.execute("SELECT NOT EXISTS (SELECT 1 FROM links)").fetchone()[0]:
            raise LycosaError(f"{damage}; `lycosa repair {folder}` reads the archive instead")
        log.warning(
            "%s is damaged (%s): this is from the rows that can be read; `lycosa repair %s` mends it",
            folder / STATE,
            damage,
            folder,
        )
        return ask(state)


def _is_damage(error: sqlite3.Error) -> bool:
    code = getattr(error, "sqlite_errorcode", None)
    is_harmless = code is not None and code & 0xFF in _NOT_DAMAGE
    return isinstance(error, sqlite3.DatabaseError) and not is_harmless and not lacks_room(error)


class Unreadable:
    """Counts what could not be read of a crawl, and says so once at the end."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._count = 0
        self._first = ""

    def note(self, what: str, error: object) -> None:
        """Count one thing that is damaged."""
        self._count += 1
        self._first = self._first or f"{what}: {error}"

    def say(self) -> None:
        """Log how much was passed over."""
        if self._count:
            log.warning(
                "%d records of %s cannot be read (first: %s): `lycosa repair %s`",
                self._count,
                self._folder,
                self._first,
                self._folder,
            )
