"""The shards of a cluster as one crawl, to read: their databases in, one `state.sqlite` in its folder out.

Every command that reads a crawl reads it: status, why, search, export, report, label, the live view. Links
that shards know of each other become one; visits are put in the order of time, and keep their numbers when
the shards are gathered again. Archives are linked into `warc` under other names, and copied only from another
disk. Nothing here writes to a shard.
"""

from __future__ import annotations

import fcntl
import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from lycosa.cluster.folder import ClusterFolder, ClusterPlan
from lycosa.cluster.gathered.numbering import GatheredShard, Numbering
from lycosa.cluster.gathered.outlook import common_outlook
from lycosa.engine.tally import Tally
from lycosa.errors import Kind, LycosaError
from lycosa.store.database import STATE
from lycosa.store.tables.meta import get_meta, set_meta
from lycosa.store.tables.schema import migrate

_LINK = "id, url, host, depth, parent, block, state, shown, priority, visit, refused, parts, anchor, stem"
_KEPT_META = ("strategy", "judge", "evidence", "evidence.history", "seen.key")
_BY_VISIT = ("features", "verdicts", "labels")
_BATCH = 10_000
_LOCK = ".gathering"


@dataclass(frozen=True, slots=True)
class Gathered:
    """What was put together."""

    visits: int
    shards: tuple[int, ...]
    missing: tuple[int, ...]
    """Shards whose folders are not on this machine."""


def gather(folder: Path) -> Gathered:
    """Put the shards that are here together; the crawl in the folder is replaced whole.

    Whoever comes while others are at it does so after them.
    """
    opened = ClusterFolder(folder)
    plan = opened.plan()
    with (opened.folder / _LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return _gather(opened, plan)


def _gather(opened: ClusterFolder, plan: ClusterPlan) -> Gathered:
    here = [n for n in range(plan.shards) if (opened.shard_folder(n) / STATE).is_file()]
    begun = opened.lives()
    missing = tuple(number for number in range(plan.shards) if number in begun and number not in here)
    draft = opened.folder / f".{STATE}"
    draft.unlink(missing_ok=True)
    shards = [GatheredShard(number, opened.shard_folder(number)) for number in here]
    try:
        for shard in shards:
            shard.state.execute("BEGIN")  # one moment of each
        with closing(sqlite3.connect(draft, isolation_level=None)) as into:
            into.execute("PRAGMA synchronous = OFF")
            migrate(into, str(draft))
            into.execute("BEGIN")
            numbering = Numbering(into, opened.folder, shards, plan.ownership)
            visits = _Gathering(into, opened, shards, numbering).work(plan.id)
            into.execute("COMMIT")
    finally:
        for shard in shards:
            shard.state.close()
    for left in ("-wal", "-shm"):
        (opened.folder / f"{STATE}{left}").unlink(missing_ok=True)
    draft.replace(opened.folder / STATE)
    return Gathered(visits, tuple(here), missing)


class _Gathering:
    """Writes the rows of some shards into one database."""

    def __init__(
        self,
        into: sqlite3.Connection,
        opened: ClusterFolder,
        shards: Sequence[GatheredShard],
        numbering: Numbering,
    ) -> None:
        self._into = into
        self._opened = opened
        self._folder = opened.folder
        self._shards = shards
        self._numbering = numbering

    def work(self, cluster: str) -> int:
        """Write everything; return the number of visits."""
        if not self._shards:
            raise LycosaError(f"{self._folder}: no shard of the cluster is on this machine")
        numbering = self._numbering
        numbering.number_links()
        self._written = bytearray(numbering.links)
        visits = numbering.number_visits()
        numbering.write_hosts()
        numbering.bring_archives()
        for shard in self._shards:
            self._texts(shard)
            self._links(shard)
            self._visits(shard)
            self._edges(shard)
            self._by_visit(shard)
        self._answers()
        self._meta(cluster)
        return visits

    def _texts(self, shard: GatheredShard) -> None:
        """Write the starts of URLs, and strays."""
        (shard.stems,) = self._into.execute("SELECT coalesce(max(id) + 1, 0) FROM stems").fetchone()
        (shard.strays,) = self._into.execute("SELECT coalesce(max(id) + 1, 0) FROM strays").fetchone()
        self._write(
            "stems", ((number + shard.stems, text) for number, text in shard.rows("SELECT * FROM stems"))
        )
        strays = shard.rows("SELECT id, stem, url, link FROM strays ORDER BY id")
        self._write(
            "strays",
            (
                (
                    number + shard.strays,
                    _plus(stem, shard.stems),
                    url,
                    None if link is None else shard.link(link),
                )
                for number, stem, url, link in strays
            ),
        )

    def _links(self, shard: GatheredShard) -> None:
        self._write(f"links ({_LINK})", self._link_rows(shard))

    def _link_rows(self, shard: GatheredShard) -> Iterator[tuple[Any, ...]]:
        """Give the links of a shard, those left out of which another is the owner."""
        rows = shard.rows(f"SELECT {_LINK} FROM links ORDER BY id")  # noqa: S608  # our own names
        for link, url, host, depth, parent, *values, visit, refused, parts, anchor, stem in rows:
            number = shard.links[link]
            others = number < self._numbering.owned and number not in shard.owned
            if not others and not self._written[number]:
                self._written[number] = 1
                visited = None if visit is None else shard.visits.get(visit)
                rest = (visited, refused, parts, anchor, _plus(stem, shard.stems))
                yield (number, url, shard.hosts[host], depth, shard.link(parent), *values, *rest)

    def _visits(self, shard: GatheredShard) -> None:
        columns = [name for _, name, *_ in self._into.execute("PRAGMA table_info(visits)")]
        places = {
            name: columns.index(name) for name in ("number", "link", "same_as", "payload_of", "archive")
        }
        names = ", ".join(columns)

        def mapped(row: tuple[Any, ...]) -> list[Any]:
            values = list(row)
            values[places["number"]] = shard.visits[row[places["number"]]]
            values[places["link"]] = shard.link(row[places["link"]])
            for name, numbers in (
                ("same_as", shard.visits),
                ("payload_of", shard.visits),
                ("archive", shard.archives),
            ):
                values[places[name]] = numbers.get(row[places[name]], row[places[name]])
            return values

        rows = shard.rows(f"SELECT {names} FROM visits ORDER BY number")  # noqa: S608  # our own names
        self._write(f"visits ({names})", map(mapped, rows))

    def _edges(self, shard: GatheredShard) -> None:
        self._write(
            "edges",
            (
                (shard.visits[visit], json.dumps([shard.link(link) for link in json.loads(links)]), detail)
                for visit, links, detail in shard.rows(
                    "SELECT visit, links, detail FROM edges ORDER BY visit"
                )
            ),
        )

    def _by_visit(self, shard: GatheredShard) -> None:
        for table in _BY_VISIT:
            rows = shard.rows(f"SELECT * FROM {table}")  # noqa: S608  # our own names
            self._write(table, ((shard.visits[visit], *values) for visit, *values in rows))
        events = shard.rows("SELECT at, kind, text FROM events")
        self._write(
            "events (at, kind, text)",
            ((at, kind, f"shard {shard.number}: {text}") for at, kind, text in events),
        )

    def _answers(self) -> None:
        """Keep what people said of the pages of the crawl as it was gathered before."""
        if (self._folder / STATE).is_file():
            with closing(sqlite3.connect(f"{(self._folder / STATE).as_uri()}?mode=ro", uri=True)) as old:
                rows = old.execute("SELECT * FROM labels").fetchall()
            self._into.executemany("INSERT OR IGNORE INTO labels VALUES (?, ?, ?, ?, ?, ?)", rows)

    def _meta(self, cluster: str) -> None:
        """Write what the crawl is, and the counts of all shards together."""
        first = self._shards[0].state
        for key in _KEPT_META:
            value = get_meta(first, key)
            if value is not None:
                set_meta(self._into, key, value)
        set_meta(self._into, "crawl", cluster)
        tallies = [json.loads(get_meta(shard.state, "tally") or "null") for shard in self._shards]
        tally = _sum(Tally.of(one) for one in tallies if one)
        set_meta(self._into, "tally", json.dumps(tally.state()))
        outlook = common_outlook(self._shards, self._opened.settings().budget, tally)
        if outlook is not None:
            set_meta(self._into, "outlook", json.dumps(asdict(outlook)))

    def _write(self, table: str, rows: Iterable[Sequence[Any]]) -> None:
        left = iter(rows)
        while batch := list(islice(left, _BATCH)):
            marks = ", ".join("?" * len(batch[0]))
            self._into.executemany(f"INSERT INTO {table} VALUES ({marks})", batch)  # noqa: S608  # our own names


def _sum(tallies: Iterable[Tally]) -> Tally:
    """Return the counts of some crawls together; what one left to another is no refusal."""
    total = Tally()
    for one in tallies:
        for name in ("visits", "pages", "relevant", "revised", "redirects", "body_bytes", "links"):
            setattr(total, name, getattr(total, name) + getattr(one, name))
        total.reasons.update(one.reasons)
        total.failures.update(one.failures)
        for stage, spent in one.stage_ns.items():
            total.stage_ns[stage] = total.stage_ns.get(stage, 0) + spent
    total.reasons.pop(Kind.ELSEWHERE, None)
    return total


def _plus(number: int | None, more: int) -> int | None:
    return None if number is None else number + more
