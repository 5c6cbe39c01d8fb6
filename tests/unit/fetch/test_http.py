"""The fetcher with servers that behave: what is sent, what comes back, where it connects."""

from __future__ import annotations

import asyncio
import gzip

import pytest
from tests.hostile.servers import CASES, HELLO, Connection, always, answer, encoded, serve

from lycosa.errors import Kind, LycosaError
from lycosa.fetch.dns import Resolver
from lycosa.fetch.http import HttpFetcher
from lycosa.fetch.limits import FetchLimits

from .conftest import MakeFetcher

URL = "http://example.org/page?q=1"


async def test_page_comes_back_decoded_with_the_exchange_as_it_was(make_fetcher: MakeFetcher) -> None:
    payload = gzip.compress(HELLO)
    async with serve(always(encoded(payload, "gzip"))) as server:
        fetched = await make_fetcher(server).fetch(URL)
    assert (fetched.url, fetched.status, fetched.body, fetched.error) == (URL, 200, HELLO, None)
    assert fetched.header("content-type") == "text/html"
    assert fetched.exchange is not None
    assert fetched.exchange.payload == payload
    assert fetched.exchange.head + payload == encoded(payload, "gzip")
    assert fetched.exchange.address == "127.0.0.1"


@pytest.mark.parametrize("url", [URL, "http://example.org:8080/", "http://example.org/a|b/~c/%7e?'x'"])
async def test_recorded_request_is_the_one_sent(url: str, make_fetcher: MakeFetcher) -> None:
    async with serve(always(answer(HELLO))) as server:
        fetched = await make_fetcher(server).fetch(
            url, etag='"v1"', last_modified="Sat, 01 Jan 2000 00:00:00 GMT"
        )
        assert fetched.exchange is not None
        assert server.requests == [fetched.exchange.request]


async def test_validators_make_a_conditional_request(make_fetcher: MakeFetcher) -> None:
    async with serve(always(answer(b"", "304 Not Modified"))) as server:
        fetched = await make_fetcher(server).fetch(URL, etag='"v1"')
        assert fetched.error is Kind.NOT_MODIFIED
        assert b'\r\nIf-None-Match: "v1"\r\n' in server.requests[0]


async def test_validator_with_a_line_break_is_not_sent(make_fetcher: MakeFetcher) -> None:
    async with serve(always(answer(HELLO))) as server:
        await make_fetcher(server).fetch(URL, etag='"v1"\r\nX-Injected: yes')
        assert b"Injected" not in server.requests[0]


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        ("200 OK", None),
        ("203 Fine", None),
        ("206 Partial", Kind.HTTP_OTHER),
        ("300 Many", Kind.HTTP_OTHER),
        ("401 Who", Kind.HTTP_CLIENT),
        ("404 Not Found", Kind.HTTP_CLIENT),
        ("410 Gone", Kind.GONE),
        ("429 Slow down", Kind.THROTTLED),
        ("500 Oops", Kind.HTTP_SERVER),
        ("503 Busy", Kind.THROTTLED),
        ("999 Denied", Kind.HTTP_OTHER),
    ],
)
async def test_status_becomes_its_kind(status: str, kind: Kind | None, make_fetcher: MakeFetcher) -> None:
    async with serve(always(answer(HELLO, status))) as server:
        fetched = await make_fetcher(server).fetch(URL)
    assert (fetched.status, fetched.error, fetched.body) == (int(status[:3]), kind, HELLO)


async def test_connection_is_reused_for_the_same_host(make_fetcher: MakeFetcher) -> None:
    async with serve(always(answer(HELLO))) as server:
        fetcher = make_fetcher(server)
        for number in range(5):
            await fetcher.fetch(f"http://example.org/{number}")
        assert server.connections == 1


async def test_connection_of_one_host_is_not_used_for_another(make_fetcher: MakeFetcher) -> None:
    async with serve(always(answer(HELLO))) as server:
        fetcher = make_fetcher(server)
        await fetcher.fetch("http://one.example/")
        await fetcher.fetch("http://two.example/")
        assert server.connections == 2


async def test_open_connections_are_bounded(make_fetcher: MakeFetcher) -> None:
    open_now = 0

    async def counted(connection: Connection) -> None:
        nonlocal open_now
        open_now += 1
        try:
            await always(answer(HELLO))(connection)
        finally:
            open_now -= 1

    async with serve(counted) as server:
        fetcher = make_fetcher(server, FetchLimits(idle_connections=4))
        for number in range(30):
            await fetcher.fetch(f"http://host{number}.example/")
        await asyncio.sleep(0.02)
        assert open_now <= 5


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[::1]/",
        "http://[::ffff:10.0.0.1]/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://localhost/",
    ],
)
async def test_private_address_is_refused_in_any_spelling(url: str, make_fetcher: MakeFetcher) -> None:
    async with serve(always(answer(HELLO))) as server:
        fetched = await make_fetcher(server).fetch(url)
        assert fetched.error is Kind.ADDRESS_REFUSED
        assert server.connections == 0


async def test_map_for_all_hosts_holds_for_public_addresses_too(make_fetcher: MakeFetcher) -> None:
    async with serve(always(answer(HELLO))) as server:
        fetched = await make_fetcher(server).fetch("http://93.184.216.34/")
    assert fetched.exchange is not None
    assert fetched.exchange.address == "127.0.0.1"


async def test_name_with_only_private_addresses_is_refused(make_fetcher: MakeFetcher) -> None:
    fetcher = make_fetcher(resolver=Resolver(lambda _host: ["10.0.0.5", "::ffff:127.0.0.1"]))
    assert (await fetcher.fetch(URL)).error is Kind.ADDRESS_REFUSED


async def test_private_addresses_are_admitted_on_demand(make_fetcher: MakeFetcher) -> None:
    async with serve(always(answer(HELLO))) as server:
        fetcher = make_fetcher(resolver=Resolver(lambda _host: ["127.0.0.1"]), allow_private=True)
        fetched = await fetcher.fetch(f"http://intranet.example:{server.port}/")
    assert fetched.body == HELLO


async def test_second_address_is_tried_when_the_first_refuses(make_fetcher: MakeFetcher) -> None:
    async with serve(always(answer(HELLO))) as server:
        fetcher = make_fetcher(
            resolver=Resolver(lambda _host: ["127.0.0.2", "127.0.0.1"]), allow_private=True
        )
        fetched = await fetcher.fetch(f"http://two.example:{server.port}/")
    assert fetched.exchange is not None
    assert (fetched.body, fetched.exchange.address) == (HELLO, "127.0.0.1")


async def test_checked_address_is_the_connected_one(make_fetcher: MakeFetcher) -> None:
    answers = iter([["127.0.0.1"], ["127.0.0.9"]])
    async with serve(always(answer(HELLO))) as server:
        fetcher = make_fetcher(resolver=Resolver(lambda _host: next(answers)), allow_private=True)
        fetched = await fetcher.fetch(f"http://rebinding.example:{server.port}/")
    assert fetched.exchange is not None
    assert fetched.exchange.address == "127.0.0.1"
    assert list(answers) == [["127.0.0.9"]]


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("file:///etc/passwd", Kind.SCHEME),
        ("gopher://example.org/", Kind.SCHEME),
        ("not a url", Kind.BAD_URL),
        ("http://example.org:22/", Kind.BAD_URL),
        ("http://example.org/" + "a" * 3000, Kind.URL_TOO_LONG),
    ],
)
async def test_url_that_is_not_for_us_is_refused(url: str, kind: Kind, make_fetcher: MakeFetcher) -> None:
    assert (await make_fetcher().fetch(url)).error is kind


async def test_credentials_in_a_url_are_not_sent(make_fetcher: MakeFetcher) -> None:
    async with serve(always(answer(HELLO))) as server:
        await make_fetcher(server).fetch("http://user:secret@example.org/")
        assert b"uthorization" not in server.requests[0]


async def test_cookies_are_not_sent_back(make_fetcher: MakeFetcher) -> None:
    async with serve(
        always(answer(HELLO, headers=["Set-Cookie: a=b", 'Alt-Svc: h2="evil.example:443"']))
    ) as server:
        fetcher = make_fetcher(server)
        await fetcher.fetch(URL)
        await fetcher.fetch(URL)
        assert b"ookie" not in server.requests[1]
        assert server.connections == 1


async def test_proxy_of_the_environment_is_ignored(
    make_fetcher: MakeFetcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    async with serve(always(answer(HELLO))) as server:
        assert (await make_fetcher(server).fetch(URL)).body == HELLO


async def test_configured_proxy_is_asked_for_names_it_can_look_up(make_fetcher: MakeFetcher) -> None:
    async with serve(always(answer(HELLO))) as server:
        fetcher = make_fetcher(proxy=f"http://127.0.0.1:{server.port}")
        assert (await fetcher.fetch("http://unknown.example/x")).body == HELLO
        assert (await fetcher.fetch("http://10.0.0.1/x")).error is Kind.ADDRESS_REFUSED
        assert server.paths() == ["http://unknown.example/x"]


async def test_behind_a_socks_proxy_a_server_is_asked_as_if_there_were_none(
    make_fetcher: MakeFetcher,
) -> None:
    async def forward(connection: Connection) -> None:
        greeting = await connection.receive(2)
        await connection.receive(greeting[1])
        await connection.send(b"\x05\x00")
        name_bytes = (await connection.receive(5))[4]
        names.append((await connection.receive(name_bytes + 2))[:-2])
        await connection.send(b"\x05\x00\x00\x01" + bytes(6))
        await connection.request()
        await connection.send(answer(HELLO))

    names: list[bytes] = []
    async with serve(forward) as server:
        fetched = await make_fetcher(proxy=f"socks5h://127.0.0.1:{server.port}").fetch(
            "http://unknown.example/x"
        )
        assert (fetched.body, names, server.paths()) == (HELLO, [b"unknown.example"], ["/x"])


async def test_cancelled_fetch_leaves_the_fetcher_usable(make_fetcher: MakeFetcher) -> None:
    async with serve(CASES["H01"]) as silent, serve(always(answer(HELLO))) as good:
        hosts = {"silent.example": ("127.0.0.1", silent.port), "good.example": ("127.0.0.1", good.port)}
        fetcher = make_fetcher(resolve_map=hosts)
        task = asyncio.create_task(fetcher.fetch("http://silent.example/"))
        await asyncio.sleep(0.02)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert (await fetcher.fetch("http://good.example/")).body == HELLO


async def test_many_hosts_at_once(make_fetcher: MakeFetcher) -> None:
    async with serve(always(answer(HELLO))) as server:
        fetcher = make_fetcher(server, FetchLimits())
        fetched = await asyncio.gather(*(fetcher.fetch(f"http://host{n}.example/") for n in range(200)))
    assert all(one.body == HELLO for one in fetched)


def test_user_agent_with_a_line_break_is_bad_input() -> None:
    with pytest.raises(LycosaError, match="user agent"):
        HttpFetcher(FetchLimits(), Resolver(), "lycosa\r\nX: y")
