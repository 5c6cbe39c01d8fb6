"""The strategy lycosa: what it takes from outcomes, shown on webs of a few pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from lycosa import Topic
from lycosa.engine.crawl import Crawl
from lycosa.errors import Kind, LycosaError
from lycosa.model import Fetched, Judgement, Page
from lycosa.page import parse_html
from lycosa.strategy.lycosa import PASS_PAGES, WEIGHTS, Lycosa

ROOT = "http://a.test/"
WORTH = {"good": 0.9, "bad": 0.05}


class ByTitle:
    """Judges a page by its title, and knows no words."""

    name = "by-title"

    def judge(self, page: Page) -> Judgement:
        worth = WORTH.get(page.title, 0.5)
        return Judgement(worth >= 0.5, worth)

    def score(self, tokens: Any, groups: bytes = b"") -> float:
        return 0.5

    def state(self) -> dict[str, Any]:
        return {}

    def restore(self, state: dict[str, Any]) -> None:
        pass


def crawl_from(pages: dict[str, str], seeds: Sequence[str] = (ROOT,)) -> tuple[Crawl, list[str]]:
    """Crawl a web from its root to the end; an address that is not there is answered with 404."""
    strategy = Lycosa(Topic.from_keywords(["flood"]))
    strategy.use("judge", ByTitle())
    crawl = Crawl(strategy, duplicates=None)
    crawl.seed(seeds)
    visited = []
    while (link := crawl.next(0.0)) is not None:
        visited.append(link.url)
        html = pages.get(link.url)
        if html is None:
            crawl.settle(link, Fetched(link.url, 404, error=Kind.HTTP_CLIENT), None, 0.0)
        else:
            crawl.settle(link, Fetched(link.url, 200), parse_html(html.encode(), link.url), 0.0)
    return crawl, visited


def page(title: str, *blocks: str) -> str:
    return f"<title>{title}</title>" + "".join(f"<div>{block}</div>" for block in blocks)


def links(*urls: str) -> str:
    return " ".join(f'<a href="{url}">x</a>' for url in urls)


def place(visited: list[str], urls: list[str]) -> float:
    return float(np.mean([visited.index(url) for url in urls]))


def test_links_of_a_block_whose_links_were_good_come_before_those_of_one_whose_links_were_bad() -> None:
    good, bad = ([f"http://{kind}{n}.test/" for n in range(6)] for kind in ("g", "b"))
    web = {ROOT: page("", links(*good), links(*bad))}
    web |= {url: page("good") for url in good} | {url: page("bad") for url in bad}
    _, visited = crawl_from(web)
    assert place(visited, good) < place(visited, bad)


def test_links_on_a_host_whose_pages_were_good_come_before_those_on_one_whose_pages_were_bad() -> None:
    good, bad = ([f"http://{kind}.test/{n}" for n in range(8)] for kind in ("g", "b"))
    mixed = [url for pair in zip(bad, good, strict=True) for url in pair]
    web = {ROOT: page("", links(*mixed))}
    web |= {url: page("good") for url in good} | {url: page("bad") for url in bad}
    _, visited = crawl_from(web)
    assert place(visited, good) < place(visited, bad)


def test_seeds_are_read_before_all_others_however_little_speaks_for_them() -> None:
    seeds = [f"http://seeds.test/{n}" for n in range(3 * PASS_PAGES)]
    found = [f"http://good.test/{n}" for n in range(10)]
    pages = dict.fromkeys(seeds, page("bad", links(*seeds))) | dict.fromkeys(found, page("good"))
    pages[seeds[0]] = page("good", links(*found), links(*seeds))
    del pages[seeds[1]]

    _, visited = crawl_from(pages, seeds)

    assert set(visited[: len(seeds)]) == set(seeds)


def test_a_seed_that_has_moved_is_read_before_all_others_where_it_is_now() -> None:
    seeds = [f"http://seeds.test/{n}" for n in range(3 * PASS_PAGES)]
    moved = [f"http://moved.test/{n}" for n in range(3 * PASS_PAGES)]
    found = [f"http://good.test/{n}" for n in range(10)]
    pages = dict.fromkeys(moved, page("bad", links(*moved))) | dict.fromkeys(found, page("good"))
    pages[moved[0]] = page("good", links(*found), links(*moved))
    for seed, target in zip(seeds, moved, strict=True):
        pages[seed] = f'<meta http-equiv="refresh" content="0; url={target}">'

    _, visited = crawl_from(pages, seeds)

    assert set(visited[: 2 * len(seeds)]) == {*seeds, *moved}


def test_a_dead_path_is_left_for_last() -> None:
    dead = [f"http://a.test/dead/{n}" for n in range(10)]
    alive = [f"http://a.test/alive/{n}" for n in range(10)]
    mixed = [url for pair in zip(dead, alive, strict=True) for url in pair]
    web = {ROOT: page("good", links(*mixed))} | {url: page("good") for url in alive}
    _, visited = crawl_from(web)
    assert place(visited, alive) < place(visited, dead)


def test_words_of_links_that_led_nowhere_are_learned() -> None:
    """All stand in one list on hosts of their own: only their words tell them apart."""
    flood = {f"http://f{n}.test/": "flood river storm" for n in range(12)}
    music = {f"http://m{n}.test/": "guitar concert song" for n in range(12)}
    both = [entry for pair in zip(music.items(), flood.items(), strict=True) for entry in pair]
    shown = " ".join(f'<a href="{url}">{words}</a>' for url, words in both)
    strategy = Lycosa(Topic.from_sentence("floods, rivers and storms"))
    crawl = Crawl(strategy, duplicates=None)
    crawl.seed([ROOT])
    visited = []
    while (link := crawl.next(0.0)) is not None:
        visited.append(link.url)
        words = flood.get(link.url) or music.get(link.url)
        html = page("list", shown) if words is None else page(words, f"<p>{f'{words} ' * 30}</p>")
        crawl.settle(link, Fetched(link.url, 200), parse_html(html.encode(), link.url), 0.0)
    assert place(visited, list(flood)) < place(visited, list(music))


def test_a_failure_that_may_pass_says_nothing_of_the_host() -> None:
    strategy = Lycosa(Topic.from_keywords(["flood"]))
    crawl = Crawl(strategy, duplicates=None)
    crawl.seed([ROOT])
    link = crawl.next(0.0)
    assert link is not None
    crawl.settle(link, Fetched(ROOT, error=Kind.HTTP_SERVER), None, 0.0)
    assert strategy.rates.base == pytest.approx(0.5)


def test_the_priority_of_a_link_is_the_weighted_sum_of_its_parts() -> None:
    pages = {ROOT: page("good", links(*(f"http://h{n}.test/" for n in range(5))))}
    strategy = Lycosa(Topic.from_keywords(["flood"]))
    strategy.use("judge", ByTitle())
    crawl = Crawl(strategy, duplicates=None)
    crawl.seed([ROOT])
    link = crawl.next(0.0)
    assert link is not None
    crawl.settle(link, Fetched(ROOT, 200), parse_html(pages[ROOT].encode(), ROOT), 0.0)
    queued = crawl.frontier.get(crawl.frontier.best() or 0)
    assert queued.priority == pytest.approx(np.dot(queued.parts, list(WEIGHTS.values())), rel=1e-5)
    assert queued.parts[0] == pytest.approx((0.9 + strategy.rates.base) / 2, abs=1e-3)  # shown by one page


def test_a_part_left_out_does_not_count() -> None:
    strategy = Lycosa(Topic.from_keywords(["flood"]), without=["same host"])
    assert {part.name: part.weight for part in strategy.evidence.parts}["same host"] == 0.0
    with pytest.raises(LycosaError, match="no part 'same planet'"):
        _ = Lycosa(Topic.from_keywords(["flood"]), without=["same planet"]).evidence


def test_what_was_wasted_and_what_it_lowered_is_counted() -> None:
    dead = [f"http://a.test/dead/{n}" for n in range(10)]
    crawl, _ = crawl_from({ROOT: page("good", links(*dead))})
    counts = crawl.strategy.counts()  # type: ignore[attr-defined]
    assert counts["dead links"] == 10
    assert counts["links lowered by wasted requests"] >= 9


def test_a_page_is_worth_more_for_what_was_found_behind_it() -> None:
    """Two lists that are no good themselves; behind the first all is good, so the third list is asked for
    before a page like the second."""
    good, bad = ([f"http://{kind}{n}.test/" for n in range(12)] for kind in ("g", "b"))
    lists = [f"http://a.test/lists/{n}" for n in range(2)]
    web = {ROOT: page("", links(*lists))}
    web |= {lists[0]: page("bad", links(*good)), lists[1]: page("bad", links(*bad))}
    web |= {url: page("good") for url in good} | {url: page("bad") for url in bad}
    crawl, _ = crawl_from(web)
    gains = crawl.strategy.behind  # type: ignore[attr-defined]
    first, second = (crawl.frontier.lookup(url) or 0 for url in lists)
    assert gains.worth(first) > gains.worth(second)
    assert crawl.strategy.counts()["pages credited with what lies behind"] >= 1  # type: ignore[attr-defined]


def test_dead_links_say_nothing_of_their_neighbours_topics() -> None:
    """Half of a list is dead, the other half is good: the list is as good as if it were all of it."""
    dead = [f"http://a.test/dead/{n}" for n in range(10)]
    alive = [f"http://a.test/alive/{n}" for n in range(10)]
    web = {ROOT: page("good", links(*dead, *alive))} | {url: page("good") for url in alive}
    crawl, _ = crawl_from(web)
    assert crawl.strategy.rates.base > 0.8  # type: ignore[attr-defined]
