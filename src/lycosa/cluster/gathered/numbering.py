"""What the numbers of shards become when they are one crawl: links, visits, hosts and archives."""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from lycosa.cluster.gathered.archives import bring
from lycosa.cluster.ownership import Ownership
from lycosa.errors import LycosaError
from lycosa.graph import FIRST_STRAY
from lycosa.store.database import STATE, read_state
from lycosa.store.repair.trust import WARC, archive_path, is_archive_name
from lycosa.url import host_of

_NUMBERED = "CREATE TABLE gathered (shard INTEGER, visit INTEGER, number INTEGER, PRIMARY KEY (shard, visit))"
_URLS = """SELECT links.id, coalesce(stems.text, '') || url
    FROM links LEFT JOIN stems ON stems.id = links.stem ORDER BY links.id"""


class GatheredShard:
    """One shard, with what its numbers become."""

    def __init__(self, number: int, folder: Path) -> None:
        self.number = number
        self.folder = folder
        self.state = read_state(folder)
        self.links: array[int] = array("q")
        self.owned = range(0)
        """Numbers of the links that are its own."""
        self.visits: dict[int, int] = {}
        self.hosts: dict[int, int] = {}
        self.archives: dict[int, int] = {}
        self.stems = 0
        self.strays = 0

    def link(self, known: int) -> int:
        """Return what a link of the shard is among all."""
        if known >= 0:
            return self.links[known]
        return known - self.strays if known <= FIRST_STRAY else known

    def rows(self, query: str) -> Iterator[tuple[Any, ...]]:
        """Give rows of the shard."""
        return iter(self.state.execute(query))


class Numbering:
    """Numbers what some shards have, and writes what has no other content."""

    def __init__(
        self, into: sqlite3.Connection, folder: Path, shards: Sequence[GatheredShard], ownership: Ownership
    ) -> None:
        self._into = into
        self._folder = folder
        self._shards = shards
        self._ownership = ownership
        self.links = 0
        """Links of all shards, each once."""
        self.owned = 0
        """Links below this number are written by the shard that owns them."""

    def number_links(self) -> None:
        """Give every URL one number: first to those that shards own, then to what they know of others."""
        self._into.execute("CREATE TEMP TABLE urls (url TEXT PRIMARY KEY, id INTEGER) WITHOUT ROWID")
        for shard in self._shards:
            (known,) = next(shard.rows("SELECT count(*) FROM links"))
            shard.links = array("q", [-1]) * known
            first = self.links
            for link, url in shard.rows(_URLS):
                if self._ownership.shard_of(host_of(url)) == shard.number:
                    shard.links[link] = self._number(url)
            shard.owned = range(first, self.links)
        self.owned = self.links
        for shard in self._shards:
            for link, url in shard.rows(_URLS):
                if shard.links[link] < 0:
                    found = self._into.execute("SELECT id FROM urls WHERE url = ?", (url,)).fetchone()
                    shard.links[link] = self._number(url) if found is None else found[0]

    def _number(self, url: str) -> int:
        self._into.execute("INSERT INTO urls VALUES (?, ?)", (url, self.links))
        self.links += 1
        return self.links - 1

    def number_visits(self) -> int:
        """Let visits gathered before keep their numbers; the others follow in the order of time."""
        earlier: dict[tuple[int, int], int] = {}
        if (self._folder / STATE).is_file():
            with closing(sqlite3.connect(f"{(self._folder / STATE).as_uri()}?mode=ro", uri=True)) as old:
                earlier = {
                    (shard, visit): number for shard, visit, number in old.execute("SELECT * FROM gathered")
                }
        fresh = []
        for shard in self._shards:
            for visit, at in shard.rows("SELECT number, fetched_at FROM visits ORDER BY number"):
                known = earlier.get((shard.number, visit))
                if known is None:
                    fresh.append((at, shard.number, visit))
                else:
                    shard.visits[visit] = known
        first = max(earlier.values(), default=-1) + 1
        by_number = {shard.number: shard for shard in self._shards}
        for number, (_, owner, visit) in enumerate(sorted(fresh), start=first):
            by_number[owner].visits[visit] = number
        self._into.execute(_NUMBERED)
        self._into.executemany(
            "INSERT INTO gathered VALUES (?, ?, ?)",
            (
                (shard.number, visit, number)
                for shard in self._shards
                for visit, number in shard.visits.items()
            ),
        )
        return sum(len(shard.visits) for shard in self._shards)

    def write_hosts(self) -> None:
        """Write every host once; what a shard counted of others' hosts is nothing."""
        ids: dict[str, int] = {}
        query = "SELECT id, name, visits, pages, relevant, body_bytes, failures, closed FROM hosts"
        for shard in self._shards:
            for host, name, *counts, closed in shard.rows(query):
                number = shard.hosts[host] = ids.setdefault(name, len(ids))
                self._into.execute(
                    "INSERT INTO hosts VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
                    " visits = visits + excluded.visits, pages = pages + excluded.pages,"
                    " relevant = relevant + excluded.relevant, body_bytes = body_bytes + excluded.body_bytes,"
                    " failures = failures + excluded.failures, closed = coalesce(closed, excluded.closed)",
                    (number, name, *counts, closed),
                )

    def bring_archives(self) -> None:
        """Bring the archives of shards into one folder, each under a number of its own."""
        (self._folder / WARC).mkdir(exist_ok=True)
        count = 0
        for shard in self._shards:
            known = dict(
                shard.rows("SELECT archive, max(record_offset + record_bytes) FROM visits GROUP BY archive")
            )
            for archive, name in shard.rows("SELECT id, name FROM archives ORDER BY id"):
                count += 1
                shard.archives[archive] = count
                source = archive_path(shard.folder, name)
                called = _renamed(name, shard.number)
                target = self._folder / WARC / called
                if source.exists():
                    bring(source, target, known.get(archive) or 0)
                self._into.execute("INSERT INTO archives VALUES (?, ?)", (count, called))


def _renamed(name: str, shard: int) -> str:
    """Return the name of a shard's archive among those of all."""
    start, _, number = name.removesuffix(".warc.gz").rpartition("-")
    called = f"{start}-{shard + 1}{int(number):05}.warc.gz"
    if not is_archive_name(called):
        raise LycosaError(f"shard {shard} has the archive {name!r}, which cannot be gathered")
    return called
