"""A web with everything in it, and crawls of it that can be broken off anywhere."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.tinyweb import Notebook, TinyWeb, page

from lycosa import Kind, Strategy
from lycosa.engine import Budget, Crawl, Engine, Retries, Stop, Work
from lycosa.engine.links.gate import Gate
from lycosa.frontier import Frontier
from lycosa.store import Keep, Store, read_state

SEED = "http://h0.test/0"


def wild_web(pages: int = 80, hosts: int = 4) -> TinyWeb:
    """Return pages that link to each other at random, some of them redirects, errors or copies."""
    rng = random.Random(5)
    urls = [f"http://h{number % hosts}.test/{number}" for number in range(pages)]
    web: dict[str, str | int | Kind] = {}
    for number, url in enumerate(urls):
        links = [f"{rng.choice(urls)}|{rng.choice(['flood', 'river', 'cheese'])}" for _ in range(8)]
        web[url] = page(
            *links, text=rng.choice(["flood water", "bread cheese", "river"]), title=f"Page {number}"
        )
    for number in range(7, pages, 9):
        web[urls[number]] = f"-> {urls[(number * 5 + 1) % pages]}"
    for number in range(5, pages, 11):
        web[urls[number]] = rng.choice([404, 500, Kind.TLS, Kind.CONNECT_TIMEOUT])
    for number in range(10, pages, 12):
        web[urls[number]] = page(urls[1], urls[2], text="the same everywhere")
    return TinyWeb(web)


class Session:
    """One crawl in one folder, in as many sittings as a test likes."""

    def __init__(
        self, folder: Path, make: Callable[[], Strategy], web: TinyWeb, keep: Keep | None = None
    ) -> None:
        self.folder = folder
        self.make = make
        self.web = web
        self.keep = keep
        self.make_gate: Callable[[], Gate] = Gate
        self.retries = Retries(limit=2, delay_s=0.0, give_up_s=0.0)
        self.concurrency = 1
        self.notebook = Notebook()
        self.crawl: Crawl | None = None

    def sit(self, steps: int | None = None, *seeds: str, tidy: bool = False) -> Stop | None:
        """Begin or resume, take so many steps, and leave without a word unless `tidy`."""
        strategy = self.make()
        with Store(self.folder, self.keep) as store:
            frontier = Frontier(strategy.evidence, urls=store.urls)
            self.crawl = Crawl(strategy, frontier, self.make_gate(), self.retries)
            if store.begun:
                store.resume(self.crawl)
            else:
                store.begin(self.crawl, seeds or [SEED])
            work = Work(self.concurrency)
            engine = Engine(self.crawl, self.web, Budget(None), work, listeners=[store, self.notebook])
            asyncio.run(_walk(engine, steps))
            if tidy:
                store.finish(engine.stopped or Stop.INTERRUPTED)
            return engine.stopped

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Return what a reader sees."""
        with closing(read_state(self.folder)) as state:
            return state.execute(query).fetchall()


async def _walk(engine: Engine, steps: int | None) -> None:
    walk = engine.steps()
    try:
        if steps == 0:
            return
        taken = 0
        async for _ in walk:
            taken += 1
            if taken == steps:
                break
    finally:
        await walk.aclose()


@pytest.fixture
def web() -> TinyWeb:
    return wild_web()


@pytest.fixture
def session(tmp_path: Path, web: TinyWeb) -> Callable[..., Session]:
    """Return a maker of sessions, each in a folder of its own."""
    made: list[Session] = []

    def make(
        strategy: Callable[[], Strategy], on: TinyWeb | None = None, keep: Keep | None = None
    ) -> Session:
        made.append(Session(tmp_path / f"crawl-{len(made)}", strategy, on or web, keep))
        return made[-1]

    return make
