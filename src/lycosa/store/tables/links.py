"""The rows of `links` and `strays`: new links and news of known ones in, the frontier's rows out at resume.

A page shows many links that are known already. Writing each of them in its place would dirty a
page of the database for nearly every one (measured: 0.3 to 0.9 ms for 60 links), so their new
parts are appended to `news` in one piece, and carried over when many have gathered: the links
of a site's menu, shown by all its pages, are then written once.

A page may show thousands of links that are refused, under a base of two thousand letters that it never had to
send. So of a link that will never be asked for only the end of the URL is in its row; the start is kept once.

Values are given as `int`, `float`, `str` and `bytearray`: for any other, None, bool and bytes
included, `sqlite3` looks for an adapter (measured: 0.6 us each, for two a third of inserting a link).
"""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from lycosa.engine.links.strays import Stray
from lycosa.engine.step import Discovery
from lycosa.frontier import Evidence, LinkValues, Rows, State
from lycosa.graph import FIRST_STRAY
from lycosa.store.export.text import readable

__all__ = [
    "Stems",
    "add_news",
    "adopt_strays",
    "carry_over",
    "frontier_rows",
    "insert_links",
    "insert_strays",
    "news_to_bytes",
    "pack_parts",
    "pending_news",
    "readable",
    "state_name",
]

_INSERT = """INSERT INTO links
    (id, url, host, depth, parent, block, state, shown, priority, refused, parts, anchor, stem)
    VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, nullif(?, ''), ?, ?, nullif(?, -1))"""
_SELECT = """SELECT coalesce(stems.text, '') || url, name, depth, parent, shown,
    CASE WHEN state < 2 AND closed IS NOT NULL THEN 3 ELSE state END, parts
    FROM links JOIN hosts ON hosts.id = links.host LEFT JOIN stems ON stems.id = links.stem
    ORDER BY links.id"""
_BATCH_ROWS = 1 << 16
_STEM_CHARS = 100
"""A start of a URL from this length on is kept once."""
_STEMS_HELD = 1_000


class Stems:
    """The rows of `stems`: the long starts that URLs share."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._next = int(connection.execute("SELECT coalesce(max(id) + 1, 0) FROM stems").fetchone()[0])
        self._held: dict[str, int] = {}

    def cut(self, url: str) -> tuple[int, str]:
        """Return the number of a URL's start and the rest of it; -1 and all of it if it is short."""
        place = url.rfind("/", 0, url.find("?") if "?" in url else None) + 1
        if place < _STEM_CHARS:
            return -1, url
        start = url[:place]
        number = self._held.get(start)
        if number is None:
            if len(self._held) >= _STEMS_HELD:
                self._held.clear()
            number = self._held[start] = self._next
            self._next += 1
            self._connection.execute("INSERT INTO stems VALUES (?, ?)", (number, start))
        return number, url[place:]


def insert_links(
    connection: sqlite3.Connection,
    discoveries: Sequence[Discovery],
    host_id: Callable[[str], int],
    stems: Stems,
) -> None:
    """Append newly found links."""
    rows = []
    for (number, url, host, depth, parent, priority, parts), anchor, block, refused, _, state in discoveries:
        final = state == State.SKIPPED
        stem, rest = stems.cut(url) if final else (-1, url)
        rows.append(
            (
                number,
                rest,
                host_id(host),
                depth,
                parent,
                block,
                int(state),
                priority,
                refused.value if refused else "",
                bytearray(array("f", parts)),
                "" if final else readable(anchor),
                stem,
            )
        )
    if rows:
        connection.executemany(_INSERT, rows)


def insert_strays(connection: sqlite3.Connection, strays: Sequence[Stray], stems: Stems) -> None:
    """Append links that nobody has proposed."""
    rows = [(FIRST_STRAY - stray.id, *stems.cut(stray.url)) for stray in strays]
    if rows:
        connection.executemany("INSERT INTO strays (id, stem, url) VALUES (?, nullif(?, -1), ?)", rows)


def adopt_strays(connection: sqlite3.Connection, adopted: Sequence[tuple[int, int]]) -> None:
    """Keep what strays have become."""
    if adopted:
        rows = ((link, FIRST_STRAY - stray) for stray, link in adopted)
        connection.executemany("UPDATE strays SET link = ? WHERE id = ?", rows)


def pack_parts(parts: Sequence[float]) -> bytearray:
    """Return the parts of a link as they are stored."""
    return bytearray(array("f", parts))


def news_to_bytes(news: LinkValues) -> bytearray:
    """Return the columns of news end to end."""
    return bytearray().join(column.tobytes() for column in news)


def _news_from_bytes(blob: bytes, width: int) -> LinkValues:
    """Return the news that `news_to_bytes` made, of links with `width` parts."""
    count = len(blob) // (9 + 4 * width)
    return LinkValues(
        np.frombuffer(blob, np.uint32, count),
        np.frombuffer(blob, np.uint32, count, 4 * count),
        np.frombuffer(blob, np.uint8, count, 8 * count),
        np.frombuffer(blob, np.float32, count * width, 9 * count).reshape(count, width),
    )


def add_news(connection: sqlite3.Connection, visit: int, news: LinkValues) -> None:
    """Append news that came after a visit; of several about one link, the last holds."""
    held = connection.execute("SELECT links FROM news WHERE visit = ?", (visit,)).fetchone()
    earlier = _news_from_bytes(held[0] if held else b"", news.parts.shape[1])
    together = LinkValues(
        np.concatenate((news.ids, earlier.ids)),
        np.concatenate((news.shown, earlier.shown)),
        np.concatenate((news.states, earlier.states)),
        np.concatenate((news.parts, earlier.parts)),
    )
    connection.execute("INSERT OR REPLACE INTO news VALUES (?, ?)", (visit, news_to_bytes(together)))


def carry_over(connection: sqlite3.Connection, news: LinkValues, evidence: Evidence) -> None:
    """Write news into the rows of its links, in order of id, and empty `news`."""
    order = np.argsort(news.ids)
    parts = news.parts[order]
    priorities = parts.astype(np.float64) @ evidence.weights.astype(np.float64)
    connection.executemany(
        "UPDATE links SET shown = ?, state = ?, priority = ?, parts = ?, refused = NULL WHERE id = ?",
        zip(
            news.shown[order].tolist(),
            news.states[order].tolist(),
            priorities.tolist(),
            map(bytearray, parts),
            news.ids[order].tolist(),
            strict=True,
        ),
    )
    connection.execute("DELETE FROM news")


def pending_news(connection: sqlite3.Connection, width: int) -> LinkValues:
    """Return the news not carried over; of several about one link, the last."""
    blobs = connection.execute("SELECT links FROM news ORDER BY visit DESC")
    batches = [_news_from_bytes(b"", width), *(_news_from_bytes(blob, width) for (blob,) in blobs)]
    ids, latest = np.unique(np.concatenate([news.ids for news in batches]), return_index=True)
    return LinkValues(
        ids,
        np.concatenate([news.shown for news in batches])[latest],
        np.concatenate([news.states for news in batches])[latest],
        np.concatenate([news.parts for news in batches])[latest],
    )


def frontier_rows(connection: sqlite3.Connection, width: int) -> Iterator[Rows]:
    """Give every link in order of id, some at a time, as the frontier takes them."""
    cursor = connection.execute(_SELECT)
    while batch := cursor.fetchmany(_BATCH_ROWS):
        urls, hosts, depths, parents, shown, states, parts = zip(*batch, strict=True)
        yield Rows(
            urls,
            hosts,
            np.array(depths, np.uint16),
            np.array(parents, np.int32),
            np.array(shown, np.uint32),
            np.array(states, np.uint8),
            np.frombuffer(b"".join(parts), np.float32).reshape(len(batch), width),
        )


def state_name(state: Any) -> str:
    """Return what a state on record is called; a damaged one is no state."""
    try:
        return State(state).name.lower()
    except ValueError:
        return f"unknown state {state!r}"
