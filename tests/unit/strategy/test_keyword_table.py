"""Paper 003's crawler on a tiny web: every link score can be added up by hand."""

from __future__ import annotations

import pytest
from tests.blockweb import ONE, ROOT, TOPIC, TWO, named, page
from tests.tinyweb import TinyWeb, crawl_of

from lycosa.model import Queued
from lycosa.strategy.keyword_table import KeywordTableSearch

# Page scores: root TWO (flood, storm once each), the others 0 or ONE; threshold 0.5 for pages and links.
#                        url   anchor  parent  around   score
# root -> a              0     0       TWO     0        0.816
#      -> b              0     ONE     TWO     ONE      1.971
#      -> flood          ONE   0       TWO     0        1.394
# b    -> storm-report   ONE   0       0       0        0.577  kept: the page is irrelevant, its link is not
#      -> d              0     0       0       0        0      dropped
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


def strategy(**parameters: object) -> KeywordTableSearch:
    return KeywordTableSearch(TOPIC, threshold=0.5, **parameters)  # type: ignore[arg-type]


def queued(web: TinyWeb, url: str, pages: int, **parameters: object) -> Queued:
    _, engine = crawl_of(strategy(**parameters), web, ROOT, pages=pages)
    link = engine.crawl.frontier.find(ROOT + url)
    assert link is not None
    return engine.crawl.frontier.get(link)


def test_links_are_visited_by_link_score_and_those_below_the_threshold_not_at_all() -> None:
    notebook, _ = crawl_of(strategy(), WEB, ROOT)
    assert named(notebook.visited) == "root b flood a storm-report"


@pytest.mark.parametrize(
    ("url", "parts"), [("a", (0, 0, TWO, 0)), ("b", (0, ONE, TWO, ONE)), ("flood", (ONE, 0, TWO, 0))]
)
def test_a_link_score_is_the_sum_of_its_four_parts(url: str, parts: tuple[float, ...]) -> None:
    link = queued(WEB, url, pages=1)
    assert link.parts == pytest.approx(parts)
    assert link.priority == pytest.approx(sum(parts))


def test_links_of_irrelevant_pages_are_kept_if_their_own_score_suffices() -> None:
    assert queued(WEB, "storm-report", pages=2).priority == pytest.approx(ONE)


def test_links_may_have_a_threshold_of_their_own() -> None:
    notebook, _ = crawl_of(strategy(link_threshold=1.5), WEB, ROOT)
    assert named(notebook.visited) == "root b"


def test_words_of_relevant_pages_join_the_table() -> None:
    web = TinyWeb({ROOT: page("flood levee levee", "[a|levee]")})
    assert queued(web, "a", pages=1, grow_every=50).parts[1] == 0
    assert queued(web, "a", pages=1, grow_every=1).parts[1] > 0


def test_a_grown_table_survives_saving() -> None:
    first = strategy(grow_every=1)
    crawl_of(first, TinyWeb({ROOT: page("flood levee levee")}), ROOT)
    second = strategy(grow_every=1)
    second.restore(first.state())
    assert second.judge_of_pages.table.weights == first.judge_of_pages.table.weights
    assert "leve" in second.judge_of_pages.table.weights
