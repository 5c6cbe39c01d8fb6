"""When robots.txt is asked for, and what its absence means (hostile-web H21, H31-H39)."""

from __future__ import annotations

import asyncio
import socket
from dataclasses import replace

import pytest
from tests.hostile.servers import (
    CASES,
    HELLO,
    Server,
    answer,
    bomb,
    encoded,
    redirect,
    serve,
    silent,
    site,
)

from lycosa.errors import Kind
from lycosa.fetch.dns import Resolver
from lycosa.fetch.limits import FetchLimits, RobotsPolicy
from lycosa.fetch.robots_cache import RobotsCache, RobotsFetcher

from .conftest import LONG, MakeFetcher

PAGE = "http://example.org/page"
PRIVATE = "http://example.org/private"
RULES = answer(b"User-agent: *\nDisallow: /private\nCrawl-delay: 3\nSitemap: http://example.org/map.xml")


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def polite(
    make_fetcher: MakeFetcher,
    server: Server,
    policy: RobotsPolicy | None = None,
    clock: Clock | None = None,
    limits: FetchLimits = LONG,
) -> tuple[RobotsFetcher, RobotsCache]:
    inner = make_fetcher(server, limits)
    cache = RobotsCache(inner, "lycosa/0.1", policy, clock or Clock())
    return RobotsFetcher(inner, cache), cache


def with_robots(robots: bytes) -> dict[str, bytes]:
    return {"/robots.txt": robots, "/page": answer(HELLO), "/private": answer(HELLO)}


async def test_disallowed_url_is_never_asked_for(make_fetcher: MakeFetcher) -> None:
    async with serve(site(with_robots(RULES))) as server:
        fetcher, _ = polite(make_fetcher, server)
        assert (await fetcher.fetch(PRIVATE)).error is Kind.ROBOTS_DISALLOWED
        assert (await fetcher.fetch(PAGE)).body == HELLO
        assert server.paths() == ["/robots.txt", "/page"]


async def test_delay_and_sitemaps_are_known_after_the_first_fetch(make_fetcher: MakeFetcher) -> None:
    async with serve(site(with_robots(RULES))) as server:
        fetcher, cache = polite(make_fetcher, server)
        assert fetcher.delay_s(PAGE) is None
        await fetcher.fetch(PAGE)
        assert fetcher.delay_s(PAGE) == 3.0
        assert await cache.sitemaps(PAGE) == ("http://example.org/map.xml",)


@pytest.mark.parametrize("status", ["404 Not Found", "410 Gone", "401 Who", "403 No"])
async def test_missing_rules_allow_everything(status: str, make_fetcher: MakeFetcher) -> None:
    async with serve(site(with_robots(answer(b"", status)))) as server:
        fetcher, _ = polite(make_fetcher, server)
        assert (await fetcher.fetch(PRIVATE)).error is None


@pytest.mark.parametrize("status", ["401 Who", "403 No"])
async def test_forbidden_rules_close_the_site_in_conservative_mode(
    status: str, make_fetcher: MakeFetcher
) -> None:
    async with serve(site(with_robots(answer(b"", status)))) as server:
        fetcher, _ = polite(make_fetcher, server, RobotsPolicy(forbidden_closes=True))
        assert (await fetcher.fetch(PAGE)).error is Kind.ROBOTS_DISALLOWED


@pytest.mark.parametrize(
    "robots",
    [
        answer(b"", "500 Oops"),
        answer(b"", "503 Busy"),
        answer(b"", "429 Slow down"),
        answer(b"", "304 Not Modified"),
        encoded(bomb("gzip"), "gzip"),
        b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        redirect("file:///etc/passwd"),
        redirect("http://127.0.0.1/robots.txt"),
    ],
    ids=["500", "503", "429", "304", "bomb", "protocol", "scheme", "private"],
)
async def test_rules_that_cannot_be_had_close_the_site(robots: bytes, make_fetcher: MakeFetcher) -> None:
    async with serve(site(with_robots(robots))) as server:
        fetcher, _ = polite(make_fetcher, server)
        fetched = await fetcher.fetch(PAGE)
        assert (fetched.error, fetched.retry_after_s) == (Kind.ROBOTS_UNREACHABLE, 300.0)
        assert "/page" not in server.paths()


async def test_silent_server_closes_the_site(make_fetcher: MakeFetcher) -> None:
    async with serve(silent) as server:
        fetcher, _ = polite(make_fetcher, server, limits=replace(LONG, first_byte_s=0.2))
        assert (await fetcher.fetch(PAGE)).error is Kind.ROBOTS_UNREACHABLE


async def test_name_without_address_is_reported_as_such(make_fetcher: MakeFetcher) -> None:
    def missing(host: str) -> list[str]:
        raise socket.gaierror(socket.EAI_NONAME, "no such name")

    inner = make_fetcher(resolver=Resolver(missing))
    fetcher = RobotsFetcher(inner, RobotsCache(inner, "lycosa"))
    assert (await fetcher.fetch(PAGE)).error is Kind.DNS_NOT_FOUND


async def test_private_address_is_reported_as_such(make_fetcher: MakeFetcher) -> None:
    inner = make_fetcher()
    fetcher = RobotsFetcher(inner, RobotsCache(inner, "lycosa"))
    assert (await fetcher.fetch("http://10.0.0.1/")).error is Kind.ADDRESS_REFUSED


async def test_url_of_another_scheme_is_left_to_the_fetcher(make_fetcher: MakeFetcher) -> None:
    inner = make_fetcher()
    fetcher = RobotsFetcher(inner, RobotsCache(inner, "lycosa"))
    assert (await fetcher.fetch("ftp://example.org/")).error is Kind.SCHEME


async def test_wait_after_failures_doubles_until_the_site_answers(make_fetcher: MakeFetcher) -> None:
    clock = Clock()
    pages = with_robots(answer(b"", "500 Oops"))
    async with serve(site(pages)) as server:
        fetcher, _ = polite(make_fetcher, server, clock=clock)
        waits_s = []
        for _ in range(3):
            fetched = await fetcher.fetch(PAGE)
            waits_s.append(fetched.retry_after_s)
            clock.now += fetched.retry_after_s or 0.0
        assert waits_s == [300.0, 600.0, 1200.0]
        pages["/robots.txt"] = RULES
        assert (await fetcher.fetch(PAGE)).body == HELLO


async def test_failure_is_not_asked_about_again_before_its_time(make_fetcher: MakeFetcher) -> None:
    async with serve(site(with_robots(answer(b"", "500 Oops")))) as server:
        fetcher, _ = polite(make_fetcher, server)
        for _ in range(5):
            await fetcher.fetch(PAGE)
        assert server.paths() == ["/robots.txt"]


async def test_retry_after_of_robots_is_waited_for(make_fetcher: MakeFetcher) -> None:
    async with serve(site(with_robots(answer(b"", "503 Busy", ["Retry-After: 4000"])))) as server:
        fetcher, _ = polite(make_fetcher, server)
        assert (await fetcher.fetch(PAGE)).retry_after_s == 4000.0


async def test_rules_hold_for_a_day_and_are_then_renewed(make_fetcher: MakeFetcher) -> None:
    clock = Clock()
    pages = with_robots(RULES)
    async with serve(site(pages)) as server:
        fetcher, _ = polite(make_fetcher, server, clock=clock)
        await fetcher.fetch(PAGE)
        pages["/robots.txt"] = answer(b"", "500 Oops")
        clock.now += 86_000.0
        assert (await fetcher.fetch(PAGE)).error is None
        clock.now += 1000.0
        assert (await fetcher.fetch(PAGE)).error is Kind.ROBOTS_UNREACHABLE


@pytest.mark.parametrize(("hops", "kind"), [(5, Kind.ROBOTS_DISALLOWED), (6, Kind.ROBOTS_UNREACHABLE)])
async def test_five_redirects_are_followed(hops: int, kind: Kind, make_fetcher: MakeFetcher) -> None:
    pages = {f"/{n}": redirect(f"http://host{n}.example/{n + 1}") for n in range(1, hops)}
    pages |= {"/robots.txt": redirect("/1"), f"/{hops}": RULES}
    async with serve(site(pages)) as server:
        fetcher, _ = polite(make_fetcher, server)
        assert (await fetcher.fetch(PRIVATE)).error is kind


async def test_rules_found_elsewhere_apply_to_the_host_that_asked(make_fetcher: MakeFetcher) -> None:
    pages = {"/robots.txt": redirect("http://other.example/rules"), "/rules": RULES}
    async with serve(site(pages)) as server:
        fetcher, _ = polite(make_fetcher, server)
        assert (await fetcher.fetch(PRIVATE)).error is Kind.ROBOTS_DISALLOWED


async def test_requests_at_the_same_time_share_one_robots_fetch(make_fetcher: MakeFetcher) -> None:
    async with serve(site(with_robots(RULES))) as server:
        fetcher, _ = polite(make_fetcher, server)
        await asyncio.gather(*(fetcher.fetch(f"{PRIVATE}/{n}") for n in range(20)))
        assert server.paths() == ["/robots.txt"]


async def test_each_scheme_host_and_port_has_its_own_rules(make_fetcher: MakeFetcher) -> None:
    async with serve(site(with_robots(RULES))) as server:
        fetcher, _ = polite(make_fetcher, server)
        for origin in ("http://example.org", "http://example.org:8080", "http://www.example.org"):
            await fetcher.fetch(f"{origin}/private")
        assert server.paths() == ["/robots.txt"] * 3


@pytest.mark.parametrize(("delay", "kind"), [("30", None), ("86400", Kind.HOST_PARKED)])
async def test_host_with_an_absurd_delay_is_parked(
    delay: str, kind: Kind | None, make_fetcher: MakeFetcher
) -> None:
    robots = answer(f"User-agent: *\nCrawl-delay: {delay}".encode())
    async with serve(site(with_robots(robots))) as server:
        fetcher, _ = polite(make_fetcher, server)
        assert (await fetcher.fetch(PAGE)).error is kind


async def test_huge_robots_is_read_as_far_as_it_counts(make_fetcher: MakeFetcher) -> None:
    robots = answer(b"User-agent: *\nDisallow: /private\n" + b"# padding\n" * 300_000)
    async with serve(site(with_robots(robots))) as server:
        fetcher, _ = polite(make_fetcher, server)
        assert (await fetcher.fetch(PRIVATE)).error is Kind.ROBOTS_DISALLOWED


async def test_memory_for_sites_is_bounded(make_fetcher: MakeFetcher) -> None:
    async with serve(site(with_robots(RULES))) as server:
        fetcher, _ = polite(make_fetcher, server, RobotsPolicy(origins=2))
        for name in ("a", "b", "c", "c", "a"):
            await fetcher.fetch(f"http://{name}.example/private")
        assert len(server.requests) == 4


async def test_endless_robots_does_not_hang(make_fetcher: MakeFetcher) -> None:
    async with serve(CASES["H02"]) as server:
        fetcher, _ = polite(make_fetcher, server, limits=replace(LONG, rate_window_s=0.25))
        assert (await fetcher.fetch(PAGE)).error is Kind.ROBOTS_UNREACHABLE
