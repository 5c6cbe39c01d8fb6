"""Live crawls in virtual time: which links are asked for while better ones wait for their hosts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import ClassVar

import pytest

from lycosa import LycosaError, Topic
from lycosa.engine import Budget, Crawl, Engine, Outlook, Retries, Stop, Work
from lycosa.engine.pacing.pace import PolitePace
from lycosa.engine.pacing.politeness import Politeness
from lycosa.frontier import Evidence, Frontier, Part, State, View
from lycosa.lab.experiment.virtual_time import run_in_virtual_time
from lycosa.model import Expansion, Fetched, Judgement, Page, Proposal, Queued
from lycosa.strategy.bfs import BreadthFirst
from lycosa.strategy.recipe import Recipe

START = "http://start.test/"
PORTAL = "http://portal.test/"


class ByName(Recipe):
    """A link is worth what its path says: `/7` is worth 7."""

    name: ClassVar[str] = "by-name"
    evidence = Evidence((Part("named"),))

    def judge(self, page: Page) -> Judgement:
        return Judgement(True, 1.0)

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        return Expansion(tuple(Proposal(link, (worth(link.url),)) for link in page.links))


class InItsOwnWay(ByName):
    """A selector: it looks at the best, but the choice is its own."""

    def choose(self, frontier: View) -> int | None:
        return frontier.best()


def worth(url: str) -> float:
    return float(url.split("/")[3].split("-", maxsplit=1)[0] or 0)


def links(host: str, worth: float, count: int) -> list[str]:
    return [f"http://{host}.test/{worth}-{number}" for number in range(count)]


class Slow:
    """A start page with links, and empty pages behind them; every answer takes its host's time."""

    def __init__(self, *targets: str, latency_s: float = 0.1, of_host: Mapping[str, float] = {}) -> None:
        self.page = "".join(f'<p><a href="{url}">{url}</a></p>' for url in targets)
        self.latency_s = latency_s
        self.of_host = of_host
        self.asked: list[tuple[float, str]] = []
        self.under_way = self.most_under_way = 0

    async def fetch(self, url: str) -> Fetched:
        loop = asyncio.get_running_loop()
        self.asked.append((loop.time(), url))
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        try:
            latency_s = self.of_host.get(url.split("/")[2], self.latency_s)
            await asyncio.sleep(latency_s)
        finally:
            self.under_way -= 1
        body = self.page if url == START else f"<p>{url}</p>"
        return Fetched(url, 200, (("content-type", "text/html"),), body.encode(), elapsed_s=latency_s)

    async def close(self) -> None:
        pass

    def read(self, host: str) -> int:
        return sum(url.split("/")[2] == f"{host}.test" for _, url in self.asked)


def crawl(
    web: Slow,
    budget: Budget | None = None,
    strategy: Recipe | None = None,
    delay_s: float = 1.0,
    watch: Callable[[Engine], Coroutine[None, None, None]] | None = None,
    **work: float,
) -> tuple[Stop, float, Engine]:
    """Crawl in virtual time; return why and when it ended."""
    settings = Work(**{"concurrency": 8, **work})  # type: ignore[arg-type]

    async def run() -> tuple[Stop, float, Engine]:
        recipe = strategy or ByName(Topic.from_keywords(["flood"]))
        frontier = Frontier(recipe.evidence, None, delay_s, 1, settings.longest_hold_s)
        pace = PolitePace(Politeness(delay_s=delay_s), lambda url: None)
        deciding = Crawl(recipe, frontier, retries=Retries(limit=0), pace=pace, duplicates=None)
        deciding.seed([START])
        loop = asyncio.get_running_loop()
        engine = Engine(deciding, web, budget, settings, clock=loop.time)
        watching = asyncio.create_task(watch(engine)) if watch else None
        stop, ended = await engine.run(), loop.time()
        if watching is not None:
            await watching
        return stop, ended, engine

    return run_in_virtual_time(run())


def mixed() -> Slow:
    """Forty good links on one host, ten poor ones on each of eight others."""
    poor = [url for number in range(8) for url in links(f"poor{number}", 1, 10)]
    return Slow(*links("good", 9, 40), *poor)


def test_slots_stay_free_while_the_host_with_the_better_links_rests() -> None:
    web = mixed()
    crawl(web, Budget(31))
    assert web.read("good") == 30


def test_without_patience_every_slot_is_busy() -> None:
    web = mixed()
    crawl(web, Budget(31), patience=0.0)
    assert web.read("good") < 8


def test_who_has_many_pages_left_need_not_wait() -> None:
    patient, busy = mixed(), mixed()
    _, took_s, _ = crawl(patient, Budget(121))
    _, least_s, _ = crawl(busy, Budget(121), patience=0.0)
    assert took_s < 1.1 * least_s


def test_a_short_queue_is_not_taken_whole_however_many_pages_are_left() -> None:
    web = mixed()
    crawl(web, Budget(10_000))
    hosts = [url.split("/")[2] for _, url in web.asked[1:]]
    first_poor = next(place for place, host in enumerate(hosts) if host != "good.test")
    assert first_poor >= 25


def test_strict_patience_asks_for_nothing_but_the_best() -> None:
    web = Slow(*links("a", 9, 3), *links("b", 8, 3), *links("c", 7, 3))
    crawl(web, Budget(10), patience=1.0)
    order = [worth(url) for _, url in web.asked[1:]]
    assert order == sorted(order, reverse=True)


def test_equally_good_links_never_wait_for_each_other() -> None:
    web = Slow(*(url for number in range(20) for url in links(f"h{number}", 5, 5)))
    crawl(web, concurrency=20)
    assert web.most_under_way == 20


def test_without_a_page_budget_links_far_worse_than_the_best_wait() -> None:
    web = mixed()
    crawl(web)
    last_good = max(at for at, url in web.asked if "good" in url)
    assert not [url for at, url in web.asked if "poor" in url and at < last_good - 5]


def test_a_byte_budget_says_how_many_pages_are_left() -> None:
    assert Budget(body_bytes=1000).pages_left(pages=3, body_bytes=400) == pytest.approx(4.5)
    assert Budget(pages=10, body_bytes=1000).pages_left(pages=8, body_bytes=400) == 2
    assert Budget(seconds=9.0).pages_left(pages=3, body_bytes=400) is None


def test_a_time_budget_loosens_patience_as_far_as_the_page_budget_needs() -> None:
    tight, loose = mixed(), mixed()
    stop, _, _ = crawl(tight, Budget(31, seconds=15.0))
    assert stop is Stop.PAGES
    assert 10 <= tight.read("good") < 30
    stop, _, _ = crawl(loose, Budget(31, seconds=120.0))
    assert stop is Stop.PAGES
    assert loose.read("good") == 30


def test_a_selector_keeps_its_own_choice() -> None:
    web = mixed()
    crawl(web, Budget(31), InItsOwnWay(Topic.from_keywords(["flood"])))
    assert web.read("good") < 8


def test_breadth_first_keeps_every_slot_busy() -> None:
    web = Slow(*(url for number in range(9) for url in links(f"h{number}", number, 2)))
    crawl(web, Budget(19), BreadthFirst(Topic.from_keywords(["flood"])))
    assert web.most_under_way == 8


def test_a_host_that_never_answers_holds_the_crawl_no_longer_than_the_bound() -> None:
    web = Slow(*links("dead", 9, 50), *links("b", 1, 10), *links("c", 1, 10), of_host={"dead.test": 5000.0})
    crawl(web, Budget(22), longest_hold_s=30.0)
    others = [at for at, url in web.asked[1:] if "dead" not in url]
    assert len(others) == 20
    assert others[0] == pytest.approx(30, abs=1)
    assert others[-1] < 30 + 15


def test_a_host_that_rests_for_longer_than_the_bound_is_not_waited_for() -> None:
    web = Slow(*links("slow", 9, 50), *links("b", 1, 10), of_host={"slow.test": 20.0})
    stop, took_s, _ = crawl(web, Budget(11), longest_hold_s=30.0)
    assert stop is Stop.PAGES
    # 20 s for an answer, then 40 s of rest that nobody waits for
    assert web.read("slow") == 1
    assert took_s < 20 + 1 + 15


class Watching:
    """Asks for the outlook again and again."""

    def __init__(self) -> None:
        self.seen: list[Outlook] = []

    async def watch(self, engine: Engine) -> None:
        while engine.stopped is None:
            self.seen.append(engine.outlook())
            await asyncio.sleep(0.3)


def test_people_see_which_hosts_are_waited_for_and_when_the_crawl_will_end() -> None:
    watching = Watching()
    crawl(mixed(), Budget(31), watch=watching.watch)
    waiting = [outlook for outlook in watching.seen if outlook.awaited]
    middle = len(waiting) // 2
    one = waiting[middle]
    assert [host.host for host in one.awaited] == ["good.test"]
    assert one.awaited[0].better == one.better > 10
    assert one.level is not None
    assert one.level < one.better
    assert one.ends_in_s == pytest.approx((len(waiting) - middle) * 0.3, rel=0.2)
    times = [host.ready_in_s for outlook in waiting for host in outlook.awaited]
    assert None in times  # an answer is under way
    assert 0.5 < max(time for time in times if time is not None) <= 1.0


def test_nothing_is_waited_for_while_every_slot_is_busy() -> None:
    watching = Watching()
    crawl(mixed(), Budget(31), patience=0.0, watch=watching.watch)
    assert not [outlook for outlook in watching.seen if outlook.awaited or outlook.better]


def test_a_crawl_that_holds_does_not_end() -> None:
    web = Slow(*links("good", 9, 3), *links("b", 1, 3))
    stop, _, engine = crawl(web, patience=1.0)
    assert stop is Stop.EXHAUSTED
    assert engine.crawl.tally.pages == 7


def test_a_crawl_stopped_while_it_holds_loses_no_link() -> None:
    web = mixed()
    stop, _, engine = crawl(web, Budget(seconds=5.05), patience=1.0)
    assert stop is Stop.TIME
    assert engine.crawl.passed_over is not None
    rows = next(engine.crawl.frontier.rows())
    assert len(rows.urls) == 1 + 40 + 80
    assert sum(rows.states == State.DONE) == engine.crawl.tally.pages
    assert sum(rows.states != State.DONE) == 121 - engine.crawl.tally.pages


@pytest.mark.parametrize("patience", [-0.1, 1.5])
def test_patience_outside_its_range_is_refused(patience: float) -> None:
    with pytest.raises(LycosaError, match="patience is"):
        Work(patience=patience)
