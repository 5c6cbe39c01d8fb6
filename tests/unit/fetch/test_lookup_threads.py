"""Names that are never answered hold up nobody."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator

import pytest

from lycosa.errors import Kind
from lycosa.fetch.address_pace import AddressPace
from lycosa.fetch.dns import DnsLimits, Resolver
from lycosa.model import Fetched


@pytest.fixture
def over() -> Iterator[threading.Event]:
    """Free the threads that hang when the test is over."""
    event = threading.Event()
    yield event
    event.set()


async def test_150_dead_names_do_not_starve_60_good_hosts(over: threading.Event) -> None:
    def lookup(host: str) -> list[str]:
        if host.startswith("dead"):
            over.wait()
        return ["192.0.2.1"]

    limits = DnsLimits(timeout_s=5.0, slow_s=0.1)
    resolver = Resolver(lookup, limits)
    started = time.monotonic()
    dead = [asyncio.create_task(resolver.resolve(f"dead{n}.test")) for n in range(150)]
    await asyncio.sleep(0)
    good = await asyncio.gather(*(resolver.resolve(f"good{n}.test") for n in range(60)))
    assert all(answer.error is None for answer in good)
    assert time.monotonic() - started < 3.0
    for task in dead:
        task.cancel()
    await resolver.close()


async def test_waiting_for_a_thread_is_no_failure_of_the_name(over: threading.Event) -> None:
    def lookup(host: str) -> list[str]:
        time.sleep(0.05)
        return ["192.0.2.1"]

    resolver = Resolver(lookup, DnsLimits(timeout_s=0.2, lookups=1))
    answers = await asyncio.gather(*(resolver.resolve(f"h{n}.test") for n in range(10)))
    assert {answer.error for answer in answers} == {None}
    await resolver.close()


async def test_number_of_threads_is_bounded(over: threading.Event) -> None:
    running: list[str] = []

    def lookup(host: str) -> list[str]:
        running.append(host)
        over.wait()
        return []

    resolver = Resolver(lookup, DnsLimits(timeout_s=5.0, slow_s=0.01, lookups=4, threads=12))
    tasks = [asyncio.create_task(resolver.resolve(f"h{n}.test")) for n in range(40)]
    await asyncio.sleep(0.3)
    assert len(running) == 12
    for task in tasks:
        task.cancel()
    await resolver.close()


class Inner:
    async def fetch(self, url: str, **_: str) -> Fetched:
        return Fetched(url, 200)

    async def close(self) -> None:
        pass


async def test_slow_lookup_does_not_hold_a_request_and_is_heard_of_in_the_end(over: threading.Event) -> None:
    def lookup(host: str) -> list[str]:
        over.wait()
        return []

    resolver = Resolver(lookup, DnsLimits(timeout_s=0.3, slow_s=0.05, passing_s=0.0))
    pace = AddressPace(Inner(), resolver, 0.0)
    first = await pace.fetch("http://dead.test/")
    assert (first.error, first.retry_after_s) == (Kind.HOST_PARKED, 1.0)
    started = time.monotonic()
    assert (await pace.fetch("http://dead.test/")).error is Kind.HOST_PARKED
    assert time.monotonic() - started < 0.05
    await asyncio.sleep(0.5)
    assert (await pace.fetch("http://dead.test/")).error is Kind.DNS_TIMEOUT
    await resolver.close()


async def test_name_that_was_there_is_not_gone_for_good() -> None:
    import socket

    answers = [["192.0.2.1"], socket.gaierror(socket.EAI_NONAME, "no such name")]

    def lookup(host: str) -> list[str]:
        found = answers.pop(0)
        if isinstance(found, OSError):
            raise found
        return found

    now = [0.0]
    resolver = Resolver(lookup, clock=lambda: now[0])
    assert (await resolver.resolve("a.test")).error is None
    now[0] = 1000.0
    assert (await resolver.resolve("a.test")).error is Kind.DNS_FAILED
    await resolver.close()
