"""Sitemaps, read beside a crawl: the first answer of a site in, the pages it lists queued.

A sitemap is asked for like a page: robots.txt allows it, the host rests before and after, and every
URL in it passes the gate. It says nothing of the topic, so its links have no evidence for them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from lycosa.engine.engine import Engine
from lycosa.engine.step import Discovery, Listener, Step
from lycosa.errors import Kind
from lycosa.fetch.base import Fetcher
from lycosa.fetch.limits import SitemapLimits
from lycosa.fetch.sitemap import site_pages
from lycosa.model import Fetched, Visit
from lycosa.url import host_of, origin_of

_BATCH = 500
"""Links queued at once, so that a long list does not hold up the crawl."""


class RobotsRules(Protocol):
    """Knows what the robots.txt of a site says."""

    async def sitemaps(self, url: str) -> tuple[str, ...]:
        """Return the sitemaps that the URL's site lists."""


class SitemapReader(Listener):
    """Reads the sitemaps of every site once; a `Listener`.

    Parameters
    ----------
    engine
        Runs the crawl, and does not end before the sitemaps under way are read.
    fetcher
        Asks for them.
    robots
        Says where they are; a site that lists none may have one at `/sitemap.xml`.
    keep
        Is told of the links that were queued.
    limits
        How much is read.
    """

    def __init__(
        self,
        engine: Engine,
        fetcher: Fetcher,
        robots: RobotsRules,
        keep: Callable[[Sequence[Discovery]], None] | None,
        limits: SitemapLimits,
    ) -> None:
        self._engine = engine
        self._fetcher = fetcher
        self._robots = robots
        self._keep = keep
        self._limits = limits
        self._sites: set[str] = set()

    def record(self, step: Step) -> None:
        """Begin with a site that has just answered for the first time."""
        site = origin_of(step.visit.url)
        if step.visit.fetched.status and site not in self._sites:
            self._sites.add(site)
            self._engine.accompany(self._read(site, step.visit))

    async def _read(self, site: str, visit: Visit) -> None:
        async with self._engine.slots.borrowed():  # the rules may have to be asked for again
            listed = await self._robots.sitemaps(site) or (f"{site}/sitemap.xml",)
        batch: list[str] = []
        async for url in site_pages(_Resting(self._engine, self._fetcher, visit), site, listed, self._limits):
            batch.append(url)
            if len(batch) == _BATCH:
                self._queue(batch)
                batch.clear()
                await asyncio.sleep(0)
        self._queue(batch)

    def _queue(self, urls: Iterable[str]) -> None:
        discoveries = self._engine.crawl.enlist(urls)
        if self._keep is not None:
            self._keep(discoveries)
        self._engine.wake()


class _Resting:
    """A fetcher that gives a host its rest, and keeps the crawl away from it meanwhile."""

    def __init__(self, engine: Engine, inner: Fetcher, visit: Visit) -> None:
        self._engine = engine
        self._inner = inner
        self._link = visit.link
        self._rest_s = engine.crawl.pace.rest_s(visit.link, visit.fetched)

    async def fetch(self, url: str, *, etag: str = "", last_modified: str = "") -> Fetched:
        """Ask when the host's time has come; a host elsewhere is asked only if it is in scope."""
        crawl = self._engine.crawl
        host = host_of(url)
        refused = crawl.gate.rules.scope.refuses(url, depth=0) if host != self._link.host else None
        if refused is not None:
            return Fetched(url, error=refused)
        wait_s: float | None = self._rest_s
        while wait_s is not None:
            crawl.frontier.park(host, self._engine.clock() + wait_s + self._rest_s)
            await asyncio.sleep(wait_s)
            async with self._engine.slots.borrowed():
                fetched = await self._inner.fetch(url, etag=etag, last_modified=last_modified)
            wait_s = fetched.retry_after_s if fetched.error is Kind.HOST_PARKED else None
        self._rest_s = crawl.pace.rest_s(self._link, fetched)
        return fetched

    async def close(self) -> None:
        """Do nothing: the inner fetcher belongs to the crawl."""
