"""The "earlier" crawler of paper 003 on the tiny web of its successor."""

from __future__ import annotations

from tests.blockweb import ROOT, TOPIC, named, page
from tests.tinyweb import TinyWeb, crawl_of

from lycosa.strategy.keyword_table_basic import KeywordTableBasic

# Link scores as in the test of keyword-table; threshold 0.5. Scores decide what is dropped and nothing else.
# root -> a 0.816, b 1.971, flood 1.394; b -> storm-report 0.577, d 0.
WEB = TinyWeb(
    {
        ROOT: page("flood", "[a|cake]", "[b|storm]", "[flood|tea]"),
        ROOT + "a": page("apple"),
        ROOT + "b": page("bread", "[storm-report|milk]", "[d|jam]"),
        ROOT + "flood": page("egg"),
        ROOT + "storm-report": page("rain"),
        ROOT + "d": page("rain and flood"),
    }
)


def test_links_that_reach_the_threshold_are_visited_in_the_order_found() -> None:
    notebook, _ = crawl_of(KeywordTableBasic(TOPIC, threshold=0.5), WEB, ROOT)
    assert named(notebook.visited) == "root a b flood storm-report"


def test_the_table_does_not_grow() -> None:
    strategy = KeywordTableBasic(TOPIC, threshold=0.5)
    pages = {f"{ROOT}{i}": page(f"flood levee word{i}", f"[{i + 1}|on]") for i in range(60)}
    crawl_of(strategy, TinyWeb(pages), ROOT + "0")
    assert set(strategy.judge_of_pages.table.weights) == {"flood", "storm", "rain"}


def test_it_grows_where_it_is_told_to_and_still_takes_links_in_the_order_found() -> None:
    strategy = KeywordTableBasic(TOPIC, threshold=0.5, grow_every=5)
    pages = {f"{ROOT}{i}": page(f"flood levee word{i}", f"[{i + 1}|on]") for i in range(60)}
    crawl_of(strategy, TinyWeb(pages), ROOT + "0")
    assert "leve" in strategy.judge_of_pages.table.weights
    notebook, _ = crawl_of(KeywordTableBasic(TOPIC, threshold=0.5, grow_every=5), WEB, ROOT)
    assert named(notebook.visited) == "root a b flood storm-report"
