"""Each baseline on a tiny web whose right order can be worked out by hand."""

from __future__ import annotations

import pytest
from tests.tinyweb import TinyWeb, crawl_of, page

from lycosa import Topic
from lycosa.strategy.best_first import BestFirst
from lycosa.strategy.bfs import BreadthFirst
from lycosa.strategy.dfs import DepthFirst
from lycosa.strategy.fish_search import FishSearch
from lycosa.strategy.random import Random
from lycosa.strategy.shark_search import SharkSearch

ROOT = "http://site.test/"
FLOOD = Topic.from_keywords(["flood"])


def named(visited: list[str]) -> str:
    return " ".join(url.removeprefix(ROOT) or "root" for url in visited)


TREE = TinyWeb(
    {
        ROOT: page("a", "b"),
        ROOT + "a": page("a1", "a2"),
        ROOT + "b": page("b1"),
        ROOT + "a1": page(),
        ROOT + "a2": page(),
        ROOT + "b1": page(),
    }
)


def test_breadth_first_goes_level_by_level() -> None:
    notebook, _ = crawl_of(BreadthFirst(FLOOD), TREE, ROOT)
    assert named(notebook.visited) == "root a b a1 a2 b1"


def test_depth_first_finishes_a_branch_before_the_next() -> None:
    notebook, _ = crawl_of(DepthFirst(FLOOD), TREE, ROOT)
    assert named(notebook.visited) == "root a a1 a2 b b1"


def test_random_order_follows_the_seed() -> None:
    orders = {named(crawl_of(Random(FLOOD, seed=seed), TREE, ROOT)[0].visited) for seed in (1, 1, 2, 3, 4)}
    assert 1 < len(orders) <= 4


MIXED = TinyWeb(
    {
        ROOT: page("dull|something", "wet|flood news", text="flood"),
        ROOT + "dull": page("deep", text="nothing here"),
        ROOT + "wet": page("wetter|the same flood", text="flood"),
        ROOT + "wetter": page(text="flood"),
        ROOT + "deep": page(text="flood"),
    }
)


def test_best_first_follows_relevant_anchors_and_pages() -> None:
    notebook, _ = crawl_of(BestFirst(FLOOD, threshold=0.5), MIXED, ROOT)
    assert named(notebook.visited) == "root wet wetter dull deep"


def test_comprehensive_priority_is_half_page_three_tenths_anchor_two_tenths_context() -> None:
    _, engine = crawl_of(BestFirst(FLOOD, threshold=0.5), MIXED, ROOT, pages=1)
    frontier = engine.crawl.frontier
    wet = frontier.get(frontier.find(ROOT + "wet"))
    assert wet.parts == (1.0, 1.0, 1.0)
    assert wet.priority == pytest.approx(0.5 + 0.3 + 0.2)


def test_a_link_on_two_pages_takes_the_mean_of_the_pages_and_the_best_anchor() -> None:
    web = TinyWeb(
        {
            ROOT: page("x|flood", "b|flood", text="flood"),
            ROOT + "b": page("x|other words", text="nothing", title="None"),
            ROOT + "x": 404,
        }
    )
    # After both pages: page relevance (1 + 0) / 2, anchor max(1, 0), context max(1, 0).
    strategy = BestFirst(FLOOD, threshold=0.5)
    _, engine = crawl_of(strategy, web, ROOT, ROOT + "b", pages=2)
    frontier = engine.crawl.frontier
    x = frontier.get(frontier.find(ROOT + "x"))
    assert x.parts == (0.5, 1.0, 1.0)


def test_fish_of_irrelevant_pages_die_out() -> None:
    chain = {f"{ROOT}{i}": page(str(i + 1), text="nothing") for i in range(9)}
    notebook, _ = crawl_of(FishSearch(FLOOD, threshold=0.5, life=3), TinyWeb(chain), ROOT + "0")
    # The seed lives 3 steps; its child 2, its grandchild 1; the next would have none.
    assert named(notebook.visited) == "0 1 2"


def test_fish_live_on_where_pages_are_relevant() -> None:
    chain = {f"{ROOT}{i}": page(str(i + 1), text="flood") for i in range(9)}
    notebook, _ = crawl_of(FishSearch(FLOOD, threshold=0.5, life=1), TinyWeb(chain), ROOT + "0")
    assert len(notebook.visited) == 9


def test_fish_feed_first_on_links_of_relevant_pages() -> None:
    notebook, _ = crawl_of(FishSearch(FLOOD, threshold=0.5), MIXED, ROOT)
    assert named(notebook.visited) == "root dull wet wetter deep"


def test_shark_inherits_half_of_a_relevant_page_and_a_quarter_of_its_grandparent() -> None:
    web = TinyWeb({ROOT: page("a|x", text="flood"), ROOT + "a": page("b|y", text="nothing", title="None")})
    _, engine = crawl_of(SharkSearch(FLOOD, threshold=0.5), web, ROOT, pages=2)
    frontier = engine.crawl.frontier
    b = frontier.get(frontier.find(ROOT + "b"))
    assert b.parts == (0.25, 0.0)
    assert b.priority == pytest.approx(0.125)


def test_shark_counts_the_context_in_full_where_the_anchor_is_relevant() -> None:
    web = TinyWeb({ROOT: page("a|flood", text="dry", title="None")})
    _, engine = crawl_of(SharkSearch(FLOOD, threshold=0.5), web, ROOT, pages=1)
    frontier = engine.crawl.frontier
    a = frontier.get(frontier.find(ROOT + "a"))
    assert a.parts[1] == pytest.approx(0.8 * 1.0 + 0.2 * 1.0)
