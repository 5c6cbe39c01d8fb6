"""The frontier's URLs on disk: in goes one URL per link, out comes the URL of an id.

A URL lives in memory until the step that found it is stored; from then on it is read from `links`.
"""

from __future__ import annotations

import sqlite3


class StoredUrls:
    """A `UrlStore` over the table `links`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._stored = int(connection.execute("SELECT coalesce(max(id) + 1, 0) FROM links").fetchone()[0])
        self._fresh: list[str] = []

    def append(self, url: str) -> None:
        """Keep the URL of the next id."""
        self._fresh.append(url)

    def get(self, link: int) -> str:
        """Return the URL of a link."""
        if link >= self._stored:
            return self._fresh[link - self._stored]
        url: str = self._connection.execute("SELECT url FROM links WHERE id = ?", (link,)).fetchone()[0]
        return url

    @property
    def fresh(self) -> int:
        """How many URLs are not in the table yet."""
        return len(self._fresh)

    def stored(self) -> None:
        """Take note that every URL is in the table now."""
        self._stored += len(self._fresh)
        self._fresh.clear()

    def __len__(self) -> int:
        return self._stored + len(self._fresh)
