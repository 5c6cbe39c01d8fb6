"""Takes a stopped crawl up again in a process that outlives the view, and remembers why that failed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from lycosa.errors import LycosaError
from lycosa.store.database import lock_folder
from lycosa.ui.queries import clipped
from lycosa.ui.snapshot import EventLine

_LAST_BYTES = 4096
"""Read of what a process complained of: its last line is in it."""


@dataclass(frozen=True)
class _Try:
    """A process that takes the crawl up, and what it complains of.

    That is a file without a name: a pipe would break, and the crawl with it, when the view ends.
    """

    process: subprocess.Popen[bytes]
    complaints: IO[bytes]


class Resumption:
    """The last try to go on with a crawl from the view; orders and readings come from different threads."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._last: _Try | None = None
        self._failure = ""
        self._failed_at = 0.0

    def begin(self) -> None:
        """Go on with the crawl; what became of the try before is forgotten."""
        os.close(lock_folder(self._folder))  # says so if the crawl is at work
        with self._lock:
            self._settle()
            if self._last is not None:
                raise LycosaError("the crawl is being taken up already")
            self._failure = ""
            try:
                self._last = _started(self._folder)
            except OSError as error:
                raise LycosaError(f"`lycosa resume` cannot be started: {error.strerror}") from error

    def failure(self, events: Iterable[EventLine]) -> str:
        """Return why the last try failed; empty if it did not, or the crawl was taken up elsewhere since.

        `events` are the crawl's latest.
        """
        with self._lock:
            self._settle()
            if any(event.kind == "resume" and event.at > self._failed_at for event in events):
                self._failure = ""
            return self._failure

    def _settle(self) -> None:
        """Take in how the last try ended, once it has."""
        if self._last is not None and (code := self._last.process.poll()) is not None:
            with self._last.complaints as complaints:
                self._failure = _reason(code, complaints) if code else ""
            self._failed_at, self._last = time.time(), None


def _started(folder: Path) -> _Try:
    complaints = tempfile.TemporaryFile()  # noqa: SIM115  # read when the process has ended
    try:
        process = subprocess.Popen(  # noqa: S603  # our own command
            [sys.executable, "-m", "lycosa", "resume", str(folder.resolve())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=complaints,
            start_new_session=True,
        )
    except OSError:
        complaints.close()
        raise
    return _Try(process, complaints)


def _reason(code: int, complaints: IO[bytes]) -> str:
    """Say in one line why a process failed, by its last words and its exit code."""
    if code < 0:
        return f"`lycosa resume` was ended by {signal.strsignal(-code) or 'a signal'} ({-code})"
    size = complaints.seek(0, os.SEEK_END)
    complaints.seek(max(0, size - _LAST_BYTES))
    lines = complaints.read().decode(errors="replace").split("\n")
    last = next((line.strip() for line in reversed(lines) if line.strip()), "it did not say why")
    return f"`lycosa resume` ended with exit code {code}: {clipped(last.removeprefix('lycosa: '))}"
