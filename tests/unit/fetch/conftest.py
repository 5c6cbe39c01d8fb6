"""Fetchers that are led to a server on loopback while URLs keep their names."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from tests.hostile.servers import Server

from lycosa.fetch.dns import Resolver
from lycosa.fetch.http import HttpFetcher
from lycosa.fetch.limits import FetchLimits

WIRE_BYTES = 1024 * 1024
LONG = FetchLimits(connect_s=20, first_byte_s=20, idle_s=20, total_s=30, wire_bytes=WIRE_BYTES)
"""Deadlines for servers that answer, however busy the machine is."""

MakeFetcher = Callable[..., HttpFetcher]


@pytest.fixture
async def make_fetcher() -> AsyncIterator[MakeFetcher]:
    """Return a maker of fetchers; `to` is the server that every name leads to."""
    made: list[HttpFetcher] = []

    def make(to: Server | None = None, limits: FetchLimits = LONG, **settings: Any) -> HttpFetcher:
        if to is not None:
            settings.setdefault("resolve_map", {"*": ("127.0.0.1", to.port)})
        resolver = settings.pop("resolver", None) or Resolver()
        made.append(HttpFetcher(limits, resolver, "lycosa/0 (+https://example.org/bot)", **settings))
        return made[-1]

    yield make
    for fetcher in made:
        await fetcher.close()
