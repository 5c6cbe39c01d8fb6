"""Requests under way beside those of the crawl's own links: whoever makes one borrows a place for it.

So what a crawl asks for at once stays within its concurrency, sitemaps included.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager


class Slots:
    """Places lent to requests that are not for a queued link.

    Parameters
    ----------
    concurrency
        All places. Half of them are lent at most, so that links are always asked for too.
    wake
        Called when someone wants a place or gives one back.
    """

    def __init__(self, concurrency: int, wake: Callable[[], None]) -> None:
        self._most = max(1, concurrency // 2)
        self._wake = wake
        self._waiting: deque[asyncio.Future[None]] = deque()
        self.lent = 0

    @asynccontextmanager
    async def borrowed(self) -> AsyncIterator[None]:
        """Wait for a place and hold it."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        self._wake()
        try:
            await turn
            yield
        finally:
            if turn.done() and not turn.cancelled():
                self.lent -= 1
                self._wake()

    def lend(self, free: int) -> None:
        """Give places that are free to those who wait for one."""
        while self._waiting and free > 0 and self.lent < self._most:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                self.lent += 1
                free -= 1
