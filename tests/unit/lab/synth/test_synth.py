from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from lycosa.errors import LycosaError
from lycosa.lab.synth import Statistics, SynthParams, SynthWeb, default_params, describe
from lycosa.lab.synth.params import LANGUAGES
from lycosa.lab.synth.statistics import content_links
from lycosa.lab.web.base import Web, WebPage
from lycosa.lab.web.frozen import open_web
from lycosa.lab.web.jsonl import write_web
from lycosa.url import canonical, link_target, looks_like_trap

SMALL = SynthParams(pages=1500, hosts=15)
HREF = re.compile(r'href="([^"]*)"')


@pytest.fixture(scope="module")
def web() -> SynthWeb:
    return SynthWeb(SMALL)


@pytest.fixture(scope="module")
def pages(web: SynthWeb) -> dict[str, WebPage]:
    return {url: page for url in web.urls() if (page := web.page(url)) is not None}


@pytest.fixture(scope="module")
def measured(web: SynthWeb) -> Statistics:
    return describe(web)


def targets(web: SynthWeb, page: WebPage) -> list[str]:
    """Return where all links of a page lead, redirects followed."""
    hrefs = (href.replace("&amp;", "&") for href in HREF.findall(page.html.decode()))
    found = [link for href in hrefs if (link := link_target(href, page.url)) is not None]
    return [web.redirect(link) or link for link in found]


def words(page: WebPage) -> set[str]:
    return set(re.findall(r"\w+", re.sub(r"<[^>]*>", " ", page.html.decode().partition('id="main"')[2])))


def test_it_is_a_web(web: SynthWeb) -> None:
    def takes(_: Web) -> None: ...

    takes(web)


def test_it_has_the_promised_number_of_pages_each_at_its_own_canonical_url(
    web: SynthWeb, pages: dict[str, WebPage]
) -> None:
    assert len(web) == len(pages) == SMALL.pages
    assert all(page.url == url == canonical(url) for url, page in pages.items())


def test_pages_are_the_same_in_another_process(web: SynthWeb) -> None:
    code = (
        "from lycosa.lab.synth import *; print(SynthWeb(SynthParams(pages=1500, hosts=15)).digest(), end='')"
    )
    env = {**os.environ, "PYTHONHASHSEED": "12345"}
    other = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert other.stdout == web.digest()


def test_another_seed_is_another_web(web: SynthWeb) -> None:
    other = SynthWeb(replace(SMALL, seed=1))
    assert other.digest() != web.digest()
    assert set(other.urls()) != set(web.urls())


def test_links_lead_to_pages_apart_from_the_dead_share(web: SynthWeb, pages: dict[str, WebPage]) -> None:
    lost = [link for page in pages.values() for link in targets(web, page) if link not in pages]
    assert all("/old/" in link for link in lost)
    assert all(web.page(link) is None for link in lost[:50])


def test_every_page_except_noise_can_be_reached_from_the_home_pages(
    web: SynthWeb, pages: dict[str, WebPage]
) -> None:
    seen, queue = set(web.homes()), list(web.homes())
    while queue:
        new = set(targets(web, pages[queue.pop()])) & pages.keys() - seen
        seen |= new
        queue += new
    assert {page.kind for url, page in pages.items() if url not in seen} <= {"noise"}


def test_labels_agree_with_pages(web: SynthWeb, pages: dict[str, WebPage]) -> None:
    for label, count in web.labels().items():
        found = {url for url, page in pages.items() if label in page.labels}
        assert web.on_topic(label) == found
        assert count == len(found)


def test_home_pages_hubs_and_noise_have_no_labels_and_all_others_have(pages: dict[str, WebPage]) -> None:
    for page in pages.values():
        assert (not page.labels) == (page.kind in {"home", "hub", "noise"})


def test_every_kind_and_every_topic_occurs(web: SynthWeb, pages: dict[str, WebPage]) -> None:
    kinds = {page.kind for page in pages.values()}
    assert kinds == {"home", "hub", "content", "multi", "duplicate", "noise", "corridor"}
    assert set(SMALL.topics) <= web.labels().keys()


def test_unknown_label_names_the_closest(web: SynthWeb) -> None:
    with pytest.raises(LycosaError, match="'rainstorms'; the closest are rainstorm"):
        web.on_topic("rainstorms")


@pytest.mark.parametrize(
    "url",
    ["http://nowhere.example/", "http://summit-999.example/", "https://a.example/p/1.html", "rubbish", ""],
)
def test_urls_outside_the_web_have_no_page_and_no_redirect(web: SynthWeb, url: str) -> None:
    assert web.page(url) is None
    assert web.redirect(url) is None


def test_url_that_almost_names_a_page_has_none(web: SynthWeb, pages: dict[str, WebPage]) -> None:
    url = next(url for url in pages if url.endswith(".html"))
    assert web.page(url.removesuffix(".html")) is None
    assert web.page(url.replace(".html", "0.html")) is None


def test_links_dead_links_and_redirects_follow_the_parameters(measured: Statistics) -> None:
    assert measured.pages == SMALL.pages
    assert measured.links == pytest.approx(SMALL.links, rel=0.1)
    assert measured.dead == pytest.approx(SMALL.dead, abs=0.015)
    assert measured.redirected == pytest.approx(SMALL.redirects, abs=0.015)


@pytest.mark.parametrize("locality", [0.1, 0.5, 0.9])
def test_topical_locality_follows_its_parameter(locality: float) -> None:
    web = SynthWeb(replace(SMALL, locality=locality))
    assert describe(web, 300).locality == pytest.approx(locality, abs=0.05)


def test_tunnels_have_exactly_the_promised_lengths(measured: Statistics) -> None:
    assert measured.tunnels == {f"tunnel:{length}": (length,) for length in SMALL.tunnels}


def test_corridor_has_a_block_about_the_topic_behind_it(web: SynthWeb, pages: dict[str, WebPage]) -> None:
    hidden = web.on_topic("tunnel:1")
    doors = [page for page in pages.values() if page.kind == "corridor" and hidden & set(targets(web, page))]
    assert len(doors) == len(SMALL.topics)
    for page in doors:
        (behind,) = {web.topic_of(link) for link in targets(web, page) if link in hidden}
        assert behind not in page.labels


def test_blocks_of_a_page_with_many_topics_link_to_their_own_topic(
    web: SynthWeb, pages: dict[str, WebPage]
) -> None:
    same = total = 0
    for page in islice((page for page in pages.values() if page.kind == "multi"), 60):
        first, *_ = page.html.decode().split('<div class="block">')[1:]
        topic = web.topic_of(page.url)
        links = [link_target(href, page.url) or "" for href in HREF.findall(first)]
        about = [web.topic_of(web.redirect(link) or link) for link in links if "/old/" not in link]
        same, total = same + about.count(topic), total + len(about)
    assert same / total == pytest.approx(SMALL.tidiness, abs=0.06)


def test_near_duplicate_shares_most_words_with_another_page(pages: dict[str, WebPage]) -> None:
    bags = {url: words(page) for url, page in pages.items() if page.kind in {"content", "duplicate"}}
    for url in islice((url for url, page in pages.items() if page.kind == "duplicate"), 5):
        mine = bags[url]
        best = max(len(mine & bag) / len(mine | bag) for other, bag in bags.items() if other != url)
        assert best > 0.8


def test_hub_has_many_links_and_little_text(pages: dict[str, WebPage]) -> None:
    hubs = (page for page in pages.values() if page.kind == "hub")
    hub = max(hubs, key=lambda page: page.html.count(b"href"))
    assert len(list(content_links(hub.url, hub.html))) >= SMALL.hub_every - 1
    assert hub.html.decode().count("<p>") == 2


def test_anchors_follow_the_parameters() -> None:
    web = SynthWeb(replace(SMALL, anchor_truth=0.0, anchor_generic=1.0))
    url = next(url for url in web.urls() if (page := web.page(url)) and page.kind == "noise")
    page = web.page(url)
    assert page is not None
    main = page.html.decode().partition('<div id="main">')[2]
    assert set(re.findall(r">([^<]+)</a>", main)) <= {
        *("read more", "click here", "more", "this page", "continue", "details", "full story", "link")
    }


def test_pages_are_in_the_language_they_declare() -> None:
    web = SynthWeb(SynthParams(pages=1500, hosts=30, languages=("en", "de", "fr", "es", "zh")))
    homes = [page for url in web.homes() if (page := web.page(url)) is not None]
    assert {page.lang for page in homes} == {"en", "de", "fr", "es", "zh"}
    for page in homes:
        assert f'<html lang="{page.lang}">'.encode() in page.html
        assert f">{LANGUAGES[page.lang].home}</a>".encode() in page.html


def test_there_are_no_traps_unless_asked_for(web: SynthWeb) -> None:
    assert web.page(web.homes()[0] + "calendar/2026/1") is None


def test_traps_go_on_for_ever_and_stay_out_of_the_count() -> None:
    web = SynthWeb(replace(SMALL, traps=1.0))
    assert len(web) == SMALL.pages
    for start in ("calendar/2026/1", "browse/a/"):
        url = web.homes()[0] + start
        for _ in range(300):
            page = web.page(url)
            assert page is not None and (page.kind, page.labels) == ("trap", ())
            *_, url = content_links(url, page.html)
        assert looks_like_trap(url)


def test_session_ids_differ_on_every_page_and_vanish_in_canonical_form() -> None:
    web = SynthWeb(replace(SMALL, traps=1.0))
    home = web.page(web.homes()[0])
    assert home is not None
    raw = [href.replace("&amp;", "&") for href in HREF.findall(home.html.decode()) if "sid=" in href]
    assert len(set(raw)) == len(raw) > 3
    full = [home.url.rstrip("/") + href for href in raw]
    assert all("sid=" not in (canonical(url) or "sid=") for url in full)
    assert all(web.page(url) is not None for url in full)


def test_endless_web_serves_pages_but_lists_no_topic() -> None:
    web = SynthWeb(SynthParams(pages=None))
    assert len(web) > 10**9
    assert describe(web, 200).locality == pytest.approx(0.5, abs=0.08)
    with pytest.raises(LycosaError, match="without end"):
        web.on_topic("rainstorm")


def test_ten_million_pages_need_no_storage() -> None:
    web = SynthWeb(SynthParams(pages=10_000_000, hosts=500))
    assert len(web) == 10_000_000
    url = next(islice(web.urls(), 3_000, None))
    assert web.page(url) is not None


def test_it_can_be_frozen(web: SynthWeb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LYCOSA_CACHE", str(tmp_path / "cache"))
    write_web(tmp_path / "frozen", (page for url in islice(web.urls(), 50) if (page := web.page(url))))
    frozen = open_web(tmp_path / "frozen")
    assert frozen.collisions == 0
    assert all(frozen.page(url) == web.page(url) for url in frozen.urls())


def test_demonstration_web_is_small() -> None:
    params = default_params(seed=7)
    assert params.seed == 7
    assert params.pages is not None and 3000 <= params.pages <= 5000
    assert params.hosts == 40


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"locality": 1.5}, "locality is 1.5; it must be from 0 to 1"),
        ({"dead": -0.1}, "dead is -0.1; it must be from 0 to 1"),
        ({"links": float("nan")}, "links is nan; it must be a finite number"),
        ({"links": 0.0}, "links is 0.0; it must be at least 1"),
        ({"hosts": 0}, "hosts is 0; it must be at least 1"),
        ({"hub_every": 1}, "hub_every is 1; it must be at least 2"),
        ({"pages": 100}, "pages must be at least"),
        ({"seed": 2**64}, "seed must fit in 64 bits"),
        ({"topics": ("rainstrom", "sports")}, "unknown 'rainstrom'; choose from rainstorm"),
        ({"topics": ("sports", "sports")}, "topics must differ"),
        ({"topics": ("sports",)}, "needs at least two of the topics"),
        ({"topics": ("law", "music"), "languages": ("de",)}, "language 'de' needs at least two"),
        ({"languages": ("xx",)}, "unknown 'xx'"),
        ({"languages": ()}, "languages must not be empty"),
        ({"tunnels": (0,)}, "tunnels must be lengths from 1 to 20"),
        ({"anchor_truth": 0.9, "anchor_generic": 0.9}, "must add up to 1"),
        ({"multi": 0.9, "duplicates": 0.9}, "must add up to 1"),
    ],
)
def test_nonsense_is_refused_by_name(wrong: dict[str, object], message: str) -> None:
    with pytest.raises(LycosaError, match=re.escape(message)):
        SynthParams(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "params",
    [
        SynthParams(pages=500, hosts=1, topics=("rainstorm", "law"), noise=0.0, tunnels=()),
        SynthParams(pages=1200, hosts=200, tunnels=(1,), tunnel_pages=1),
        SynthParams(pages=900, hosts=5, topics=("rainstorm", "sports"), languages=("zh", "de")),
        SynthParams(
            pages=2000,
            locality=0.0,
            neighbours=0.0,
            same_host=1.0,
            dead=1.0,
            multi=1.0,
            duplicates=0.0,
            tunnels=(),
        ),
    ],
)
def test_extreme_parameters_still_make_a_web(params: SynthParams) -> None:
    web = SynthWeb(params)
    urls = list(web.urls())
    assert len(set(urls)) == params.pages
    assert all(web.page(url) is not None for url in urls)
    assert sum(len(web.on_topic(name)) for name in web.labels()) == sum(web.labels().values())
