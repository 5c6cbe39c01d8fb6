"""Cycles are looked for less often while a crawl is at work, and as before when it is over."""

from __future__ import annotations

import asyncio
import gc
from contextlib import ExitStack

from tests.tinyweb import TinyWeb, page

from lycosa.engine import Crawl, Engine
from lycosa.engine.collector import calm_collector
from lycosa.strategy.bfs import BreadthFirst
from lycosa.topic import Topic

HOME = "http://a.test/"


def test_the_collector_is_calm_while_a_crawl_is_at_work_and_only_then() -> None:
    before = gc.get_threshold()
    crawl = Crawl(BreadthFirst(Topic.from_keywords(["flood"])))
    crawl.seed([HOME])
    engine = Engine(crawl, TinyWeb({HOME: page("/b"), f"{HOME}b": page()}))

    async def thresholds() -> list[tuple[int, int, int]]:
        return [gc.get_threshold() async for _ in engine.steps()]

    during = asyncio.run(thresholds())
    assert len(during) == 2 and all(least > before[0] for least, _, _ in during)
    assert gc.get_threshold() == before


def test_crawls_that_overlap_leave_the_collector_as_they_found_it() -> None:
    before = gc.get_threshold()
    early, late = ExitStack(), ExitStack()
    early.enter_context(calm_collector)
    late.enter_context(calm_collector)
    early.close()
    assert gc.get_threshold()[0] > before[0]
    late.close()
    assert gc.get_threshold() == before
