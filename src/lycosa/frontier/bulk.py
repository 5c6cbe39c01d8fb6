"""What a frontier does with many links at once, column by column: look, set, rank anew, save and load."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import Any

import numpy as np
import numpy.typing as npt

from lycosa.errors import LycosaError
from lycosa.frontier.arena import UrlArena, UrlStore
from lycosa.frontier.base import Columns, Evidence, LinkPlace
from lycosa.frontier.entry import QUEUED, queued_links
from lycosa.frontier.rank_rows import facts_of, moved
from lycosa.frontier.requeue import count_taken, move_all, rebuild, some_queues
from lycosa.frontier.schedule import Schedule
from lycosa.frontier.seen import SeenSet, directory_of, hash_of
from lycosa.frontier.table import LinkValues, Rows, State, Table
from lycosa.frontier.worth import Worth, once_and_again, priorities_of
from lycosa.graph import LinkGraph, ShownLinks, Sightings
from lycosa.text.cache import BoundedCache

_BATCH_ROWS = 1 << 16
FEW_MOVED = 4
"""A queue of which fewer than one link in so many has moved is not laid out anew."""


class LinkColumns:
    """The columns of a frontier: everything known of every link, by id."""

    def __init__(
        self,
        evidence: Evidence,
        urls: UrlStore | None,
        max_active: int | None,
        horizon_s: float,
        key: bytes,
    ) -> None:
        self.key = key
        """Of the hash that tells URLs apart."""
        self._worth = Worth(evidence)
        self._urls = UrlArena() if urls is None else urls
        self._seen = SeenSet()
        self._table = Table(self._worth.width)
        self._schedule = Schedule(self._table, inf if max_active is None else max_active, horizon_s)
        self._directories: array[int] | None = None
        self._recent: BoundedCache[str, int] = BoundedCache()
        """Ids of links proposed lately: most links of a page are on the page before it too."""
        self._numbered: dict[str, int] = {}
        """Ids of links that were given one since the last page was taken in."""
        self._asked: tuple[Sequence[str], list[int]] = (), []
        """The links whose ids were asked for last: those of a page are, before it is taken in."""
        self.graph = LinkGraph()
        """Which page shows which link; filled by whoever reads pages."""

    # Looking

    def queue_from(self, host: int, link: int, count: int) -> tuple[npt.NDArray[np.intp], int, int]:
        """Return about so many queued links, host by host from a place on, and the place after them.

        The queue of a host is given whole or, if it is very long, in parts in order of id. The last place is
        host -1.
        """
        schedule = self._schedule
        if host < len(schedule.hosts) and (link or schedule.hosts[host].queued > 2 * count):
            links = queued_links(self._table, host, link, count)
            if len(links) == count:
                return links, host, int(links[-1]) + 1
            host += 1
        else:
            links, host = some_queues(schedule, host, count)
        return links, host if host < len(schedule.hosts) else -1, 0

    def queued_of(self, links: npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.intp]:
        """Return those of some links that are queued."""
        states = np.asarray(self._table.state).take(links)
        found: npt.NDArray[np.intp] = links[states == QUEUED].astype(np.intp)
        return found

    def queued_priorities(self) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.float64]]:
        """Return all queued links, and their priorities."""
        links = np.flatnonzero(np.asarray(self._table.state) == QUEUED)
        return links, priorities_of(np.asarray(self._table.rank).take(links))

    def queued_ranks(self) -> npt.NDArray[np.uint32]:
        """Return the ranks of all queued links but those of hosts set aside; the lower, the better."""
        return self._schedule.counted_ranks()

    def urls(self, links: Sequence[int]) -> list[str]:
        """Return the URLs of some links."""
        self._urls.expect(links)
        return [self._urls.get(link) for link in links]

    def values(self, links: Iterable[int]) -> LinkValues:
        """Return what may change of some links."""
        return self._table.values(links if isinstance(links, np.ndarray) else np.fromiter(links, np.intp))

    def columns(self, links: npt.ArrayLike) -> Columns:
        """Return what is known of many links."""
        rows, table = np.ascontiguousarray(links, np.int64), self._table
        shown, depth, host, parent = facts_of(rows, (table.shown, table.depth, table.host, table.parent))
        parts, ages = table.all_parts().take(rows, axis=0), self.graph.ages(parent)
        return Columns(rows, parts, shown, depth, host, self._directories_of(rows), parent, ages)

    def place(self, link: int) -> LinkPlace:
        """Return where a link belongs; faster than the columns of one link."""
        directories = self._directories
        directory = directory_of(self._urls.get(link)) if directories is None else directories[link]
        return LinkPlace(self._table.host[link], directory, self._table.parent[link])

    def in_links(self, links: npt.ArrayLike, limit: int | None = None) -> Sightings:
        """Return the sightings of each link, oldest first; with a limit, the latest so many of each."""
        return self.graph.in_links(links, limit)

    def showing(self, link: int) -> Iterator[int]:
        """Give the pages that show a link, latest first, each once."""
        return self.graph.showing(link)

    def out_links(self, pages: npt.ArrayLike) -> Sightings:
        """Return the links on the page of each link, in their order; none if it was not read."""
        return self.graph.out_links(pages)

    def shown_on(self, pages: Sequence[int]) -> ShownLinks:
        """Return the links on some pages and their blocks; in half the time of `out_links`."""
        return self.graph.shown_on(pages)

    def track_directories(self) -> None:
        """Keep the directory of every link from now on; otherwise `columns` works it out from the URLs."""
        if self._directories is None:
            self._directories = array("I", map(directory_of, map(self._urls.get, range(len(self._table)))))

    def _directories_of(self, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.uint32]:
        if self._directories is not None:
            return np.asarray(self._directories).take(rows)
        return np.fromiter(map(directory_of, map(self._urls.get, rows.tolist())), np.uint32, len(rows))

    # Taking in the links of a page

    def states(self, links: Sequence[int]) -> list[int]:
        """Return where some links are in their lives; those only reserved are numbered and no more."""
        column, seen, numbered = self._table.state, len(self._table), State.NUMBERED
        return [column[link] if link < seen else numbered for link in links]

    @property
    def links_seen(self) -> int:
        """How many links have an id."""
        return len(self._table)

    def show_all_again(
        self,
        links: Sequence[int],
        urls: Sequence[str],
        parts: Sequence[Sequence[float]],
        table: npt.NDArray[np.float32] | None = None,
    ) -> None:
        """Take in what a page says of queued links, in its order; a link may come more than once.

        `table` may have the same parts in columns.
        """
        if not self._worth.width:
            self._count_shown(links)
            return
        values = self._worth.table(parts, urls) if table is None else table
        if self._worth.replaces:
            latest = {link: place for place, link in enumerate(links)}
            if len(latest) < len(links):
                values = values.take(list(latest.values()), axis=0)
            self._count_shown(links)
            self.set_parts(list(latest), values)
            return
        row_of = {link: row for row, link in enumerate(dict.fromkeys(links))}
        ids = np.fromiter(row_of, np.intp, len(row_of))
        first, again = once_and_again(links)
        shown = np.asarray(self._table.shown).take(ids) + np.uint32(1)
        before = self._table.all_parts().take(ids, axis=0)
        combined = self._worth.combine_all(before, values.take(first, axis=0) if again else values, shown)
        for place in again:  # few, and mostly each another link: not worth columns
            row = row_of[links[place]]
            shown[row] += 1
            old, new = array("f", combined[row].tolist()), array("f", values[place].tolist())
            combined[row] = self._worth.combine(old, new, int(shown[row]))
        np.asarray(self._table.shown)[ids] = shown
        self.set_parts(ids, combined)

    def _count_shown(self, links: Iterable[int]) -> None:
        shown = self._table.shown
        for link in links:
            shown[link] += 1

    # Changing

    def set_parts(
        self, links: npt.ArrayLike, parts: npt.ArrayLike, urls: Sequence[str] = (), *, whole: bool = False
    ) -> None:
        """Replace the parts of many links, one a row, and give those that are queued their new places.

        `whole` says that the links are all that is queued for their hosts, which saves time; `urls` are for
        messages.
        """
        rows = np.ascontiguousarray(links, np.intp)
        values = np.asarray(parts, np.float32).reshape(len(rows), self._worth.width)
        ranks = self._worth.ranks(values, urls)
        self._table.all_parts()[rows] = values
        rows, ranks, away = moved(self._table.rank, self._table.state, QUEUED, rows, ranks)
        if whole and len(away) * FEW_MOVED >= len(rows):
            move_all(self._schedule, rows, ranks, whole=True)
        elif len(away):
            move_all(self._schedule, rows[away], ranks[away])

    def reweigh(self, evidence: Evidence) -> None:
        """Compute every priority anew, with other weights for the same parts."""
        worth = Worth(evidence)
        if worth.width != self._worth.width:
            raise LycosaError(f"evidence has {worth.width} parts, but links here have {self._worth.width}")
        ranks = worth.ranks(self._table.all_parts())
        self._worth = worth
        self._table.rank = array("I", ranks.tobytes())
        rebuild(self._schedule)

    # Saving

    def rows(self) -> Iterator[Rows]:
        """Give every link ever seen, in order of id, some at a time."""
        for start in range(0, len(self._table), _BATCH_ROWS):
            stop = min(start + _BATCH_ROWS, len(self._table))
            urls = [self._urls.get(link) for link in range(start, stop)]
            hosts = [self._schedule.host_of(link).name for link in range(start, stop)]
            yield self._table.rows(start, stop, urls, hosts)

    def load(self, batches: Iterable[Rows]) -> None:
        """Take in rows that another frontier gave; delays of hosts start afresh.

        A URL store that holds the URLs already, as one on disk does, is not given them again.
        """
        hashes = [np.empty(0, dtype=np.uint64)]
        for rows in batches:
            for url in rows.urls[max(0, len(self._urls) - len(self._table)) :]:
                self._urls.append(url)
            if self._directories is not None:
                self._directories.extend(map(directory_of, rows.urls))
            hashed = (hash_of(url, self.key) for url in rows.urls)
            hashes.append(np.fromiter(hashed, dtype=np.uint64, count=len(rows.urls)))
            hosts = self._schedule.numbers_of(rows.hosts)
            self._table.extend(rows, hosts, self._worth.ranks(rows.parts))
        self._seen.extend(np.concatenate(hashes))
        rebuild(self._schedule)
        count_taken(self._schedule)
