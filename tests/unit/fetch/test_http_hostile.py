"""What servers do wrong, and the kind of error each fault becomes (hostile-web H01-H28, H40)."""

from __future__ import annotations

import asyncio
import tracemalloc
from dataclasses import replace

import pytest
from tests.hostile.servers import CASES, HELLO, Connection, always, answer, once, redirect, serve

from lycosa.errors import Kind
from lycosa.fetch.limits import FetchLimits

from .conftest import LONG, WIRE_BYTES, MakeFetcher

URL = "http://example.org/page"

ERRORS = {
    "H01": Kind.FIRST_BYTE_TIMEOUT,
    "H02": Kind.TOO_SLOW,
    "H02-stalled": Kind.IDLE_TIMEOUT,
    "H05": Kind.INCOMPLETE,
    "H05-chunked": Kind.INCOMPLETE,
    "H07-negative": Kind.PROTOCOL,
    "H07-text": Kind.PROTOCOL,
    "H07-huge": Kind.PROTOCOL,
    "H07-two": Kind.PROTOCOL,
    "H08-both": Kind.PROTOCOL,
    "H08-coding": Kind.PROTOCOL,
    "H08-nul": Kind.PROTOCOL,
    "H08-cr": Kind.PROTOCOL,
    "H08-lf": Kind.PROTOCOL,
    "H08-space": Kind.PROTOCOL,
    "H08-chunk": Kind.PROTOCOL,
    "H09-http09": Kind.PROTOCOL,
    "H09-000": Kind.PROTOCOL,
    "H09-99": Kind.PROTOCOL,
    "H09-65736": Kind.PROTOCOL,
    "H09-text": Kind.PROTOCOL,
    "H10-many": Kind.HEADERS_TOO_LARGE,
    "H10-long": Kind.HEADERS_TOO_LARGE,
    "H10-trailers": Kind.HEADERS_TOO_LARGE,
    "H11": Kind.RESET,
    "H11-at-once": Kind.RESET,
    "H12": Kind.PROTOCOL,
    "H12-upgrade": Kind.PROTOCOL,
    "H16": Kind.BOMB,
    "H17-br": Kind.BOMB,
    "H17-zstd": Kind.BOMB,
    "H17-deflate": Kind.BOMB,
    "H18": Kind.DECODING,
    "H19": Kind.BOMB,
    "H20-garbage": Kind.DECODING,
    "H21-404": Kind.HTTP_CLIENT,
    "H23-file": Kind.SCHEME,
    "H23-data": Kind.SCHEME,
    "H23-javascript": Kind.SCHEME,
    "H23-ftp": Kind.SCHEME,
    "H28-empty": Kind.BAD_REDIRECT,
    "H28-missing": Kind.BAD_REDIRECT,
    "H28-two": Kind.PROTOCOL,
    "H28-invalid": Kind.BAD_REDIRECT,
    "H28-long": Kind.BAD_REDIRECT,
}

DEADLINES = {
    "H01": replace(LONG, first_byte_s=0.2),
    "H02": replace(LONG, rate_window_s=0.25),
    "H02-stalled": replace(LONG, idle_s=0.15),
}


@pytest.mark.parametrize(("case", "kind"), ERRORS.items(), ids=ERRORS)
async def test_fault_becomes_its_kind_of_error_and_no_body(
    case: str, kind: Kind, make_fetcher: MakeFetcher
) -> None:
    async with serve(CASES[case]) as server:
        fetched = await make_fetcher(server, DEADLINES.get(case, LONG)).fetch(URL)
    assert (fetched.error, fetched.body, fetched.location) == (kind, b"", "")


async def test_endless_body_is_cut_at_the_wire_cap(make_fetcher: MakeFetcher) -> None:
    async with serve(CASES["H03"]) as server:
        fetched = await make_fetcher(server).fetch(URL)
    assert (fetched.error, fetched.truncated, len(fetched.body)) == (None, True, WIRE_BYTES)


async def test_body_of_exactly_the_cap_is_whole(make_fetcher: MakeFetcher) -> None:
    async with serve(always(answer(b"x" * WIRE_BYTES))) as server:
        fetched = await make_fetcher(server).fetch(URL)
    assert (fetched.truncated, len(fetched.body)) == (False, WIRE_BYTES)


async def test_tiny_chunks_weigh_no_more_than_the_body(make_fetcher: MakeFetcher) -> None:
    async with serve(CASES["H04"]) as server:
        fetcher = make_fetcher(server, FetchLimits(wire_bytes=300_000))
        tracemalloc.start()
        fetched = await fetcher.fetch(URL)
        peak_bytes = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert fetched.truncated
    assert peak_bytes < 10 * 300_000


async def test_slow_answer_within_the_rate_ends_at_the_total_deadline(make_fetcher: MakeFetcher) -> None:
    limits = FetchLimits(total_s=0.2, rate_bytes_per_s=1.0)
    async with serve(CASES["H02"]) as server:
        fetched = await make_fetcher(server, limits).fetch(URL)
    assert fetched.error is Kind.TOTAL_TIMEOUT


async def test_unanswered_connection_ends_at_the_connect_deadline(make_fetcher: MakeFetcher) -> None:
    async def handshake_never(connection: Connection) -> None:
        await connection.gone()

    async with serve(handshake_never) as server:
        fetched = await make_fetcher(server, replace(LONG, connect_s=0.3)).fetch("https://example.org/")
    assert fetched.error is Kind.CONNECT_TIMEOUT


async def test_closed_port_is_a_failed_connection(make_fetcher: MakeFetcher) -> None:
    async with serve(CASES["H01"]) as server:
        port = server.port
    fetched = await make_fetcher(resolve_map={"*": ("127.0.0.1", port)}).fetch(URL)
    assert fetched.error is Kind.CONNECT_FAILED


async def test_slow_host_does_not_hold_up_another(make_fetcher: MakeFetcher) -> None:
    async with serve(CASES["H01"]) as bad, serve(always(answer(HELLO))) as good:
        hosts = {"bad.example": ("127.0.0.1", bad.port), "good.example": ("127.0.0.1", good.port)}
        fetcher = make_fetcher(limits=replace(LONG, first_byte_s=2), resolve_map=hosts)
        waiting = asyncio.create_task(fetcher.fetch("http://bad.example/"))
        answers = [await fetcher.fetch(f"http://good.example/{number}") for number in range(20)]
        assert not waiting.done()
        assert all(fetched.error is None for fetched in answers)
        assert (await waiting).error is Kind.FIRST_BYTE_TIMEOUT


async def test_bytes_beyond_the_declared_length_are_dropped_with_the_connection(
    make_fetcher: MakeFetcher,
) -> None:
    async with serve(CASES["H06"]) as server:
        fetcher = make_fetcher(server)
        bodies = [(await fetcher.fetch(URL)).body for _ in range(3)]
        assert bodies == [b"hello"] * 3
        assert server.connections == 3


async def test_unsolicited_second_answer_never_reaches_the_next_request(make_fetcher: MakeFetcher) -> None:
    async with serve(CASES["H13"]) as server:
        fetcher = make_fetcher(server)
        bodies = [(await fetcher.fetch(f"{URL}/{number}")).body for number in range(4)]
    assert bodies == [b"first"] * 4


async def test_answer_pushed_on_an_idle_connection_is_discarded(make_fetcher: MakeFetcher) -> None:
    pushed = asyncio.Event()

    async def pushy(connection: Connection) -> None:
        await connection.request()
        await connection.send(answer(b"asked for"))
        await asyncio.sleep(0.02)
        await connection.send(answer(b"pushed"))
        pushed.set()
        await connection.gone()

    async with serve(pushy) as server:
        fetcher = make_fetcher(server)
        await fetcher.fetch(URL)
        await pushed.wait()
        assert (await fetcher.fetch(URL)).body == b"asked for"
        assert server.connections == 2


@pytest.mark.parametrize("case", ["H07-text", "H08-both", "H08-lf", "H09-text", "H12-upgrade"])
async def test_connection_is_not_reused_after_a_protocol_error(case: str, make_fetcher: MakeFetcher) -> None:
    async with serve(CASES[case]) as server:
        fetcher = make_fetcher(server)
        await fetcher.fetch(URL)
        await fetcher.fetch(URL)
        assert server.connections == 2


async def test_reset_leaves_no_mark_on_the_next_error(make_fetcher: MakeFetcher) -> None:
    async with serve(CASES["H11"]) as first, serve(CASES["H08-chunk"]) as second:
        hosts = {"a.example": ("127.0.0.1", first.port), "b.example": ("127.0.0.1", second.port)}
        fetcher = make_fetcher(resolve_map=hosts)
        kinds = [(await fetcher.fetch(f"http://{host}/")).error for host in hosts]
    assert kinds == [Kind.RESET, Kind.PROTOCOL]


@pytest.mark.parametrize("case", ["H16", "H17-br", "H17-zstd", "H17-deflate", "H19"])
async def test_bomb_takes_little_memory(case: str, make_fetcher: MakeFetcher) -> None:
    async with serve(CASES[case]) as server:
        fetcher = make_fetcher(server)
        tracemalloc.start()
        await fetcher.fetch(URL)
        peak_bytes = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak_bytes < 8 * 1024 * 1024


async def test_plain_body_labelled_gzip_is_accepted(make_fetcher: MakeFetcher) -> None:
    async with serve(CASES["H20-plain"]) as server:
        fetched = await make_fetcher(server).fetch(URL)
    assert (fetched.error, fetched.body) == (None, HELLO)


async def test_truncated_gzip_is_flagged(make_fetcher: MakeFetcher) -> None:
    async with serve(CASES["H20-truncated"]) as server:
        fetched = await make_fetcher(server).fetch(URL)
    assert (fetched.error, fetched.truncated) == (None, True)
    assert fetched.body.startswith(HELLO)


async def test_gzip_without_label_is_left_for_the_sniffer(make_fetcher: MakeFetcher) -> None:
    async with serve(CASES["H20-unlabelled"]) as server:
        fetched = await make_fetcher(server).fetch(URL)
    assert (fetched.error, fetched.body[:2]) == (None, b"\x1f\x8b")


async def test_body_of_a_redirect_is_not_decoded(make_fetcher: MakeFetcher) -> None:
    async with serve(CASES["H21-redirect"]) as server:
        fetched = await make_fetcher(server).fetch(URL)
    assert (fetched.error, fetched.location, fetched.body) == (None, "http://example.org/elsewhere", b"")


@pytest.mark.parametrize(
    ("location", "target"),
    [
        ("/a b", "http://example.org/a%20b"),
        ("next?q=1#top", "http://example.org/next?q=1#top"),
        ("//other.example/x", "http://other.example/x"),
        ("https:\\\\other.example\\x", "https://other.example/x"),
        ("/caf\xe9", "http://example.org/caf%E9"),
        ("/caf\xc3\xa9", "http://example.org/caf%C3%A9"),
        ("/a\tb\x01c", "http://example.org/ab%01c"),
    ],
)
async def test_location_is_resolved_as_browsers_do(
    location: str, target: str, make_fetcher: MakeFetcher
) -> None:
    async with serve(always(redirect(location))) as server:
        fetched = await make_fetcher(server).fetch(URL)
    assert (fetched.error, fetched.location) == (None, target)


async def test_location_longer_than_a_url_may_be_is_refused(make_fetcher: MakeFetcher) -> None:
    async with serve(always(redirect("/a/b/" + "a" * 3000))) as server:
        fetched = await make_fetcher(server).fetch(URL)
    assert (fetched.error, fetched.location) == (Kind.URL_TOO_LONG, "")


@pytest.mark.parametrize(
    ("case", "wait_s"),
    [("H40-seconds", 120.0), ("H40-date", 86_400.0), ("H40-past", 0.0), ("H40-nonsense", None)],
)
async def test_retry_after_is_read_and_capped(
    case: str, wait_s: float | None, make_fetcher: MakeFetcher
) -> None:
    async with serve(CASES[case]) as server:
        fetched = await make_fetcher(server).fetch(URL)
    assert (fetched.error, fetched.retry_after_s) == (Kind.THROTTLED, wait_s)


@pytest.mark.parametrize(
    "data",
    [
        b"HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Length: 5\n\nhello",
        b"HTTP/1.0 200 OK\n\nhello",
        b"HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n5\nhello\n0\n\n",
        b"HTTP/1.1 100 Continue\n\nHTTP/1.1 200 OK\nContent-Length: 5\n\nhello",
    ],
    ids=["length", "close", "chunked", "interim"],
)
async def test_server_that_ends_lines_in_line_feeds_can_be_crawled(
    data: bytes, make_fetcher: MakeFetcher
) -> None:
    async with serve(once(data)) as server:
        fetched = await make_fetcher(server).fetch(URL)
    assert (fetched.status, fetched.error, fetched.body) == (200, None, b"hello")
    assert fetched.exchange is not None
    assert b"\n" not in fetched.exchange.head.replace(b"\r\n", b"")


async def test_connection_of_such_a_server_is_never_used_for_a_second_answer(
    make_fetcher: MakeFetcher,
) -> None:
    smuggled = b"HTTP/1.1 200 OK\nContent-Length: 4\n\nevil"

    async def handler(connection: Connection) -> None:
        await connection.request()
        await connection.send(b"HTTP/1.1 200 OK\nContent-Length: 5\n\nhello" + smuggled)
        await connection.request()
        await connection.send(smuggled)

    async with serve(handler) as server:
        fetcher = make_fetcher(server)
        answers = [(await fetcher.fetch(URL)).body for _ in range(5)]
        assert answers == [b"hello"] * 5
        assert server.connections == 5
