"""What fetchers promise: failures are values, time is bounded, and nothing private is connected to."""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import Any

from lycosa.checks.contract import Check, Maker, require
from lycosa.fetch.dns import Resolver
from lycosa.fetch.http import HttpFetcher
from lycosa.fetch.limits import FetchLimits
from lycosa.model import Fetched
from lycosa.topic import Topic

_AGENT = "lycosa-check/1.0 (+https://example.org)"
_LIMITS = FetchLimits(connect_s=1.0, first_byte_s=1.0, idle_s=1.0, total_s=3.0)
_PATIENCE_S = 10.0
_PRIVATE = "http://127.0.0.1:9/"
"""Loopback, and a port on which nobody answers."""
_ODD = ("http://", "nonsense", "ftp://example.test/", "http://[::1", "http://name.invalid/")


def _failures_are_values(make: Maker, topic: Topic) -> None:
    for url in (_PRIVATE, *_ODD):
        found = _fetched(make, url)
        require(isinstance(found, Fetched), f"{url} gave {type(found).__name__}, not Fetched")
        require(found.error is not None, f"{url} gave status {found.status} and no error")


def _time_is_bounded(make: Maker, topic: Topic) -> None:
    start = perf_counter()
    _fetched(make, _PRIVATE)
    spent = perf_counter() - start
    require(spent < _PATIENCE_S, f"an address where nobody answers took {spent:.0f} s")


def _closes_twice(make: Maker, topic: Topic) -> None:
    async def close() -> None:
        fetcher = _made(make)
        await fetcher.close()
        await fetcher.close()

    asyncio.run(close())


def _fetched(make: Maker, url: str) -> Fetched:
    async def fetch() -> Fetched:
        fetcher = _made(make)
        try:
            answer: Fetched = await asyncio.wait_for(fetcher.fetch(url, etag='"a"'), 2 * _PATIENCE_S)
        finally:
            await fetcher.close()
        return answer

    return asyncio.run(fetch())


def _made(make: Maker) -> Any:
    """Make a fetcher as a crawl does; only the built-in one takes a resolver."""
    if make is HttpFetcher:
        return HttpFetcher(_LIMITS, Resolver(lambda host: []), _AGENT)
    return make(_LIMITS, _AGENT)


FETCHER = (
    Check("failures are values with an error kind, never exceptions", _failures_are_values),
    Check("an address where nobody answers takes bounded time", _time_is_bounded),
    Check("it can be closed twice", _closes_twice),
)
