"""Redirects that lead in circles, astray or out of bounds, crawled (hostile-web H22 to H30)."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import pytest
from tests.hostile.crawling import HEALTHY, Crawled, everywhere, hostile_web, html, linking, polite
from tests.hostile.servers import CASES, always, answer, redirect, serve, site

BAD = "http://bad.test/page"


def hop(number: int) -> str:
    return f"http://bad.test/hop{'x' * number}"


async def crawl_site(pages: dict[str, bytes], folder: Path, seed: str = BAD, **settings: Any) -> Crawled:
    async with hostile_web({"bad.test": polite(site(pages))}) as web:
        return await web.crawl(folder, seed, **settings)


async def test_H22_loop_is_recorded_where_it_closes(tmp_path: Path) -> None:
    crawled = await crawl_site({"/page": redirect("/b"), "/b": redirect("/page")}, tmp_path)
    assert [(visit.url, visit.error) for visit in crawled.visits if visit.url != HEALTHY] == [
        (BAD, None),
        ("http://bad.test/b", "redirect-loop"),
    ]


async def test_H22_redirect_to_itself_is_a_loop(tmp_path: Path) -> None:
    crawled = await crawl_site({"/page": redirect("/page#again")}, tmp_path)
    assert crawled.error(BAD) == "redirect-loop"


async def test_H22_long_chain_is_cut_at_the_limit_with_every_hop_on_record(tmp_path: Path) -> None:
    pages = {f"/hop{'x' * number}": redirect(hop(number + 1)) for number in range(50)}
    crawled = await crawl_site(pages, tmp_path, hop(0), retries={"redirects": 10})
    assert [crawled.error(hop(number)) for number in range(11)] == [*[None] * 10, "too-many-redirects"]
    assert hop(11) not in crawled.links


REFUSED = {
    "H23-file": "scheme",
    "H23-data": "scheme",
    "H23-javascript": "scheme",
    "H23-ftp": "scheme",
    "H28-empty": "bad-redirect",
    "H28-missing": "bad-redirect",
    "H28-two": "protocol",
    "H28-invalid": "bad-redirect",
    "H28-long": "bad-redirect",
}


@pytest.mark.parametrize(("case", "kind"), REFUSED.items(), ids=REFUSED)
async def test_redirect_that_leads_nowhere_is_refused(case: str, kind: str, tmp_path: Path) -> None:
    async with hostile_web({"bad.test": polite(CASES[case])}) as web:
        crawled = await web.crawl(tmp_path, BAD)
        assert web.paths("bad.test") == ["/page"]
    assert crawled.error(BAD) == kind
    assert set(crawled.links) == {BAD, HEALTHY}


PRIVATE = {
    "H24-metadata": ("http://169.254.169.254/latest/", "http://169.254.169.254/latest/"),
    "H24-localhost": ("http://localhost/", "http://localhost/"),
    "H24-ipv6": ("http://[::1]/", "http://[::1]/"),
    "H24-decimal": ("http://2130706433/", "http://127.0.0.1/"),
    "H24-octal": ("http://0177.0.0.1/", "http://127.0.0.1/"),
    "H24-short": ("http://127.1/", "http://127.0.0.1/"),
    "H24-mapped": ("http://[::ffff:10.0.0.1]/", "http://[::ffff:a00:1]/"),
    "H24-full-width": ("http://１２７.0.0.1/".encode().decode("latin-1"), "http://127.0.0.1/"),
}


@pytest.mark.parametrize(("location", "target"), PRIVATE.values(), ids=PRIVATE)
async def test_redirect_to_a_private_address_is_refused_at_that_hop(
    location: str, target: str, tmp_path: Path
) -> None:
    async with hostile_web({"bad.test": polite(always(redirect(location)))}) as web:
        crawled = await web.crawl(tmp_path, BAD)
    assert crawled.error(target) == "address-refused"
    assert crawled.pages() == []


async def test_H25_only_the_address_that_was_checked_is_connected_to(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """In this test 127.0.0.1 counts as public and 127.0.0.2 as private."""
    answers = ["127.0.0.1"] * 3  # for the turn of its address, robots.txt and the first page

    def rebinding(_host: bytes, *_: Any, **__: Any) -> list[Any]:
        address = answers.pop() if answers else "127.0.0.2"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 0))]

    monkeypatch.setattr("lycosa.url.address.is_public", lambda address: address == "127.0.0.1")
    public = polite(everywhere(lambda _: linking("/next")))
    async with (
        hostile_web({}) as web,
        serve(public) as server,
        serve(public, address="127.0.0.2", port=server.port) as private,
    ):
        monkeypatch.setattr(socket, "getaddrinfo", rebinding)
        url = f"http://rebinding.test:{server.port}/"
        crawled = await web.crawl(tmp_path, url, dns={"fresh_s": 0.0})
        assert private.connections == 0
    assert (crawled.error(url), crawled.error(f"{url}next")) == (None, "address-refused")


async def test_H26_robots_of_the_target_hold_for_a_redirect(tmp_path: Path) -> None:
    closed = polite(everywhere(), answer(b"User-agent: *\nDisallow: /\n"))
    hosts = {"bad.test": polite(always(redirect("http://closed.test/secret"))), "closed.test": closed}
    async with hostile_web(hosts) as web:
        crawled = await web.crawl(tmp_path, BAD)
        assert web["closed.test"].paths() == ["/robots.txt"]
    assert crawled.error("http://closed.test/secret") == "robots-disallowed"


async def test_H26_scope_holds_for_a_redirect(tmp_path: Path) -> None:
    hosts = {"bad.test": polite(always(redirect("http://other.test/"))), "other.test": polite(everywhere())}
    async with hostile_web(hosts) as web:
        crawled = await web.crawl(tmp_path, BAD, scope={"hosts": ["bad.test", "healthy.test"]})
        assert web["other.test"].connections == 0
    assert crawled.error(BAD) == "out-of-scope"
    assert crawled.links["http://other.test/"] == ("skipped", "out-of-scope")


async def test_H26_target_waits_for_its_host(tmp_path: Path) -> None:
    pages = {"/page": redirect("/b"), "/b": html()}
    async with hostile_web({"bad.test": polite(site(pages))}) as web:
        crawled = await web.crawl(tmp_path, BAD, politeness={"delay_s": 0.2})
        _, first, second = web["bad.test"].times
    assert second - first >= 0.2
    assert crawled.pages() == ["http://bad.test/b"]


async def test_H27_no_secret_crosses_to_another_origin(tmp_path: Path) -> None:
    setting = answer(
        b"moved", "302 Found", ["Location: http://b:pw@other.test/", "Set-Cookie: id=1; Domain=test; Path=/"]
    )
    hosts = {"bad.test": polite(always(setting)), "other.test": polite(everywhere())}
    async with hostile_web(hosts) as web:
        crawled = await web.crawl(tmp_path, "http://user:secret@bad.test/page")
        heads = [*web["bad.test"].requests, *web["other.test"].requests]
    assert crawled.pages() == ["http://other.test/"]
    for head in heads:
        names = {line.partition(b":")[0].lower() for line in head.split(b"\r\n")[1:]}
        assert names.isdisjoint({b"authorization", b"cookie", b"proxy-authorization", b"referer"})


LOCATIONS = {
    "H28-relative": ("next?q=a", "http://bad.test/next?q=a"),
    "H28-spaces": ("/a b", "http://bad.test/a%20b"),
    "H28-latin-1": ("/caf\xe9", "http://bad.test/caf%E9"),
    "H28-control": ("/a\tb\x01c", "http://bad.test/ab%01c"),
    "H28-backslashes": ("http:\\\\bad.test\\x", "http://bad.test/x"),
    "H28-injection": ("/x%0d%0aSet-Cookie:y", "http://bad.test/x%0D%0ASet-Cookie:y"),
}


@pytest.mark.parametrize(("location", "target"), LOCATIONS.values(), ids=LOCATIONS)
async def test_odd_location_is_read_as_browsers_do(location: str, target: str, tmp_path: Path) -> None:
    handler = everywhere(lambda path: redirect(location) if path == "/page" else html())
    async with hostile_web({"bad.test": polite(handler)}) as web:
        crawled = await web.crawl(tmp_path, BAD)
        assert all(head.count(b"\r\n\r\n") == 1 for head in web["bad.test"].requests)
    assert crawled.pages() == [target]


def refresh(target: str) -> str:
    return f'<meta http-equiv=refresh content="0; url={target}">'


async def test_H29_meta_refresh_is_a_hop(tmp_path: Path) -> None:
    pages = {"/page": html(head=refresh("/b")), "/b": html()}
    crawled = await crawl_site(pages, tmp_path)
    assert crawled.of(BAD)[0].location == "http://bad.test/b"
    assert crawled.pages() == ["http://bad.test/b"]


async def test_H29_meta_refresh_loop_is_recorded(tmp_path: Path) -> None:
    pages = {"/page": html(head=refresh("/b")), "/b": html(head=refresh("/page"))}
    crawled = await crawl_site(pages, tmp_path)
    assert crawled.error("http://bad.test/b") == "redirect-loop"


async def test_H29_long_chain_of_meta_refreshes_is_cut(tmp_path: Path) -> None:
    pages = {f"/hop{'x' * number}": html(head=refresh(hop(number + 1))) for number in range(20)}
    crawled = await crawl_site(pages, tmp_path, hop(0), retries={"redirects": 4})
    assert crawled.error(hop(4)) == "too-many-redirects"
    assert hop(5) not in crawled.links


@pytest.mark.parametrize(
    "head", [refresh("/page"), f"<!-- {refresh('/hidden')} -->"], ids=["H29-self", "H29-comment"]
)
async def test_refresh_that_moves_nobody_leaves_a_page(head: str, tmp_path: Path) -> None:
    crawled = await crawl_site({"/page": html(head=head)}, tmp_path)
    assert crawled.pages() == [BAD]
    assert set(crawled.links) == {BAD, HEALTHY}


async def test_H29_refresh_for_readers_without_scripts_is_a_hop(tmp_path: Path) -> None:
    pages = {"/page": html(head=f"<noscript>{refresh('/b')}</noscript>"), "/b": html()}
    crawled = await crawl_site(pages, tmp_path)
    assert crawled.pages() == ["http://bad.test/b"]


async def test_H30_headers_that_point_off_site_lead_nowhere(tmp_path: Path) -> None:
    pointing = answer(
        b"<title>flood</title><p>flood",
        headers=["Refresh: 0; url=http://other.test/", 'Link: <http://other.test/>; rel="canonical"'],
    )
    hosts = {"bad.test": polite(always(pointing)), "other.test": polite(everywhere())}
    async with hostile_web(hosts) as web:
        crawled = await web.crawl(tmp_path, BAD)
        assert web["other.test"].connections == 0
    assert crawled.pages() == [BAD]
