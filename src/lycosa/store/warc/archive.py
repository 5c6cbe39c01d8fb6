"""The WARC files of a crawl: in go visits, out comes where each was put; what was not committed is cut off.

Records are appended to the last file, the records of a visit in one write. Nothing in a file's
name comes from the web. Until `keep` is called a visit can be taken back, and opening the
archive takes back whatever lies beyond the last record the database knows.
"""

from __future__ import annotations

import os
import sqlite3
import time
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

from lycosa.errors import LycosaError
from lycosa.frontier.seen import SeenSet
from lycosa.model import Visit
from lycosa.store.database import no_space_as_disk_full, transaction
from lycosa.store.repair.trust import WARC, archive_path
from lycosa.store.warc.records import ArchivedAnswer, Original, Provenance, RecordWriter, answer_of

__all__ = ["WARC", "Archive", "Payloads", "Place"]
_APPENDED = "archive.appended"
"""Where `meta` keeps the number of a file and the end of the last record in it that belongs to no visit."""


class Place(NamedTuple):
    """Where the answer of a visit is."""

    archive: int
    offset: int
    length: int
    digest: bytes
    payload_of: int | None
    """Number of the visit whose record holds the payload, if it is not this one."""


class Payloads:
    """The payloads stored so far, known by their SHA-1, at 24 bytes of memory each."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._seen = SeenSet()
        self._visits = array("Q")
        for number, digest in connection.execute(
            "SELECT number, digest FROM visits WHERE archive IS NOT NULL AND payload_of IS NULL"
        ):
            self.add(digest, number)

    def add(self, digest: bytes, number: int) -> None:
        """Remember which visit brought a payload."""
        if self._seen.add(_short(digest)) == len(self._visits):
            self._visits.append(number)

    def original(self, digest: bytes) -> Original | None:
        """Return the visit that brought a payload first."""
        row = self._seen.find(_short(digest))
        if row < 0:
            return None
        found = self._connection.execute(
            "SELECT number, url, fetched_at FROM visits JOIN links ON links.id = visits.link"
            " WHERE number = ? AND digest = ? AND archive IS NOT NULL",
            (self._visits[row], digest),
        ).fetchone()
        return found and Original(*found)


def _short(digest: bytes) -> int:
    return int.from_bytes(digest[:8], "little")


class Archive:
    """Appends to the WARC files of a crawl.

    Parameters
    ----------
    folder
        The crawl's folder; the files are in `warc` under it.
    connection
        The crawl's database.
    crawl
        Identifies the crawl.
    file_bytes
        Size from which a file is followed by another.
    """

    def __init__(self, folder: Path, connection: sqlite3.Connection, crawl: UUID, file_bytes: int) -> None:
        self._folder = folder
        (folder / WARC).mkdir(exist_ok=True)
        self._connection = connection
        self._file_bytes = file_bytes
        self._records = RecordWriter(crawl)
        self._payloads = Payloads(connection)
        self._serial, self._name, self._fd, self._end = 0, "", -1, 0
        self._written: tuple[ArchivedAnswer, Place, int] | None = None
        self._reopen()

    def make_room(self, visit: Visit, at: float) -> None:
        """Begin another file if the last one is full; not to be called inside a transaction."""
        if visit.fetched.status and (self._fd < 0 or self._end >= self._file_bytes):
            self._open_next(at)

    def write(
        self, visit: Visit, origin: Provenance | None, at: float, evidence: Callable[[], bytes] = bytes
    ) -> Place | None:
        """Append the records of a visit, in its transaction, after `make_room`; None if no answer came.

        `evidence` gives records that were made since the last visit and go before it.
        """
        answer = answer_of(visit.fetched)
        if answer is None:
            return None
        head = self._records.file_head(self._serial, self._name, at) if not self._end else b""
        head += evidence()
        original = self._payloads.original(answer.digest) if answer.payload else None
        before, record = self._records.visit(visit, answer, origin, original, serial=self._serial, at=at)
        offset = self._end + len(head) + len(before)
        self._append(head + before + record)
        place = Place(self._serial, offset, len(record), answer.digest, original.number if original else None)
        self._written = answer, place, visit.number
        return place

    def append(self, records: bytes, at: float) -> None:
        """Append records that belong to no visit; not to be called inside a transaction."""
        if self._fd < 0 or self._end >= self._file_bytes:
            self._open_next(at)
        head = self._records.file_head(self._serial, self._name, at) if not self._end else b""
        with no_space_as_disk_full(), transaction(self._connection):
            self._append(head + records)
            end = self._end + len(head) + len(records)
            self._connection.execute(
                "INSERT OR REPLACE INTO meta VALUES (?, ?)", (_APPENDED, f"{self._serial} {end}")
            )
        self._end = end

    def keep(self) -> None:
        """Make the last visit part of the archive: the database knows it."""
        if self._written is not None:
            answer, place, number = self._written
            self._end = place.offset + place.length
            if answer.payload and place.payload_of is None:
                self._payloads.add(place.digest, number)
            self._written = None

    def take_back(self) -> None:
        """Cut off the last visit, which the database does not know."""
        self._written = None
        if self._fd >= 0:
            os.ftruncate(self._fd, self._end)

    def sync(self) -> None:
        """Make sure that everything written so far outlasts a power failure."""
        if self._fd >= 0:
            os.fdatasync(self._fd)

    def close(self) -> None:
        """Let go of the file."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def _append(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(self._fd, view) :]

    def _open_next(self, at: float) -> None:
        """Begin a file. The database hears of it first, so no file can be left that nobody knows."""
        serial = self._serial + 1
        name = f"lycosa-{time.strftime('%Y%m%d%H%M%S', time.gmtime(at))}-{serial:05}.warc.gz"
        with no_space_as_disk_full():
            self._connection.execute("INSERT INTO archives (id, name) VALUES (?, ?)", (serial, name))
            self.sync()
            self.close()
            self._open(serial, name, 0)

    def _open(self, serial: int, name: str, end: int) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
        self._fd = os.open(archive_path(self._folder, name), flags, 0o644)
        os.ftruncate(self._fd, end)
        self._serial, self._name, self._end = serial, name, end

    def _reopen(self) -> None:
        """Go on with the last file where its last known record ends."""
        last = self._connection.execute("SELECT id, name FROM archives ORDER BY id DESC LIMIT 1").fetchone()
        if last is None:
            return
        serial, name = last
        file = archive_path(self._folder, name)
        size = file.stat().st_size if file.is_file() else 0
        if size < self._known_end(serial):
            self._forget_beyond(serial, size)
        self._open(serial, name, self._known_end(serial))

    def _known_end(self, serial: int) -> int:
        found = self._connection.execute(
            "SELECT record_offset + record_bytes FROM visits WHERE archive = ? ORDER BY number DESC LIMIT 1",
            (serial,),
        ).fetchone()
        if found is not None and (not isinstance(found[0], int) or found[0] < 0):
            raise LycosaError(
                f"{self._folder}: no record can end at {found[0]!r}: `lycosa repair {self._folder}`"
            )
        appended = self._connection.execute(
            "SELECT value FROM meta WHERE key = ? AND value LIKE ?", (_APPENDED, f"{serial} %")
        ).fetchone()
        end = str(appended[0]).partition(" ")[2] if appended else "0"
        return max(found[0] if found else 0, int(end) if end.isdecimal() else 0)

    def _forget_beyond(self, serial: int, size: int) -> None:
        """Give up records that a power failure has taken: their visits stay, without them."""
        with transaction(self._connection):
            lost = self._connection.execute(
                "UPDATE visits SET archive = NULL, record_offset = NULL, record_bytes = NULL"
                " WHERE archive = ? AND record_offset + record_bytes > ?",
                (serial, size),
            ).rowcount
            self._connection.execute("DELETE FROM meta WHERE key = ?", (_APPENDED,))
            self._connection.execute(
                "INSERT INTO events (at, kind, text) VALUES (?, 'lost', ?)",
                (time.time(), f"{lost} records: file {serial} ends at byte {size}"),
            )
