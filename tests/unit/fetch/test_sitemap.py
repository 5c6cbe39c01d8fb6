"""Sitemaps: formats, faults, limits (hostile-web H58, H70, H71)."""

from __future__ import annotations

import asyncio
import gzip
import tracemalloc
from time import monotonic

import pytest
from tests.hostile.servers import answer, bomb, redirect, serve, site

from lycosa.fetch.limits import SitemapLimits
from lycosa.fetch.sitemap import parse_sitemap, site_pages
from lycosa.model import Fetched

from .conftest import MakeFetcher

LIMITS = SitemapLimits()
SITE = "http://example.org/"


def urlset(*urls: str) -> bytes:
    entries = "".join(f"<url><loc>{url}</loc><lastmod>2999-01-01</lastmod></url>" for url in urls)
    return f'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</urlset>'.encode()


def index(*urls: str) -> bytes:
    entries = "".join(f"<sitemap><loc>{url}</loc></sitemap>" for url in urls)
    return f"<sitemapindex>{entries}</sitemapindex>".encode()


class Files:
    """A fetcher over a few files in memory, which notes what it is asked for."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = files
        self.asked: list[str] = []

    async def fetch(self, url: str) -> Fetched:
        self.asked.append(url)
        return Fetched(url, status=200, body=self.files.get(url, b""))

    async def close(self) -> None:
        pass


async def pages(files: Files, *sitemaps: str, limits: SitemapLimits = LIMITS) -> list[str]:
    return [url async for url in site_pages(files, SITE, sitemaps, limits)]


def test_urlset_lists_pages() -> None:
    assert parse_sitemap(urlset("http://a.example/?a=1&amp;b=2", " http://a.example/2\n"), LIMITS).pages == (
        "http://a.example/?a=1&b=2",
        "http://a.example/2",
    )


def test_index_lists_sitemaps() -> None:
    assert parse_sitemap(index("http://a.example/1.xml"), LIMITS).sitemaps == ("http://a.example/1.xml",)


def test_gzip_is_unpacked() -> None:
    assert parse_sitemap(gzip.compress(urlset("http://a.example/")), LIMITS).pages == ("http://a.example/",)


def test_text_is_a_list_of_lines() -> None:
    body = "\ufeffhttp://a.example/1\r\n\r\nhttp://a.example/2".encode()
    assert [page.strip("\ufeff") for page in parse_sitemap(body, LIMITS).pages] == [
        "http://a.example/1",
        "http://a.example/2",
    ]


def test_prefixed_elements_are_understood_and_images_are_not_pages() -> None:
    body = b"<s:urlset><s:url><s:loc>http://a.example/</s:loc><image:loc>http://a.example/i</image:loc></s:url></s:urlset>"
    assert parse_sitemap(body, LIMITS).pages == ("http://a.example/",)


def test_what_came_before_a_fault_is_kept() -> None:
    body = urlset("http://a.example/1", "http://a.example/2")
    assert parse_sitemap(body[:-20] + b"<<<", LIMITS).pages == ("http://a.example/1", "http://a.example/2")


@pytest.mark.parametrize(
    "doctype",
    [
        b'<!DOCTYPE u [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>',
        b'<!DOCTYPE u [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
        b'<!DOCTYPE u SYSTEM "http://127.0.0.1/x.dtd">',
    ],
    ids=["expansion", "file", "network"],
)
def test_document_type_is_refused(doctype: bytes) -> None:
    body = doctype + b"<urlset><url><loc>http://a.example/&a;</loc></url></urlset>"
    assert parse_sitemap(body, LIMITS) == ((), ())


def test_million_elements_inside_each_other_are_refused() -> None:
    assert parse_sitemap(b"<urlset>" + b"<url>" * 1_000_000, LIMITS) == ((), ())


def test_urls_over_the_limit_are_ignored() -> None:
    body = urlset(*(f"http://a.example/{n}" for n in range(100)))
    assert len(parse_sitemap(body, SitemapLimits(urls=10)).pages) == 10


def test_bytes_over_the_limit_are_ignored() -> None:
    body = urlset(*(f"http://a.example/{n}" for n in range(10_000)))
    assert 0 < len(parse_sitemap(body, SitemapLimits(file_bytes=100_000)).pages) < 10_000


def test_bomb_is_read_only_to_the_limit() -> None:
    assert parse_sitemap(bomb("gzip"), LIMITS).sitemaps == ()


def test_overlong_line_is_no_url_and_costs_little() -> None:
    lines = parse_sitemap(b"http://a.example/" + b"x" * 5_000_000 + b"\nhttp://a.example/2", LIMITS).pages
    assert lines[-1] == "http://a.example/2"


async def test_pages_of_other_hosts_are_refused() -> None:
    files = Files(
        {"http://example.org/map.xml": urlset("http://example.org/1", "http://evil.example/2", "/3")}
    )
    assert await pages(files, "http://example.org/map.xml") == ["http://example.org/1"]


async def test_sitemap_on_another_host_counts_if_it_was_listed() -> None:
    files = Files({"http://maps.example/1.xml": urlset("http://example.org/1", "http://maps.example/2")})
    assert await pages(files, "http://maps.example/1.xml") == ["http://example.org/1"]


async def test_index_cannot_lead_to_hosts_that_were_not_listed() -> None:
    files = Files(
        {"http://example.org/map.xml": index("http://evil.example/map.xml", "http://example.org/2.xml")}
    )
    await pages(files, "http://example.org/map.xml")
    assert files.asked == ["http://example.org/map.xml", "http://example.org/2.xml"]


async def test_cycle_of_indexes_ends() -> None:
    a, b = "http://example.org/a.xml", "http://example.org/b.xml"
    files = Files({a: index(a, b), b: index(a, b)})
    await pages(files, a)
    assert files.asked == [a, b]


async def test_indexes_are_followed_three_deep() -> None:
    files = Files(
        {f"http://example.org/{n}.xml": index(f"http://example.org/{n + 1}.xml") for n in range(50)}
    )
    await pages(files, "http://example.org/0.xml")
    assert len(files.asked) == 3


async def test_number_of_files_is_limited() -> None:
    children = [f"http://example.org/{n}.xml" for n in range(100)]
    files = Files({"http://example.org/map.xml": index(*children)})
    await pages(files, "http://example.org/map.xml", limits=SitemapLimits(files=7))
    assert len(files.asked) == 7


async def test_indexes_that_list_more_files_than_are_asked_for_take_no_memory_for_them() -> None:
    class Endless(Files):
        async def fetch(self, url: str) -> Fetched:
            number = len(self.asked)
            children = (f"{SITE}{number}-{child}/{'x' * 1_000}" for child in range(1_000))
            self.files = {url: index(*children)}
            return await super().fetch(url)

    files = Endless({})
    tracemalloc.start()
    await pages(files, f"{SITE}0.xml", limits=SitemapLimits(files=40))
    _, peak_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(files.asked) == 40
    assert peak_bytes < 15_000_000


@pytest.mark.timed
async def test_a_long_list_of_odd_urls_does_not_hold_up_the_crawl() -> None:
    odd = (f"http://other.example/{number}?{'%7e;' * 200}" for number in range(15_000))
    files = Files({f"{SITE}0.xml": urlset(*odd)})
    reading = asyncio.create_task(pages(files, f"{SITE}0.xml"))
    longest_s, began = 0.0, monotonic()
    while not reading.done():
        await asyncio.sleep(0.01)
        longest_s, began = max(longest_s, monotonic() - began), monotonic()
    assert await reading == []
    assert longest_s < 0.5


async def test_number_of_pages_of_a_site_is_limited() -> None:
    maps = [f"http://example.org/{n}.xml" for n in range(5)]
    files = Files({url: urlset(*(f"{url}/{n}" for n in range(10))) for url in maps})
    assert len(await pages(files, *maps, limits=SitemapLimits(urls=25))) == 25


async def test_sitemap_is_fetched_over_http_through_redirects(make_fetcher: MakeFetcher) -> None:
    files = {
        "/map.xml": redirect("/real.xml.gz"),
        "/real.xml.gz": answer(gzip.compress(urlset("http://example.org/1"))),
    }
    async with serve(site(files)) as server:
        found = [url async for url in site_pages(make_fetcher(server), SITE, ["http://example.org/map.xml"])]
    assert found == ["http://example.org/1"]


async def test_redirect_of_a_sitemap_to_another_host_is_not_followed(make_fetcher: MakeFetcher) -> None:
    async with serve(site({"/map.xml": redirect("http://evil.example/map.xml")})) as server:
        found = [url async for url in site_pages(make_fetcher(server), SITE, ["http://example.org/map.xml"])]
        assert (found, len(server.requests)) == ([], 1)


MARKED = {
    "utf-8": lambda text: text.encode("utf-8-sig"),
    "utf-16": lambda text: text.encode("utf-16"),
    "utf-16-be": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "none": str.encode,
}
RSS = (
    '<?xml version="1.0"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>'
    '<link>http://example.org/home</link><atom:link rel="self" href="http://example.org/rss"/>'
    "<item><title>A</title><link>http://example.org/a</link><guid>x</guid></item>"
    "<item><link><![CDATA[http://example.org/b]]></link></item></channel></rss>"
)
ATOM = (
    '<feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="http://example.org/feed"/>'
    '<entry><link href="http://example.org/a"/><link rel="edit" href="http://example.org/edit"/></entry>'
    '<entry><link rel="alternate" type="text/html" href="http://example.org/b"/></entry></feed>'
)
RDF = (
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">'
    "<channel><link>http://example.org/</link></channel>"
    "<item><link>http://example.org/a</link></item><item><link>http://example.org/b</link></item></rdf:RDF>"
)
PREFIXED = ATOM.replace("<", "<atom:").replace("<atom:/", "</atom:").replace("xmlns=", "xmlns:atom=")
TEXT = "http://example.org/a\r\nhttp://example.org/b\n"


@pytest.mark.parametrize("mark", MARKED)
@pytest.mark.parametrize(
    "text", [RSS, ATOM, RDF, PREFIXED, TEXT], ids=["rss", "atom", "rdf", "prefixed", "text"]
)
def test_feeds_and_lists_are_read_with_or_without_a_byte_order_mark(text: str, mark: str) -> None:
    declared = text.replace('<?xml version="1.0"?>', "")
    assert parse_sitemap(MARKED[mark](declared), LIMITS).pages == (
        "http://example.org/a",
        "http://example.org/b",
    )


def test_an_empty_line_before_the_declaration_is_forgiven() -> None:
    assert parse_sitemap(b"\xef\xbb\xbf\n " + urlset("http://example.org/a"), LIMITS).pages == (
        "http://example.org/a",
    )


def test_a_feed_stays_within_the_number_of_urls() -> None:
    items = "".join(f"<item><link>http://example.org/{n}</link></item>" for n in range(50))
    assert (
        len(parse_sitemap(f"<rss><channel>{items}</channel></rss>".encode(), SitemapLimits(urls=7)).pages)
        == 7
    )
