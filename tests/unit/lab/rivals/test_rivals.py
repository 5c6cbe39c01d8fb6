"""The rivals keep the contract of strategies, and do what is documented of their models."""

from __future__ import annotations

import pytest
from tests.tinyweb import TinyWeb, crawl_of, page

from lycosa.checks import check_strategy
from lycosa.errors import LycosaError
from lycosa.lab.experiment.plan import rivals, strategy_class
from lycosa.lab.rivals.ache import Ache
from lycosa.lab.rivals.craw4llm import Craw4LLM
from lycosa.lab.rivals.crawl4ai_adaptive import Crawl4AIAdaptive
from lycosa.lab.rivals.crawl4ai_bestfirst import Crawl4AIBestFirst
from lycosa.lab.rivals.sb_classifier import SleepingBandit
from lycosa.registry import strategies
from lycosa.strategy.base import Strategy
from lycosa.topic import Topic

FLOOD = Topic.from_keywords(["flood", "rain"])
HOME = "http://a.example/"


def visited(rival: Strategy, web: dict[str, str], pages: int | None = None) -> list[str]:
    """Return the pages in the order in which a rival reads them; copies are pages like any other."""
    notebook, _ = crawl_of(rival, TinyWeb(web), HOME, pages=pages, duplicates=None)
    return notebook.visited


@pytest.mark.parametrize("name", rivals.classes)
def test_rival_keeps_the_contract(name: str) -> None:
    check_strategy(rivals.get(name))


@pytest.mark.parametrize("name", rivals.classes)
def test_rival_says_that_it_is_a_reimplementation(name: str) -> None:
    assert "re-implementation" in (rivals.get(name).__doc__ or "")


def test_rivals_are_known_to_the_lab_only() -> None:
    assert strategy_class("ache") is Ache
    with pytest.raises(LycosaError, match="unknown strategy 'ache'"):
        strategies.get("ache")


def test_crawl4ai_goes_by_the_words_in_urls_and_nothing_else() -> None:
    web = {
        HOME: page("/music|flood rain flood", "/rain|x", "/flood-and-rain|x"),
        f"{HOME}music": page(),
        f"{HOME}rain": page(),
        f"{HOME}flood-and-rain": page(),
    }
    assert visited(Crawl4AIBestFirst(FLOOD), web) == [
        HOME,
        f"{HOME}flood-and-rain",
        f"{HOME}rain",
        f"{HOME}music",
    ]


def test_crawl4ai_finishes_a_batch_before_it_looks_at_new_links() -> None:
    web = {
        HOME: page("/flood", "/b", "/c"),
        f"{HOME}flood": page("/flood/rain"),
        **{f"{HOME}{path}": page() for path in ("b", "c", "flood/rain")},
    }
    assert visited(Crawl4AIBestFirst(FLOOD, batch=2), web) == [
        HOME,
        f"{HOME}flood",
        f"{HOME}b",
        f"{HOME}flood/rain",
        f"{HOME}c",
    ]


def test_crawl4ai_stops_at_its_depth() -> None:
    web = {HOME: page("/b"), f"{HOME}b": page("/c"), f"{HOME}c": page()}
    assert visited(Crawl4AIBestFirst(FLOOD, max_depth=1), web) == [HOME, f"{HOME}b"]


def good_and_bad(pairs: int) -> dict[str, str]:
    """Return a web where links in `/wet/` lead to relevant pages and those in `/dry/` do not."""
    links = [f"/{kind}/{i}|page" for i in range(pairs) for kind in ("dry", "wet")]
    wet = {f"{HOME}wet/{i}": page(text="flood rain flood", title="flood") for i in range(pairs)}
    dry = {f"{HOME}dry/{i}": page(text="music guitar") for i in range(pairs)}
    return {HOME: page(*links), **wet, **dry}


def test_ache_learns_which_links_lead_to_relevant_pages() -> None:
    read = visited(Ache(FLOOD, threshold=0.5, learn_every=5), good_and_bad(20))
    before, after = read[1:5], read[5:21]
    assert {"dry", "wet"} == {url.split("/")[3] for url in before}
    assert {"wet"} == {url.split("/")[3] for url in after}


def test_ache_goes_by_the_page_until_it_has_seen_both_kinds() -> None:
    rival = Ache(FLOOD, threshold=0.0, learn_every=2)
    read = visited(rival, good_and_bad(4))
    assert [url.split("/")[3] for url in read[1:]] == ["dry", "wet"] * 4


def placed(pairs: int) -> dict[str, str]:
    """Return a web where the links of a list lead to relevant pages and those of a table do not."""
    rows = "".join(f"<table><tr><td><a href='/d{i}'>x</a></td></tr></table>" for i in range(pairs))
    items = "".join(f"<ul><li><a href='/w{i}'>x</a></li></ul>" for i in range(pairs))
    wet = {f"{HOME}w{i}": page(text="flood rain", title="flood") for i in range(pairs)}
    dry = {f"{HOME}d{i}": page(text="music") for i in range(pairs)}
    return {HOME: f"<html lang=en><body>{rows}{items}</body></html>", **wet, **dry}


def test_the_bandit_learns_in_which_places_good_links_stand() -> None:
    rival = SleepingBandit(FLOOD, threshold=0.5, exploration=0.1)
    taken = [url[len(HOME)] for url in visited(rival, placed(20), pages=21)[1:]]
    assert taken.count("w") >= 18


def test_an_arm_without_links_sleeps() -> None:
    rival = SleepingBandit(FLOOD, threshold=0.5, exploration=0.1)
    assert len(visited(rival, placed(5))) == 11


def test_like_paths_share_an_arm_and_unlike_ones_do_not() -> None:
    rival = SleepingBandit(FLOOD)
    visited(rival, placed(5), pages=1)
    assert len(rival.state()["arms"]) == 2  # type: ignore[arg-type]


def test_craw4llm_follows_the_links_of_the_best_page_first() -> None:
    flood = "flood rain " * 20
    web = {
        HOME: page("/dull", "/floods"),
        f"{HOME}dull": page("/after-dull|flood"),
        f"{HOME}floods": page("/after-floods|x", text=flood),
        f"{HOME}after-dull": page(),
        f"{HOME}after-floods": page(),
    }
    order = visited(Craw4LLM(FLOOD), web)
    assert order.index(f"{HOME}after-floods") < order.index(f"{HOME}after-dull")


def test_crawl4ai_adaptive_prefers_words_of_the_query_that_are_new() -> None:
    rival = Crawl4AIAdaptive(FLOOD)
    assert rival.gain(["flood", "rain"]) > rival.gain(["flood", "music"]) > rival.gain(["music"]) == 0.0


def test_crawl4ai_adaptive_stops_when_pages_bring_nothing_new() -> None:
    flood = "flood rain " * 20
    web = {HOME: page(*(f"/{n}" for n in range(30)), text=flood)}
    web |= {f"{HOME}{n}": page(text=flood) for n in range(30)}
    assert len(visited(Crawl4AIAdaptive(FLOOD), web)) < len(
        visited(Crawl4AIAdaptive(FLOOD, stops=False), web)
    )
