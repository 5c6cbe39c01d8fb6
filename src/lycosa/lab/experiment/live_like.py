"""A crawl of a frozen web as if it were live: answers take time, hosts and addresses rest.

Time is virtual, and only the network is made up. Engine, frontier, pace by host and pace by address are
those of a live crawl.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace

from xxhash import xxh3_64_intdigest

from lycosa.engine.pacing.pace import PolitePace
from lycosa.engine.pacing.politeness import Politeness
from lycosa.engine.work import Work
from lycosa.fetch.address_pace import AddressPace
from lycosa.fetch.base import Answer, Fetcher, Since, Source
from lycosa.fetch.dns import NameAnswer
from lycosa.frontier import Evidence, Frontier
from lycosa.lab.serve.network_faults import NetworkFaults
from lycosa.model import Fetched, Queued
from lycosa.ranges import check_range


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
        check_range(self, "hosts_per_address", least=1)

    def work(self, concurrency: int) -> Work:
        """Return how much happens at once."""
        return Work(concurrency, patience=self.patience, longest_hold_s=self.longest_hold_s)

    def frontier(self, evidence: Evidence) -> Frontier:
        """Return a frontier that hands links out as politely as a live crawl's."""
        return Frontier(evidence, None, self.host_rest_s, 1, self.longest_hold_s)

    def pace(self) -> PolitePace:
        """Return how long hosts rest; none of them asks for more."""
        return PolitePace(Politeness(delay_s=self.host_rest_s), lambda url: None)

    def network(self, web: Source, hosts: int, clock: Callable[[], float]) -> Source:
        """Return the way to a web of so many hosts."""
        delays: Fetcher = _Delays(NetworkFaults(self.latency_s, self.jitter_s))
        if self.address_rest_s:
            addresses = max(1, hosts // self.hosts_per_address)
            delays = AddressPace(delays, _Names(addresses), self.address_rest_s, clock=clock)
        return _Network(delays, web)


class _Network:
    """Gives the answers of a replayed web after the time a network takes."""

    def __init__(self, delays: Fetcher, web: Source) -> None:
        self._delays = delays
        self._web = web

    async def obtain(self, link: Queued, since: Since | None = None) -> Answer:
        """Wait, then answer; or say at once that the address rests."""
        waited = await self._delays.fetch(link.url)
        if waited.error is not None:
            return Answer(waited, None)
        answer = await self._web.obtain(link, since)
        return answer._replace(fetched=replace(answer.fetched, elapsed_s=waited.elapsed_s))

    async def close(self) -> None:
        """Let go of the web."""
        await self._web.close()


class _Delays:
    """Answers nothing, in the time that an answer takes."""

    def __init__(self, network: NetworkFaults) -> None:
        self._network = network

    async def fetch(self, url: str, *, etag: str = "", last_modified: str = "") -> Fetched:
        elapsed_s = self._network.delay_s(url, 0)
        await asyncio.sleep(elapsed_s)
        return Fetched(url, 200, elapsed_s=elapsed_s)

    async def close(self) -> None:
        pass


class _Names:
    """Spreads hosts over a number of addresses that do not exist."""

    def __init__(self, addresses: int) -> None:
        self._addresses = addresses

    async def resolve_soon(self, host: str) -> NameAnswer:
        """Return the address of a host, always the same."""
        return NameAnswer((f"address {xxh3_64_intdigest(host.encode()) % self._addresses}",))
