"""Servers that break the transport, crawled (hostile-web H01 to H15)."""

from __future__ import annotations

import errno
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.hostile.certificates import Identity, issue, server_context
from tests.hostile.crawling import HEALTHY, everywhere, hostile_web, html, linking, polite
from tests.hostile.servers import CASES, Connection, Handler, always, answer, serve, site

BAD = "http://bad.test/page"

KINDS = {
    "H01": "first-byte-timeout",
    "H02": "too-slow",
    "H02-stalled": "idle-timeout",
    "H05": "incomplete",
    "H05-chunked": "incomplete",
    "H07-negative": "protocol",
    "H07-text": "protocol",
    "H07-huge": "protocol",
    "H07-two": "protocol",
    "H08-both": "protocol",
    "H08-coding": "protocol",
    "H08-nul": "protocol",
    "H08-cr": "protocol",
    "H08-lf": "protocol",
    "H08-space": "protocol",
    "H08-chunk": "protocol",
    "H09-http09": "protocol",
    "H09-000": "protocol",
    "H09-99": "protocol",
    "H09-65736": "protocol",
    "H09-text": "protocol",
    "H10-many": "headers-too-large",
    "H10-long": "headers-too-large",
    "H10-trailers": "headers-too-large",
    "H11": "reset",
    "H11-at-once": "reset",
    "H12": "protocol",
    "H12-upgrade": "protocol",
}
RETRIED = ("H01", "H02-stalled", "H05", "H11")


@pytest.mark.parametrize(("case", "kind"), KINDS.items(), ids=KINDS)
async def test_fault_is_recorded_and_no_page_is_made_of_it(case: str, kind: str, tmp_path: Path) -> None:
    async with hostile_web({"bad.test": polite(CASES[case])}) as web:
        crawled = await web.crawl(tmp_path, BAD)
    assert {visit.error for visit in crawled.of(BAD)} == {kind}
    assert crawled.pages() == []


@pytest.mark.parametrize("case", RETRIED)
async def test_passing_fault_is_retried_once_after_a_pause(case: str, tmp_path: Path) -> None:
    async with hostile_web({"bad.test": polite(CASES[case])}) as web:
        crawled = await web.crawl(tmp_path, BAD, retries={"limit": 1, "delay_s": 0.02})
        assert web.paths("bad.test") == ["/page", "/page"]
    assert [visit.retry_in_s for visit in crawled.of(BAD)] == [0.02, None]


@pytest.mark.parametrize("case", ["H07-text", "H08-both", "H09-text", "H10-many", "H12-upgrade"])
async def test_broken_message_costs_its_connection_and_is_not_asked_for_again(
    case: str, tmp_path: Path
) -> None:
    pages = site({"/": linking("/page", "/next"), "/next": html()})
    fault = CASES[case]

    async def mixed(connection: Connection) -> None:
        await (fault if connection.number == 1 else pages)(connection)

    async def first_healthy(connection: Connection) -> None:
        """Close after the first page, so that the fault has a connection of its own."""
        await connection.request()
        await connection.send(linking("/page", "/next"))

    async def handler(connection: Connection) -> None:
        await (first_healthy if connection.number == 0 else mixed)(connection)

    async with hostile_web({"bad.test": polite(handler)}) as web:
        crawled = await web.crawl(tmp_path, "http://bad.test/", strategy="bfs")
        assert web["bad.test"].connections == 3
        assert sorted(web.paths("bad.test")) == ["/", "/next", "/page"]
    assert crawled.pages() == ["http://bad.test/", "http://bad.test/next"]


async def test_H02_slow_body_within_the_rate_ends_at_the_total_deadline(tmp_path: Path) -> None:
    async with hostile_web({"bad.test": polite(CASES["H02"])}) as web:
        crawled = await web.crawl(tmp_path, BAD, fetch={"total_s": 0.3, "rate_bytes_per_s": 1.0})
    assert crawled.error(BAD) == "total-timeout"


async def test_H03_endless_body_is_cut_at_the_cap_and_its_connection_closed(tmp_path: Path) -> None:
    closed = threading.Event()
    endless = CASES["H03"]

    async def watched(connection: Connection) -> None:
        try:
            await endless(connection)
        except ConnectionError:
            closed.set()
            raise

    async with hostile_web({"bad.test": polite(watched)}) as web:
        crawled = await web.crawl(tmp_path, BAD, fetch={"wire_bytes": 100_000})
    assert [(visit.truncated, visit.body_bytes) for visit in crawled.of(BAD)] == [(1, 100_000)]
    assert closed.is_set()


async def test_H04_one_byte_chunks_cost_time_in_proportion(tmp_path: Path) -> None:
    async with hostile_web({"bad.test": polite(CASES["H04"])}) as web:
        spent = []
        for name, wire_bytes in (("small", 50_000), ("large", 200_000)):
            before = time.process_time()
            crawled = await web.crawl(tmp_path / name, BAD, fetch={"wire_bytes": wire_bytes, "total_s": 10})
            spent.append(time.process_time() - before)
            assert crawled.of(BAD)[0].body_bytes == wire_bytes
    assert spent[1] < 16 * spent[0]


async def test_H06_bytes_beyond_the_declared_length_reach_no_page(tmp_path: Path) -> None:
    handler = everywhere(lambda _: linking("/second") + b"<a href=/hidden>flood</a>")
    async with hostile_web({"bad.test": polite(handler)}) as web:
        crawled = await web.crawl(tmp_path, BAD)
        assert web.paths("bad.test") == ["/page", "/second"]
        assert web["bad.test"].connections == 2
    assert "http://bad.test/hidden" not in crawled.links


async def test_H11_page_that_comes_at_the_second_try_is_stored_once(tmp_path: Path) -> None:
    async def at_second_try(connection: Connection) -> None:
        await (CASES["H11"] if connection.number == 0 else everywhere())(connection)

    async with hostile_web({"bad.test": polite(at_second_try)}) as web:
        crawled = await web.crawl(tmp_path, BAD)
    assert [visit.error for visit in crawled.of(BAD)] == ["reset", None]
    assert crawled.pages() == [BAD]


async def test_H13_unsolicited_answer_is_never_taken_for_the_next_page(tmp_path: Path) -> None:
    handler = everywhere(lambda _: linking("/a", "/b", "/c") + html(title="smuggled"))
    async with hostile_web({"bad.test": polite(handler)}) as web:
        crawled = await web.crawl(tmp_path, BAD)
    assert len(crawled.pages()) == 4
    assert "smuggled" not in {visit.title for visit in crawled.visits}


@pytest.fixture
def name_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """Answer for names: addresses, or an error to raise, or None for never."""
    names: dict[str, Any] = {"asked": []}
    over = threading.Event()

    def lookup(host: bytes, *_: Any, **__: Any) -> list[Any]:
        names["asked"].append(host.decode())
        found = names[host.decode()]
        if found is None:
            over.wait()
        if isinstance(found, OSError):
            raise found
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 0)) for address in found or ()]

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    yield names
    over.set()


NAME_FAULTS = {
    "H14-nxdomain": (socket.gaierror(socket.EAI_NONAME, "no such name"), "dns-not-found"),
    "H14-servfail": (socket.gaierror(socket.EAI_AGAIN, "server failure"), "dns-failed"),
    "H14-cname-loop": (socket.gaierror(socket.EAI_FAIL, "too many aliases"), "dns-failed"),
    "H14-refused": (OSError(errno.ECONNREFUSED, "no name server"), "dns-failed"),
    "H14-timeout": (None, "dns-timeout"),
    "H14-no-address": ([], "dns-not-found"),
}


@pytest.mark.parametrize(("fault", "kind"), NAME_FAULTS.values(), ids=NAME_FAULTS)
async def test_name_fault_has_its_own_kind_and_is_asked_for_once(
    fault: Any, kind: str, name_server: dict[str, Any], tmp_path: Path
) -> None:
    name_server["lost.test"] = fault
    urls = [f"http://lost.test/{number}" for number in range(3)]
    async with hostile_web({}) as web:
        crawled = await web.crawl(tmp_path, *urls, dns={"timeout_s": 0.1})
    assert {crawled.error(url) for url in urls} == {kind}
    assert name_server["asked"] == ["lost.test"]


async def test_H14_name_is_asked_for_again_when_its_failure_is_old(
    name_server: dict[str, Any], tmp_path: Path
) -> None:
    name_server["lost.test"] = socket.gaierror(socket.EAI_AGAIN, "server failure")
    async with hostile_web({}) as web:
        await web.crawl(tmp_path, "http://lost.test/", dns={"failed_s": 0.0})
    assert name_server["asked"].count("lost.test") == 2


async def test_H14_of_300_addresses_a_few_are_used(name_server: dict[str, Any], tmp_path: Path) -> None:
    name_server["many.test"] = [f"127.0.{high}.{low}" for high in range(3) for low in range(1, 101)]
    async with hostile_web({}) as web, serve(polite(everywhere())) as many:
        url = f"http://many.test:{many.port}/"
        crawled = await web.crawl(
            tmp_path, url, network={"allow_private": True, "resolve": web.settings().network.resolve}
        )
        assert many.connections == 1
    assert crawled.pages() == [url]


@pytest.fixture(scope="module")
def authority() -> Identity:
    return issue("Test authority")


def expired(authority: Identity, folder: Path) -> ssl.SSLContext:
    return server_context(issue("secure.test", authority, expired=True), folder)


def self_signed(_authority: Identity, folder: Path) -> ssl.SSLContext:
    return server_context(issue("secure.test"), folder)


def wrong_host(authority: Identity, folder: Path) -> ssl.SSLContext:
    return server_context(issue("other.test", authority), folder)


def outdated(authority: Identity, folder: Path) -> ssl.SSLContext:
    context = server_context(issue("secure.test", authority), folder)
    context.set_ciphers("ALL:@SECLEVEL=0")
    context.minimum_version = context.maximum_version = ssl.TLSVersion.TLSv1
    return context


def alerting(authority: Identity, folder: Path) -> ssl.SSLContext:
    context = server_context(issue("secure.test", authority), folder)
    context.sni_callback = lambda *_: ssl.ALERT_DESCRIPTION_UNRECOGNIZED_NAME
    return context


TLS_FAULTS = {
    "H15-expired": expired,
    "H15-self-signed": self_signed,
    "H15-wrong-host": wrong_host,
    "H15-tls-1.0": outdated,
    "H15-sni-alert": alerting,
}


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion.TLSv1 is deprecated")
@pytest.mark.parametrize("context_of", TLS_FAULTS.values(), ids=TLS_FAULTS)
async def test_tls_fault_is_recorded_as_such_and_not_downgraded(
    context_of: Any, authority: Identity, tmp_path: Path
) -> None:
    ca_file = str(authority.save(tmp_path, "authority"))
    plain: Handler = polite(everywhere())
    async with (
        hostile_web({}) as web,
        serve(plain, tls=context_of(authority, tmp_path)) as secure,
    ):
        resolve = [*web.settings().network.resolve, f"secure.test:127.0.0.1:{secure.port}"]
        urls = ["https://secure.test/", "https://secure.test/other"]
        crawled = await web.crawl(tmp_path / "crawl", *urls, network={"resolve": resolve, "ca_file": ca_file})
        assert secure.requests == []
    assert [crawled.error(url) for url in urls] == ["tls", "tls"]
    assert not any(url.startswith("http:") for url in crawled.links if url != HEALTHY)


async def test_H15_sound_certificate_is_accepted(authority: Identity, tmp_path: Path) -> None:
    ca_file = str(authority.save(tmp_path, "authority"))
    context = server_context(issue("secure.test", authority), tmp_path)
    async with hostile_web({}) as web, serve(polite(always(answer(b"<p>flood"))), tls=context) as secure:
        resolve = [*web.settings().network.resolve, f"secure.test:127.0.0.1:{secure.port}"]
        crawled = await web.crawl(
            tmp_path / "crawl", "https://secure.test/", network={"resolve": resolve, "ca_file": ca_file}
        )
    assert crawled.pages() == ["https://secure.test/"]
