"""Keeps the rests that were under way when a crawl was stopped: what hosts ask for holds across a resume.

How long a host wants to rest is in its robots.txt, which a resumed crawl asks for before its first page. So
the rest is looked at here, between the two, and not when the crawl is taken up.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from lycosa.errors import Kind
from lycosa.fetch.base import Fetcher
from lycosa.model import Fetched
from lycosa.url import host_of


class ResumedRest:
    """A fetcher that asks no host sooner than its rest after the last request of an earlier run is over.

    Parameters
    ----------
    inner
        Does the fetching.
    rest_s
        How long the host of a URL rests after an answer that took so many seconds.
    clock
        Seconds that never run backwards.
    """

    def __init__(
        self,
        inner: Fetcher,
        rest_s: Callable[[str, float], float],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._inner = inner
        self._rest_s = rest_s
        self._clock = clock
        self._answered: dict[str, tuple[float, float]] = {}

    def take_up(self, answers: Mapping[str, tuple[float, float]]) -> None:
        """Take note of how long ago each host last answered, and how long that took."""
        now = self._clock()
        self._answered = {host: (now - ago_s, took_s) for host, (ago_s, took_s) in answers.items()}

    async def fetch(self, url: str, *, etag: str = "", last_modified: str = "") -> Fetched:
        """Ask, or say when to come back."""
        host = host_of(url)
        before = self._answered.get(host)
        if before is not None:
            left_s = before[0] + self._rest_s(url, before[1]) - self._clock()
            if left_s > 0:
                rests = "rests since before the crawl was resumed"
                return Fetched(url, error=Kind.HOST_PARKED, detail=rests, retry_after_s=left_s)
            del self._answered[host]
        return await self._inner.fetch(url, etag=etag, last_modified=last_modified)

    async def close(self) -> None:
        """Close the inner fetcher."""
        await self._inner.close()
