"""What `resume --reopen` brings back, and what it leaves closed."""

from __future__ import annotations

from collections.abc import Callable

from tests.tinyweb import TinyWeb, page

from lycosa import Kind, Topic
from lycosa.engine import Crawl, Engine, Retries, Shares, Stop
from lycosa.engine.links.gate import Gate, GateRules
from lycosa.frontier import Frontier
from lycosa.store import Store
from lycosa.strategy.bfs import BreadthFirst

from .conftest import Session

SEED = "http://a.test/"
DOWN = [f"http://down.test/{number}" for number in range(6)]


def broken() -> TinyWeb:
    return TinyWeb({SEED: page(*DOWN, "late"), "http://a.test/late": page("http://down.test/late")})


async def run(session: Session, *, reopens: bool) -> tuple[Crawl, Stop]:
    strategy = BreadthFirst(Topic.from_keywords(["flood"]))
    with Store(session.folder) as store:
        crawl = Crawl(
            strategy,
            Frontier(strategy.evidence, urls=store.urls),
            Gate(GateRules(shares=Shares(pages_per_host=20))),
            Retries(limit=0, delay_s=0.0, host_failures=2, give_up_s=0.0),
            duplicates=None,
        )
        if store.begun:
            store.resume(crawl, reopens=reopens)
        else:
            store.begin(crawl, [SEED])
        stop = await Engine(crawl, session.web, listeners=[store, session.notebook]).run()
        store.finish(stop)
        return crawl, stop


async def test_hosts_given_up_and_all_their_links_come_back(session: Callable[..., Session]) -> None:
    web = broken()
    web.pages |= dict.fromkeys(DOWN, Kind.CONNECT_FAILED)
    crawled = session(lambda: None, web)
    crawl, _ = await run(crawled, reopens=False)
    assert crawl.gate.closed("down.test") is Kind.HOST_PARKED
    web.pages |= {url: page() for url in [*DOWN, "http://down.test/late"]}
    _, _ = await run(crawled, reopens=False)
    assert not [url for url in crawled.notebook.visited if "down" in url]
    await run(crawled, reopens=True)
    assert sorted(url for url in crawled.notebook.visited if "down" in url) == sorted(
        [*DOWN, "http://down.test/late"]
    )
    told = crawled.rows("SELECT text FROM events WHERE kind = 'reopen'")
    assert [text.split(" links")[0].split(" and ")[0] for (text,) in told] == ["1 hosts"]


async def test_a_reopened_crawl_asks_for_no_page_twice(session: Callable[..., Session]) -> None:
    web = broken()
    web.pages |= dict.fromkeys(DOWN, 503)
    crawled = session(lambda: None, web)
    await run(crawled, reopens=False)
    web.pages |= {url: page() for url in [*DOWN, "http://down.test/late"]}
    await run(crawled, reopens=True)
    assert len(crawled.notebook.visited) == len(set(crawled.notebook.visited)) == 9


async def test_a_host_that_fails_again_is_given_up_again(session: Callable[..., Session]) -> None:
    web = broken()
    web.pages |= dict.fromkeys(DOWN, Kind.CONNECT_FAILED)
    crawled = session(lambda: None, web)
    await run(crawled, reopens=False)
    crawl, stop = await run(crawled, reopens=True)
    assert crawl.gate.closed("down.test") is Kind.HOST_PARKED
    assert stop is Stop.EXHAUSTED


async def test_a_host_whose_share_is_spent_stays_closed(session: Callable[..., Session]) -> None:
    web = TinyWeb({SEED: page(*(f"http://a.test/{n}" for n in range(40)))})
    web.pages |= {f"http://a.test/{n}": page() for n in range(40)}
    crawled = session(lambda: None, web)
    await run(crawled, reopens=False)
    crawl, _ = await run(crawled, reopens=True)
    assert crawl.gate.closed("a.test") is Kind.HOST_BUDGET
    assert len(crawled.notebook.visited) == 20
