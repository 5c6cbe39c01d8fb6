from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.hostile_markup import COSTLY
from tests.tinyweb import TinyWeb, page

from lycosa import Expansion, Judgement, Kind, LycosaError, Page, Queued, Strategy, Topic
from lycosa.engine import Crawl, Gate, GateRules, Retries, Shares, Stop
from lycosa.frontier import Frontier
from lycosa.frontier.base import Evidence, Part
from lycosa.model import Fetched
from lycosa.store import Store
from lycosa.store.tables.links import readable
from lycosa.strategy.best_first import BestFirst
from lycosa.strategy.bfs import BreadthFirst
from lycosa.strategy.dfs import DepthFirst
from lycosa.strategy.fish_search import FishSearch
from lycosa.strategy.random import Random
from lycosa.strategy.shark_search import SharkSearch

TOPIC = Topic.from_keywords(["flood", "river"])
Sessions = Callable[..., Any]
A, B, C, D = (f"http://site.test/{name}" for name in "abcd")


def bfs() -> Strategy:
    return BreadthFirst(TOPIC)


class Scholar(SharkSearch):
    """Learns every title, so that its state is soon too large to be written with every step."""

    name = "scholar"

    def __init__(self, topic: Topic) -> None:
        super().__init__(topic)
        self.titles: list[str] = []

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        self.titles.append(page.title)
        return super().expand(page, judgement, link)

    def state(self) -> dict[str, Any]:
        return {**super().state(), "titles": list(self.titles), "ballast": "x" * 10_000}

    def restore(self, state: dict[str, Any]) -> None:
        super().restore(state)
        self.titles = list(state["titles"])


@pytest.mark.parametrize("kind", [BreadthFirst, DepthFirst, BestFirst, SharkSearch, FishSearch, Random])
def test_a_crawl_broken_off_again_and_again_takes_the_same_way(kind: Any, session: Sessions) -> None:
    whole, broken = session(lambda: kind(TOPIC)), session(lambda: kind(TOPIC))
    whole.sit()
    while broken.sit(steps=7) is None:
        pass
    assert [step.visit.link.url for step in broken.notebook.steps] == [
        step.visit.link.url for step in whole.notebook.steps
    ]
    assert len(whole.notebook.steps) > 50


def test_everything_in_the_database_is_the_same_after_interruptions(session: Sessions) -> None:
    whole, broken = session(lambda: SharkSearch(TOPIC)), session(lambda: SharkSearch(TOPIC))
    whole.sit(tidy=True)
    while broken.sit(steps=5) is None:
        pass
    broken.sit(tidy=True)
    whole.sit(tidy=True)
    for query in (
        "SELECT id, url, host, depth, parent, state, shown, priority, parts, visit, refused FROM link_list",
        "SELECT number, link, status, error, location, relevant, score, title, found, payload_of FROM visits",
        "SELECT * FROM edges",
        "SELECT * FROM hosts",
    ):
        assert broken.rows(query) == whole.rows(query)


def test_counts_go_on_where_they_were(session: Sessions) -> None:
    whole, broken = session(bfs), session(bfs)
    whole.sit()
    while broken.sit(steps=9) is None:
        pass
    ours, theirs = broken.crawl.tally.state(), whole.crawl.tally.state()
    assert ours.pop("stage_ns") and theirs.pop("stage_ns")
    assert ours == theirs


def test_a_link_is_not_tried_more_often_for_an_interruption(session: Sessions) -> None:
    web = TinyWeb({A: 500})
    broken = session(bfs, web)
    for _ in range(5):
        broken.sit(1, A)
    assert web.asked == [A, A, A]


def test_a_chain_of_redirects_is_not_longer_for_an_interruption(session: Sessions) -> None:
    web = TinyWeb({f"http://site.test/{i}": f"-> http://site.test/{i + 1}" for i in range(30)})
    broken = session(bfs, web)
    while broken.sit(1, "http://site.test/0") is None:
        pass
    assert broken.notebook.error_of("http://site.test/10") is Kind.TOO_MANY_REDIRECTS
    assert len(web.asked) == 11


def test_a_redirect_loop_is_seen_across_an_interruption(session: Sessions) -> None:
    web = TinyWeb({A: f"-> {B}", B: f"-> {C}", C: f"-> {A}"})
    broken = session(bfs, web)
    while broken.sit(1, A) is None:
        pass
    assert broken.notebook.error_of(C) is Kind.REDIRECT_LOOP


def test_a_host_that_has_spent_its_share_stays_closed(session: Sessions) -> None:
    web = TinyWeb({A: page("b", "c", "d"), B: page("d"), C: page(), D: page()})
    broken = session(bfs, web)
    broken.make_gate = lambda: Gate(GateRules(shares=Shares(pages_per_host=2)))
    while broken.sit(1, A) is None:
        pass
    assert web.asked == [A, B]
    assert broken.rows("SELECT url, state, refused FROM link_list ORDER BY id") == [
        (A, 2, None),
        (B, 2, None),
        (C, 3, "host-budget"),
        (D, 3, "host-budget"),
    ]


def test_a_host_in_trouble_is_still_in_trouble_after_an_interruption(session: Sessions) -> None:
    urls = [f"http://down.test/{i}" for i in range(20)]
    web = TinyWeb({A: page(*urls), **dict.fromkeys(urls, 500)})
    whole, broken = session(bfs, web), session(bfs, web)
    whole.sit(None, A)
    asked = len(web.asked)
    while broken.sit(3, A) is None:
        pass
    assert len(web.asked) == 2 * asked


def test_a_copy_is_known_as_one_across_an_interruption(session: Sessions) -> None:
    text = " ".join(f"flood{number}" for number in range(300))
    web = TinyWeb({A: page("b", "c"), B: page(text=text), C: page(text=text)})
    broken = session(bfs, web)
    while broken.sit(1, A) is None:
        pass
    assert broken.rows("SELECT error, same_as FROM visits") == [(None, None), (None, None), ("duplicate", 1)]


def test_urls_of_one_shape_stay_counted(session: Sessions) -> None:
    web = TinyWeb({A: page("1", "2", "b"), B: page("3", "4")})
    broken = session(bfs, web)
    broken.make_gate = lambda: Gate(GateRules(shares=Shares(urls_per_shape=3)))
    while broken.sit(1, A) is None:
        pass
    refused = broken.rows("SELECT url, refused FROM link_list WHERE refused IS NOT NULL")
    assert refused == [("http://site.test/4", "trap")]


def test_a_host_that_asked_for_a_pause_gets_the_rest_of_it(session: Sessions) -> None:
    broken = session(bfs, TinyWeb({A: 500}))
    broken.sit(1, A)
    with closing(sqlite3.connect(broken.folder / "state.sqlite")) as state:
        state.execute("UPDATE visits SET retry_in_s = 3600")
        state.commit()
    broken.sit(0)
    assert broken.crawl.frontier.best() is None
    assert broken.crawl.frontier.next_wakeup() is not None


def test_a_strategy_with_a_large_state_reads_the_last_pages_again(session: Sessions) -> None:
    whole, broken = session(lambda: Scholar(TOPIC)), session(lambda: Scholar(TOPIC))
    whole.sit()
    while broken.sit(steps=6) is None:
        pass
    assert broken.crawl.strategy.titles == whole.crawl.strategy.titles
    events = broken.rows("SELECT text FROM events WHERE kind = 'resume'")
    assert any("read again" in text for (text,) in events)


def test_a_tidy_end_leaves_nothing_to_read_again(session: Sessions) -> None:
    tidy = session(lambda: Scholar(TOPIC))
    tidy.sit(10, tidy=True)
    tidy.sit(0)
    events = tidy.rows("SELECT text FROM events WHERE kind = 'resume'")
    assert events == [("after 10 visits",)]


def test_another_strategy_cannot_go_on_with_a_crawl(session: Sessions) -> None:
    first = session(bfs)
    first.sit(3)
    first.make = lambda: DepthFirst(TOPIC)
    with pytest.raises(LycosaError, match="holds a crawl by bfs, not by dfs"):
        first.sit()


def test_a_strategy_that_weighs_more_than_is_on_record_cannot_go_on(session: Sessions) -> None:
    class Deeper(BreadthFirst):
        evidence = Evidence((*BreadthFirst.evidence.parts, Part("slashes", 1.0, "first")))

    first = session(bfs)
    first.sit(3)
    first.make = lambda: Deeper(TOPIC)
    with pytest.raises(LycosaError, match="another version of bfs, whose links have no 'slashes'"):
        first.sit()


def test_a_finished_crawl_resumes_to_nothing(session: Sessions) -> None:
    done = session(bfs)
    assert done.sit(tidy=True) is Stop.EXHAUSTED
    asked = list(done.web.asked)
    assert done.sit(tidy=True) is Stop.EXHAUSTED
    assert done.web.asked == asked


@pytest.mark.parametrize("concurrency", [8, 64])
def test_with_many_requests_at_once_every_page_is_still_read_once(
    concurrency: int, session: Sessions
) -> None:
    whole, broken = session(bfs), session(bfs)
    whole.sit()
    broken.concurrency = concurrency
    while broken.sit(steps=20) is None:
        pass
    assert sorted(broken.notebook.visited) == sorted(whole.notebook.visited)


def test_the_strategy_state_is_plain_json(session: Sessions) -> None:
    crawl = session(lambda: Random(TOPIC))
    crawl.sit(5)
    ((state,),) = crawl.rows("SELECT value FROM meta WHERE key = 'strategy.state'")
    assert "rng" in json.loads(state)


def test_half_a_surrogate_pair_can_be_stored() -> None:
    assert readable("a\ud800b") == "a?b"


def test_the_key_of_the_seen_set_is_random_and_kept(tmp_path: Path) -> None:
    from lycosa.store import Store

    with Store(tmp_path / "a") as first, Store(tmp_path / "b") as other:
        key = first.seen_key
        assert len(key) == 16
        assert key != other.seen_key
    with Store(tmp_path / "a") as again:
        assert again.seen_key == key


def test_a_clock_that_was_ahead_does_not_keep_a_dead_host_for_ever(session: Sessions) -> None:
    down = [f"http://down.test/{number}" for number in range(3)]
    web = TinyWeb({A: page(*down), **dict.fromkeys(down, Kind.CONNECT_FAILED)})
    crawled = session(bfs, web)
    crawled.retries = Retries(limit=2, delay_s=0.0, host_failures=2, give_up_s=20.0)
    crawled.sit(3, A)
    with closing(sqlite3.connect(crawled.folder / "state.sqlite")) as state, state:
        state.execute("UPDATE visits SET fetched_at = fetched_at + 86400")
    strategy = bfs()
    with Store(crawled.folder) as store:
        crawl = Crawl(strategy, Frontier(strategy.evidence, urls=store.urls), retries=crawled.retries)
        store.resume(crawl, clock=lambda: 100.0)
    failed = Fetched(down[0], error=Kind.CONNECT_FAILED)
    assert not crawl.faults.gives_up("down.test", failed, now=110.0)
    assert crawl.faults.gives_up("down.test", failed, now=121.0)


def test_costly_pages_of_a_host_are_counted_over_a_resume(session: Sessions) -> None:
    costly = [f"http://costly.test/{number}" for number in range(6)]
    web = TinyWeb({A: page(*costly), **dict.fromkeys(costly, COSTLY["html-attributes"])})
    crawled = session(bfs, web)
    crawled.retries = Retries(limit=0, costly_pages=3)
    crawled.sit(3, A)
    crawled.sit()
    assert crawled.rows("SELECT count(*) FROM visits WHERE error = 'page-too-costly'") == [(3,)]
    assert crawled.rows("SELECT closed FROM hosts WHERE name = 'costly.test'") == [("trap",)]
