"""Remembers which connection last served an origin, and tells when it must not be used again.

libcurl looks whether a kept connection has unasked-for bytes waiting (a second answer, a goodbye)
only after a second of rest. A request that follows sooner would take them for its own answer.
"""

from __future__ import annotations

import select
import time
from collections.abc import Callable

_UNWATCHED_S = 1.0
_DISTRUSTED = 10_000


class KeptConnections:
    """The socket last opened for each origin: a polite crawler has but one.

    Parameters
    ----------
    number : how many are remembered.
    clock : seconds that never run backwards.
    """

    def __init__(self, number: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._number = number
        self._clock = clock
        self._sockets: dict[str, tuple[int, float]] = {}
        self._spoilt: dict[str, float] = {}
        self._distrusted: dict[str, None] = {}

    def distrust(self, origin: str) -> None:
        """Use a connection of an origin for one request only, from now on."""
        self._distrusted[origin] = None
        if len(self._distrusted) > _DISTRUSTED:
            del self._distrusted[next(iter(self._distrusted))]

    def distrusted(self, origin: str) -> bool:
        """Whether a connection of that origin is good for one request only."""
        return origin in self._distrusted

    def keep(self, origin: str, opened: int | None) -> None:
        """Remember that an origin has just answered, over the socket opened for it or else the known one."""
        known, _ = self._sockets.pop(origin, (None, 0.0))
        descriptor = known if opened is None else opened
        if descriptor is None:
            return
        self._sockets[origin] = (descriptor, self._clock() + _UNWATCHED_S)
        if len(self._sockets) > self._number:
            oldest = next(iter(self._sockets))
            del self._sockets[oldest]
            self._spoilt.pop(oldest, None)

    def spoilt(self, origin: str) -> bool:
        """Whether a new connection is needed, because bytes wait on a kept one that libcurl would use."""
        now = self._clock()
        if now < self._spoilt.get(origin, 0.0):
            return True
        descriptor, unwatched_until = self._sockets.get(origin, (0, 0.0))
        if now < unwatched_until and _has_input(descriptor):
            self._spoilt[origin] = unwatched_until
            return True
        return False


def _has_input(descriptor: int) -> bool:
    """Whether bytes, or the end, can be read; a number that is of another socket by now does no harm."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return any(events & select.POLLIN for _, events in poll.poll(0))
