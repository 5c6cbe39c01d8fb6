"""Keeps requests to one address apart, however many hosts live there.

A host pace cannot protect a server that answers for ten thousand names. Before a request, the
host's address is looked up; if it was asked a moment ago, the answer is "not yet", with the
time at which this host's turn comes. Nothing waits here: the engine asks other hosts meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Protocol

from lycosa.errors import Kind
from lycosa.fetch.base import Fetcher
from lycosa.fetch.dns import NameAnswer
from lycosa.model import Fetched
from lycosa.url import host_of, is_ip

_REMEMBERED = 100_000
_LOOK_AGAIN_S = 1.0


class Names(Protocol):
    """Knows the addresses of hosts, as `Resolver` does."""

    async def resolve_soon(self, host: str) -> NameAnswer | None:
        """Return what is known about a name; None if that takes long, and to come again."""


class Turns:
    """Gives everyone who asks for something a turn of their own, some time apart.

    Parameters
    ----------
    rest_s
        Time between two turns at one thing.
    clock
        Seconds that never run backwards.
    """

    def __init__(self, rest_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rest_s = rest_s
        self._clock = clock
        self._free_at: dict[str, float] = {}
        self._turn: dict[str, float] = {}

    def wait_s(self, who: str, what: str) -> float:
        """Give someone a turn; return how long it is away, 0 if it has come."""
        now = self._clock()
        turn = self._turn.pop(who, None)
        if turn is None:
            turn = self._next(what, now)
        if turn <= now:
            return 0.0
        self._turn[who] = turn
        return turn - now

    def reserve_s(self, what: str) -> float:
        """Give a turn to someone who will not ask again; return how long it is away."""
        now = self._clock()
        return self._next(what, now) - now

    def _next(self, what: str, now: float) -> float:
        turn = max(self._free_at.pop(what, now), now)
        self._free_at[what] = turn + self.rest_s
        if len(self._free_at) > _REMEMBERED:
            del self._free_at[next(iter(self._free_at))]
        return turn


class TakesTurns(Protocol):
    """Gives turns at addresses, perhaps to several crawls at once."""

    async def wait_s(self, host: str, address: str) -> float:
        """Give a host a turn at its address; return how long it is away, 0 if it has come."""


class AddressPace:
    """A fetcher that gives every address a rest between two requests.

    Parameters
    ----------
    inner
        Does the fetching.
    resolver
        Knows the addresses of hosts; shared with `inner`, so a name is looked up once. None if a proxy
        looks them up: then every host stands for itself.
    rest_s
        Time between the starts of two requests to one address.
    fixed
        Address and port of hosts that are not looked up, or under `*` of every host.
    clock
        Seconds that never run backwards.
    turns
        Who gives turns, if not this fetcher alone.
    """

    def __init__(
        self,
        inner: Fetcher,
        resolver: Names | None,
        rest_s: float,
        fixed: Mapping[str, tuple[str, int]] | None = None,
        clock: Callable[[], float] = time.monotonic,
        *,
        turns: TakesTurns | None = None,
    ) -> None:
        self._inner = inner
        self._resolver = resolver
        self._fixed = fixed or {}
        self._turns = Turns(rest_s, clock)
        self._shared_turns = turns

    async def fetch(self, url: str, *, etag: str = "", last_modified: str = "") -> Fetched:
        """Ask, or say when to come back."""
        host = host_of(url)
        address = await self._address(host)
        if isinstance(address, NameAnswer):
            return Fetched(url, error=address.error, detail=address.detail)
        if address is None:
            return _parked(url, "its name is looked up", _LOOK_AGAIN_S)
        if self._shared_turns is None:
            wait_s = self._turns.wait_s(host, address)
        else:
            wait_s = await self._shared_turns.wait_s(host, address)
        if wait_s > 0:
            return _parked(url, "its address rests", wait_s)
        return await self._inner.fetch(url, etag=etag, last_modified=last_modified)

    async def close(self) -> None:
        """Close the inner fetcher."""
        await self._inner.close()

    async def _address(self, host: str) -> str | NameAnswer | None:
        """Return the address that stands for a host, or why there is none; None if its lookup takes long."""
        fixed = self._fixed.get(host) or self._fixed.get("*")
        if fixed is not None:
            return fixed[0]
        if is_ip(host) or not host or self._resolver is None:
            return host
        found = await self._resolver.resolve_soon(host)
        if found is None or found.error is not None:
            return found
        return found.addresses[0]


def _parked(url: str, detail: str, wait_s: float) -> Fetched:
    return Fetched(url, error=Kind.HOST_PARKED, detail=detail, retry_after_s=wait_s)
