"""What is still to be found, estimated on webs whose truth is known; and the crawl that ends by it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.tinyweb import TinyWeb, page

from lycosa import Topic
from lycosa.engine.budget import Budget, Stop
from lycosa.engine.crawl import Crawl
from lycosa.engine.ending import Ending, estimating
from lycosa.engine.engine import Engine
from lycosa.engine.outlook_of import last_outlook, outlook_of
from lycosa.engine.remaining import RemainingPages
from lycosa.engine.step import Step
from lycosa.errors import LycosaError
from lycosa.frontier import Evidence, Frontier, Part
from lycosa.model import Fetched, Queued, Visit
from lycosa.strategy.lycosa import Lycosa

HOME = "http://a.example/"
FLOOD = "The flood of the river rose with the rain, and the storm flooded the towns. " * 5
MUSIC = "The band played guitar and sang a song at the concert for the whole night. " * 5


def frontier_of(links: int) -> Frontier:
    """Return a frontier with so many queued links of falling priority."""
    frontier = Frontier(Evidence((Part("worth"),)))
    for number in range(links):
        frontier.push(f"{HOME}{number}", "a.example", [1 - number / links], depth=1)
    return frontier


def visit(remaining: RemainingPages, frontier: Frontier, relevant: bool, links: range = range(0)) -> None:
    link = frontier.take(frontier.best() or 0, 0.0)
    frontier.release(link.id, 0.0)
    remaining.visited(link.id, link.priority, relevant, links)


def test_links_that_relevant_pages_show_again_and_again_are_still_to_be_found() -> None:
    frontier = frontier_of(200)
    remaining = RemainingPages(frontier)
    for _ in range(40):
        visit(remaining, frontier, relevant=True, links=range(100))
    found = remaining.estimate()
    assert found.found == 40
    assert 30 <= found.left <= 120  # sixty links of the hundred shown are left, and all so far were relevant
    assert found.low < found.left < found.high


def test_a_long_queue_of_links_that_look_good_is_held_against_experience() -> None:
    frontier = frontier_of(1020)
    remaining = RemainingPages(frontier)
    for _ in range(20):
        visit(remaining, frontier, relevant=True, links=range(1020))
    assert 20 < remaining.estimate().left < 200  # a thousand links look like the twenty that were read


def test_links_that_only_irrelevant_pages_show_promise_nothing_more() -> None:
    frontier = frontier_of(200)
    remaining = RemainingPages(frontier)
    for _ in range(10):
        visit(remaining, frontier, relevant=True, links=range(10))
    for _ in range(90):
        visit(remaining, frontier, relevant=False, links=range(200))
    assert remaining.estimate().left < 1


def test_pages_heard_of_once_tell_of_pages_never_heard_of() -> None:
    often, once = frontier_of(100), frontier_of(100)
    heard_often, heard_once = RemainingPages(often), RemainingPages(once)
    for number in range(30):
        visit(heard_often, often, relevant=True, links=range(30))
        visit(heard_once, once, relevant=True, links=range(number, number + 1))
    assert heard_once.estimate().left > heard_often.estimate().left


def test_an_estimate_says_what_is_left_and_how_sure_that_is() -> None:
    remaining = RemainingPages(frontier_of(10))
    assert "about 0 left (0 to 0), 0% found" in str(remaining.estimate())


def test_links_are_counted_once_a_page_however_many_pages_show_them(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once, in_pieces = RemainingPages(frontier := frontier_of(3000)), RemainingPages(frontier)
    for remaining, waiting in ((at_once, 10**6), (in_pieces, 100)):
        monkeypatch.setattr("lycosa.engine.remaining._SHOWN_MAX", waiting)
        for number in range(60):
            remaining.visited(number, 0.5, True, [-1, number, *range(2 * number, 2 * number + 90), number])
    assert at_once.estimate() == in_pieces.estimate()
    assert in_pieces.estimate().left > 0


@pytest.mark.parametrize("punctual", [True, False])
def test_an_estimate_is_made_every_fifty_visits_at_most(
    punctual: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []
    remaining = RemainingPages(frontier_of(10), punctual=punctual)
    monkeypatch.setattr(remaining, "estimate", lambda: made.append(1))
    visit = Visit(0, Queued(0, HOME, "a.example", 0.5, (0.5,), 1, -1), Fetched(HOME), None, None, None, 0)
    for _ in range(149):
        remaining.record(Step(visit))
    assert len(made) == (2 if punctual else 0)
    assert [remaining.now, remaining.now] == [None, None]
    assert len(made) == (2 if punctual else 1)


def flood_web(floods: int, others: int) -> dict[str, Any]:
    """A list of pages about floods, each of which shows all others, and a long tail of pages about music."""
    every = [f"/flood-{number}" for number in range(floods)]
    tail = [f"/music-{number}" for number in range(others)]
    web = {HOME: page(*every, *tail[:1], text=FLOOD)}
    web |= {f"{HOME}{url[1:]}": page(*every, text=FLOOD) for url in every}
    web |= {
        f"{HOME}{url[1:]}": page(*tail[number + 1 : number + 9], text=MUSIC)
        for number, url in enumerate(tail)
    }
    return web


def engine_of(ending: Ending) -> Engine:
    strategy = Lycosa(Topic.from_sentence("floods of rivers by rain and storms"))
    crawl = Crawl(strategy, duplicates=None)
    crawl.seed([HOME])
    engine = Engine(crawl, TinyWeb(flood_web(30, 600)), Budget(pages=600))
    engine.listeners = estimating(engine, ending)
    return engine


def test_a_crawl_until_evidence_ends_when_little_is_left_and_says_why() -> None:
    engine = engine_of(Ending("evidence"))
    assert asyncio.run(engine.run()) is Stop.EVIDENCE
    assert 100 <= engine.crawl.tally.pages < 600
    assert engine.crawl.tally.relevant >= 30


def test_a_crawl_until_its_budget_goes_on() -> None:
    assert asyncio.run(engine_of(Ending()).run()) is Stop.PAGES


def test_what_is_kept_of_a_crawl_that_has_ended_is_the_estimate_after_its_last_page() -> None:
    engine = engine_of(Ending())
    asyncio.run(engine.run())
    kept = last_outlook(engine, outlook_of(engine))
    assert engine.remaining is not None
    assert kept.remaining == engine.remaining.estimate()
    assert kept.remaining.pages == engine.crawl.tally.pages


def test_a_crawl_taken_up_knows_what_was_heard_of_before() -> None:
    frontier = frontier_of(50)
    before, after = RemainingPages(frontier), RemainingPages(frontier)
    visits = []
    for _ in range(20):
        link = frontier.take(frontier.best() or 0, 0.0)
        frontier.release(link.id, 0.0)
        before.visited(link.id, link.priority, True, range(40))
        visits.append((link.id, link.priority))
    for number, priority in visits:
        after.visited(number, priority, True, range(40))
    assert after.estimate() == before.estimate()


@pytest.mark.parametrize("wrong", [{"until": "bored"}, {"recall": 0.0}, {"per_hundred": -1.0}])
def test_an_ending_that_cannot_be_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(LycosaError):
        Ending(**wrong)
