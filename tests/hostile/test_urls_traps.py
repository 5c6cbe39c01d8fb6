"""Links that never end or are not what they seem, crawled (hostile-web H42 to H54)."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.hostile.certificates import issue, server_context
from tests.hostile.crawling import HEALTHY, Crawled, everywhere, hostile_web, html, linking, polite
from tests.hostile.servers import answer, serve, site

from lycosa.engine import Stop

BAD = "http://bad.test/"


async def crawl_links(folder: Path, *hrefs: str, head: str = "", **settings: Any) -> Crawled:
    """Crawl a site whose first page has the links."""
    handler = everywhere(lambda path: linking(*hrefs, head=head) if path == "/" else html())
    async with hostile_web({"bad.test": polite(handler)}) as web:
        return await web.crawl(folder, BAD, **settings)


def found(crawled: Crawled) -> list[str]:
    """Return the links that were found, in order, the seeds apart."""
    return [url for url in crawled.links if url not in (BAD, HEALTHY)]


async def test_H42_path_spiral_is_cut(tmp_path: Path) -> None:
    handler = everywhere(lambda path: linking(f"{path.rstrip('/')}/a/"))
    async with hostile_web({"bad.test": polite(handler)}) as web:
        crawled = await web.crawl(tmp_path, BAD)
    assert crawled.pages() == [BAD, "http://bad.test/a/", "http://bad.test/a/a/"]
    assert crawled.links["http://bad.test/a/a/a/"] == ("skipped", "trap")


async def test_H42_calendar_ends_with_the_years(tmp_path: Path) -> None:
    def month(path: str) -> bytes:
        year = int(path.partition("=")[2] or 2030)
        return linking(f"/calendar?year={year + 1}", f"/calendar?year={year - 1}")

    async with hostile_web({"bad.test": polite(everywhere(month))}) as web:
        crawled = await web.crawl(tmp_path, BAD, traps={"calendar_years": [2020, 2040]})
    assert len(crawled.pages()) == 1 + 21
    assert crawled.links["http://bad.test/calendar?year=2041"].refused == "trap"


async def test_H42_endless_site_ends_at_its_share(tmp_path: Path) -> None:
    handler = everywhere(lambda path: linking(f"/{random.getrandbits(64):x}", f"/{random.getrandbits(64):x}"))
    async with hostile_web({"bad.test": polite(handler)}) as web:
        crawled = await web.crawl(tmp_path, BAD, shares={"pages_per_host": 7})
    assert len(crawled.pages()) == 7
    assert crawled.links[BAD].state == "done"
    assert "host-budget" in {seen.refused for seen in crawled.links.values()}


async def test_H42_endless_site_ends_at_the_depth(tmp_path: Path) -> None:
    handler = everywhere(lambda path: linking(f"/{'x' * len(path)}"))
    async with hostile_web({"bad.test": polite(handler)}) as web:
        crawled = await web.crawl(tmp_path, BAD, scope={"max_depth": 3})
    assert len(crawled.pages()) == 4
    assert crawled.links["http://bad.test/xxxx"].refused == "too-deep"


async def test_H43_session_ids_are_stripped_and_article_ids_kept(tmp_path: Path) -> None:
    crawled = await crawl_links(
        tmp_path,
        "/a?PHPSESSID=1",
        "/a?sid=2",
        "/a;jsessionid=3",
        "/(S(abcdefghijklmnopqrstuvwx))/a",
        "/news?NewsID=7",
    )
    assert found(crawled) == ["http://bad.test/a", "http://bad.test/news?NewsID=7"]


async def test_H43_session_in_every_link_does_not_multiply_the_site(tmp_path: Path) -> None:
    handler = everywhere(lambda path: linking(*(f"/{name}?sid={random.random()}" for name in "abc")))
    async with hostile_web({"bad.test": polite(handler)}) as web:
        await web.crawl(tmp_path, BAD)
        assert sorted(web.paths("bad.test")) == ["/", "/a", "/b", "/c"]


async def test_H44_order_of_parameters_does_not_matter(tmp_path: Path) -> None:
    crawled = await crawl_links(tmp_path, "/s?b=2&a=1&c=3", "/s?a=1&b=2&c=3", "/s?c=3&b=2&a=1")
    assert found(crawled) == ["http://bad.test/s?a=1&b=2&c=3"]


async def test_H44_facets_are_capped_by_their_pattern(tmp_path: Path) -> None:
    def facets(_path: str) -> bytes:
        return linking(
            *(
                "/s?" + "&".join(f"f{random.randrange(20)}={random.randrange(9)}" for _ in range(4))
                for _ in range(9)
            )
        )

    async with hostile_web({"bad.test": polite(everywhere(facets))}) as web:
        crawled = await web.crawl(tmp_path, BAD, shares={"urls_per_shape": 20})
    assert 1 < len(crawled.pages()) <= 1 + 2 * 20
    assert Counter(seen.refused for seen in crawled.links.values())["trap"] > 20


async def test_H45_endless_sub_domains_end_at_the_share_of_their_domain(tmp_path: Path) -> None:
    handler = everywhere(
        lambda path: linking(*(f"http://w{random.getrandbits(32)}.wild.example.com/" for _ in range(5)))
    )
    async with hostile_web({"*": polite(handler)}) as web:
        crawled = await web.crawl(tmp_path, "http://wild.example.com/", shares={"pages_per_domain": 10})
    # Requests that are under way when the share is spent may still bring a page.
    assert 10 <= len(crawled.pages()) <= 10 + 8
    assert "domain-budget" in {seen.refused for seen in crawled.links.values()}


async def test_H45_sub_domains_are_counted(tmp_path: Path) -> None:
    handler = everywhere(
        lambda path: linking(*(f"http://w{random.getrandbits(32)}.wild.example.com/" for _ in range(5)))
    )
    async with hostile_web({"*": polite(handler)}) as web:
        crawled = await web.crawl(tmp_path, "http://wild.example.com/", shares={"hosts_per_domain": 6})
    assert len(crawled.pages()) == 6


async def test_H46_absurdly_long_urls_are_dropped(tmp_path: Path) -> None:
    long_path = "http://bad.test/x/" + "b" * 1500
    parameters = "&".join(f"p{number}=1" for number in range(10_000))
    crawled = await crawl_links(tmp_path, "/" + "a" * 100_000, f"/?{parameters}", long_path, "/short")
    assert crawled.pages() == [BAD, "http://bad.test/short"]
    assert crawled.links[long_path].refused == "trap"
    assert all(len(url) < 2048 for url in crawled.links)


async def test_H47_links_of_other_schemes_are_never_queued(tmp_path: Path) -> None:
    crawled = await crawl_links(
        tmp_path,
        "javascript:alert(1)",
        " JavaScript&#58;alert(1)",
        "data:text/html,<a href=/x>x</a>",
        "mailto:a@bad.test",
        "tel:+1",
        "blob:http://bad.test/1",
        "about:blank",
        "file:///etc/passwd",
        "ftp://bad.test/",
        "ws://bad.test/",
    )
    assert found(crawled) == []


async def test_H48_links_are_read_as_browsers_do(tmp_path: Path) -> None:
    crawled = await crawl_links(
        tmp_path,
        "/a\tb\nc",
        "\\back\\slash",
        "http:/one",
        "http:bad.test/none",
        "  /spaces  ",
        "//bad.test/two",
    )
    assert found(crawled) == [
        "http://bad.test/abc",
        "http://bad.test/back/slash",
        "http://bad.test/one",
        "http://bad.test/bad.test/none",
        "http://bad.test/spaces",
        "http://bad.test/two",
    ]


async def test_H48_host_that_parsers_disagree_about_is_the_one_connected_to(tmp_path: Path) -> None:
    crawled = await crawl_links(
        tmp_path, "http://127.0.0.1:6666\\@bad.test/x", "http://127.0.0.1:8080\\@bad.test/x"
    )
    assert found(crawled) == ["http://127.0.0.1:8080/@bad.test/x"]
    assert crawled.error("http://127.0.0.1:8080/@bad.test/x") == "address-refused"


async def test_H49_credentials_are_stripped_and_odd_ports_refused(tmp_path: Path) -> None:
    ports = [f"http://bad.test:{port}/p" for port in (0, 22, 25, 65536, 6666)]
    handler = everywhere(
        lambda path: linking("http://user:secret@bad.test/private", *ports) if path == "/" else html()
    )
    async with hostile_web({"bad.test": polite(handler)}) as web:
        crawled = await web.crawl(tmp_path, BAD)
        assert not any(b"authorization" in head.lower() for head in web["bad.test"].requests)
    assert found(crawled) == ["http://bad.test/private"]


async def test_H50_spellings_of_one_url_are_one_link(tmp_path: Path) -> None:
    crawled = await crawl_links(
        tmp_path,
        "http://BAD.test/x",
        "HTTP://bad.TEST:80/x",
        "http://bad.test./x",
        "http://b%61d.test/x",
        "http://bad.test/./y/../x",
        "http://bad.test/%78",
        "http://bad.test",
    )
    assert found(crawled) == ["http://bad.test/x"]


async def test_H51_names_of_other_scripts_are_punycode_and_invalid_ones_dropped(tmp_path: Path) -> None:
    handler = everywhere(
        lambda path: linking(
            "http://bücher.test/",
            "http://раypal.test/",
            "http://xn--iñvalid.test/",
            f"http://{'a' * 64}.test/",
            f"http://{'ü' * 5000}.test/",
        )
    )
    async with hostile_web({"*": polite(handler)}) as web:
        crawled = await web.crawl(tmp_path, BAD)
    assert found(crawled) == ["http://xn--bcher-kva.test/", "http://xn--ypal-43d9g.test/"]


async def test_H52_fragments_make_no_new_link(tmp_path: Path) -> None:
    crawled = await crawl_links(tmp_path, "/x#top", "/x#!state", "/x", "#top", "/#!/deep")
    assert found(crawled) == ["http://bad.test/x"]


BASES = {
    "H53-off-site": ("<base href=http://other.test/dir/>", "http://other.test/dir/x", "out-of-scope"),
    "H53-relative": ("<base href=/dir/>", "http://bad.test/dir/x", None),
    "H53-second": ("<base href=/one/><base href=http://other.test/>", "http://bad.test/one/x", None),
    "H53-javascript": ("<base href=javascript:alert(1)><base href=/ok/>", "http://bad.test/ok/x", None),
    "H53-data": ("<base href=data:text/html,x>", "http://bad.test/x", None),
}


@pytest.mark.parametrize(("head", "target", "refused"), BASES.values(), ids=BASES)
async def test_first_valid_base_counts_and_passes_the_same_filters(
    head: str, target: str, refused: str | None, tmp_path: Path
) -> None:
    crawled = await crawl_links(tmp_path, "x", head=head, scope={"hosts": ["bad.test", "healthy.test"]})
    assert found(crawled) == [target]
    assert crawled.links[target].refused == refused


SVG_BASE = "<svg><base href=http://other.test/></base></svg>"


async def test_H53_base_inside_a_drawing_passes_the_same_filters(tmp_path: Path) -> None:
    crawled = await crawl_links(tmp_path, "x", head=SVG_BASE, scope={"hosts": ["bad.test", "healthy.test"]})
    assert {crawled.links[url].refused for url in found(crawled)} <= {None, "out-of-scope"}
    assert all("other.test" not in visit.url for visit in crawled.visits)


async def test_H53_base_inside_a_drawing_does_not_count(tmp_path: Path) -> None:
    assert found(await crawl_links(tmp_path, "x", head=SVG_BASE)) == ["http://bad.test/x"]


_TEXT = " ".join(f"flood{number}" for number in range(300))
MIRRORED = answer(f"<title>flood</title><p>{_TEXT}<p><a href=/more>flood</a>".encode())


async def test_H54_mirror_is_linked_to_its_original_and_not_scored_twice(tmp_path: Path) -> None:
    mirror = polite(site({"/": MIRRORED, "/more": html()}))
    async with hostile_web({"bad.test": mirror, "www.bad.test": mirror}) as web:
        crawled = await web.crawl(tmp_path, BAD, "http://www.bad.test/", work={"concurrency": 1})
    original, copy = crawled.of(BAD)[0], crawled.of("http://www.bad.test/")[0]
    assert (original.error, copy.error) == (None, "duplicate")
    assert copy.same_as == crawled.visits.index(original)
    assert copy.score is None


async def test_H54_whole_mirror_costs_one_page(tmp_path: Path) -> None:
    def page(path: str) -> bytes:
        text = " ".join(f"flood{len(path)}x{number}" for number in range(300))
        return answer(f"<title>flood</title><p>{text}</p><a href={path}x>flood</a>".encode())

    mirror = polite(everywhere(page))
    async with hostile_web({"bad.test": mirror, "www.bad.test": mirror}) as web:
        await web.crawl(
            tmp_path,
            BAD,
            "http://www.bad.test/",
            budget={"pages": 20},
            ends=Stop.PAGES,
            strategy="bfs",
            work={"concurrency": 1},
        )
        assert web.paths("www.bad.test") == ["/"]


async def test_H54_http_and_https_of_one_page_are_one(tmp_path: Path) -> None:
    authority = issue("Test authority")
    context = server_context(issue("secure.test", authority), tmp_path)
    mirror = polite(site({"/": MIRRORED, "/more": html()}))
    async with hostile_web({"bad.test": mirror}) as web, serve(mirror, tls=context) as secure:
        resolve = [*web.settings().network.resolve, f"secure.test:127.0.0.1:{secure.port}"]
        ca_file = str(authority.save(tmp_path, "authority"))
        urls = [BAD, "https://secure.test/"]
        crawled = await web.crawl(tmp_path / "crawl", *urls, network={"resolve": resolve, "ca_file": ca_file})
    assert sorted(str(crawled.error(url)) for url in urls) == ["None", "duplicate"]
