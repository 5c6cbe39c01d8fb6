"""Keeps requests to one address apart, however many hosts live there.

A host pace cannot protect a server that answers for ten thousand names. Before a request, the
host's address is looked up; if it was asked a moment ago, the answer is "not yet", with the
time at which this host's turn comes. Nothing waits here: the engine asks other hosts meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from lycosa.errors import Kind
from lycosa.fetch.base import Fetcher
from lycosa.fetch.dns import Resolver
from lycosa.model import Fetched
from lycosa.url import host_of, is_ip

_REMEMBERED = 100_000


class AddressPace:
    """A fetcher that gives every address a rest between two requests.

    Parameters
    ----------
    inner
        Does the fetching.
    resolver
        Knows the addresses of hosts; shared with `inner`, so a name is looked up once.
    rest_s
        Time between the starts of two requests to one address.
    fixed
        Address and port of hosts that are not looked up, or under `*` of every host.
    clock
        Seconds that never run backwards.
    """

    def __init__(
        self,
        inner: Fetcher,
        resolver: Resolver,
        rest_s: float,
        fixed: Mapping[str, tuple[str, int]] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._inner = inner
        self._resolver = resolver
        self._rest_s = rest_s
        self._fixed = fixed or {}
        self._clock = clock
        self._free_at: dict[str, float] = {}
        self._turn: dict[str, float] = {}

    async def fetch(self, url: str, *, etag: str = "", last_modified: str = "") -> Fetched:
        """Ask, or say when to come back."""
        host = host_of(url)
        wait_s = self._wait_s(host, await self._address(host))
        if wait_s > 0:
            return Fetched(url, error=Kind.HOST_PARKED, detail="its address rests", retry_after_s=wait_s)
        return await self._inner.fetch(url, etag=etag, last_modified=last_modified)

    async def close(self) -> None:
        """Close the inner fetcher."""
        await self._inner.close()

    async def _address(self, host: str) -> str:
        """Return the address that stands for a host; a name that cannot be found stands for itself."""
        fixed = self._fixed.get(host) or self._fixed.get("*")
        if fixed is not None:
            return fixed[0]
        if is_ip(host):
            return host
        found = await self._resolver.resolve(host)
        return found.addresses[0] if found.addresses else host

    def _wait_s(self, host: str, address: str) -> float:
        """Give a host its turn at an address; 0 if it has come."""
        now = self._clock()
        turn = self._turn.pop(host, None)
        if turn is None:
            turn = max(self._free_at.pop(address, now), now)
            self._free_at[address] = turn + self._rest_s
            if len(self._free_at) > _REMEMBERED:
                del self._free_at[next(iter(self._free_at))]
        if turn <= now:
            return 0.0
        self._turn[host] = turn
        return turn - now
