"""Threads for lookups that may hang: a slow one gives its place to the next, so dead names hold up nobody.

A name server that does not answer holds a thread for half a minute, and nothing can free it. So only lookups
that have just begun count against the number that may run; the slow ones run on beside them, up to a limit.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress


class LookupThreads:
    """Runs blocking lookups, each in a thread of its own.

    Parameters
    ----------
    at_once : lookups that may run before any of them is slow.
    slow_s : after this time a lookup no longer counts.
    threads : all lookups together, slow ones included.
    """

    def __init__(self, at_once: int, slow_s: float, threads: int) -> None:
        self._at_once = at_once
        self._slow_s = slow_s
        self._threads = max(threads, at_once)
        self._quick = 0
        self._running = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def run(self, lookup: Callable[[str], Sequence[str]], host: str, timeout_s: float) -> Sequence[str]:
        """Look a name up; `TimeoutError` if that takes too long, not counting the wait for a thread."""
        while self._quick >= self._at_once or self._running >= self._threads:
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(turn)
            try:
                await turn
            except asyncio.CancelledError:
                self._admit()
                raise
        answer = self._start(lookup, host)
        async with asyncio.timeout(timeout_s):
            return await asyncio.shield(answer)

    def _start(self, lookup: Callable[[str], Sequence[str]], host: str) -> asyncio.Future[Sequence[str]]:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Sequence[str]] = loop.create_future()
        answer.add_done_callback(lambda done: done.cancelled() or done.exception())  # told even if unheard
        self._quick += 1
        self._running += 1
        quick = [True]

        def count_as_slow() -> None:
            if quick.pop():
                self._quick -= 1
            quick.append(False)
            self._admit()

        slow = loop.call_later(self._slow_s, count_as_slow)

        def end(result: Sequence[str] | None, error: BaseException | None) -> None:
            slow.cancel()
            self._running -= 1
            count_as_slow()
            if answer.done():
                return
            if error is not None:
                answer.set_exception(error)
            else:
                answer.set_result(result or ())

        def work() -> None:
            result: Sequence[str] | None = None
            failure: BaseException | None = None
            try:
                result = lookup(host)
            except Exception as error:  # handed to whoever waits
                failure = error
            with suppress(RuntimeError):  # the loop may be closed by now
                loop.call_soon_threadsafe(end, result, failure)

        threading.Thread(target=work, name=f"dns {host[:40]}", daemon=True).start()
        return answer

    def _admit(self) -> None:
        while self._waiting and self._quick < self._at_once and self._running < self._threads:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
