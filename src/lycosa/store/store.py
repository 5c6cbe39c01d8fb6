"""A crawl as a folder: in go its steps, each in one transaction; out comes the crawl again after a stop.

The folder holds `crawl.toml` (configuration), `state.sqlite` (everything known) and `warc`
(everything received). The records of a visit are written to the archive first; then the
visit, with their place, is committed to the database together with all it changed. A crawl
killed between the two leaves records nobody knows, which are cut off at resume. So what was
committed is whole, and what was not has left no trace.
"""

from __future__ import annotations

import errno
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any
from uuid import UUID, uuid4

from pydantic import TypeAdapter

from lycosa.engine.budget import Stop
from lycosa.engine.crawl import Crawl
from lycosa.engine.outlook import Outlook
from lycosa.engine.step import Discovery, DiskFull, Step
from lycosa.errors import Kind, LycosaError
from lycosa.frontier import Evidence
from lycosa.model import Visit
from lycosa.page import PageLimits
from lycosa.store.archive import Archive, Place
from lycosa.store.damage import damage_in_one_line
from lycosa.store.database import connect, lock_folder, no_space_as_disk_full, transaction
from lycosa.store.hosts import Hosts
from lycosa.store.links import News, carry_over, insert_links, pack_parts
from lycosa.store.resume import restore_crawl
from lycosa.store.strategy_state import StrategyState, get_meta, set_meta
from lycosa.store.trust import WARC
from lycosa.store.urls import StoredUrls
from lycosa.store.visits import insert_visit
from lycosa.store.warc import Provenance
from lycosa.store.weights import add_weights

CONFIG = "crawl.toml"
_NEWS_LINKS = 20_000
_CHECKPOINT_STEPS = 512
_NUMBERS = TypeAdapter[Any](Any)  # writes JSON three times as fast as `json` does


@dataclass(frozen=True, slots=True)
class Keep:
    """What a store keeps, and how."""

    edges: bool = True
    """Which page links where; about 500 bytes a page."""
    archive_bytes: int = 1_000_000_000
    """Size from which a WARC file is followed by another."""


class Store:
    """Follows a crawl and keeps it in a folder; a `Listener`.

    Parameters
    ----------
    folder
        Made if there is none. One process at a time may write to it.
    keep
        What is kept.
    clock
        Seconds since the epoch.

    Examples
    --------
    ::

        with Store(folder) as store:
            crawl = Crawl(strategy, Frontier(strategy.evidence, urls=store.urls))
            store.resume(crawl) if store.begun else store.begin(crawl, seeds)
            engine = Engine(crawl, fetcher, listeners=[store])
            store.finish(asyncio.run(engine.run()))
    """

    def __init__(
        self, folder: Path, keep: Keep | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        self.folder = folder
        self._keep = keep or Keep()
        self._clock = clock
        with no_space_as_disk_full():
            _make(folder)
        with ExitStack() as opened, no_space_as_disk_full(), damage_in_one_line(folder):
            opened.callback(os.close, lock_folder(folder))
            self._connection = connect(folder)
            opened.callback(self._connection.close)
            self._connection.execute("INSERT OR IGNORE INTO meta VALUES ('crawl', ?)", (str(uuid4()),))
            identity = UUID(str(get_meta(self._connection, "crawl")))
            self._archive = Archive(folder, self._connection, identity, self._keep.archive_bytes)
            opened.callback(self._archive.close)
            self.urls = StoredUrls(self._connection)
            self._hosts = Hosts(self._connection)
            self._opened = opened.pop_all()
        self._changed: set[int] = set()
        self._evidence: Evidence | None = None
        self._steps = 0
        self._behind = False

    # A crawl begins, or goes on

    @property
    def begun(self) -> bool:
        """Whether the folder holds a crawl, to be resumed."""
        return get_meta(self._connection, "strategy") is not None

    def begin(self, crawl: Crawl, seeds: Iterable[str]) -> None:
        """Start a crawl whose frontier uses `urls`: queue its seeds and keep them."""
        if self.begun:
            raise LycosaError(f"{self.folder} holds a crawl already: resume it, or choose another folder")
        self.refuse_lost_archive()
        discoveries = crawl.seed(seeds)
        self._follow(crawl)
        with transaction(self._connection):
            set_meta(self._connection, "strategy", crawl.strategy.name)
            self._insert_links(discoveries)
            self._save_counts()
            self._note("start", f"{crawl.strategy.name}, {len(discoveries)} seeds")
        self.urls.stored()

    def refuse_lost_archive(self) -> None:
        """Refuse to begin a crawl among the records of another, whose database is gone."""
        if any((self.folder / WARC).iterdir()):
            raise LycosaError(
                f"{self.folder} has an archive but no database: `lycosa repair {self.folder}` makes one"
            )

    def resume(
        self, crawl: Crawl, limits: PageLimits | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Make a crawl, built as for `begin`, the one that was interrupted.

        `limits` are those its pages were parsed with, `clock` is its engine's.
        """
        stored = get_meta(self._connection, "strategy")
        if stored != crawl.strategy.name:
            raise LycosaError(f"{self.folder} holds a crawl by {stored}, not by {crawl.strategy.name}")
        self._follow(crawl)
        with damage_in_one_line(self.folder):
            again = self._learned.restore(self.folder, limits or PageLimits())
        with damage_in_one_line(self.folder), transaction(self._connection):
            restore_crawl(self._connection, crawl, now=clock(), at=self._clock())
            text = f"after {crawl.tally.visits} visits"
            self._note("resume", f"{text}, {again} pages read again for the strategy" if again else text)

    def _follow(self, crawl: Crawl) -> None:
        self._crawl = crawl
        self._learned = StrategyState(self._connection, crawl.strategy)

    # What the crawl says

    def seeded(self, discoveries: Sequence[Discovery]) -> None:
        """Take in links queued between steps, such as those of a sitemap."""
        with self._all_or_nothing(), transaction(self._connection):
            self._insert_links(discoveries)
            self._save_counts()
        self.urls.stored()

    def record(self, step: Step) -> None:
        """Take in one step; `DiskFull` leaves everything as it was before."""
        at = step.visit.fetched.fetched_at or self._clock()
        with self._all_or_nothing():
            self._archive.make_room(step.visit, at)
            with transaction(self._connection):
                place = self._archive.write(step.visit, self._origin(step.visit), at)
                self._write(step, place, at)
        self._archive.keep()
        self.urls.stored()
        self._steps += 1
        if self._steps % _CHECKPOINT_STEPS == 0:
            self._checkpoint()

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """Take the block's records back if the disk is full; the crawl is then ahead, and must be resumed."""
        if self._behind:
            raise DiskFull(f"{self.folder} misses a step of this crawl: resume it")
        try:
            yield
        except DiskFull:
            self._behind = True
            self._archive.take_back()
            raise

    def note(self, kind: str, text: str) -> None:
        """Add an event: a host parked, a setting changed."""
        with transaction(self._connection):
            self._note(kind, text)

    def keep_outlook(self, outlook: Outlook) -> None:
        """Keep what the crawl is doing just now, and when that was."""
        told = json.dumps({"at": self._clock(), **asdict(outlook)})
        with transaction(self._connection):
            set_meta(self._connection, "outlook", told)

    def finish(self, stop: Stop) -> None:
        """Keep why the crawl ended, and all its strategy has learned. It may be resumed all the same."""
        try:
            with transaction(self._connection):
                if not self._behind:
                    self._carry_news_over()
                    self._learned.save(self._crawl.tally.visits, always=True)
                self._note("stop", str(stop))
            self._checkpoint()
        except DiskFull:
            if stop is not Stop.DISK:
                raise

    # Configuration

    def write_config(self, text: str) -> None:
        """Keep the resolved configuration of the crawl; an older one is replaced whole."""
        draft = self.folder / f".{CONFIG}"
        draft.unlink(missing_ok=True)  # never through a link that somebody laid there
        draft.write_text(text, encoding="utf-8")
        draft.replace(self.folder / CONFIG)

    def close(self) -> None:
        """Let go of the folder."""
        self._opened.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # Rows

    def _write(self, step: Step, place: Place | None, at: float) -> None:
        link, frontier = step.visit.link, self._crawl.frontier
        self._insert_links(step.discoveries)
        insert_visit(self._connection, step, place, at)
        self._connection.execute(
            "UPDATE links SET state = ?, visit = ?, priority = ?, parts = ? WHERE id = ?",
            (frontier.state(link.id), step.visit.number, link.priority, pack_parts(link.parts), link.id),
        )
        if self._keep.edges and step.links:
            self._connection.execute(
                "INSERT INTO edges VALUES (?, ?)",
                (step.visit.number, _NUMBERS.dump_json(step.links).decode()),
            )
        self._write_news(step)
        self._hosts.count(step)
        for host, kind in step.closed:
            self._note("host given up", f"{host}: {kind}")
        if step.visit.error is Kind.PAGE_FAILED:
            self._note("page failed", f"{step.visit.url}\n{step.visit.fetched.detail}")
        self._save_counts()

    def _insert_links(self, discoveries: Sequence[Discovery]) -> None:
        if len(discoveries) != self.urls.fresh:
            raise LycosaError("links queued between two steps must be given to `seeded` before the next")
        insert_links(self._connection, discoveries, self._crawl.frontier, self._hosts.id)

    def _write_news(self, step: Step) -> None:
        """Append what changed; a link with older news has to have the news of its visit as well."""
        visited = step.visit.link.id
        changed = (*step.changed, visited) if visited in self._changed else step.changed
        if not changed:
            return
        news = News.of(self._crawl.frontier, changed)
        self._connection.execute("INSERT INTO news VALUES (?, ?)", (step.visit.number, news.to_bytes()))
        self._changed.update(changed)
        if len(self._changed) >= _NEWS_LINKS:
            self._carry_news_over()

    def _carry_news_over(self) -> None:
        news = News.of(self._crawl.frontier, self._changed)
        carry_over(self._connection, news, self._crawl.strategy.evidence)
        self._changed.clear()

    def _save_counts(self) -> None:
        """Write the tally, what the strategy has learned, and how it weighs links."""
        strategy, tally = self._crawl.strategy, self._crawl.tally
        set_meta(self._connection, "tally", _NUMBERS.dump_json(tally.state()).decode())
        self._learned.save(tally.visits)
        if strategy.evidence != self._evidence:
            self._evidence = strategy.evidence
            parts = [asdict(part) for part in self._evidence.parts]
            set_meta(self._connection, "evidence", json.dumps(parts))
            add_weights(self._connection, tally.visits - 1, [part.weight for part in self._evidence.parts])

    def _origin(self, visit: Visit) -> Provenance | None:
        if visit.judgement is None:
            return None
        anchor, parent = self._connection.execute(
            "SELECT links.anchor, coalesce(page.url, '') FROM links"
            " LEFT JOIN links AS page ON page.id = links.parent WHERE links.id = ?",
            (visit.link.id,),
        ).fetchone()
        return Provenance(visit.judgement, self._crawl.strategy.name, parent, anchor)

    def _note(self, kind: str, text: str) -> None:
        self._connection.execute(
            "INSERT INTO events (at, kind, text) VALUES (?, ?, ?)", (self._clock(), kind, text)
        )

    def _checkpoint(self) -> None:
        """Move the log into the database, once the records it speaks of are safe on disk."""
        with no_space_as_disk_full():
            self._archive.sync()
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise
        raise LycosaError(f"{folder} cannot be made: {error.strerror}") from error
