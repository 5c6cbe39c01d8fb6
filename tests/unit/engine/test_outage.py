"""An outage is not the end of the web: what a crawl loses, says and does when nothing answers."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.tinyweb import Notebook, TinyWeb, page
from tests.virtual_time import run_virtual

from lycosa import Kind, Topic
from lycosa.engine import Crawl, Engine, Retries, Stop, Work
from lycosa.fetch.base import Fetcher
from lycosa.fetch.dns import Resolver
from lycosa.fetch.robots_cache import RobotsCache, RobotsFetcher
from lycosa.frontier import Frontier
from lycosa.model import Fetched
from lycosa.store import Store, read_state
from lycosa.strategy.bfs import BreadthFirst
from lycosa.url import host_of

HOURS = 3600.0
Clock = Callable[[], float]


def many_hosts(hosts: int = 20, pages: int = 8) -> TinyWeb:
    """Return hosts whose pages link to the next page and to the next host."""
    web: dict[str, str | int | Kind] = {}
    for host in range(hosts):
        for number in range(pages):
            links = [f"http://h{host}.test/{number + 1}"] if number + 1 < pages else []
            web[f"http://h{host}.test/{number}"] = page(*links, f"http://h{(host + 1) % hosts}.test/0")
    return TinyWeb(web)


class Faulty:
    """A web of which some hosts cannot be reached at some times."""

    def __init__(self, web: TinyWeb, clock: Clock, away: Callable[[str, float], Kind | None]) -> None:
        self.web = web
        self.clock = clock
        self.away = away
        self.missed: list[tuple[float, str]] = []

    async def fetch(self, url: str, **_: str) -> Fetched:
        kind = self.away(host_of(url), self.clock())
        if kind is None:
            return await self.web.fetch(url)
        self.missed.append((self.clock(), url))
        return Fetched(url, error=kind)

    async def close(self) -> None:
        pass


class Listening(Notebook):
    """Hears what concerns the whole crawl too."""

    def __init__(self) -> None:
        super().__init__()
        self.notices: list[tuple[str, str]] = []

    def note(self, kind: str, text: str) -> None:
        self.notices.append((kind, text))


def run(
    web: TinyWeb,
    away: Callable[[str, float], Kind | None],
    *,
    retries: Retries | None = None,
    concurrency: int = 8,
    seeds: tuple[str, ...] = ("http://h0.test/0",),
    delay_s: float = 1.0,
) -> tuple[Listening, Engine, Faulty, float]:
    """Crawl a faulty web to the end, in virtual time."""

    async def main(clock: Clock) -> tuple[Listening, Engine, Faulty, float]:
        listening, faulty = Listening(), Faulty(web, clock, away)
        strategy = BreadthFirst(Topic.from_keywords(["flood"]))
        crawl = Crawl(
            strategy,
            Frontier(strategy.evidence, delay_s=delay_s, max_active=1),
            retries=retries,
            duplicates=None,
        )
        crawl.seed(seeds)
        engine = Engine(crawl, faulty, work=Work(concurrency), listeners=[listening], clock=clock)
        await engine.run()
        return listening, engine, faulty, clock()

    return run_virtual(main)


@pytest.mark.parametrize(
    "kind", [Kind.CONNECT_FAILED, Kind.DNS_FAILED, Kind.DNS_TIMEOUT, Kind.CONNECT_TIMEOUT]
)
@pytest.mark.parametrize("lasts_s", [30.0, 49.0, 900.0])
def test_an_outage_of_the_whole_network_costs_no_page(kind: Kind, lasts_s: float) -> None:
    web = many_hosts()
    heard, engine, _, ended = run(web, lambda _, now: kind if 5.0 <= now < 5.0 + lasts_s else None)
    assert sorted(heard.visited) == sorted(web.pages)
    assert engine.stopped is Stop.EXHAUSTED
    assert ended < lasts_s + 180


def test_an_outage_at_the_very_start_costs_no_page() -> None:
    web = many_hosts(4, 3)
    heard, *_ = run(web, lambda _, now: Kind.DNS_FAILED if now < 49.0 else None)
    assert sorted(heard.visited) == sorted(web.pages)


def test_an_outage_without_any_retries_costs_no_page() -> None:
    web = many_hosts()
    away = Kind.CONNECT_FAILED
    heard, *_ = run(web, lambda _, now: away if 5 <= now < 54 else None, retries=Retries(limit=0))
    assert sorted(heard.visited) == sorted(web.pages)


def test_names_that_cannot_be_looked_up_while_known_hosts_answer_cost_no_page() -> None:
    web = many_hosts()
    known = {"h0.test", "h1.test", "h2.test", "h3.test"}
    heard, *_ = run(web, lambda host, now: Kind.DNS_FAILED if now < 35 and host not in known else None)
    assert sorted(heard.visited) == sorted(web.pages)


def test_the_crawl_says_that_it_pauses_and_that_it_goes_on() -> None:
    heard, *_ = run(many_hosts(), lambda _, now: Kind.CONNECT_FAILED if 5 <= now < 105 else None)
    assert [kind for kind, _ in heard.notices] == ["outage", "outage over"]
    assert "paused" in heard.notices[0][1]


def test_few_requests_are_made_in_vain_while_nothing_answers() -> None:
    _, _, faulty, _ = run(many_hosts(), lambda _, now: Kind.CONNECT_FAILED if 5 <= now < 1805 else None)
    late = [at for at, _ in faulty.missed if at > 120]
    assert len(late) < 40
    assert len({url for at, url in faulty.missed if at > 60}) > 3


def test_a_short_outage_leaves_no_trace_in_the_failures_of_hosts() -> None:
    _, engine, _, _ = run(many_hosts(), lambda _, now: Kind.CONNECT_FAILED if 5 <= now < 54 else None)
    assert engine.crawl.gate.closed("h0.test") is None
    assert engine.crawl.tally.reasons[Kind.HOST_PARKED] == 0


def test_one_dead_host_among_many_is_no_outage_and_holds_nobody_up() -> None:
    web = many_hosts()
    heard, _, _, _ = run(web, lambda host, _: Kind.CONNECT_FAILED if host == "h3.test" else None)
    assert heard.notices == []
    assert len(heard.visited) == 3 * 8  # h0 to h2: the others are only linked from behind it


def test_a_crawl_that_is_left_with_hosts_that_never_answer_ends_and_says_so() -> None:
    web = TinyWeb({"http://a.test/": page("http://dead.test/x")})
    heard, engine, faulty, ended = run(
        web, lambda host, _: Kind.CONNECT_FAILED if host == "dead.test" else None, seeds=("http://a.test/",)
    )
    assert heard.visited == ["http://a.test/"]
    assert engine.stopped is Stop.UNREACHABLE
    assert 600 <= ended < 700
    assert 3 < len(faulty.missed) < 20
    assert len(engine.crawl.frontier) == 1  # to be asked for when the crawl is resumed


def test_a_crawl_whose_only_host_is_down_from_the_start_ends_and_says_so() -> None:
    _, engine, _, ended = run(many_hosts(1, 3), lambda *_: Kind.CONNECT_FAILED)
    assert engine.stopped is Stop.UNREACHABLE
    assert 600 <= ended < 700


def test_a_crawl_whose_only_host_goes_away_waits_an_hour() -> None:
    web = many_hosts(1, 6)
    heard, engine, _, ended = run(web, lambda _, now: Kind.CONNECT_FAILED if now > 2.5 else None)
    assert engine.stopped is Stop.UNREACHABLE
    assert HOURS <= ended < HOURS + 120
    assert [kind for kind, _ in heard.notices] == ["outage"]


def test_a_crawl_whose_only_host_comes_back_has_all_its_pages() -> None:
    web = many_hosts(1, 6)
    heard, engine, _, _ = run(web, lambda _, now: Kind.CONNECT_FAILED if 2.5 < now < 1500 else None)
    assert len(heard.visited) == 6
    assert engine.stopped is Stop.EXHAUSTED


def test_a_host_is_given_up_only_after_hours_of_tries_that_lie_apart() -> None:
    web = TinyWeb({f"http://busy.test/{n}": page(f"http://busy.test/{n + 1}") for n in range(300)})
    _, engine, faulty, _ = run(
        web,
        lambda host, _: Kind.CONNECT_FAILED if host == "dead.test" else None,
        seeds=("http://busy.test/0", "http://dead.test/0", "http://dead.test/1"),
        delay_s=100.0,
    )
    times = [at for at, _ in faulty.missed]
    assert engine.crawl.gate.closed("dead.test") is Kind.HOST_PARKED
    assert engine.stopped is Stop.EXHAUSTED
    assert times[-1] - times[0] >= 6 * HOURS
    assert len(times) < 20


def test_a_link_of_a_dead_port_does_not_hold_up_its_host_for_ever() -> None:
    web = TinyWeb({"http://a.test/": page("b", "c", "http://a.test:81/"), "http://a.test/b": page("d")})
    for name in "cd":
        web.pages[f"http://a.test/{name}"] = page()
    web.pages["http://a.test:81/"] = Kind.CONNECT_FAILED
    heard, *_ = run(web, lambda *_: None, seeds=("http://a.test/",))
    assert len(heard.visited) == 4


def test_retries_outlive_what_the_caches_remember_of_names_and_robots() -> None:
    web = many_hosts(6, 3)
    for host in range(6):
        web.pages[f"http://h{host}.test/robots.txt"] = 404

    async def main(clock: Clock) -> list[str]:
        def lookup(host: str) -> list[str]:
            if 2.0 <= clock() < 32.0:
                raise socket.gaierror(socket.EAI_AGAIN, "no name server")
            return ["192.0.2.1"]

        resolver = Resolver(lookup, clock=clock)

        class Named:
            async def fetch(self, url: str, **_: str) -> Fetched:
                found = await resolver.resolve(host_of(url))
                return Fetched(url, error=found.error) if found.error else await web.fetch(url)

            async def close(self) -> None:
                await resolver.close()

        named: Fetcher = Named()
        fetcher = RobotsFetcher(named, RobotsCache(named, "lycosa", clock=clock))
        notebook, strategy = Notebook(), BreadthFirst(Topic.from_keywords(["flood"]))
        crawl = Crawl(strategy, Frontier(strategy.evidence, delay_s=1.0, max_active=1), duplicates=None)
        crawl.seed(["http://h0.test/0"])
        await Engine(crawl, fetcher, listeners=[notebook], clock=clock).run()
        await fetcher.close()
        assert clock() < 120
        return notebook.visited

    assert len(run_virtual(main)) == 18


def test_the_tries_of_a_host_go_on_where_they_were_after_a_resume(tmp_path: Path) -> None:
    dead = "http://dead.test/x"
    at = 1_000_000.0

    def sit(started: float) -> tuple[Crawl, list[float]]:
        async def main(clock: Clock) -> tuple[Crawl, list[float]]:
            strategy = BreadthFirst(Topic.from_keywords(["flood"]))
            with Store(tmp_path, clock=lambda: at + started + clock()) as store:
                crawl = Crawl(strategy, Frontier(strategy.evidence, urls=store.urls))
                if store.begun:
                    store.resume(crawl, clock=clock)
                else:
                    store.begin(crawl, ["http://a.test/", dead])
                web = TinyWeb({"http://a.test/": page()})
                faulty = Faulty(web, clock, lambda host, _: Kind.DNS_FAILED if host == "dead.test" else None)
                engine = Engine(crawl, faulty, listeners=[store], clock=clock)
                store.finish(await engine.run())
                assert engine.stopped is Stop.UNREACHABLE or crawl.gate.closed("dead.test")
                return crawl, [when for when, _ in faulty.missed]

        return run_virtual(main)

    sit(0.0)
    crawl, missed = sit(601.0)
    assert crawl.gate.closed("dead.test") is None
    assert missed[0] > 5.0  # the spacing of the first sitting holds
    crawl, _ = sit(7 * HOURS)
    sit(7 * HOURS + 900)
    with read_state(tmp_path) as state:
        closed = state.execute("SELECT closed FROM hosts WHERE name = 'dead.test'").fetchone()
    assert closed == ("host-parked",)


def test_a_negative_or_endless_wait_is_refused_by_name() -> None:
    from lycosa.errors import LycosaError

    for value in (-1.0, float("nan"), float("inf")):
        with pytest.raises(LycosaError, match="give_up_s"):
            Retries(give_up_s=value)
