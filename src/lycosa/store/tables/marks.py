"""Which page a crawl is working on, in a small file that outlives the process.

If a page ends the process, by its memory or by an error in a library, the mark is still there when the
crawl is resumed: the page is then read in another process, and given up if that does not help. Setting
the mark changes a few bytes of memory that the system shares with the file, and keeps when the process
dies; it need not survive the machine.
"""

from __future__ import annotations

import mmap
import os
from contextlib import suppress
from pathlib import Path
from struct import Struct
from types import TracebackType

FILE = "state.sqlite.marks"
_KEPT = 1_000
"""Links remembered; the oldest is forgotten for the next."""
_NUMBER = Struct("<q")
_DEATH = Struct("<qq")
_NONE = _NUMBER.pack(-1)


class StoredMarks:
    """The link being worked on, and the links on which earlier processes ended.

    Parameters
    ----------
    folder
        Of the crawl. Whatever the file in it holds can only keep pages out of this process.
    """

    def __init__(self, folder: Path) -> None:
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        self._handle = os.open(folder / FILE, flags, 0o644)
        stored = os.pread(self._handle, _NUMBER.size + _KEPT * _DEATH.size, 0)
        rows = stored[_NUMBER.size :]
        rows = rows[: len(rows) - len(rows) % _DEATH.size]
        self._deaths: dict[int, int] = {link: count for link, count in _DEATH.iter_unpack(rows)}
        if stored[: _NUMBER.size] not in (b"", _NONE):
            self._count_death(*_NUMBER.unpack(stored[: _NUMBER.size].ljust(_NUMBER.size, b"\0")))
        self._mark = self._shared()

    def deaths(self, link: int) -> int:
        """Return how often a process has ended while it worked on a link's page."""
        return self._deaths.get(link, 0)

    def begin(self, link: int) -> None:
        """Say that work on a link's page begins."""
        _NUMBER.pack_into(self._mark, 0, link)

    def end(self) -> None:
        """Say that it went well."""
        self._mark[: _NUMBER.size] = _NONE

    def _count_death(self, link: int) -> None:
        self._deaths[link] = self._deaths.pop(link, 0) + 1
        rows = list(self._deaths.items())[-_KEPT:]
        with suppress(OSError):  # a full disk costs the count; the store says what else it costs
            os.pwrite(self._handle, _NONE + b"".join(_DEATH.pack(*row) for row in rows), 0)

    def _shared(self) -> mmap.mmap | bytearray:
        """Return the bytes of the mark in the file, or on a full disk some that are in no file."""
        try:
            os.pwrite(self._handle, _NONE, 0)
            return mmap.mmap(self._handle, _NUMBER.size)
        except OSError:
            return bytearray(_NUMBER.size)

    def close(self) -> None:
        """Let go of the file."""
        if isinstance(self._mark, mmap.mmap):
            self._mark.close()
        os.close(self._handle)

    def __enter__(self) -> StoredMarks:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
