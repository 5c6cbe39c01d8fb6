"""Snapshots for everybody who watches: the folder is read once a second however many pages are open.

A slow page gets the newest snapshot and none of those it missed. Nothing is read while nobody watches.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from lycosa.errors import LycosaError

EVERY_S = 1.0
_SOON_S = 0.05
_QUIET_S = 15.0
"""A comment is sent after so long without news, so that a page that is gone is noticed."""
WATCHERS = 16
"""Pages that may be open at once."""


class Broadcast:
    """Reads and tells.

    Parameters
    ----------
    read
        Returns the newest snapshot as JSON, and whether there is more to be read at once; called in one
        thread. A `LycosaError` is passed on as a problem.
    every_s
        Time between two readings.
    """

    def __init__(self, read: Callable[[], tuple[bytes, bool]], every_s: float = EVERY_S) -> None:
        self._read = read
        self._every_s = every_s
        self._thread = ThreadPoolExecutor(1, "lycosa-ui")
        self.watchers = 0
        """Pages that are open."""
        self._version = 0
        self._latest = b""
        self._news = asyncio.Condition()
        self._reading: asyncio.Task[None] | None = None
        self._look = asyncio.Event()
        self.over = False

    async def snapshot(self) -> bytes:
        """Return how things stand now."""
        snapshot, _ = await asyncio.get_running_loop().run_in_executor(self._thread, self._read)
        return snapshot

    def look_now(self) -> None:
        """Read again without waiting: something has just been changed."""
        self._look.set()

    async def messages(self) -> AsyncIterator[bytes]:
        """Give messages as server-sent events until the view ends or the page is gone."""
        self.watchers += 1
        if self._reading is None:
            self._reading = asyncio.create_task(self._follow())
        seen = 0
        try:
            while not self.over:
                await self._newer_than(seen)
                newer, seen = self._version > seen, self._version
                yield self._latest if newer else b": \n\n"
            yield self._latest
            yield b"event: over\ndata: {}\n\n"
        finally:
            self.watchers -= 1
            if not self.watchers and self._reading is not None:
                self._reading.cancel()
                self._reading = None

    async def end(self) -> None:
        """Tell every page how things stand at last, and that no more will come."""
        message, _ = await self._message()
        self.over = True
        await self._tell(message)
        self._thread.shutdown(wait=False)

    async def _newer_than(self, version: int) -> None:
        """Wait until there is a newer message, or for a while."""
        async with self._news:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait_for(lambda: self._version > version), _QUIET_S)

    async def _follow(self) -> None:
        while True:
            message, more = await self._message()
            await self._tell(message)
            self._look.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._look.wait(), _SOON_S if more else self._every_s)

    async def _tell(self, message: bytes) -> None:
        async with self._news:
            self._latest = message
            self._version += 1
            self._news.notify_all()

    async def _message(self) -> tuple[bytes, bool]:
        try:
            snapshot, more = await asyncio.get_running_loop().run_in_executor(self._thread, self._read)
        except LycosaError as error:
            return b"event: problem\ndata: " + _quoted(str(error)) + b"\n\n", False
        return b"event: snapshot\ndata: " + snapshot + b"\n\n", more


def _quoted(text: str) -> bytes:
    return json.dumps(text).encode()
