"""The rows of `links`: discoveries and news of known links in, the frontier's rows out again at resume.

A page shows many links that are known already. Writing each of them in its place would dirty a
page of the database for nearly every one (measured: 0.3 to 0.9 ms for 60 links), so their new
parts are appended to `news` in one piece, and carried over when many have gathered: the links
of a site's menu, shown by all its pages, are then written once.

Values are given as `int`, `float`, `str` and `bytearray`: for any other, None, bool and bytes
included, `sqlite3` looks for an adapter (measured: 0.6 us each, for two a third of inserting a link).
"""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lycosa.engine.step import Discovery
from lycosa.frontier import Evidence, Frontier, Rows

_INSERT = """INSERT INTO links
    (id, url, host, depth, parent, block, state, shown, priority, refused, parts, anchor)
    VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, nullif(?, ''), ?, ?)"""
_SELECT = """SELECT url, name, depth, parent, shown,
    CASE WHEN state < 2 AND closed IS NOT NULL THEN 3 ELSE state END, parts
    FROM links JOIN hosts ON hosts.id = links.host ORDER BY links.id"""
_BATCH_ROWS = 1 << 16


class News(NamedTuple):
    """What has become of some known links, column by column."""

    ids: npt.NDArray[np.uint32]
    shown: npt.NDArray[np.uint32]
    states: npt.NDArray[np.uint8]
    parts: npt.NDArray[np.float32]

    @classmethod
    def of(cls, frontier: Frontier, links: Iterable[int]) -> News:
        """Return what a frontier holds of some links."""
        table = frontier._table  # the frontier's own rows() would copy every link
        rows = np.fromiter(set(links), np.intp)  # other integers would be converted by each take
        return cls(
            rows.astype(np.uint32),
            np.asarray(table.shown).take(rows),
            np.asarray(table.state).take(rows),
            table.all_parts().take(rows, axis=0),
        )

    @classmethod
    def from_bytes(cls, blob: bytes, width: int) -> News:
        """Return the news that `to_bytes` made, of links with `width` parts."""
        count = len(blob) // (9 + 4 * width)
        return cls(
            np.frombuffer(blob, np.uint32, count),
            np.frombuffer(blob, np.uint32, count, 4 * count),
            np.frombuffer(blob, np.uint8, count, 8 * count),
            np.frombuffer(blob, np.float32, count * width, 9 * count).reshape(count, width),
        )

    def to_bytes(self) -> bytearray:
        """Return the columns end to end."""
        return bytearray().join(column.tobytes() for column in self)


def insert_links(
    connection: sqlite3.Connection,
    discoveries: Sequence[Discovery],
    frontier: Frontier,
    host_id: Callable[[str], int],
) -> None:
    """Append newly found links."""
    if not discoveries:
        return
    states = frontier._table.state
    rows = [
        (
            link.id,
            link.url,
            host_id(link.host),
            link.depth,
            link.parent,
            block,
            states[link.id],
            link.priority,
            refused.value if refused else "",
            pack_parts(link.parts),
            readable(anchor),
        )
        for link, anchor, block, refused, _ in discoveries
    ]
    connection.executemany(_INSERT, rows)


def pack_parts(parts: Sequence[float]) -> bytearray:
    """Return the parts of a link as they are stored."""
    return bytearray(array("f", parts))


def readable(text: str) -> str:
    """Return a text that has a UTF-8 form; half a surrogate pair has none."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode(errors="replace").decode()
    return text


def carry_over(connection: sqlite3.Connection, news: News, evidence: Evidence) -> None:
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


def pending_news(connection: sqlite3.Connection, width: int) -> News:
    """Return the news not carried over; of several about one link, the last."""
    blobs = connection.execute("SELECT links FROM news ORDER BY visit DESC")
    batches = [News.from_bytes(b"", width), *(News.from_bytes(blob, width) for (blob,) in blobs)]
    ids, latest = np.unique(np.concatenate([news.ids for news in batches]), return_index=True)
    return News(
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
