"""Search engines behind real loopback servers, well-behaved and hostile."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from tests.hostile.servers import Server, always, answer, redirect, serve, site

from lycosa.errors import LycosaError
from lycosa.fetch.dns import Resolver
from lycosa.fetch.http import HttpFetcher
from lycosa.fetch.limits import FetchLimits
from lycosa.topic.seeds import Fetch, Hit, OpenSearch, ResultFile, SearXNG, find_seeds, with_keys


@pytest.fixture
async def fetch() -> AsyncIterator[Fetch]:
    fetcher = HttpFetcher(FetchLimits(), Resolver(), "test", allow_private=True)
    yield fetcher.fetch
    await fetcher.close()


def at(server: Server, path: str = "") -> str:
    return f"http://127.0.0.1:{server.port}{path}"


def searxng(query: str, *pages: object) -> dict[str, bytes]:
    return {
        f"/search?{urlencode({'q': query, 'format': 'json', 'pageno': number})}": answer(
            json.dumps(page).encode()
        )
        for number, page in enumerate(pages, start=1)
    }


def listed(*urls: str) -> dict[str, object]:
    return {"query": "q", "results": [{"url": url, "title": url} for url in urls]}


# SearXNG


async def test_searxng_results_become_canonical_hits_with_the_engines_behind_them(fetch: Fetch) -> None:
    results = [
        {
            "url": "HTTP://A.example:80/x#top",
            "title": " A \n title ",
            "engines": ["google", "bing", "google", 7],
        },
        {"url": "http://b.example/", "title": None},
        {"url": "http://a.example/x"},
        {"url": "javascript:alert(1)"},
        {"title": "no address"},
    ]
    async with serve(site(searxng('owl "bird of prey"', {"results": results}, {"results": []}))) as server:
        hits = await SearXNG(at(server, "/"), fetch).search('owl "bird of prey"', 10)
    assert hits == [
        Hit("http://a.example/x", 1, ("google", "bing"), "A title"),
        Hit("http://b.example/", 2, ("127.0.0.1",), ""),
    ]


async def test_searxng_pages_are_asked_for_until_there_is_enough(fetch: Fetch) -> None:
    pages = [listed(*(f"http://h.example/{page}/{n}" for n in range(4))) for page in range(9)]
    async with serve(site(searxng("q", *pages))) as server:
        hits = await SearXNG(at(server), fetch).search("q", 10)
        assert len(server.requests) == 3
    assert [hit.rank for hit in hits] == list(range(1, 11))
    assert hits[4].url == "http://h.example/1/0"


async def test_an_engine_that_repeats_itself_is_not_asked_for_ever(fetch: Fetch) -> None:
    async with serve(always(answer(json.dumps(listed("http://a.example/")).encode()))) as server:
        assert len(await SearXNG(at(server), fetch).search("q", 10)) == 1
        assert len(server.requests) == 2


async def test_searxng_without_json_says_what_to_change(fetch: Fetch) -> None:
    async with serve(always(answer(b"Forbidden", "403 Forbidden"))) as server:
        with pytest.raises(LycosaError, match=r"search\.formats must list json"):
            await SearXNG(at(server), fetch).search("q", 10)


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (answer(b"<html>blocked</html>"), "JSON that cannot be read"),
        (answer(b"[" * 100_000), "JSON that cannot be read"),
        (answer(b"x" * 5_000_000), "longer than 4,194,304 bytes"),
        (answer(b"busy", "503 Unavailable"), "cannot be searched: throttled, status 503"),
        (
            redirect("https://other.example/?key=hidden"),
            "redirect to https://other.example; give the address",
        ),
    ],
)
async def test_what_is_no_answer_is_an_error_in_one_line(fetch: Fetch, reply: bytes, said: str) -> None:
    async with serve(always(reply)) as server:
        with pytest.raises(LycosaError, match=said) as raised:
            await SearXNG(at(server), fetch).search("q", 10)
    assert "hidden" not in str(raised.value)


async def test_odd_shapes_of_json_give_no_hits_and_no_crash(fetch: Fetch) -> None:
    shapes: list[object] = [
        7,
        None,
        [],
        {},
        {"results": 5},
        {"results": [[1], {"url": 5}]},
        {"results": {"url": "x"}},
    ]
    for odd in shapes:
        async with serve(always(answer(json.dumps(odd).encode()))) as server:
            assert await SearXNG(at(server), fetch).search("q", 10) == []


# OpenSearch

RSS = """<?xml version="1.0"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>Results</title><link>http://engine.example/</link><atom:link href="http://no.example/" rel="self"/>
<item><title>One &amp; only</title><link>http://a.example/1</link><media:title>x</media:title></item>
<item><title>Two</title><link> http://a.example/2 </link></item>
<item><title>No link</title></item><image><link>http://no.example/</link></image>
</channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><link href="http://no.example/"/>
<entry><title>One</title><link rel="edit" href="http://no.example/"/><link href="http://a.example/1"/></entry>
<entry><link rel="alternate" href="http://a.example/2"/></entry></feed>"""
BING = (
    '{"webPages": {"value": [{"name": "One", "url": "http://a.example/1"}, {"url": "http://a.example/2"}]}}'
)
GOOGLE = '{"kind": "x", "items": [{"link": "http://a.example/1"}, {"link": "http://a.example/2"}]}'


@pytest.mark.parametrize("results", [RSS, ATOM, BING, GOOGLE, '["http://a.example/1", "http://a.example/2"]'])
async def test_results_are_read_from_rss_atom_and_json(fetch: Fetch, results: str) -> None:
    async with serve(site({"/find?q=owl%20OR%20%22a%26b%22": answer(results.encode())})) as server:
        hits = await OpenSearch(at(server, "/find?q={searchTerms}"), fetch).search('owl OR "a&b"', 10)
    assert [hit.url for hit in hits] == ["http://a.example/1", "http://a.example/2"]


def description(*urls: str) -> bytes:
    spoken = 'xmlns="http://a9.com/-/spec/opensearch/1.1/"'
    return answer(f"<OpenSearchDescription {spoken}>{''.join(urls)}</OpenSearchDescription>".encode())


async def test_a_description_leads_to_the_template_that_can_be_read(fetch: Fetch) -> None:
    document = description(
        '<Url type="text/html" template="/html?q={searchTerms}"/>',
        '<Url type="application/x-suggestions+json" rel="suggestions" template="/no?q={searchTerms}"/>',
        '<Url type="application/json" template="/no?q={searchTerms}"/>',
        '<Url type="application/rss+xml" template="/rss?q={searchTerms}&amp;n={count?}&amp;x={geo:box?}"/>',
    )
    pages = {"/about.xml": document, "/rss?q=owl&n=5&x=": answer(RSS.encode())}
    async with serve(site(pages)) as server:
        hits = await OpenSearch(at(server, "/about.xml"), fetch).search("owl", 5)
        assert server.paths() == list(pages)
    assert [hit.title for hit in hits] == ["One & only", "Two"]


async def test_a_template_with_pages_is_asked_page_by_page(fetch: Fetch) -> None:
    def feed(*numbers: int) -> bytes:
        return answer(json.dumps([f"http://a.example/{number}" for number in numbers]).encode())

    pages = {"/?q=o&from=1": feed(1, 2), "/?q=o&from=3": feed(3, 4), "/?q=o&from=5": feed()}
    async with serve(site(pages)) as server:
        hits = await OpenSearch(at(server, "/?q={searchTerms}&from={startIndex}"), fetch).search("o", 10)
    assert len(hits) == 4


@pytest.mark.parametrize(
    ("urls", "said"),
    [
        (
            ('<Url type="text/html" template="/?q={searchTerms}"/>',),
            "describes no results as RSS, Atom or JSON",
        ),
        (
            ('<Url type="application/json" template="/?q={searchTerms}&amp;k={apiKey}"/>',),
            r"wants \{apiKey\} in its template",
        ),
        (('<Url type="application/json" template="file:///etc/{searchTerms}"/>',), r"gives no http\(s\) URL"),
    ],
)
async def test_a_useless_description_says_why(fetch: Fetch, urls: tuple[str, ...], said: str) -> None:
    async with serve(always(description(*urls))) as server:
        with pytest.raises(LycosaError, match=said):
            await OpenSearch(at(server, "/about.xml"), fetch).search("owl", 5)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            b'<!DOCTYPE r [<!ENTITY a "b">]><rss><item><link>&a;</link></item></rss>',
            "declares a document type",
        ),
        (b"<rss>" + b"<a>" * 100, "nested too deep"),
        (b"<rss>" + b"<a/>" * 60_000 + b"</rss>", "too many elements"),
        (b"<rss><item>", "cannot be read"),
        (b"plain words", "neither JSON, RSS nor Atom"),
    ],
)
async def test_hostile_results_are_refused(fetch: Fetch, body: bytes, said: str) -> None:
    async with serve(always(answer(body))) as server:
        with pytest.raises(LycosaError, match=said):
            await OpenSearch(at(server, "/?q={searchTerms}"), fetch).search("owl", 5)


# Files


@pytest.mark.parametrize(
    "text",
    [
        "http://a.example/1\nhttp://a.example/2\n",
        "# saved by hand\n\nhttp://a.example/1\tOne\tmore\r\nhttp://a.example/2\r\n",
        '["http://a.example/1", "http://a.example/2"]',
        '{"results": [{"url": "http://a.example/1"}, {"url": "http://a.example/2"}]}',
    ],
)
async def test_a_file_of_results_is_an_engine(tmp_path: Path, text: str) -> None:
    (tmp_path / "found.txt").write_text(text)
    hits = await ResultFile(tmp_path / "found.txt").search("anything", 10)
    assert [(hit.url, hit.rank) for hit in hits] == [("http://a.example/1", 1), ("http://a.example/2", 2)]


async def test_a_bad_line_of_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "found.txt").write_text("http://a.example/\nftp://a.example/\n")
    with pytest.raises(LycosaError, match=r"found\.txt, line 2: 'ftp://a\.example/' is not an http"):
        await ResultFile(tmp_path / "found.txt").search("q", 10)


# All together


async def test_an_engine_that_fails_does_not_spoil_the_others(fetch: Fetch, tmp_path: Path) -> None:
    (tmp_path / "found.txt").write_text("http://a.example/\n")
    async with serve(always(answer(b"", "500 Broken"))) as server:
        found = await find_seeds("q", [SearXNG(at(server), fetch), ResultFile(tmp_path / "found.txt")])
    assert [seed.url for seed in found.seeds] == ["http://a.example/"]
    assert found.failures == ("127.0.0.1 cannot be searched: http-5xx, status 500",)


async def test_nothing_found_is_an_error_that_names_query_and_engines(tmp_path: Path) -> None:
    (tmp_path / "found.txt").write_text("")
    with pytest.raises(LycosaError, match=r"nothing found for owl by .*found\.txt"):
        await find_seeds("owl", [ResultFile(tmp_path / "found.txt")])


def test_a_key_that_is_missing_is_named_without_any_other() -> None:
    with pytest.raises(LycosaError, match="the environment has no SECOND") as raised:
        with_keys("https://a.example/?a=${FIRST}&b=${SECOND}", {"FIRST": "s3cret"})
    assert "s3cret" not in str(raised.value)


@pytest.mark.parametrize("address", ["no url", "ftp://a.example/{searchTerms}", "https://"])
def test_an_address_that_is_none_is_refused(address: str, fetch: Fetch) -> None:
    with pytest.raises(LycosaError, match="is no address"):
        SearXNG(address, fetch)
