"""The table `commands`: what people ask of a crawl, from any process, and what came of it."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from lycosa.engine.commands import Command, Order
from lycosa.errors import LycosaError
from lycosa.store.database import STATE, connect, transaction

_WAIT_S = 10.0
_VALUE_CHARS = 4_000
_PENDING_MAX = 1_000


class StoredCommands:
    """The orders to one crawl, as its own process sees them; a `CommandRecord`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def pending(self) -> list[Command]:
        """Return the orders not carried out yet, oldest first."""
        rows = self._connection.execute(
            "SELECT id, name, value FROM commands WHERE outcome IS NULL ORDER BY id LIMIT ?", (_PENDING_MAX,)
        )
        return [Command(*row) for row in rows]

    def done(self, command: int, outcome: str) -> None:
        """Keep what became of an order."""
        with transaction(self._connection):
            self._connection.execute("UPDATE commands SET outcome = ? WHERE id = ?", (outcome, command))

    def answers_wait(self) -> bool:
        """Whether people have said something of pages that was not taken in."""
        found = self._connection.execute("SELECT EXISTS (SELECT 1 FROM labels WHERE taken IS NULL)")
        return bool(found.fetchone()[0])


def give_order(folder: Path, order: Order, value: str = "") -> int:
    """Keep an order to the crawl in a folder, which may be running; return its number."""
    if not (folder / STATE).is_file():
        raise LycosaError(f"{folder} is not a crawl: there is no {STATE} in it")
    if len(value) > _VALUE_CHARS:
        raise LycosaError(f"the value of an order has {_VALUE_CHARS:,} characters at most")
    with closing(connect(folder)) as connection:
        connection.execute(f"PRAGMA busy_timeout = {int(_WAIT_S * 1000)}")
        with transaction(connection):
            row = (time.time(), order.value, value)
            given = connection.execute("INSERT INTO commands (at, name, value) VALUES (?, ?, ?)", row)
    return int(given.lastrowid or 0)


def latest_commands(db: sqlite3.Connection, count: int) -> list[tuple[int, str, str, str | None]]:
    """Return the last orders, newest first: number, order, value and what became of it."""
    rows = db.execute("SELECT id, name, value, outcome FROM commands ORDER BY id DESC LIMIT ?", (count,))
    return rows.fetchall()
