"""Rules of robots.txt in bounded memory and time, however many there are; and who they are for."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest

from lycosa.errors import Kind
from lycosa.fetch.address_pace import Turns
from lycosa.fetch.limits import MIB, RobotsPolicy
from lycosa.fetch.robots import BODY_BYTES, Robots, product_token
from lycosa.fetch.robots_cache import RobotsCache
from lycosa.fetch.robots_rules import Rules, _matches, _pattern
from lycosa.model import Fetched
from lycosa.url import host_of

FLOODS: dict[str, Callable[[int], str]] = {
    "plain": lambda n: f"Disallow: /p{n:06}/",
    "star": lambda n: f"Disallow: /*x{n:06}",
    "end": lambda n: f"Disallow: /*{n:06}.pdf$",
    "prefix": lambda n: f"Disallow: /s{n:06}/*.pdf$",
    "query": lambda n: f"Disallow: /*?*id{n:06}=",
    "short": lambda n: f"Disallow: /*{chr(97 + n % 26)}{chr(97 + n // 26 % 26)}*{n}",
    "same": lambda n: f"Disallow: /*aaaa*{'b' * (n % 40)}{n}aaaa",
    "stars": lambda n: f"Disallow: /{'*a' * (n % 200)}*{n}",
    "long": lambda n: f"Disallow: /*{'a' * 400}b{'a' * 300}{n}",
    "lengths": lambda n: f"Disallow: /{'a' * (n % 2000)}*b{n}",
}
PATHS = [
    "/page",
    "/p000007/x",
    "/a/x000042.html?id000003=1",
    "/" + "a" * 2000,
    "/" + "ab" * 1000,
    "/aaaa" * 300,
]


def flood(name: str) -> bytes:
    lines, size, number = ["User-agent: *"], 0, 0
    while size < BODY_BYTES:
        lines.append(FLOODS[name](number))
        size += len(lines[-1]) + 1
        number += 1
    return "\n".join(lines).encode()


@pytest.mark.slow
@pytest.mark.timed
@pytest.mark.parametrize("name", FLOODS)
def test_matching_takes_under_a_millisecond_for_half_a_megabyte_of_rules(name: str) -> None:
    rules = Robots.parse(flood(name)).rules("lycosa")
    for path in PATHS:
        best = min(_cpu_s(rules, path) for _ in range(20))
        assert best < 0.001, (path[:40], best)


def _cpu_s(rules: Rules, path: str) -> float:
    started = time.thread_time()
    rules.allowed(path)
    return time.thread_time() - started


@pytest.mark.parametrize("name", ["plain", "star", "end", "prefix", "query"])
def test_many_rules_still_mean_what_they_say(name: str) -> None:
    rules = Robots.parse(flood(name)).rules("lycosa")
    assert rules.allowed("/page")
    refused = {
        "plain": "/p000007/x",
        "star": "/a/x000042.html",
        "end": "/a/000042.pdf",
        "prefix": "/s000042/x.pdf",
        "query": "/a?b=1&id000042=2",
    }
    assert not rules.allowed(refused[name])
    assert rules.allowed(refused[name].replace("0000", "zzzz"))


@pytest.mark.parametrize("name", FLOODS)
def test_rules_of_one_site_stay_within_two_megabytes(name: str) -> None:
    assert Robots.parse(flood(name)).rules("lycosa").size_bytes < 2 * MIB


def test_the_index_finds_every_rule_that_matches() -> None:
    rng = random.Random(7)

    def text(longest: int) -> str:
        return "".join(rng.choice("ab/*") for _ in range(rng.randint(0, longest)))

    for _ in range(60):
        rules = [
            ((f"/{text(7)}" + rng.choice(["", "", "$"])).encode(), rng.random() < 0.5) for _ in range(80)
        ]
        indexed = Rules(rules)
        assert indexed._index is not None
        for _ in range(20):
            path = "/" + text(9).replace("*", "b")
            found = [
                (len(_pattern(rule)), allow)
                for rule, allow in rules
                if _matches(_pattern(rule), path.encode())
            ]
            assert indexed.allowed(path) == (max(found)[1] if found else True), path


def test_rules_that_take_too_long_to_check_close_the_url() -> None:
    rules = Rules([(b"/*" + b"a" * 900 + b"b" + b"a" * n, True) for n in range(900, 1000)])
    assert not rules.allowed("/" + "a" * 2000)


class Hostile:
    """Answers every robots.txt with a flood."""

    def __init__(self, body: bytes) -> None:
        self.body = body
        self.asked: list[str] = []

    async def fetch(self, url: str, **_: str) -> Fetched:
        self.asked.append(url)
        return Fetched(url, 200, body=self.body)

    async def close(self) -> None:
        pass


async def test_memory_of_all_sites_is_bounded_and_the_busiest_stay() -> None:
    fetcher = Hostile(flood("star"))
    cache = RobotsCache(fetcher, "lycosa", RobotsPolicy(rules_bytes=3 * MIB))
    for number in range(6):
        await cache.refusal(f"http://h{number}.test/")
        await cache.refusal("http://busy.test/")
    assert cache.held_bytes <= 3 * MIB
    assert fetcher.asked.count("http://busy.test/robots.txt") == 1


async def test_sites_are_charged_for_the_sitemaps_they_list() -> None:
    body = "\n".join(f"Sitemap: http://h.test/{n:040}" for n in range(8000)).encode()
    cache = RobotsCache(Hostile(body), "lycosa")
    await cache.refusal("http://h.test/")
    assert len(await cache.sitemaps("http://h.test/")) == 1000
    assert 80_000 < cache.held_bytes < 200_000


RULES = "User-agent: *\nDisallow: /private\n"


@pytest.mark.parametrize("mark", [b"\xff\xfe", b"\xfe\xff", b"\xff\xfe\0\0", b"\xef\xbb\xbf", b"\xef\xbb"])
@pytest.mark.parametrize("odd", [b"", b"\n"], ids=["even", "odd"])
def test_a_wrong_byte_order_mark_before_plain_rules_opens_nothing(mark: bytes, odd: bytes) -> None:
    robots = Robots.parse(mark + RULES.encode() + odd)
    assert not robots.allowed("lycosa", "/private/x")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("marked", [True, False])
def test_rules_in_utf16_are_read(encoding: str, marked: bool) -> None:
    robots = Robots.parse((("\ufeff" if marked else "") + RULES).encode(encoding))
    assert not robots.allowed("lycosa", "/private/x")
    assert robots.allowed("lycosa", "/public")


@pytest.mark.parametrize(
    ("agent", "token"),
    [
        ("FooBot/1.0", "foobot"),
        ("Mozilla/5.0 (compatible; FooBot/1.0; +http://foo.test)", "foobot"),
        ("Mozilla/5.0 (Compatible;FooBot)", "foobot"),
        ("Mozilla/5.0 (X11) AppleWebKit/5 (KHTML) Chrome/1 Safari/2 (compatible; foo-bot/2)", "foo-bot"),
        ("Mozilla/5.0", "mozilla"),
    ],
)
def test_the_product_token_is_the_crawlers_own_name(agent: str, token: str) -> None:
    assert product_token(agent) == token


def test_rules_for_a_crawler_that_calls_itself_compatible_are_obeyed() -> None:
    robots = Robots.parse(b"User-agent: foobot\nDisallow: /\n\nUser-agent: *\nDisallow:\n")
    assert not robots.allowed("Mozilla/5.0 (compatible; FooBot/1.0)", "/a")


@pytest.mark.parametrize("url", ["/100%", "/100%25"])
def test_a_stray_percent_sign_is_one_path_in_rules_too(url: str) -> None:
    assert not Robots.parse(b"User-agent: *\nDisallow: /100%\n").allowed("lycosa", url)


class Redirecting:
    """Sends every robots.txt elsewhere."""

    def __init__(self, target: str) -> None:
        self.target = target
        self.asked: list[str] = []

    async def fetch(self, url: str, **_: str) -> Fetched:
        self.asked.append(url)
        if url == self.target:
            return Fetched(url, 200, body=b"User-agent: *\nDisallow: /private")
        return Fetched(url, 301, location=self.target)

    async def close(self) -> None:
        pass


async def test_robots_redirect_that_is_refused_closes_the_site() -> None:
    fetcher = Redirecting("http://elsewhere.test/robots.txt")
    cache = RobotsCache(fetcher, "lycosa", hop=lambda *_: Kind.OUT_OF_SCOPE)
    refusal = await cache.refusal("http://a.test/page")
    assert refusal is not None
    assert refusal.error is Kind.ROBOTS_UNREACHABLE
    assert "out-of-scope" in refusal.detail
    assert fetcher.asked == ["http://a.test/robots.txt"]


async def test_robots_redirects_to_one_host_are_asked_for_in_turn_and_nobody_twice() -> None:
    now = [0.0]
    fetcher = Redirecting("http://victim.test/robots.txt")
    turns = Turns(5.0, lambda: now[0])
    cache = RobotsCache(
        fetcher, "lycosa", clock=lambda: now[0], hop=lambda origin, url: turns.wait_s(origin, host_of(url))
    )
    urls = [f"http://h{number}.test/private" for number in range(4)]
    waits = [await cache.refusal(url) for url in urls]
    assert [(wait.error, wait.retry_after_s) for wait in waits if wait] == [
        (Kind.ROBOTS_DISALLOWED, None),
        (Kind.HOST_PARKED, 5.0),
        (Kind.HOST_PARKED, 10.0),
        (Kind.HOST_PARKED, 15.0),
    ]
    assert fetcher.asked.count("http://victim.test/robots.txt") == 1
    now[0] = 15.0
    later = [await cache.refusal(url) for url in urls]
    assert {wait.error for wait in later if wait} == {Kind.ROBOTS_DISALLOWED}
    assert len(fetcher.asked) == 4 + 4
