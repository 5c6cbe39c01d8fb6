from __future__ import annotations

from lycosa.errors import Kind
from lycosa.fetch.address_pace import AddressPace
from lycosa.fetch.dns import Resolver
from lycosa.model import Fetched


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


class Asked:
    def __init__(self) -> None:
        self.urls: list[str] = []

    async def fetch(self, url: str, **_: str) -> Fetched:
        self.urls.append(url)
        return Fetched(url, 200)

    async def close(self) -> None:
        pass


def paced(addresses: dict[str, str]) -> tuple[AddressPace, Asked, Clock]:
    inner, clock = Asked(), Clock()
    resolver = Resolver(lookup=lambda host: [addresses[host]], clock=clock)
    return AddressPace(inner, resolver, rest_s=1.0, clock=clock), inner, clock


async def test_hosts_at_one_address_take_turns() -> None:
    pace, inner, clock = paced({f"h{i}.test": "192.0.2.1" for i in range(4)})
    waits = [(await pace.fetch(f"http://h{i}.test/")).retry_after_s for i in range(4)]
    assert waits == [None, 1.0, 2.0, 3.0]
    clock.now += 1.0
    assert (await pace.fetch("http://h1.test/")).status == 200
    assert (await pace.fetch("http://h2.test/")).retry_after_s == 1.0
    assert inner.urls == ["http://h0.test/", "http://h1.test/"]
    await pace.close()


async def test_a_host_that_comes_back_early_keeps_its_turn() -> None:
    pace, _, clock = paced({"a.test": "192.0.2.1", "b.test": "192.0.2.1"})
    await pace.fetch("http://a.test/")
    await pace.fetch("http://b.test/")
    clock.now += 0.5
    assert (await pace.fetch("http://b.test/")).retry_after_s == 0.5
    await pace.close()


async def test_hosts_at_different_addresses_do_not_wait_for_each_other() -> None:
    pace, inner, _ = paced({"a.test": "192.0.2.1", "b.test": "192.0.2.2"})
    await pace.fetch("http://a.test/")
    await pace.fetch("http://b.test/")
    assert len(inner.urls) == 2
    await pace.close()


async def test_waiting_is_told_as_a_parked_host() -> None:
    pace, _, _ = paced({"a.test": "192.0.2.1"})
    await pace.fetch("http://a.test/")
    assert (await pace.fetch("http://a.test/2")).error is Kind.HOST_PARKED
    await pace.close()
