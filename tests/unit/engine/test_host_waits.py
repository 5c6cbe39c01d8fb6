"""Why a host is not asked just now, in words."""

from __future__ import annotations

from lycosa import Topic
from lycosa.engine import Crawl
from lycosa.engine.pacing.host_waits import host_waits
from lycosa.engine.pacing.pace import PolitePace
from lycosa.engine.pacing.politeness import Politeness
from lycosa.errors import Kind
from lycosa.frontier import Frontier
from lycosa.model import Fetched
from lycosa.strategy.bfs import BreadthFirst


def crawl_of(asked_s: float | None = None) -> Crawl:
    strategy = BreadthFirst(Topic.from_keywords(["flood"]))
    pace = PolitePace(Politeness(delay_s=1.0), lambda url: asked_s)
    frontier = Frontier(strategy.evidence, delay_s=1.0, max_active=1)
    crawl = Crawl(strategy, frontier, pace=pace)
    crawl.seed([f"http://a.test/{number}" for number in range(5)])
    return crawl


def told(crawl: Crawl, now: float) -> list[str]:
    return [str(wait) for wait in host_waits(crawl, now)]


def answer(crawl: Crawl, fetched: Fetched | None = None, now: float = 0.0) -> None:
    link = crawl.next(now)
    assert link is not None
    crawl.settle(link, fetched or Fetched(link.url, 404, error=Kind.HTTP_CLIENT), None, now)


def test_a_host_that_is_ready_waits_for_nothing() -> None:
    assert told(crawl_of(), 0.0) == []


def test_a_request_under_way_is_waited_for() -> None:
    crawl = crawl_of()
    crawl.next(0.0)
    assert told(crawl, 0.0) == ["answer under way"]


def test_a_crawl_delay_is_named_with_the_time_left() -> None:
    crawl = crawl_of(asked_s=10.0)
    answer(crawl)
    assert told(crawl, 3.0) == ["Crawl-delay 10 s, next in 7 s"]


def test_our_own_rest_is_named_where_nobody_asks_for_more() -> None:
    crawl = crawl_of()
    answer(crawl)
    assert told(crawl, 0.0) == ["rests 1 s between requests, next in 1 s"]


def test_a_slow_host_rests_longer() -> None:
    crawl = crawl_of()
    answer(crawl, Fetched("http://a.test/0", 404, error=Kind.HTTP_CLIENT, elapsed_s=4.0))
    assert told(crawl, 0.0) == ["slow to answer, rests longer, next in 8 s"]


def test_a_host_that_fails_is_tried_later() -> None:
    crawl = crawl_of()
    answer(crawl, Fetched("http://a.test/0", error=Kind.CONNECT_TIMEOUT))
    assert told(crawl, 0.0) == ["failed once, next in 5 s"]
    answer(crawl, Fetched("http://a.test/0", error=Kind.CONNECT_TIMEOUT), now=5.0)
    assert told(crawl, 5.0) == ["failed 2 times, next in 10 s"]


def test_the_best_links_are_named_though_their_host_rests() -> None:
    crawl = crawl_of()
    answer(crawl)
    assert crawl.frontier.top(3) == []
    assert crawl.frontier.top(3, resting=True) == [1, 2, 3]
