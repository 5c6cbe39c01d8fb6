"""The table `meta`: single values by name."""

from __future__ import annotations

import sqlite3


def get_meta(connection: sqlite3.Connection, key: str) -> str | None:
    """Return a value as text; None if there is none of that key."""
    found = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return str(found[0]) if found else None


def set_meta(connection: sqlite3.Connection, key: str, value: str | int) -> None:
    """Set a value."""
    connection.execute(
        "INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", (key, value)
    )
