"""Requests beside the crawl take their places from it."""

from __future__ import annotations

import asyncio

import pytest
from tests.tinyweb import TinyWeb, page

from lycosa import Topic
from lycosa.engine import Crawl, Engine, Work
from lycosa.engine.links.sitemaps import SitemapReader
from lycosa.engine.pacing.slots import Slots
from lycosa.fetch.limits import SitemapLimits
from lycosa.model import Fetched
from lycosa.strategy.bfs import BreadthFirst

HOSTS = 12


class Counting(TinyWeb):
    """Notes how many requests are under way at once."""

    def __init__(self) -> None:
        seeds = {f"http://h{host}.test/{n}": page() for host in range(HOSTS) for n in range(4)}
        listed = "".join
        maps = {
            f"http://h{host}.test/sitemap.xml": "<urlset>"
            + listed(f"<url><loc>http://h{host}.test/{n}</loc></url>" for n in range(4))
            + "</urlset>"
            for host in range(HOSTS)
        }
        super().__init__({**seeds, **maps})
        self.active = self.most = 0

    async def fetch(self, url: str, **_: str) -> Fetched:
        self.active += 1
        self.most = max(self.most, self.active)
        await asyncio.sleep(0.005)
        try:
            return await super().fetch(url)
        finally:
            self.active -= 1

    async def sitemaps(self, url: str) -> tuple[str, ...]:
        return ()


@pytest.mark.parametrize("concurrency", [1, 2, 5])
def test_sitemaps_and_pages_together_stay_within_the_concurrency(concurrency: int) -> None:
    web = Counting()
    crawl = Crawl(BreadthFirst(Topic.from_keywords(["flood"])), duplicates=None)
    crawl.seed([f"http://h{host}.test/0" for host in range(HOSTS)])

    async def run() -> None:
        listeners: list[SitemapReader] = []
        engine = Engine(crawl, web, work=Work(concurrency), listeners=listeners)
        listeners.append(SitemapReader(engine, web, web, None, SitemapLimits(follow=True)))
        await engine.run()

    asyncio.run(run())
    assert web.most == concurrency
    assert len(set(web.asked)) == HOSTS * 5
    assert crawl.tally.pages == HOSTS * 4


async def test_a_place_that_is_no_longer_wanted_is_given_to_the_next() -> None:
    slots = Slots(2, lambda: None)

    async def hold(event: asyncio.Event) -> None:
        async with slots.borrowed():
            await event.wait()

    done = asyncio.Event()
    first, second, third = (asyncio.create_task(hold(done)) for _ in range(3))
    await asyncio.sleep(0)
    slots.lend(2)
    assert slots.lent == 1
    second.cancel()
    await asyncio.sleep(0)
    done.set()
    await first
    slots.lend(2)
    await third
    assert slots.lent == 0
