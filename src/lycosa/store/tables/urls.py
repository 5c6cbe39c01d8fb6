"""The frontier's URLs on disk: in goes one URL per link, out comes the URL of an id.

A URL lives in memory until the step that found it is stored; from then on it is in `links`, and in
memory only while it is among the newest, or expected to be asked for.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from itertools import islice

_HELD_MAX = 50_000
"""URLs held in memory, about 8 MB."""
_URL = "coalesce(stems.text, '') || url FROM links LEFT JOIN stems ON stems.id = links.stem"


class StoredUrls:
    """A `UrlStore` over the table `links`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._stored = int(connection.execute("SELECT coalesce(max(id) + 1, 0) FROM links").fetchone()[0])
        self._fresh: list[str] = []
        self._held: dict[int, str] = {}

    def append(self, url: str) -> None:
        """Keep the URL of the next id."""
        self._fresh.append(url)

    def get(self, link: int) -> str:
        """Return the URL of a link."""
        if link >= self._stored:
            return self._fresh[link - self._stored]
        url = self._held.get(link)
        if url is None:
            query = f"SELECT {_URL} WHERE links.id = ?"
            url = self._held[link] = str(self._connection.execute(query, (link,)).fetchone()[0])
        return url

    def expect(self, links: Iterable[int]) -> None:
        """Read the URLs of links that will soon be asked for, all at once."""
        missing = [link for link in links if link < self._stored and link not in self._held]
        if missing:
            marks = ",".join("?" * len(missing))
            query = f"SELECT links.id, {_URL} WHERE links.id IN ({marks})"  # only marks
            self._held.update(self._connection.execute(query, missing))

    @property
    def fresh(self) -> int:
        """How many URLs are not in the table yet."""
        return len(self._fresh)

    def stored(self) -> None:
        """Take note that every URL is in the table now."""
        self._held.update(enumerate(self._fresh, start=self._stored))
        self._stored += len(self._fresh)
        self._fresh.clear()
        surplus = len(self._held) - _HELD_MAX
        if surplus > 0:
            for link in list(islice(self._held, surplus + _HELD_MAX // 10)):
                del self._held[link]

    def __len__(self) -> int:
        return self._stored + len(self._fresh)
