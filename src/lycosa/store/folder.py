"""The folder of a crawl while one process writes to it: its lock, database, archive and settings."""

from __future__ import annotations

import errno
import os
import secrets
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self
from uuid import UUID, uuid4

from lycosa.errors import LycosaError
from lycosa.frontier.seen import KEY_BYTES
from lycosa.store.companion import Companion
from lycosa.store.database import connect, lock_folder, no_space_as_disk_full, transaction
from lycosa.store.keep import CONFIG, Keep
from lycosa.store.repair.damage import damage_in_one_line
from lycosa.store.repair.trust import WARC
from lycosa.store.tables.meta import get_meta
from lycosa.store.tables.step_rows import StepRows
from lycosa.store.tables.urls import StoredUrls
from lycosa.store.warc.archive import Archive


class CrawlFolder:
    """A folder that is open for writing; it is made if there is none."""

    def __init__(self, folder: Path, keep: Keep, clock: Callable[[], float] = time.time) -> None:
        self.folder = folder
        self._clock = clock
        self._companions: list[Companion] = []
        with no_space_as_disk_full():
            _make(folder)
        with ExitStack() as opened, no_space_as_disk_full(), damage_in_one_line(folder):
            opened.callback(os.close, lock_folder(folder))
            self._connection = connect(folder)
            opened.callback(self._connection.close)
            self._connection.execute("INSERT OR IGNORE INTO meta VALUES ('crawl', ?)", (str(uuid4()),))
            self._connection.execute(
                "INSERT OR IGNORE INTO meta VALUES ('seen.key', ?)", (secrets.token_hex(KEY_BYTES),)
            )
            self.seen_key = _key(get_meta(self._connection, "seen.key"), folder)
            """Secret of the crawl's frontier; the same after a resume, so that no two links become one."""
            identity = UUID(str(get_meta(self._connection, "crawl")))
            self._archive = Archive(folder, self._connection, identity, keep.archive_bytes)
            opened.callback(self._archive.close)
            self.urls = StoredUrls(self._connection)
            self._rows = StepRows(self._connection, edges=keep.edges)
            self._opened = opened.pop_all()

    @property
    def begun(self) -> bool:
        """Whether the folder holds a crawl, to be resumed."""
        return get_meta(self._connection, "strategy") is not None

    def refuse_lost_archive(self) -> None:
        """Refuse to begin a crawl among the records of another, whose database is gone."""
        if any((self.folder / WARC).iterdir()):
            raise LycosaError(
                f"{self.folder} has an archive but no database: `lycosa repair {self.folder}` makes one"
            )

    def write_config(self, text: str) -> None:
        """Keep the resolved configuration of the crawl; an older one is replaced whole."""
        draft = self.folder / f".{CONFIG}"
        draft.unlink(missing_ok=True)  # never through a link that somebody laid there
        draft.write_text(text, encoding="utf-8")
        draft.replace(self.folder / CONFIG)

    def note(self, kind: str, text: str) -> None:
        """Add an event: a host parked, a setting changed."""
        with transaction(self._connection):
            self._note(kind, text)

    def _note(self, kind: str, text: str) -> None:
        """Add an event to the transaction under way."""
        self._connection.execute(
            "INSERT INTO events (at, kind, text) VALUES (?, ?, ?)", (self._clock(), kind, text)
        )

    def _checkpoint(self) -> None:
        """Move the log into the database, once the records it speaks of are safe on disk."""
        with no_space_as_disk_full():
            self._archive.sync()
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    def accompany(self, companion: Companion) -> None:
        """Let somebody keep tables of its own in step with the crawl's."""
        with transaction(self._connection):
            companion.open(self._connection)
        self._companions.append(companion)

    def checkpoint(self) -> None:
        """See to it that all that was kept so far is on disk for good."""
        self._checkpoint()
        for companion in self._companions:
            companion.checkpointed()

    def close(self) -> None:
        """Let go of the folder."""
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _key(text: str | None, folder: Path) -> bytes:
    """Return the key that a database holds."""
    try:
        key = bytes.fromhex(str(text))
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise LycosaError(f"{folder}: the key of the seen set is damaged: it is not {KEY_BYTES} bytes long")
    return key


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise
        raise LycosaError(f"{folder} cannot be made: {error.strerror}") from error
