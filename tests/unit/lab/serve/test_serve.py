from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from itertools import islice
from pathlib import Path

import pytest
from tests.tinyweb import Notebook

from lycosa import Topic
from lycosa.engine import Budget, Crawl, Engine, Work
from lycosa.errors import Kind, LycosaError
from lycosa.fetch.dns import Resolver
from lycosa.fetch.http import HttpFetcher
from lycosa.fetch.limits import FetchLimits
from lycosa.fetch.replay import ReplayFetcher
from lycosa.lab.serve.answers import Answers
from lycosa.lab.serve.authority import Authority
from lycosa.lab.serve.network_faults import Fate, NetworkFaults
from lycosa.lab.serve.server import Served, serve
from lycosa.lab.synth import SynthParams, SynthWeb
from lycosa.lab.synth.statistics import content_links
from lycosa.lab.web.base import WebPage
from lycosa.strategy.bfs import BreadthFirst

PAGES = {
    "https://a.example/": b'<p>a<a href="/two">2</a><a href="http://b.example/">b</a><a href="/no">x</a>',
    "https://a.example/two": b'<p>caf\xe9 <a href="https://b.example/old">old</a>',
    "http://b.example/": b'<p>b<a href="//a.example/two">two</a>',
    "https://b.example:8443/new": b"<p>new",
}


class SecureWeb:
    """Pages under both schemes, in an encoding of their own."""

    def page(self, url: str) -> WebPage | None:
        return WebPage(url, PAGES[url], content_type="text/html; charset=latin-1") if url in PAGES else None

    def redirect(self, url: str) -> str | None:
        return "https://b.example:8443/new" if url == "https://b.example/old" else None


Connect = Callable[..., HttpFetcher]


@pytest.fixture
async def connect() -> AsyncIterator[Connect]:
    made: list[HttpFetcher] = []

    def make(served: Served, ca_file: Path | None = None) -> HttpFetcher:
        ca = str(ca_file) if ca_file else None
        made.append(
            HttpFetcher(FetchLimits(), Resolver(), "test", resolve_map=served.resolve_map, ca_file=ca)
        )
        return made[-1]

    yield make
    for fetcher in made:
        await fetcher.close()


async def raw(served: Served, request: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
    writer.write(request)
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    return answer


async def test_every_page_and_link_is_answered_as_in_replay(connect: Connect) -> None:
    web = SynthWeb(SynthParams(pages=400, hosts=6, topics=("sports", "music", "law"), tunnels=(1,)))
    replay = ReplayFetcher(web)
    urls = dict.fromkeys(web.urls())
    for url in list(urls)[:40]:
        page = web.page(url)
        assert page is not None
        urls.update(dict.fromkeys(content_links(url, page.html)))
    statuses = set()
    async with serve(web) as served:
        live = connect(served)
        for url in urls:
            expected, got = await replay.fetch(url), await live.fetch(url)
            assert (got.status, got.location, got.body) == (expected.status, expected.location, expected.body)
            assert got.header("content-type") == expected.header("content-type")
            assert got.error == expected.error
            statuses.add(got.status)
    assert statuses == {200, 301, 404}


async def test_a_live_crawl_over_both_schemes_visits_what_the_replay_visits(
    connect: Connect, tmp_path: Path
) -> None:
    authority = Authority()
    authority.save(tmp_path / "ca.pem")

    async def visits(fetcher: ReplayFetcher | HttpFetcher) -> list[tuple[str, int, bytes]]:
        notebook = Notebook()
        crawl = Crawl(BreadthFirst(Topic.from_keywords(["new"])))
        crawl.seed(["https://a.example/"])
        await Engine(crawl, fetcher, Budget(20), Work(concurrency=1), listeners=[notebook]).run()
        return [(s.visit.link.url, s.visit.fetched.status, s.visit.fetched.body) for s in notebook.steps]

    async with serve(SecureWeb(), tls=authority.context()) as served:
        live = await visits(connect(served, tmp_path / "ca.pem"))
    assert live == await visits(ReplayFetcher(SecureWeb()))
    assert {url for url, status, _ in live if status == 200} == PAGES.keys()


async def test_without_an_authority_https_is_refused(connect: Connect) -> None:
    async with serve(SecureWeb()) as served:
        assert (await connect(served).fetch("https://a.example/")).error is Kind.TLS


async def test_a_client_that_does_not_trust_the_authority_gets_nothing(connect: Connect) -> None:
    async with serve(SecureWeb(), tls=Authority().context()) as served:
        assert (await connect(served).fetch("https://a.example/")).error is Kind.TLS


async def test_robots_are_those_given_for_every_host_and_never_fail(connect: Connect) -> None:
    rules = "User-agent: *\nCrawl-delay: 2\n"
    async with serve(SecureWeb(), robots=rules, faults=NetworkFaults(errors=1.0)) as served:
        live = connect(served)
        assert (await live.fetch("http://any.example/robots.txt")).body == rules.encode()
        assert (await live.fetch("http://any.example/deep/robots.txt")).status == 500


async def test_robots_are_absent_unless_given(connect: Connect) -> None:
    async with serve(SecureWeb()) as served:
        assert (await connect(served).fetch("http://b.example/robots.txt")).status == 404


async def test_failures_depend_on_url_and_attempt_alone(connect: Connect) -> None:
    web = SynthWeb(SynthParams(pages=400, hosts=6, topics=("sports", "music", "law"), tunnels=(1,)))
    faults = NetworkFaults(errors=0.3, resets=0.2, seed=4)
    urls = list(islice(web.urls(), 60))
    expected = {Fate.ANSWERED: None, Fate.ERROR: Kind.HTTP_SERVER, Fate.RESET: Kind.RESET}
    async with serve(web, faults=faults) as served:
        live = connect(served)
        for attempt in (1, 2):
            for url in reversed(urls) if attempt == 2 else urls:
                got = await live.fetch(url)
                assert got.error is expected[faults.fate(url, attempt)]


def test_weather_keeps_to_its_shares_and_differs_between_attempts() -> None:
    faults = NetworkFaults(errors=0.2, resets=0.1, jitter_s=0.5, latency_s=1.0)
    fates = [faults.fate(f"http://a.example/{n}", 1) for n in range(4000)]
    assert abs(fates.count(Fate.ERROR) / 4000 - 0.2) < 0.03
    assert abs(fates.count(Fate.RESET) / 4000 - 0.1) < 0.03
    delays = {faults.delay_s("http://a.example/", attempt) for attempt in range(50)}
    assert len(delays) == 50 and min(delays) >= 1.0 and max(delays) <= 1.5


async def test_a_late_answer_is_the_same_answer_and_order_is_kept() -> None:
    request = b"GET /%s HTTP/1.1\r\nHost: b.example\r\n%s\r\n"
    both = request % (b"", b"") + request % (b"none", b"Connection: close\r\n")
    async with serve(SecureWeb(), faults=NetworkFaults(latency_s=0.01)) as served:
        answer = await raw(served, both)
    assert answer.startswith(b"HTTP/1.1 200 OK")
    assert PAGES["http://b.example/"] + b"HTTP/1.1 404" in answer


@pytest.mark.parametrize(
    "request_",
    [b"nonsense\r\n\r\n", b"POST / HTTP/1.1\r\nHost: b.example\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n"],
)
async def test_what_no_crawler_sends_is_refused_and_ends_the_connection(request_: bytes) -> None:
    async with serve(SecureWeb()) as served:
        assert (await raw(served, request_)).startswith(b"HTTP/1.1 400")


async def test_head_gets_the_head_alone() -> None:
    async with serve(SecureWeb()) as served:
        answer = await raw(served, b"HEAD / HTTP/1.0\r\nHost: b.example\r\n\r\n")
    assert b"Content-Length: %d\r\n" % len(PAGES["http://b.example/"]) in answer
    assert answer.endswith(b"\r\n\r\n")


def test_answers_beyond_the_room_are_made_anew() -> None:
    answers = Answers(SecureWeb(), kept_bytes=150)
    first = answers.get("https://a.example/", packed=False)
    answers.get("https://a.example/two", packed=False)
    assert answers.get("https://a.example/", packed=False) == first


async def test_a_taken_port_is_a_clear_error() -> None:
    async with serve(SecureWeb()) as served:
        with pytest.raises(LycosaError, match=f"cannot listen on port {served.port}"):
            async with serve(SecureWeb(), port=served.port):
                pass


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"latency_s": -1}, "latency_s"),
        ({"errors": 1.2}, "errors"),
        ({"errors": 0.6, "resets": 0.6}, "add up"),
    ],
)
def test_impossible_weather_is_refused(settings: dict[str, float], said: str) -> None:
    with pytest.raises(LycosaError, match=said):
        NetworkFaults(**settings)  # type: ignore[arg-type]
