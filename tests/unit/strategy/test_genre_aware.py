"""Paper 004's crawler on a tiny web: scores of pages, and what they do to their siblings."""

from __future__ import annotations

import pytest
from tests.blockweb import ROOT, named, page
from tests.tinyweb import TinyWeb, crawl_of

from lycosa import Topic
from lycosa.checks.contract import stored
from lycosa.frontier import Evidence, Frontier, Part
from lycosa.model import Queued
from lycosa.strategy.bfs import BreadthFirst
from lycosa.strategy.genre_aware import GenreAware
from lycosa.strategy.siblings import Siblings
from lycosa.topic import GenreTerms

EVIDENCE = Evidence((Part("score"),))
TOPIC = Topic("syllabi", genre=GenreTerms(genre=("syllabus",), content=("databases",)))
# A page with both words scores 0.8 * (0.5 * 1 + 0.5 * 1) = 0.8, with one of them 0.4; no URL has a term.
WEB = TinyWeb(
    {
        ROOT: page("start", "[list|lectures] [other|news]"),
        ROOT + "list": page("all of them", "[s1|one] [s2|two] [s3|three]"),
        ROOT + "other": page("things", "[o1|four]"),
        ROOT + "s1": page("syllabus databases, first"),
        ROOT + "s2": page("syllabus, second"),
        ROOT + "s3": page("third"),
        ROOT + "o1": page("fourth"),
    }
)


def strategy(**parameters: int) -> GenreAware:
    return GenreAware(TOPIC, threshold=0.5, **parameters)


def after(pages: int, url: str, web: TinyWeb = WEB, **parameters: int) -> Queued:
    """Return what is queued for a URL after so many pages."""
    _, engine = crawl_of(strategy(**parameters), web, ROOT, pages=pages)
    link = engine.crawl.frontier.find(ROOT + url)
    assert link is not None
    return engine.crawl.frontier.get(link)


def test_new_links_have_score_0_and_seeds_1() -> None:
    notebook, _ = crawl_of(strategy(), WEB, ROOT, pages=1)
    assert notebook.steps[0].visit.link.priority == 1.0
    assert after(2, "s3").priority == 0.0


def test_siblings_of_a_relevant_page_get_its_score_and_other_links_do_not() -> None:
    # root, list, other, s1: s1 is relevant, s2 and s3 stand on the same page, o1 does not.
    assert after(4, "s2").priority == pytest.approx(0.8)
    assert after(4, "s3").priority == pytest.approx(0.8)
    assert after(4, "o1").priority == 0.0


def test_an_irrelevant_page_leaves_its_siblings_as_they_are() -> None:
    # s2 scores 0.4 and comes after s1: s3 keeps 0.8.
    assert after(5, "s3").priority == pytest.approx(0.8)


def test_a_later_relevant_sibling_replaces_the_score_even_by_a_lower_one() -> None:
    # At a threshold of 0.3 s2 is relevant too, with 0.4.
    _, engine = crawl_of(GenreAware(TOPIC, threshold=0.3), WEB, ROOT, pages=5)
    third = engine.crawl.frontier.find(ROOT + "s3")
    assert third is not None
    assert engine.crawl.frontier.get(third).priority == pytest.approx(0.4)


def test_one_request_at_a_time_the_order_is_that_of_breadth_first() -> None:
    # Siblings are found together, so oldest first they are next to each other anyway.
    orders = {named(crawl_of(each, WEB, ROOT)[0].visited) for each in (strategy(), BreadthFirst(TOPIC))}
    assert orders == {"root list other s1 s2 s3 o1"}


def test_forgotten_siblings_are_not_raised() -> None:
    assert after(4, "s3", links_remembered=2).priority == 0.0


def test_siblings_survive_saving() -> None:
    first = strategy()
    _, engine = crawl_of(first, WEB, ROOT, pages=3)
    second = strategy()
    second.restore(stored(first.state()))
    second.attach(engine.crawl.frontier)
    link = engine.crawl.frontier.get(engine.crawl.frontier.lookup(ROOT + "s1"))
    assert second.siblings.of(link) == first.siblings.of(link) == [ROOT + "s2", ROOT + "s3"]


def test_siblings_on_every_page_that_shows_a_link_are_raised() -> None:
    web = TinyWeb(WEB.pages | {ROOT + "other": page("things", "[s1|one] [o1|four]")})
    _, engine = crawl_of(strategy(), web, ROOT, pages=4)  # root, list, other, s1
    for sibling in ("s2", "s3", "o1"):
        link = engine.crawl.frontier.get(engine.crawl.frontier.lookup(ROOT + sibling))
        assert link.priority == pytest.approx(0.8)


def test_the_oldest_pages_are_forgotten_first() -> None:
    frontier = Frontier(EVIDENCE)
    siblings = Siblings(links_max=3)
    siblings.view = frontier
    firsts = []
    for number in range(3):
        pair = [frontier.push(f"{number}{name}", "site.test", [0.0])[0] for name in "ab"]
        siblings.remember(10 + number, len(pair))
        frontier.graph.add(10 + number, pair)
        firsts.append(frontier.get(pair[0]))
    assert [siblings.of(first) for first in firsts] == [[], [], ["2b"]]


def test_of_a_link_on_very_many_pages_the_latest_count() -> None:
    frontier = Frontier(EVIDENCE)
    siblings = Siblings(links_max=1_000)
    siblings.view = frontier
    menu = frontier.push("menu", "site.test", [0.0])[0]
    for number in range(100):
        other = frontier.push(f"{number}", "site.test", [0.0])[0]
        siblings.remember(1_000 + number, 2)
        frontier.graph.add(1_000 + number, [menu, other])
    assert siblings.of(frontier.get(menu)) == [str(number) for number in range(84, 100)]
