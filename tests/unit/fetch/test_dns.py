"""Names to addresses: kinds of failure, memory, sharing (hostile-web H14)."""

from __future__ import annotations

import asyncio
import socket
import threading

import pytest

from lycosa.errors import Kind
from lycosa.fetch.dns import DnsLimits, Resolver, system_lookup


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


class Names:
    """A name server that counts what it is asked."""

    def __init__(self, *answers: list[str] | Exception) -> None:
        self.answers = list(answers)
        self.asked = 0

    def __call__(self, host: str) -> list[str]:
        answer = self.answers[min(self.asked, len(self.answers) - 1)]
        self.asked += 1
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (socket.gaierror(socket.EAI_NONAME, "no such name"), Kind.DNS_NOT_FOUND),
        (socket.gaierror(socket.EAI_AGAIN, "server failed"), Kind.DNS_FAILED),
        (socket.gaierror(socket.EAI_FAIL, "loop of names"), Kind.DNS_FAILED),
        (TimeoutError("slow"), Kind.DNS_TIMEOUT),
        (UnicodeEncodeError("ascii", "ü", 0, 1, "not ASCII"), Kind.DNS_NOT_FOUND),
        ([], Kind.DNS_NOT_FOUND),
    ],
)
async def test_failures_have_distinct_kinds(fault: list[str] | Exception, kind: Kind) -> None:
    resolver = Resolver(Names(fault))
    assert (await resolver.resolve("a.example")).error is kind
    await resolver.close()


async def test_lookup_that_hangs_is_given_up_and_others_go_on() -> None:
    release = threading.Event()

    def lookup(host: str) -> list[str]:
        if host == "hangs.example":
            release.wait(5)
        return ["192.0.2.1"]

    resolver = Resolver(lookup, DnsLimits(timeout_s=0.05))
    hanging = asyncio.create_task(resolver.resolve("hangs.example"))
    assert (await resolver.resolve("works.example")).addresses == ("192.0.2.1",)
    assert (await hanging).error is Kind.DNS_TIMEOUT
    release.set()
    await resolver.close()


async def test_answer_is_remembered_until_it_is_stale() -> None:
    clock, names = Clock(), Names(["192.0.2.1"], ["192.0.2.2"])
    resolver = Resolver(names, DnsLimits(fresh_s=300), clock)
    first = [await resolver.resolve("a.example") for _ in range(3)]
    clock.now = 301.0
    second = await resolver.resolve("a.example")
    assert (names.asked, {a.addresses for a in first}, second.addresses) == (
        2,
        {("192.0.2.1",)},
        ("192.0.2.2",),
    )
    await resolver.close()


async def test_failure_is_remembered_for_a_shorter_time() -> None:
    clock, names = Clock(), Names(socket.gaierror(socket.EAI_NONAME, "none"), ["192.0.2.1"])
    resolver = Resolver(names, DnsLimits(failed_s=60), clock)
    assert (await resolver.resolve("a.example")).error is Kind.DNS_NOT_FOUND
    assert (await resolver.resolve("a.example")).error is Kind.DNS_NOT_FOUND
    assert names.asked == 1
    clock.now = 61.0
    assert (await resolver.resolve("a.example")).addresses == ("192.0.2.1",)
    await resolver.close()


async def test_requests_at_the_same_time_share_one_lookup() -> None:
    names = Names(["192.0.2.1"])
    resolver = Resolver(names)
    await asyncio.gather(*(resolver.resolve("a.example") for _ in range(50)))
    assert names.asked == 1
    await resolver.close()


async def test_cancelled_request_does_not_cancel_the_lookup_of_others() -> None:
    release = threading.Event()

    def lookup(host: str) -> list[str]:
        release.wait(5)
        return ["192.0.2.1"]

    resolver = Resolver(lookup)
    first = asyncio.create_task(resolver.resolve("a.example"))
    second = asyncio.create_task(resolver.resolve("a.example"))
    await asyncio.sleep(0)
    first.cancel()
    release.set()
    assert (await second).addresses == ("192.0.2.1",)
    await resolver.close()


async def test_only_some_of_very_many_addresses_are_kept() -> None:
    resolver = Resolver(Names([f"192.0.2.{n}" for n in range(250)]), DnsLimits(addresses=8))
    assert len((await resolver.resolve("many.example")).addresses) == 8
    await resolver.close()


async def test_memory_for_names_is_bounded() -> None:
    names = Names(["192.0.2.1"])
    resolver = Resolver(names, DnsLimits(names=2))
    for host in ("a.example", "b.example", "c.example", "c.example", "a.example"):
        await resolver.resolve(host)
    assert names.asked == 4
    await resolver.close()


def test_system_knows_this_machine() -> None:
    assert "127.0.0.1" in system_lookup("localhost")


def test_label_that_is_too_long_is_a_name_error_and_no_crash() -> None:
    with pytest.raises(OSError, match=r".+"):
        system_lookup("a" * 64 + ".invalid")
