"""What sites ask of crawlers, sitemaps, and what happens to the crawl itself (hostile-web H67 to H75)."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tests.hostile.crawling import (
    HEALTHY,
    Crawled,
    everywhere,
    finish,
    hostile_web,
    html,
    linking,
    polite,
    read_crawl,
)
from tests.hostile.servers import Connection, answer, bomb, site

from lycosa.engine import Stop
from lycosa.engine.step import DiskFull, Step
from lycosa.errors import LycosaError
from lycosa.session import Session
from lycosa.store import Store, read_state
from lycosa.store.tables import step_rows, visits

BAD = "http://bad.test/"
SITEMAPS = {"follow": True}


async def crawl_site(pages: dict[str, bytes], folder: Path, **settings: Any) -> Crawled:
    async with hostile_web({"bad.test": polite(site(pages))}) as web:
        return await web.crawl(folder, BAD, **settings)


def tagged(value: str) -> bytes:
    """Return a page with a link and an X-Robots-Tag."""
    return answer(b"<title>flood</title><p>flood <a href=/x>flood</a>", headers=[f"X-Robots-Tag: {value}"])


def meta(content: str, name: str = "robots") -> bytes:
    """Return a page with a link and a rule for crawlers."""
    return linking("/x", head=f'<meta name="{name}" content="{content}">')


NOINDEX = {
    "H67-meta": meta("noindex"),
    "H67-mixed-case": meta("NoIndex, Follow", "ROBOTS"),
    "H67-header": tagged("noindex"),
    "H67-our-name": meta("noindex", "lycosa"),
    "H67-our-name-in-header": tagged("lycosa: noindex"),
}
NOFOLLOW = {
    "H67-nofollow-meta": meta("nofollow"),
    "H67-nofollow-header": tagged("nofollow"),
    "H67-none": meta("NONE"),
}
NOT_FOR_US = {
    "H67-other-name": meta("noindex, nofollow", "otherbot"),
    "H67-other-name-in-header": tagged("otherbot: noindex, nofollow"),
}


@pytest.mark.parametrize("page", NOINDEX.values(), ids=NOINDEX)
async def test_page_that_asks_not_to_be_indexed_is_no_result(page: bytes, tmp_path: Path) -> None:
    crawled = await crawl_site({"/": page, "/x": html()}, tmp_path)
    assert crawled.error(BAD) == "noindex"
    assert crawled.error("http://bad.test/x") is None
    with closing(read_state(tmp_path)) as state:
        relevant = state.execute("SELECT sum(relevant) FROM hosts WHERE name = 'bad.test'").fetchone()
    assert relevant == (1,)


@pytest.mark.parametrize("page", NOFOLLOW.values(), ids=NOFOLLOW)
async def test_links_of_a_page_that_asks_so_are_not_followed(page: bytes, tmp_path: Path) -> None:
    crawled = await crawl_site({"/": page, "/x": html()}, tmp_path)
    assert crawled.links["http://bad.test/x"] == ("discarded", "nofollow")


@pytest.mark.parametrize("page", NOT_FOR_US.values(), ids=NOT_FOR_US)
async def test_rules_for_other_crawlers_are_not_ours(page: bytes, tmp_path: Path) -> None:
    crawled = await crawl_site({"/": page, "/x": html()}, tmp_path)
    assert crawled.pages() == [BAD, "http://bad.test/x"]


async def test_H68_nofollow_link_is_not_followed_unless_wanted(tmp_path: Path) -> None:
    pages = {"/": linking("/x", rel="ugc NoFollow"), "/x": html()}
    crawled = await crawl_site(pages, tmp_path / "default")
    assert crawled.links["http://bad.test/x"] == ("discarded", "nofollow")
    crawled = await crawl_site(pages, tmp_path / "wanted", follow_nofollow=True)
    assert crawled.pages() == [BAD, "http://bad.test/x"]


async def test_H68_link_is_followed_if_another_page_vouches_for_it(tmp_path: Path) -> None:
    pages = {"/": linking("/x", rel="nofollow"), "/a": linking("/x"), "/x": html()}
    async with hostile_web({"bad.test": polite(site(pages))}) as web:
        crawled = await web.crawl(tmp_path, BAD, "http://bad.test/a", work={"concurrency": 1})
    assert "http://bad.test/x" in crawled.pages()


def canonical(target: str) -> str:
    return f'<link rel=canonical href="{target}">'


CANONICALS = {
    "H69-other-host": {"/": html(head=canonical("http://other.test/"))},
    "H69-loop": {"/": linking("/b", head=canonical("/b")), "/b": linking("/", head=canonical("/"))},
    "H69-home": {
        "/": linking("/b", "/c", head=canonical("/")),
        "/b": html(head=canonical("/")),
        "/c": html(head=canonical("/")),
    },
    "H69-broken": {"/": html(head=canonical("http://[bad/"))},
}


@pytest.mark.parametrize("pages", CANONICALS.values(), ids=CANONICALS)
async def test_canonical_is_a_hint_that_drops_no_page(pages: dict[str, bytes], tmp_path: Path) -> None:
    hosts = {"bad.test": polite(site(pages)), "other.test": polite(everywhere())}
    async with hostile_web(hosts) as web:
        crawled = await web.crawl(tmp_path, BAD)
        assert web["other.test"].connections == 0
    assert sorted(crawled.pages()) == sorted(f"http://bad.test{path}" for path in pages)


def sitemap(*urls: str, kind: str = "url") -> bytes:
    """Return a sitemap, or with the kind `sitemap` an index of sitemaps."""
    root = "urlset" if kind == "url" else "sitemapindex"
    entries = "".join(f"<{kind}><loc>{url}</loc><lastmod>2999-01-01</lastmod></{kind}>" for url in urls)
    return answer(f'<?xml version="1.0"?><{root}>{entries}</{root}>'.encode())


async def test_H70_pages_of_a_sitemap_are_queued_if_wanted(tmp_path: Path) -> None:
    pages = {"/": html(), "/sitemap.xml": sitemap("http://bad.test/a", "http://bad.test/b"), "/a": html()}
    crawled = await crawl_site(pages, tmp_path / "wanted", sitemaps=SITEMAPS)
    assert crawled.pages() == [BAD, "http://bad.test/a"]
    assert crawled.error("http://bad.test/b") == "http-4xx"
    crawled = await crawl_site(pages, tmp_path / "default")
    assert crawled.pages() == [BAD]


async def test_H70_sitemaps_that_robots_txt_lists_are_read(tmp_path: Path) -> None:
    robots = answer(b"User-agent: *\nAllow: /\nSitemap: http://bad.test/list.txt\n")
    pages = {"/": html(), "/list.txt": answer(b"http://bad.test/a\nhttp://bad.test/b\n")}
    async with hostile_web({"bad.test": polite(site(pages), robots)}) as web:
        crawled = await web.crawl(tmp_path, BAD, sitemaps=SITEMAPS)
        assert web.paths("bad.test").count("/sitemap.xml") == 0
    assert {"http://bad.test/a", "http://bad.test/b"} <= set(crawled.links)


async def test_H70_listed_pages_pass_the_gate_and_other_hosts_are_refused(tmp_path: Path) -> None:
    listed = ["http://bad.test/a/a/a/a/", "http://bad.test/private", "http://other.test/", "ftp://bad.test/x"]
    pages = {"/": html(), "/sitemap.xml": sitemap(*listed)}
    robots = answer(b"User-agent: *\nDisallow: /private\n")
    hosts = {"bad.test": polite(site(pages), robots), "other.test": polite(everywhere())}
    async with hostile_web(hosts) as web:
        crawled = await web.crawl(tmp_path, BAD, sitemaps=SITEMAPS)
        assert web["other.test"].connections == 0
        assert "/private" not in web.paths("bad.test")
    assert crawled.links["http://bad.test/a/a/a/a/"].refused == "trap"
    assert crawled.error("http://bad.test/private") == "robots-disallowed"
    assert not any("other.test" in url or "ftp" in url for url in crawled.links)


async def test_H70_sitemap_that_robots_txt_forbids_is_not_read(tmp_path: Path) -> None:
    robots = answer(b"User-agent: *\nDisallow: /sitemap\n")
    pages = {"/": html(), "/sitemap.xml": sitemap("http://bad.test/a")}
    async with hostile_web({"bad.test": polite(site(pages), robots)}) as web:
        crawled = await web.crawl(tmp_path, BAD, sitemaps=SITEMAPS)
        assert web.paths("bad.test") == ["/"]
    assert set(crawled.links) == {BAD, HEALTHY}


async def test_H70_sitemap_outside_the_scope_is_not_read(tmp_path: Path) -> None:
    robots = answer(b"Sitemap: http://other.test/list.txt\n")
    listing = polite(site({"/list.txt": answer(b"http://bad.test/a\n")}))
    async with hostile_web({"bad.test": polite(site({"/": html()}), robots), "other.test": listing}) as web:
        await web.crawl(tmp_path, BAD, sitemaps=SITEMAPS, scope={"domains": ["bad.test", "healthy.test"]})
        assert web["other.test"].connections == 0


_LIST = b"".join(b"http://bad.test/%x\n" % number for number in range(40_000))
GIANTS = {"H70-many": answer(_LIST), "H70-gzip": answer(gzip.compress(_LIST))}


@pytest.mark.parametrize("listing", GIANTS.values(), ids=GIANTS)
async def test_giant_sitemap_is_read_to_its_limit(listing: bytes, tmp_path: Path) -> None:
    pages = {"/": html(), "/sitemap.xml": listing}
    crawled = await crawl_site(
        pages,
        tmp_path,
        sitemaps={"follow": True, "urls": 1200},
        retries={"limit": 0},
        shares={"urls_per_shape": 100},
    )
    assert len(crawled.links) == 1200 + 2


BROKEN = {
    "H70-bomb": answer(bomb("gzip")),
    "H70-entities": answer(
        b'<!DOCTYPE x [<!ENTITY a "b">]><urlset><url><loc>http://bad.test/&a;</loc></url></urlset>'
    ),
    "H70-garbage": answer(bytes(range(256)) * 100),
}


@pytest.mark.parametrize("listing", BROKEN.values(), ids=BROKEN)
async def test_broken_sitemap_lists_nothing(listing: bytes, tmp_path: Path) -> None:
    crawled = await crawl_site({"/": html(), "/sitemap.xml": listing}, tmp_path, sitemaps=SITEMAPS)
    assert set(crawled.links) == {BAD, HEALTHY}


async def test_H70_sitemaps_are_asked_for_at_the_pace_of_their_host(tmp_path: Path) -> None:
    index = sitemap(*(f"http://bad.test/{number}.xml" for number in range(2)), kind="sitemap")
    pages = {"/": linking("/a"), "/a": html(), "/sitemap.xml": index}
    async with hostile_web({"bad.test": polite(site(pages))}) as web:
        await web.crawl(tmp_path, BAD, sitemaps=SITEMAPS, politeness={"delay_s": 0.1})
        times = web["bad.test"].times[1:]
    assert len(times) == 5
    assert all(later - earlier > 0.09 for earlier, later in pairwise(times))


async def test_H71_cycle_of_sitemaps_is_walked_once(tmp_path: Path) -> None:
    pages = {
        "/": html(),
        "/sitemap.xml": sitemap("http://bad.test/2.xml", "http://bad.test/sitemap.xml", kind="sitemap"),
        "/2.xml": sitemap("http://bad.test/sitemap.xml", kind="sitemap"),
    }
    async with hostile_web({"bad.test": polite(site(pages))}) as web:
        await web.crawl(tmp_path, BAD, sitemaps=SITEMAPS)
        assert web.paths("bad.test") == ["/", "/sitemap.xml", "/2.xml"]


async def test_H71_nested_sitemaps_are_followed_to_depth_three(tmp_path: Path) -> None:
    def nested(path: str) -> bytes:
        return sitemap(f"http://bad.test/x{path[1:]}", kind="sitemap") if path.endswith(".xml") else html()

    async with hostile_web({"bad.test": polite(everywhere(nested))}) as web:
        await web.crawl(tmp_path, BAD, sitemaps=SITEMAPS)
        assert web.paths("bad.test") == ["/", "/sitemap.xml", "/xsitemap.xml", "/xxsitemap.xml"]


async def test_H72_cookies_are_neither_kept_nor_sent(tmp_path: Path) -> None:
    cookies = [f"Set-Cookie: c{number}=1; Domain=test" for number in range(500)]
    cookies += [f"Set-Cookie: big={'x' * 20_000}", "Set-Cookie: other=1; Domain=healthy.test"]

    def page(_path: str) -> bytes:
        return answer(b"<title>flood</title><p>flood <a href=/b>flood</a>", headers=cookies)

    async with hostile_web({"bad.test": polite(everywhere(page))}) as web:
        await web.crawl(tmp_path, BAD)
        heads = [head for server in web.servers.values() for head in server.requests]
    assert len(heads) == 5
    assert not any(b"cookie" in head.lower() for head in heads)


async def test_H73_hints_to_other_places_are_ignored(tmp_path: Path) -> None:
    headers = [
        'Alt-Svc: h2="other.test:443"; ma=86400, http/1.1="other.test:80"',
        "Strict-Transport-Security: max-age=31536000; includeSubDomains",
        "Link: <http://other.test/x.css>; rel=preload, <http://other.test/>; rel=preconnect",
    ]
    pages = {"/": answer(b"<title>flood</title><p>flood <a href=/b>flood</a>", headers=headers), "/b": html()}
    async with hostile_web({"bad.test": polite(site(pages)), "other.test": polite(everywhere())}) as web:
        crawled = await web.crawl(tmp_path, BAD)
        assert web["other.test"].connections == 0
    assert crawled.pages() == [BAD, "http://bad.test/b"]


async def test_H74_full_disk_stops_the_crawl_and_a_resume_finishes_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The system's own limits and kill -9 are tried in `tests/crash`."""
    pages = {f"/{'x' * number}": linking(f"/{'x' * (number + 1)}") for number in range(10)}
    async with hostile_web({"bad.test": polite(site(pages))}) as web:
        with monkeypatch.context() as patched:
            patched.setattr(step_rows, "insert_visit", full_after(4, visits.insert_visit))
            await finish(Session(web.settings(BAD), tmp_path), Stop.DISK)
        before = read_crawl(tmp_path)
        await finish(Session.of_folder(tmp_path))
        crawled = read_crawl(tmp_path)
    assert 0 < len(before.visits) < 5
    assert crawled.visits[: len(before.visits)] == before.visits
    assert [visit.url for visit in crawled.visits if visit.url != HEALTHY] == [
        f"http://bad.test/{'x' * number}" for number in range(11)
    ]


def full_after(count: int, write: Callable[..., None]) -> Callable[..., None]:
    """Return a function that writes so many times, and then finds the disk full."""
    room = iter(range(count))

    def write_if_there_is_room(*arguments: Any) -> None:
        if next(room, None) is None:
            raise DiskFull("no space left")
        write(*arguments)

    return write_if_there_is_room


async def test_H75_link_of_a_dead_crawl_is_asked_for_again_and_stored_once(tmp_path: Path) -> None:
    asked = asyncio.Event()
    dead = True

    async def slow(connection: Connection) -> None:
        while True:
            await connection.request()
            asked.set()
            if dead:
                await connection.gone()
            await connection.send(html())

    async with hostile_web({"bad.test": polite(slow)}) as web:
        first = asyncio.create_task(finish(Session(web.settings(BAD), tmp_path)))
        await asked.wait()
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        assert read_crawl(tmp_path).of(BAD) == []
        dead = False
        await finish(Session.of_folder(tmp_path))
        assert len(web.paths("bad.test")) == 2
    assert [visit.error for visit in read_crawl(tmp_path).of(BAD)] == [None]


async def test_H75_two_crawls_cannot_share_a_folder(tmp_path: Path) -> None:
    class Rival:
        """Tries to write to the folder of a crawl under way."""

        def record(self, step: Step) -> None:
            with pytest.raises(LycosaError, match="in use by another crawl"):
                Store(tmp_path)

    async with hostile_web({"bad.test": polite(everywhere())}) as web:
        await finish(Session(web.settings(BAD), tmp_path, [Rival()]))
