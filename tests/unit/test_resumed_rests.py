"""A crawl that is stopped and resumed asks hosts no sooner than one that went on."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, ClassVar

import pytest

from lycosa.config import Settings
from lycosa.config.settings import NetworkSettings
from lycosa.engine.budget import Budget
from lycosa.engine.pacing.politeness import Politeness
from lycosa.errors import Kind
from lycosa.fetch.limits import SitemapLimits
from lycosa.fetch.resumed_rest import ResumedRest
from lycosa.model import Fetched
from lycosa.registry import fetchers
from lycosa.session import Session
from lycosa.topic.settings import TopicSettings

SITE = "http://slow.test"
PAGE = b"<title>Flood</title><p>flood water river</p><a href=/1>flood</a><a href=/2>flood</a>"


class SlowSite:
    """A host that asks for half a minute between two requests; notes what it is asked for."""

    name: ClassVar[str] = "slow-site"
    asked: ClassVar[list[str]] = []

    def __init__(self, *_: Any, **__: Any) -> None:
        pass

    async def fetch(self, url: str, *, etag: str = "", last_modified: str = "") -> Fetched:
        await asyncio.sleep(0)
        if url.endswith("/robots.txt"):
            return Fetched(url, 200, (("content-type", "text/plain"),), b"User-agent: *\nCrawl-delay: 30\n")
        SlowSite.asked.append(url)
        return Fetched(url, 200, (("content-type", "text/html"),), PAGE)

    async def close(self) -> None:
        pass


def crawl(folder: Path, budget: Budget) -> list[str]:
    """Begin or resume a crawl; return what was asked for."""
    SlowSite.asked.clear()
    chosen = Settings(
        topic=TopicSettings(keywords=("flood", "water", "river")),
        seeds=(f"{SITE}/",),
        budget=budget,
        politeness=Politeness(delay_s=0.1, address_delay_s=0.0),
        sitemaps=SitemapLimits(follow=False),
        network=NetworkSettings(fetcher=SlowSite.name),
    )

    async def run() -> None:
        async for _ in Session(chosen, folder).steps():
            pass

    asyncio.run(run())
    return list(SlowSite.asked)


def test_a_crawl_delay_holds_across_a_resume(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(fetchers.classes, SlowSite.name, SlowSite)
    assert crawl(tmp_path, Budget(pages=1)) == [f"{SITE}/"]
    assert crawl(tmp_path, Budget(pages=2, seconds=0.5)) == []


def test_a_host_that_has_rested_is_asked_at_once() -> None:
    SlowSite.asked.clear()
    now = [100.0]
    fetcher = ResumedRest(SlowSite(), lambda url, took_s: 10.0 + took_s, lambda: now[0])
    fetcher.take_up({"slow.test": (4.0, 1.0)})

    async def ask() -> Fetched:
        return await fetcher.fetch(f"{SITE}/1")

    early = asyncio.run(ask())
    assert (early.error, early.retry_after_s) == (Kind.HOST_PARKED, pytest.approx(7.0))
    now[0] += 7.0
    assert asyncio.run(ask()).status == 200
    assert SlowSite.asked == [f"{SITE}/1"]
