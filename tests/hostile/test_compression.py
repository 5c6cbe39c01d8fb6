"""Compressed answers that are not what they seem, crawled (hostile-web H16 to H21)."""

from __future__ import annotations

import gzip
import resource
import time
from pathlib import Path

import pytest
from tests.hostile.crawling import hostile_web, html, polite
from tests.hostile.servers import CASES, MIB, always, bomb, encoded, site

BAD = "http://bad.test/page"
KINDS = {
    "H16": "decompression-bomb",
    "H17-br": "decompression-bomb",
    "H17-zstd": "decompression-bomb",
    "H17-deflate": "decompression-bomb",
    "H18": "decoding",
    "H19": "decompression-bomb",
    "H20-garbage": "decoding",
    "H20-unlabelled": "not-html",
    "H21-404": "http-4xx",
}


def peak_bytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


@pytest.mark.parametrize(("case", "kind"), KINDS.items(), ids=KINDS)
async def test_fault_is_recorded_and_no_page_is_made_of_it(case: str, kind: str, tmp_path: Path) -> None:
    async with hostile_web({"bad.test": polite(CASES[case])}) as web:
        crawled = await web.crawl(tmp_path, BAD)
    assert [visit.error for visit in crawled.of(BAD)] == [kind]
    assert crawled.pages() == []


async def test_H16_bomb_far_beyond_the_caps_takes_little_memory(tmp_path: Path) -> None:
    huge = gzip.compress(gzip.compress(bytes(100 * MIB), 1), 1)
    async with hostile_web({"bad.test": polite(always(encoded(huge, "gzip, gzip")))}) as web:
        before = peak_bytes()
        crawled = await web.crawl(tmp_path, BAD)
    assert crawled.error(BAD) == "decompression-bomb"
    assert peak_bytes() - before < 64 * MIB


async def test_H16_body_beyond_the_decoded_cap_is_cut_and_marked(tmp_path: Path) -> None:
    pages = b"".join(b"<p>flood number %d</p>" % number for number in range(40_000))
    async with hostile_web({"bad.test": polite(always(encoded(gzip.compress(pages), "gzip")))}) as web:
        crawled = await web.crawl(tmp_path, BAD, fetch={"decode": {"decoded_bytes": 100_000}})
    assert [(visit.truncated, visit.body_bytes) for visit in crawled.of(BAD)] == [(1, 100_000)]


async def test_H18_two_layers_are_removed(tmp_path: Path) -> None:
    body = gzip.compress(gzip.compress(b"<title>twice</title><p>flood"))
    async with hostile_web({"bad.test": polite(always(encoded(body, "gzip, gzip")))}) as web:
        crawled = await web.crawl(tmp_path, BAD)
    assert [visit.title for visit in crawled.of(BAD)] == ["twice"]


async def test_H19_tiny_members_within_the_cap_cost_time_in_proportion(tmp_path: Path) -> None:
    spent = []
    for count in (2_000, 8_000):
        body = gzip.compress(b"<p>flood") * count
        async with hostile_web({"bad.test": polite(always(encoded(body, "gzip")))}) as web:
            before = time.process_time()
            crawled = await web.crawl(tmp_path / str(count), BAD)
            spent.append(time.process_time() - before)
        assert crawled.of(BAD)[0].body_bytes == 8 * count
    assert spent[1] < 16 * spent[0]


async def test_H20_plain_body_labelled_gzip_is_a_page(tmp_path: Path) -> None:
    async with hostile_web({"bad.test": polite(CASES["H20-plain"])}) as web:
        crawled = await web.crawl(tmp_path, BAD)
    assert [visit.title for visit in crawled.of(BAD)] == ["Hello"]


async def test_H20_truncated_gzip_is_a_page_and_marked(tmp_path: Path) -> None:
    async with hostile_web({"bad.test": polite(CASES["H20-truncated"])}) as web:
        crawled = await web.crawl(tmp_path, BAD)
    assert [(visit.title, visit.truncated) for visit in crawled.of(BAD)] == [("Hello", 1)]


async def test_H21_redirect_with_a_bomb_for_a_body_is_followed_without_decoding(tmp_path: Path) -> None:
    blown = encoded(bomb("gzip"), "gzip", "302 Found", ["Location: /elsewhere"])
    async with hostile_web({"bad.test": polite(site({"/page": blown, "/elsewhere": html()}))}) as web:
        crawled = await web.crawl(tmp_path, BAD)
    assert [visit.body_bytes for visit in crawled.of(BAD)] == [0]
    assert crawled.pages() == ["http://bad.test/elsewhere"]


async def test_H21_bomb_for_a_robots_txt_closes_the_site(tmp_path: Path) -> None:
    robots = encoded(bomb("gzip"), "gzip")
    async with hostile_web({"bad.test": polite(always(html()), robots)}) as web:
        crawled = await web.crawl(tmp_path, BAD)
        assert web.paths("bad.test") == []
    assert crawled.error(BAD) == "robots-unreachable"
    assert "decompression-bomb" in (crawled.of(BAD)[-1].detail or "")
