"""A crawl of a frozen web as if it were live: answers take time, hosts and addresses rest.

Time is virtual, and only the network is made up. Engine, frontier, pace by host and pace by address are
those of a live crawl.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace

from xxhash import xxh3_64_intdigest

from lycosa.engine.engine import Work
from lycosa.engine.pace import PolitePace
from lycosa.engine.politeness import Politeness
from lycosa.errors import LycosaError
from lycosa.fetch.address_pace import AddressPace
from lycosa.fetch.base import Answer, Fetcher, Since, Source
from lycosa.fetch.dns import NameAnswer, Resolver
from lycosa.frontier import Evidence, Frontier
from lycosa.lab.serve.network_faults import NetworkFaults
from lycosa.model import Fetched, Queued


@dataclass(frozen=True)
class LiveLike:
    """The network and the manners of a crawl that runs in virtual time."""

    latency_s: float = 0.2
    """Time that every answer takes."""
    jitter_s: float = 0.0
    """Up to so much is added to it, drawn for every URL."""
    host_rest_s: float = 1.0
    """Rest of a host after each answer; twice the time of the answer, if that is longer. 0 for none."""
    address_rest_s: float = 0.0
    """Rest of an address between two requests; 0 for none."""
    hosts_per_address: int = 1
    """How many hosts share an address, on average."""
    patience: float = 0.9
    longest_hold_s: float = 30.0

    def __post_init__(self) -> None:
        NetworkFaults(self.latency_s, self.jitter_s)
        Work(patience=self.patience, longest_hold_s=self.longest_hold_s)
        Politeness(delay_s=self.host_rest_s, address_delay_s=self.address_rest_s)
        if self.hosts_per_address < 1:
            raise LycosaError(f"hosts_per_address is {self.hosts_per_address}; it must be at least 1")

    def work(self, concurrency: int) -> Work:
        """Return how much happens at once."""
        return Work(concurrency, patience=self.patience, longest_hold_s=self.longest_hold_s)

    def frontier(self, evidence: Evidence) -> Frontier:
        """Return a frontier that hands links out as politely as a live crawl's."""
        return Frontier(evidence, None, self.host_rest_s, 1, self.longest_hold_s)

    def pace(self) -> PolitePace:
        """Return how long hosts rest; none of them asks for more."""
        return PolitePace(Politeness(delay_s=self.host_rest_s), lambda url: None)

    def source(self, web: Source, hosts: int, clock: Callable[[], float]) -> Source:
        """Return the way to a web of so many hosts."""
        network: Fetcher = _Network(NetworkFaults(self.latency_s, self.jitter_s))
        if self.address_rest_s:
            addresses = max(1, hosts // self.hosts_per_address)
            network = AddressPace(network, _Names(addresses), self.address_rest_s, clock=clock)
        return _Distant(web, network)


class _Network:
    """Takes its time, and brings nothing."""

    def __init__(self, faults: NetworkFaults) -> None:
        self._faults = faults

    async def fetch(self, url: str, *, etag: str = "", last_modified: str = "") -> Fetched:
        elapsed_s = self._faults.delay_s(url, 0)
        await asyncio.sleep(elapsed_s)
        return Fetched(url, elapsed_s=elapsed_s)

    async def close(self) -> None:
        """Nothing is open."""


class _Distant:
    """Gives the answers of a replayed web when the network has brought them."""

    def __init__(self, web: Source, network: Fetcher) -> None:
        self._web = web
        self._network = network

    async def obtain(self, link: Queued, since: Since | None = None) -> Answer:
        brought = await self._network.fetch(link.url)
        if brought.error is not None:
            return Answer(brought, None)
        answer = await self._web.obtain(link, since)
        return answer._replace(fetched=replace(answer.fetched, elapsed_s=brought.elapsed_s))

    async def close(self) -> None:
        await self._web.close()


class _Names(Resolver):
    """Spreads hosts over a number of addresses that do not exist."""

    def __init__(self, addresses: int) -> None:
        super().__init__()
        self._addresses = addresses

    async def resolve(self, host: str) -> NameAnswer:
        """Return the address of a host, always the same."""
        return NameAnswer((f"address {xxh3_64_intdigest(host.encode()) % self._addresses}",))
