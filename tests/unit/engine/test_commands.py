"""What people ask of a crawl at work: it pauses, goes on, stops, and takes in seeds, bans and budgets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from tests.tinyweb import Notebook, TinyWeb, page
from tests.virtual_time import run_virtual

from lycosa import Topic
from lycosa.engine import Budget, Crawl, Engine, Stop, Work
from lycosa.engine.commands import NOT_RUNNING, Command, CommandTaker, Keeper
from lycosa.errors import Kind
from lycosa.strategy.bfs import BreadthFirst

HOST = "http://a.test"


class Record:
    """Orders in memory."""

    def __init__(self, *orders: tuple[str, str]) -> None:
        self.waiting = [Command(number, *order) for number, order in enumerate(orders)]
        self.outcomes: dict[str, str] = {}

    def give(self, order: str, value: str = "") -> None:
        self.waiting.append(Command(len(self.waiting) + len(self.outcomes), order, value))

    def pending(self) -> list[Command]:
        return list(self.waiting)

    def done(self, command: int, outcome: str) -> None:
        (found,) = [one for one in self.waiting if one.id == command]
        self.waiting.remove(found)
        self.outcomes[found.order] = outcome

    def answers_wait(self) -> bool:
        return False


class Slowly(TinyWeb):
    """Takes a second for every answer."""

    async def fetch(self, url: str) -> Any:
        await asyncio.sleep(1.0)
        return await super().fetch(url)


class Trial:
    """A crawl in virtual time, with orders."""

    def __init__(self, clock: Callable[[], float], budget: Budget | None = None) -> None:
        pages = {f"{HOST}/{number}": page(f"{HOST}/{number + 1}") for number in range(100)}
        self.clock = clock
        self.web = Slowly({**pages, "http://b.test/": page(), "http://www.b.test/": page()})
        self.record = Record()
        self.notebook = Notebook()
        self.kept: dict[str, Any] = {}
        crawl = Crawl(BreadthFirst(Topic.from_keywords(["flood"])))
        crawl.seed([f"{HOST}/0"])
        self.engine = Engine(crawl, self.web, budget, Work(2), listeners=[self.notebook], clock=clock)
        self.taker = CommandTaker(self.engine, self.record, Keeper(*(self._keep(n) for n in Keeper._fields)))

    def _keep(self, name: str) -> Callable[[Any], None]:
        return lambda value: self.kept.update({name: value})

    def order(self, name: str, value: str = "") -> str:
        self.record.give(name, value)
        self.taker.take()
        return self.record.outcomes[name]

    async def run(self, people: Coroutine[Any, Any, None]) -> Stop:
        task = asyncio.create_task(people)
        stop = await asyncio.wait_for(self.engine.run(), 10_000)
        await task
        return stop


def test_a_paused_crawl_asks_for_nothing_and_does_not_end() -> None:
    async def main(clock: Callable[[], float]) -> None:
        trial = Trial(clock, Budget(6))

        async def people() -> None:
            await asyncio.sleep(2.5)
            trial.order("pause")
            await asyncio.sleep(2.0)
            asked = len(trial.web.asked)
            assert trial.engine.outlook().paused
            await asyncio.sleep(5_000.0)
            assert len(trial.web.asked) == asked
            trial.order("resume")

        assert await trial.run(people()) is Stop.PAGES
        assert len(trial.notebook.visited) == 6

    run_virtual(main)


def test_a_pause_does_not_spend_a_time_budget() -> None:
    async def main(clock: Callable[[], float]) -> None:
        trial = Trial(clock, Budget(seconds=10.0))

        async def people() -> None:
            await asyncio.sleep(4.2)
            trial.order("pause")
            await asyncio.sleep(100.0)
            assert trial.engine.outlook().ends_in_s == pytest.approx(5.8)
            trial.order("resume")

        assert await trial.run(people()) is Stop.TIME
        assert clock() == pytest.approx(110.0, abs=1.5)
        assert 9 <= len(trial.notebook.visited) <= 11

    run_virtual(main)


def test_a_paused_crawl_can_be_stopped() -> None:
    async def main(clock: Callable[[], float]) -> None:
        trial = Trial(clock)

        async def people() -> None:
            await asyncio.sleep(1.5)
            trial.order("pause")
            await asyncio.sleep(10.0)
            trial.order("stop")

        assert await trial.run(people()) is Stop.INTERRUPTED

    run_virtual(main)


def test_a_raised_budget_is_spent_and_kept() -> None:
    async def main(clock: Callable[[], float]) -> None:
        trial = Trial(clock, Budget(3))

        async def people() -> None:
            await asyncio.sleep(0.5)
            assert trial.order("budget", "7") == "7 pages"

        assert await trial.run(people()) is Stop.PAGES
        assert len(trial.notebook.visited) == 7
        assert trial.kept["budget"] == Budget(7)

    run_virtual(main)


def test_a_seed_is_queued_kept_and_visited() -> None:
    async def main(clock: Callable[[], float]) -> None:
        trial = Trial(clock, Budget(5))

        async def people() -> None:
            await asyncio.sleep(0.5)
            assert trial.order("seed", "http://b.test") == "queued"
            assert [found.link.url for found in trial.kept["seeded"]] == ["http://b.test/"]
            assert trial.order("seed", "http://b.test/") == "known already"
            assert trial.order("seed", "javascript:alert(1)").startswith("refused: ")

        await trial.run(people())
        assert "http://b.test/" in trial.notebook.visited

    run_virtual(main)


@pytest.mark.parametrize("site", ["b.test", "http://b.test/some/page", "B.test"])
def test_a_banned_site_is_not_asked_nor_are_the_hosts_of_its_domain(site: str) -> None:
    async def main(clock: Callable[[], float]) -> None:
        trial = Trial(clock, Budget(6))
        trial.engine.crawl.seed(["http://b.test/", "http://www.b.test/"])
        assert trial.order("ban", site) == "b.test is closed"
        assert trial.kept["banned"] == (("b.test", Kind.OUT_OF_SCOPE),)
        await trial.run(asyncio.sleep(0))
        assert {url.split("/")[2] for url in trial.web.asked} == {"a.test"}

    run_virtual(main)


@pytest.mark.parametrize(
    ("order", "value"), [("budget", "many"), ("budget", "0"), ("ban", "/"), ("fly", ""), ("seed", "")]
)
def test_an_order_that_makes_no_sense_is_refused_and_harms_nothing(order: str, value: str) -> None:
    async def main(clock: Callable[[], float]) -> None:
        trial = Trial(clock, Budget(2))
        assert trial.order(order, value).startswith("refused: ")
        assert await trial.run(asyncio.sleep(0)) is Stop.PAGES

    run_virtual(main)


def test_orders_of_the_moment_are_forgotten_when_a_crawl_begins_and_others_are_not() -> None:
    async def main(clock: Callable[[], float]) -> None:
        trial = Trial(clock, Budget(3))
        for order, value in (("stop", ""), ("pause", ""), ("seed", "http://b.test/")):
            trial.record.give(order, value)
        trial.taker.begin()
        assert trial.record.outcomes == {"stop": NOT_RUNNING, "pause": NOT_RUNNING}
        trial.taker.take()
        assert await trial.run(asyncio.sleep(0)) is Stop.PAGES
        assert "http://b.test/" in trial.notebook.visited

    run_virtual(main)
