"""Robots rules of every site met: a URL in, permission or the reason against it out.

Fails closed: as long as a site's robots.txt cannot be had, nothing of the site is asked for.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from lycosa.errors import Kind
from lycosa.fetch.base import Fetcher
from lycosa.fetch.limits import RobotsPolicy
from lycosa.fetch.robots import Robots, Rules
from lycosa.model import Fetched
from lycosa.url import origin_of

_NO_SERVER = frozenset(
    {Kind.DNS_NOT_FOUND, Kind.DNS_FAILED, Kind.DNS_TIMEOUT, Kind.ADDRESS_REFUSED, Kind.TLS}
)
"""Where no server can be asked at all, or none that can be trusted, that is the reason to give."""


@dataclass(frozen=True, slots=True)
class _Site:
    """What is known of one origin; no rules: its robots.txt could not be had."""

    rules: Rules | None
    until: float
    sitemaps: tuple[str, ...] = ()
    failures: int = 0
    kind: Kind = Kind.ROBOTS_UNREACHABLE
    detail: str = ""


class RobotsCache:
    """Fetches, keeps and applies robots.txt, one per scheme, host and port.

    Parameters
    ----------
    fetcher : asks for the files.
    agent : product token or User-Agent of the crawler.
    policy : times, and how strictly refusals are read.
    clock : seconds that never run backwards.
    """

    def __init__(
        self,
        fetcher: Fetcher,
        agent: str,
        policy: RobotsPolicy | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._fetcher = fetcher
        self._agent = agent
        self._policy = policy or RobotsPolicy()
        self._clock = clock
        self._sites: dict[str, _Site] = {}
        self._pending: dict[str, asyncio.Task[_Site]] = {}

    async def refusal(self, url: str) -> Fetched | None:
        """Return why the URL must not be asked for; None if it may be, or is not of the web at all."""
        origin = origin_of(url)
        if not origin:
            return None
        site = await self._site(origin)
        if site.rules is None:
            wait_s = max(site.until - self._clock(), 0.0)
            return Fetched(url, error=site.kind, detail=site.detail, retry_after_s=wait_s)
        if not site.rules.allowed(url):
            return Fetched(url, error=Kind.ROBOTS_DISALLOWED)
        delay_s = site.rules.delay_s or 0.0
        if delay_s > self._policy.delay_s:
            return Fetched(url, error=Kind.HOST_PARKED, detail=f"Crawl-delay of {delay_s:g} s")
        return None

    async def sitemaps(self, url: str) -> tuple[str, ...]:
        """Return the sitemaps that the URL's site lists."""
        return (await self._site(origin_of(url))).sitemaps

    def delay_s(self, url: str) -> float | None:
        """Return the Crawl-delay of the URL's site, if it is known to have one."""
        site = self._sites.get(origin_of(url))
        return site.rules.delay_s if site and site.rules else None

    async def _site(self, origin: str) -> _Site:
        known = self._sites.get(origin)
        if known is not None and self._clock() < known.until:
            return known
        task = self._pending.get(origin)
        if task is None:
            failures = known.failures if known else 0
            task = self._pending[origin] = asyncio.create_task(self._renew(origin, failures))
        return await asyncio.shield(task)

    async def _renew(self, origin: str, failures: int) -> _Site:
        try:
            site = self._read(origin, await self._ask(origin), failures)
        finally:
            del self._pending[origin]
        self._sites.pop(origin, None)
        self._sites[origin] = site
        if len(self._sites) > self._policy.origins:
            del self._sites[next(iter(self._sites))]
        return site

    async def _ask(self, origin: str) -> Fetched:
        """Fetch an origin's robots.txt. Redirects may leave the origin: the rules are still its own."""
        url = f"{origin}/robots.txt"
        for _ in range(self._policy.redirects + 1):
            fetched = await self._fetcher.fetch(url)
            if not fetched.location:
                return fetched
            url = fetched.location
        return Fetched(
            url, error=Kind.TOO_MANY_REDIRECTS, detail=f"more than {self._policy.redirects} redirects"
        )

    def _read(self, origin: str, fetched: Fetched, failures: int) -> _Site:
        """Turn an answer into rules (RFC 9309, section 2.3.1)."""
        fresh_until = self._clock() + self._policy.fresh_s
        if fetched.error is None:
            robots = Robots.parse(fetched.body)
            return _Site(robots.rules(self._agent), fresh_until, robots.sitemaps)
        if fetched.error in {Kind.HTTP_CLIENT, Kind.GONE}:
            closes = self._policy.forbidden_closes and fetched.status in {401, 403}
            return _Site(Rules([(b"/", False)] if closes else ()), fresh_until)
        wait_s = min(self._policy.retry_s * 2.0 ** min(failures, 16), self._policy.fresh_s)
        until = self._clock() + max(wait_s, fetched.retry_after_s or 0.0)
        if fetched.error in _NO_SERVER and origin_of(fetched.url) == origin:
            return _Site(None, until, failures=failures + 1, kind=fetched.error, detail=fetched.detail)
        return _Site(
            None, until, failures=failures + 1, detail=f"robots.txt: {fetched.error} {fetched.detail}"
        )


class RobotsFetcher:
    """A fetcher that asks only for what robots.txt allows."""

    def __init__(self, inner: Fetcher, cache: RobotsCache) -> None:
        self._inner = inner
        self._cache = cache

    async def fetch(self, url: str, *, etag: str = "", last_modified: str = "") -> Fetched:
        """Ask once, if the site's rules allow it."""
        refused = await self._cache.refusal(url)
        return refused or await self._inner.fetch(url, etag=etag, last_modified=last_modified)

    def delay_s(self, url: str) -> float | None:
        """Return the seconds the URL's site wants between two requests, if it says so."""
        return self._cache.delay_s(url)

    async def sitemaps(self, url: str) -> tuple[str, ...]:
        """Return the sitemaps that the URL's site lists."""
        return await self._cache.sitemaps(url)

    async def close(self) -> None:
        """Close the inner fetcher."""
        await self._inner.close()
