"""A crawl through real sockets finds what the same crawl finds in replay."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from tests.tinyweb import Notebook

from lycosa.assembly import assemble
from lycosa.config import NetworkSettings, Settings, build
from lycosa.engine import Crawl, Engine
from lycosa.fetch.replay import ReplayFetcher
from lycosa.lab.serve.authority import Authority
from lycosa.lab.serve.server import serve
from lycosa.lab.web.base import Web
from lycosa.lab.web.named import web_from
from lycosa.model import Page
from lycosa.page import analyse
from lycosa.session import Session
from lycosa.topic import topic_from


class Sight(NamedTuple):
    """What a visit came to."""

    url: str
    error: str | None
    relevant: bool
    score: float


def sights(notebook: Notebook) -> list[Sight]:
    return [
        Sight(step.visit.url, step.visit.error, step.visit.relevant, step.visit.score)
        for step in notebook.steps
    ]


def settings_for(web: Web, topic: str, pages: int, concurrency: int, **more: Any) -> Settings:
    """Describe a crawl by ten examples of a topic; it starts at three of them."""
    on_topic = sorted(web.on_topic(topic))
    drawn = [on_topic[i] for i in np.random.default_rng(0).choice(len(on_topic), 10, replace=False)]
    data = {
        "topic": {"name": topic, "examples": drawn},
        "seeds": drawn[:3],
        "strategy": "best-first",
        "budget": {"pages": pages},
        "politeness": {"delay_s": 0.0, "address_delay_s": 0.0, "requests_per_host": concurrency},
        "work": {"concurrency": concurrency},
        "find_duplicates": False,
        **more,
    }
    return build(Settings, data, "test")


def replayed(web: Web, settings: Settings) -> list[Sight]:
    """Crawl a web in replay, as the laboratory does."""
    fetcher = ReplayFetcher(web)

    def read(url: str) -> Page | None:
        page = analyse(asyncio.run(fetcher.fetch(url)))
        return page if isinstance(page, Page) else None

    topic = replace(topic_from(settings.topic, read), seeds=settings.seeds)
    strategy = assemble(settings.strategy.for_crawl(), topic, settings.random_seed)
    crawl = Crawl(strategy, duplicates=None)
    crawl.seed(settings.seeds)
    notebook = Notebook()
    asyncio.run(Engine(crawl, fetcher, settings.budget, listeners=[notebook]).run())
    return sights(notebook)


def live(web: Web, settings: Settings, folder: Path) -> list[Sight]:
    """Serve a web on loopback and crawl it."""

    async def run() -> list[Sight]:
        authority, ca_file = Authority(), folder / "authority.pem"
        authority.save(ca_file)
        async with serve(web, tls=authority.context()) as served:
            network = NetworkSettings(resolve=(f"*:127.0.0.1:{served.port}",), ca_file=str(ca_file))
            notebook = Notebook()
            session = Session(replace(settings, network=network), folder / "crawl", [notebook])
            async for _ in session.steps():
                pass
        return sights(notebook)

    return asyncio.run(run())


def harvest(web: Web, topic: str, found: list[Sight]) -> float:
    """Return the share of the pages read that have the topic's label."""
    on_topic = web.on_topic(topic)
    read = [sight.url in on_topic for sight in found if sight.error is None and web.page(sight.url)]
    return sum(read) / len(read)


def test_one_request_at_a_time_takes_the_same_way_as_replay(tmp_path: Path) -> None:
    web = web_from("synth")
    settings = settings_for(web, "rainstorm", pages=300, concurrency=1)
    assert live(web, settings, tmp_path) == replayed(web, settings)


@pytest.mark.slow
def test_real_web_is_crawled_in_the_same_order_as_in_replay(shared: Path, tmp_path: Path) -> None:
    web = web_from(str(shared / "webs" / "wpcd"))
    settings = settings_for(web, "Science.Biology.Birds", pages=500, concurrency=1)
    assert live(web, settings, tmp_path) == replayed(web, settings)


@pytest.mark.slow
@pytest.mark.parametrize("delay_s", [0.0, 0.2])
def test_a_short_live_crawl_with_the_usual_slots_is_as_focused_as_replay(
    delay_s: float, shared: Path, tmp_path: Path
) -> None:
    web, topic = web_from(str(shared / "webs" / "asfweb")), "topic:database"
    alone = harvest(web, topic, replayed(web, settings_for(web, topic, 100, concurrency=1)))
    polite = {"delay_s": delay_s, "address_delay_s": 0.0, "requests_per_host": 1}
    settings = settings_for(web, topic, 100, concurrency=64, politeness=polite)
    assert harvest(web, topic, live(web, settings, tmp_path)) >= 0.9 * alone


@pytest.mark.slow
def test_many_requests_at_once_harvest_as_much_as_replay(shared: Path, tmp_path: Path) -> None:
    web = web_from(str(shared / "webs" / "asfweb"))
    topic, pages = "topic:database", 1500
    alone = harvest(web, topic, replayed(web, settings_for(web, topic, pages, concurrency=1)))
    at_once = harvest(web, topic, live(web, settings_for(web, topic, pages, concurrency=64), tmp_path))
    assert abs(at_once - alone) < 0.02
