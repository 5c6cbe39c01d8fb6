"""Reads a crawl's folder for the live view: in goes its database, running or not, out come snapshots.

Nothing is written, and nothing is held open between two questions that could keep the crawl from tidying up
its log. What would need a look at every row is read once and brought up to date after.
"""

from __future__ import annotations

import sqlite3
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields
from pathlib import Path

from pydantic import TypeAdapter

from lycosa.errors import LycosaError
from lycosa.report.crawl.summary import topic_of
from lycosa.store import CONFIG
from lycosa.store.database import STATE, read_state
from lycosa.store.repair.damage import database_error
from lycosa.store.status import KeptOutlook, kept_outlook, standing_notices
from lycosa.store.tables.commands import latest_commands
from lycosa.store.tables.counts import stored_counts
from lycosa.store.tables.labels import quality
from lycosa.store.tables.meta import get_meta
from lycosa.ui import queries
from lycosa.ui.lookup import SubTopicReader, searchable
from lycosa.ui.snapshot import CommandLine, CrawlState, EventLine, HostLine, Pulse, Snapshot
from lycosa.ui.visit_scan import VisitScan

SILENT_S = 15.0
"""A crawl that has said nothing for so long, and has not ended, is not at work."""
NOT_BEGUN = "the crawl has not begun yet"
_LED = "progress.json"
"""Written every second by whoever leads the shards of a cluster."""
_SCAN_S = 0.25
"""Time given to reading visits before what is known is shown."""
_EVENTS = 12
_COMMANDS = 6
_SELDOM = 50
"""A question that looks at every host is asked again after this many times as long as it took."""
_JSON = TypeAdapter(Snapshot)
_LIFE = frozenset({"start", "resume", "stop"})


class FolderReader:
    """One crawl, read again and again; to be used from one thread."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self.folder = folder
        self._clock = clock
        self._db: sqlite3.Connection | None = None
        self._file = 0
        """Number of the file that is open."""
        self._begin()

    def _begin(self) -> None:
        """Know nothing of the crawl."""
        self._scan = VisitScan()
        self._topics = SubTopicReader(self.folder)
        self._events: deque[EventLine] = deque(maxlen=_EVENTS)
        self._last_event = 0
        self._life = EventLine(0.0, "", "")
        self._hosts: dict[str, int] = {}
        self._giving: list[tuple[str, int, int, str]] = []
        self._giving_due = 0.0
        self.whole = False
        """Whether all visits have been read."""

    def read(self) -> Snapshot:
        """Return how the crawl stands now."""
        try:
            db = self._open()
            if get_meta(db, "tally") is None:
                raise LycosaError(NOT_BEGUN)
            return self._snapshot(db)
        except sqlite3.Error as error:
            self.close()
            raise database_error(self.folder, error) from error
        except (ValueError, TypeError, KeyError, IndexError) as error:
            raise LycosaError(
                f"{self.folder} is damaged ({error}): `lycosa repair {self.folder}` saves what is whole"
            ) from error

    def _open(self) -> sqlite3.Connection:
        """Return the database as it is now: that of a cluster is replaced whole when shards are gathered."""
        try:
            file = (self.folder / STATE).stat().st_ino
        except FileNotFoundError:
            raise LycosaError(NOT_BEGUN) from None
        if self._db is not None and file != self._file:
            self.close()
            self._begin()
        if self._db is None:
            self._db = read_state(self.folder)
            self._file = file
        return self._db

    def close(self) -> None:
        """Let go of the database."""
        self._topics.close()
        self._topics = SubTopicReader(self.folder)
        if self._db is not None:
            self._db.close()
            self._db = None

    def _snapshot(self, db: sqlite3.Connection) -> Snapshot:
        now = self._clock()
        self.whole = self._scan.read(db, _SCAN_S)
        self._read_events(db)
        outlook = kept_outlook(db)
        answers, counts = quality(db), stored_counts(db)
        return Snapshot(
            at=now,
            topic=self._topic(),
            strategy=get_meta(db, "strategy") or "",
            folder=str(self.folder),
            state=self._state(outlook, now),
            stopped=self._life.text if self._life.kind == "stop" else "",
            counts=counts,
            harvest=self._scan.harvest.points(),
            bucket_s=self._scan.harvest.bucket_s,
            pages_counted=self._scan.harvest.pages,
            latest=queries.latest_pages(db),
            best=queries.pages_of(db, self._scan.best),
            hosts=self._host_lines(db, outlook),
            queue=queries.queue_lines(db, outlook, get_meta(db, "evidence") or "") if outlook else [],
            events=list(self._events)[::-1],
            commands=[CommandLine(*row) for row in latest_commands(db, _COMMANDS)],
            notices=standing_notices(db),
            pulse=_pulse(outlook) if outlook else None,
            quality="" if answers is None else str(answers),
            sub_topics=self._topics.latest(counts.relevant) if self.whole else None,
            searchable=searchable(self.folder),
            left=f"to find: {outlook.remaining}" if outlook and outlook.remaining else "",
        )

    def _topic(self) -> str:
        with suppress(OSError):
            return queries.clipped(
                topic_of((self.folder / CONFIG).read_text(encoding="utf-8", errors="replace"))
            )
        return ""

    def _state(self, outlook: KeptOutlook | None, now: float) -> CrawlState:
        if self._life.kind == "stop":
            return CrawlState.STOPPED
        heard = max(self._life.at, outlook.at if outlook is not None else 0.0, self._led_at())
        if now - heard > SILENT_S:
            return CrawlState.SILENT
        paused = outlook is not None and outlook.paused and outlook.at >= self._life.at
        return CrawlState.PAUSED if paused else CrawlState.RUNNING

    def _led_at(self) -> float:
        """Return when shards were last led from here; they are put together more seldom."""
        with suppress(OSError):
            return (self.folder / _LED).stat().st_mtime
        return 0.0

    def _read_events(self, db: sqlite3.Connection) -> None:
        query = "SELECT id, at, kind, text FROM events WHERE id > ? ORDER BY id"
        for number, at, kind, text in db.execute(query, (self._last_event,)):
            self._last_event = number
            event = EventLine(float(at), str(kind), queries.clipped(text))
            self._events.append(event)
            if event.kind in _LIFE:
                self._life = event

    def _host_lines(self, db: sqlite3.Connection, outlook: KeptOutlook | None) -> list[HostLine]:
        began = time.monotonic()
        if began >= self._giving_due:
            self._giving = queries.best_hosts(db)
            self._hosts.update(queries.host_numbers(db, len(self._hosts) - 1))
            self._giving_due = time.monotonic() + _SELDOM * (time.monotonic() - began)
        return queries.host_lines(db, outlook, self._hosts, self._giving)


def _pulse(outlook: KeptOutlook) -> Pulse:
    return Pulse(**{field.name: getattr(outlook, field.name) for field in fields(Pulse)})


def as_json(snapshot: Snapshot) -> bytes:
    """Return a snapshot as one line of JSON."""
    return _JSON.dump_json(snapshot)
