"""Odd robots.txt files and hosts that ask for patience, crawled (hostile-web H31 to H41)."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path

import pytest
from tests.hostile.certificates import issue, server_context
from tests.hostile.crawling import Crawled, HostileWeb, everywhere, hostile_web, html, linking, polite
from tests.hostile.servers import CASES, Connection, Handler, always, answer, redirect, serve, site

from lycosa.engine import Stop

BAD = "http://bad.test/page"
DISALLOW_ALL = b"User-agent: *\nDisallow: /\n"


def with_robots(robots: bytes | None) -> Handler:
    """Serve a page under every path, and robots.txt as given; None never answers for it."""

    async def handler(connection: Connection) -> None:
        while True:
            head = await connection.request()
            if not head.startswith(b"GET /robots.txt "):
                await connection.send(html())
            elif robots is None:
                await connection.gone()
            else:
                await connection.send(robots)

    return handler


UNREACHABLE = {
    "H31-500": answer(b"", "500 Broken"),
    "H31-503": answer(b"", "503 Busy"),
    "H31-timeout": None,
    "H34-429": answer(b"", "429 Too Many Requests"),
}


@pytest.mark.parametrize("robots", UNREACHABLE.values(), ids=UNREACHABLE)
async def test_site_without_reachable_rules_is_closed_and_its_rules_asked_for_again(
    robots: bytes | None, tmp_path: Path
) -> None:
    async with hostile_web({"bad.test": with_robots(robots)}) as web:
        crawled = await web.crawl(tmp_path, BAD)
        assert web["bad.test"].paths() == ["/robots.txt"] * 2
    assert [visit.error for visit in crawled.of(BAD)] == ["robots-unreachable"] * 2


async def test_H31_tls_fault_of_the_rules_is_the_reason_given(tmp_path: Path) -> None:
    context = server_context(issue("bad.test"), tmp_path)
    async with hostile_web({}) as web, serve(with_robots(answer()), tls=context) as bad:
        resolve = [*web.settings().network.resolve, f"bad.test:127.0.0.1:{bad.port}"]
        crawled = await web.crawl(tmp_path / "crawl", "https://bad.test/", network={"resolve": resolve})
        assert bad.requests == []
    assert crawled.error("https://bad.test/") == "tls"


async def test_H31_site_is_open_once_its_rules_can_be_had(tmp_path: Path) -> None:
    tries = [answer(b"", "503 Busy")]

    async def handler(connection: Connection) -> None:
        while True:
            head = await connection.request()
            is_robots = head.startswith(b"GET /robots.txt ")
            await connection.send((tries.pop() if tries else answer()) if is_robots else html())

    async with hostile_web({"bad.test": handler}) as web:
        crawled = await web.crawl(tmp_path, BAD)
    assert [visit.error for visit in crawled.of(BAD)] == ["robots-unreachable", None]


@pytest.mark.parametrize(
    "status",
    ["404 Not Found", "410 Gone", "401 Unauthorized", "403 Forbidden"],
    ids=["H32-404", "H32-410", "H33-401", "H33-403"],
)
async def test_site_without_rules_is_open(status: str, tmp_path: Path) -> None:
    async with hostile_web({"bad.test": with_robots(answer(DISALLOW_ALL, status))}) as web:
        crawled = await web.crawl(tmp_path, BAD)
    assert crawled.pages() == [BAD]


@pytest.mark.parametrize("status", ["401 Unauthorized", "403 Forbidden"], ids=["H33-401", "H33-403"])
async def test_forbidden_rules_close_a_site_for_the_cautious(status: str, tmp_path: Path) -> None:
    async with hostile_web({"bad.test": with_robots(answer(b"", status))}) as web:
        crawled = await web.crawl(tmp_path, BAD, robots={"forbidden_closes": True})
    assert crawled.error(BAD) == "robots-disallowed"


HUGE = {
    "H35-lines": (DISALLOW_ALL + b"# filler\n" * 3_000_000, "robots-disallowed"),
    "H35-one-line": (DISALLOW_ALL + b"#" * 20_000_000, "robots-disallowed"),
    "H35-rule-beyond": (
        b"User-agent: *\nDisallow: /no\n" + b"# filler\n" * 60_000 + b"Disallow: /page\n",
        None,
    ),
}


@pytest.mark.parametrize(("body", "kind"), HUGE.values(), ids=HUGE)
async def test_huge_rules_are_read_to_500_kib(body: bytes, kind: str | None, tmp_path: Path) -> None:
    async with hostile_web({"bad.test": with_robots(answer(body))}) as web:
        crawled = await web.crawl(tmp_path, BAD, fetch={"total_s": 5.0})
    assert crawled.error(BAD) == kind


@pytest.mark.parametrize(
    ("hops", "kind"), [(5, "robots-disallowed"), (6, "robots-unreachable")], ids=["H36-five", "H36-six"]
)
async def test_five_redirects_of_rules_are_followed(hops: int, kind: str, tmp_path: Path) -> None:
    pages = {f"/hop{hop}": redirect(f"/hop{hop + 1}") for hop in range(1, hops)}
    pages |= {"/robots.txt": redirect("/hop1"), f"/hop{hops}": answer(DISALLOW_ALL), "/page": html()}
    async with hostile_web({"bad.test": site(pages)}) as web:
        crawled = await web.crawl(tmp_path, BAD)
        assert "/page" not in web["bad.test"].paths()
    assert crawled.error(BAD) == kind


async def test_H36_rules_of_another_host_apply_to_the_one_that_asked(tmp_path: Path) -> None:
    elsewhere = site({"/rules": answer(DISALLOW_ALL), "/robots.txt": answer(), "/page": html()})
    hosts = {"bad.test": with_robots(redirect("http://other.test/rules")), "other.test": elsewhere}
    async with hostile_web(hosts) as web:
        crawled = await web.crawl(tmp_path, BAD, "http://other.test/page")
    assert crawled.error(BAD) == "robots-disallowed"
    assert crawled.pages() == ["http://other.test/page"]


ODD = {
    "H37-html": (b"<html><body>\nUser-agent: *\nDisallow: /page\n</html>", "robots-disallowed"),
    "H37-only-html": (b"<!doctype html><p>Welcome</p>", None),
    "H37-utf-16": (DISALLOW_ALL.decode().encode("utf-16"), "robots-disallowed"),
    "H37-bom": (b"\xef\xbb\xbf" + DISALLOW_ALL, "robots-disallowed"),
    "H37-nul": (b"User-agent: *\0\nDis\0allow: /page\n", "robots-disallowed"),
    "H37-cr": (b"User-agent: *\rDisallow: /page\r", "robots-disallowed"),
    "H37-binary": (bytes(range(256)) * 10, None),
}


@pytest.mark.parametrize(("body", "kind"), ODD.values(), ids=ODD)
async def test_lines_that_can_be_read_are_honoured(body: bytes, kind: str | None, tmp_path: Path) -> None:
    async with hostile_web({"bad.test": with_robots(answer(body))}) as web:
        crawled = await web.crawl(tmp_path, BAD)
    assert crawled.error(BAD) == kind


async def test_H38_rule_of_many_stars_takes_no_time(tmp_path: Path) -> None:
    rule = b"User-agent: *\nDisallow: /" + b"a*" * 40 + b"b\n"
    urls = [f"http://bad.test/{'a' * 1000}{letter}" for letter in "cdefghij"]
    async with hostile_web({"bad.test": with_robots(answer(rule))}) as web:
        before = time.process_time()
        crawled = await web.crawl(tmp_path, *urls)
        assert time.process_time() - before < 2.0
    assert sorted(crawled.pages()) == sorted(urls)


@pytest.mark.parametrize("delay", ["86400", "1e308"], ids=["H39-a-day", "H39-for-ever"])
async def test_host_that_wants_to_wait_too_long_is_left_alone(delay: str, tmp_path: Path) -> None:
    robots = answer(f"User-agent: *\nCrawl-delay: {delay}\n".encode())
    async with hostile_web({"bad.test": with_robots(robots)}) as web:
        crawled = await web.crawl(tmp_path, BAD, "http://bad.test/other")
        assert web.paths("bad.test") == []
    assert {crawled.error(BAD), crawled.error("http://bad.test/other")} == {"host-parked"}


@pytest.mark.parametrize(
    "delay", ["-1", "nan", "1e309", "soon"], ids=["H39-negative", "H39-nan", "H39-infinite", "H39-text"]
)
async def test_delay_that_means_nothing_is_ignored(delay: str, tmp_path: Path) -> None:
    robots = answer(f"User-agent: *\nCrawl-delay: {delay}\n".encode())
    async with hostile_web({"bad.test": with_robots(robots)}) as web:
        crawled = await web.crawl(tmp_path, BAD)
    assert crawled.pages() == [BAD]


async def test_H39_reasonable_delay_is_kept(tmp_path: Path) -> None:
    robots = answer(b"User-agent: *\nCrawl-delay: 0.2\n")
    async with hostile_web({"bad.test": with_robots(robots)}) as web:
        await web.crawl(tmp_path, BAD, "http://bad.test/other")
        _, first, second = web["bad.test"].times
    assert second - first >= 0.2


async def throttled(case: str, folder: Path, **settings: object) -> tuple[HostileWeb, Crawled]:
    urls = [f"http://bad.test/{name}" for name in "abc"]
    async with hostile_web({"bad.test": polite(CASES[case])}) as web:
        return web, await web.crawl(folder, *urls, **settings)


async def test_H40_host_that_asks_for_years_is_given_up_at_once(tmp_path: Path) -> None:
    web, crawled = await throttled("H40-date", tmp_path)
    assert len(web.paths("bad.test")) == 1
    assert sorted(str(crawled.error(f"http://bad.test/{name}")) for name in "abc") == [
        "host-parked",
        "host-parked",
        "throttled",
    ]


async def test_H40_whole_host_waits_as_long_as_it_asks(tmp_path: Path) -> None:
    web, crawled = await throttled("H40-seconds", tmp_path, budget={"seconds": 0.5}, ends=Stop.TIME)
    assert len(web.paths("bad.test")) == 1
    assert [visit.retry_in_s for visit in crawled.visits if visit.error] == [120.0]


@pytest.mark.parametrize("case", ["H40-past", "H40-nonsense"])
async def test_wait_that_means_nothing_is_replaced_by_our_own(case: str, tmp_path: Path) -> None:
    web, crawled = await throttled(case, tmp_path)
    assert len(web.paths("bad.test")) == 6
    assert {visit.retry_in_s for visit in crawled.visits if visit.error} == {0.01, None}


async def test_H40_failing_host_does_not_burn_the_budget(tmp_path: Path) -> None:
    urls = [f"http://bad.test/{letter * 2}" for letter in "abcdefghijklmnopqrst"]
    async with hostile_web({"bad.test": polite(always(answer(b"", "503 Busy")))}) as web:
        crawled = await web.crawl(tmp_path, *urls, retries={"host_failures": 5})
        assert len(web.paths("bad.test")) == 5
    assert {visit.error for visit in crawled.visits} == {None, "throttled"}
    assert sum(seen.refused == "host-parked" for seen in crawled.links.values()) >= 15


async def test_H41_hosts_of_one_address_take_turns(tmp_path: Path) -> None:
    urls = [f"http://name{number}.test/" for number in range(8)]
    async with hostile_web({}) as web, serve(with_robots(answer())) as crowded:
        resolve = [*web.settings().network.resolve, f"*:127.0.0.1:{crowded.port}"]
        crawled = await web.crawl(
            tmp_path, *urls, network={"resolve": resolve}, politeness={"address_delay_s": 0.3}
        )
        asked = list(zip(crowded.times, crowded.paths(), strict=True))
    assert sorted(crawled.pages()) == sorted(urls)
    for wanted in ("/", "/robots.txt"):
        times = [at for at, path in asked if path == wanted]
        assert len(times) == 8
        assert all(later - earlier > 0.15 for earlier, later in pairwise(times))


async def test_H41_hosts_of_other_addresses_do_not_wait(tmp_path: Path) -> None:
    urls = [f"http://name{number}.test/" for number in range(8)]
    async with (
        hostile_web({}) as web,
        serve(with_robots(answer())) as crowded,
        serve(polite(everywhere(lambda _: linking("/next"))), address="127.0.0.3") as free,
    ):
        resolve = [
            *web.settings().network.resolve,
            f"free.test:127.0.0.3:{free.port}",
            f"*:127.0.0.1:{crowded.port}",
        ]
        crawled = await web.crawl(
            tmp_path,
            *urls,
            "http://free.test/",
            network={"resolve": resolve},
            politeness={"address_delay_s": 0.1},
            work={"patience": 0.0},  # a link is not passed over for better ones that wait
        )
        assert free.times[-1] < crowded.times[-1]
    assert len(crawled.pages()) == 10


async def test_H36_robots_redirect_does_not_leave_the_scope(tmp_path: Path) -> None:
    there = with_robots(answer(b"User-agent: *\nAllow: /\n"))
    async with hostile_web(
        {"bad.test": with_robots(redirect("http://other.test/robots.txt")), "other.test": there}
    ) as web:
        crawled = await web.crawl(tmp_path, BAD, scope={"hosts": ["bad.test", "healthy.test"]})
        assert web["other.test"].connections == 0
    assert crawled.error(BAD) == "robots-unreachable"


async def test_H36_robots_redirects_of_many_hosts_keep_the_pace_of_their_target(tmp_path: Path) -> None:
    names = [f"h{number}.test" for number in range(6)]
    away = with_robots(redirect("http://other.test/robots.txt"))
    hosts = {**dict.fromkeys(names, away), "other.test": with_robots(answer(b"User-agent: *\nAllow: /\n"))}
    async with hostile_web(hosts) as web:
        crawled = await web.crawl(
            tmp_path, *(f"http://{name}/" for name in names), politeness={"delay_s": 0.3}
        )
        times = web["other.test"].times
    assert sorted(crawled.pages()) == [f"http://{name}/" for name in names]
    assert len(times) == 6
    assert all(later - earlier > 0.15 for earlier, later in pairwise(times))


async def test_product_token_can_be_set(tmp_path: Path) -> None:
    rules = answer(b"User-agent: foobot\nDisallow: /\n\nUser-agent: *\nAllow: /\n")
    async with hostile_web({"bad.test": with_robots(rules)}) as web:
        crawled = await web.crawl(tmp_path, BAD, politeness={"product_token": "FooBot"})
    assert crawled.error(BAD) == "robots-disallowed"
