"""A live crawl put together from its settings: topic, strategy, frontier, fetcher, store, engine.

`Session` is what the commands and the Python interface run. It is the only place that knows which
parts a live crawl has; each part knows only itself.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable
from contextlib import AsyncExitStack, aclosing
from dataclasses import replace
from pathlib import Path

from lycosa.config import Settings, load, to_toml
from lycosa.engine.crawl import Crawl
from lycosa.engine.engine import Engine
from lycosa.engine.gate import Gate, GateRules
from lycosa.engine.pace import PolitePace
from lycosa.engine.sitemaps import SitemapReader
from lycosa.engine.step import Listener, Step
from lycosa.errors import LycosaError
from lycosa.fetch.address_pace import AddressPace
from lycosa.fetch.base import Fetcher
from lycosa.fetch.dns import Resolver
from lycosa.fetch.http import HttpFetcher
from lycosa.fetch.robots_cache import RobotsCache, RobotsFetcher
from lycosa.frontier import Frontier
from lycosa.model import Page
from lycosa.page import analyse
from lycosa.page.scan import scan
from lycosa.registry import strategies
from lycosa.store.store import CONFIG, Store
from lycosa.strategy.base import Strategy
from lycosa.topic import Topic, topic_from
from lycosa.topic.starting import starting_points
from lycosa.url import canonical
from lycosa.version import __version__

TOPIC = "topic"
"""Folder of a crawl's topic inside its own."""
_REDIRECTS = 5


class Session:
    """One crawl, begun or resumed.

    Parameters
    ----------
    settings
        Everything there is to know about it.
    folder
        Where it is kept; None keeps nothing.
    listeners
        Who else follows it.
    """

    def __init__(self, settings: Settings, folder: Path | None, listeners: Iterable[Listener] = ()) -> None:
        self.settings = settings
        self.folder = folder
        self.listeners = list(listeners)
        self.engine: Engine | None = None
        self._interrupted = False

    @classmethod
    def of_folder(cls, folder: Path, listeners: Iterable[Listener] = ()) -> Session:
        """Take up the crawl in a folder."""
        if not (folder / CONFIG).is_file():
            raise LycosaError(f"{folder} holds no crawl: it has no {CONFIG}")
        return cls(load(folder / CONFIG), folder, listeners)

    def interrupt(self) -> None:
        """Stop after the step under way, or before the first."""
        self._interrupted = True
        if self.engine is not None:
            self.engine.interrupt()

    async def steps(self) -> AsyncGenerator[Step, None]:
        """Crawl, giving each step once it is stored."""
        self._check_seeds()
        async with AsyncExitStack() as open_parts:
            robots, fetcher = self._network()
            open_parts.push_async_callback(robots.close)
            topic = await self._topic(robots)
            seeds = self._seeds(topic)
            topic = replace(topic, seeds=tuple(seeds))
            strategy = self._strategy(topic)
            store = Store(self.folder, self.settings.keep) if self.folder is not None else None
            if store is not None:
                open_parts.enter_context(store)
            crawl = self._crawl(strategy, robots, store)
            self._begin(crawl, store, topic, seeds)
            listeners = [*([store] if store else []), *self.listeners]
            engine = self.engine = Engine(
                crawl,
                fetcher,
                self.settings.budget,
                self.settings.work,
                limits=self.settings.page,
                read=None if self.settings.judge else scan,
                listeners=listeners,
            )
            if self.settings.sitemaps.follow:
                keep = store.seeded if store else None
                listeners.append(SitemapReader(engine, fetcher, robots, keep, self.settings.sitemaps))
            if self._interrupted:
                engine.interrupt()
            async with aclosing(engine.steps()) as steps:
                async for step in steps:
                    yield step
            if store is not None and engine.stopped is not None:
                store.finish(engine.stopped)

    def _network(self) -> tuple[RobotsFetcher, Fetcher]:
        """Return the way to the network, addresses checked and robots.txt obeyed; and the same, paced.

        A robots.txt is asked for in the turn of the page that it is about: an address that serves
        ten thousand names is not asked for ten thousand of them at once.
        """
        settings = self.settings
        agent = settings.politeness.agent(__version__)
        resolver = Resolver(limits=settings.dns)
        fixed = settings.network.resolve_map()
        http = HttpFetcher(
            settings.fetch,
            resolver,
            agent,
            allow_private=settings.network.allow_private,
            resolve_map=fixed,
            proxy=settings.network.proxy or None,
            ca_file=settings.network.ca_file or None,
        )
        robots = RobotsFetcher(http, RobotsCache(http, agent, settings.robots))
        rest_s = settings.politeness.address_delay_s
        return robots, AddressPace(robots, resolver, rest_s, fixed) if rest_s else robots

    async def _topic(self, fetcher: Fetcher) -> Topic:
        """Return what the crawl is about; one taken up keeps its topic, whatever became of the examples."""
        folder = self.folder
        if folder is not None and (folder / CONFIG).is_file() and (folder / TOPIC).is_dir():
            return Topic.load(folder / TOPIC)
        described = self.settings.topic
        urls = [place for place in (*described.examples, *described.unlabelled) if "://" in place]
        pages = {url: await self._read(fetcher, url) for url in urls}
        return topic_from(described, pages.get)

    def _strategy(self, topic: Topic) -> Strategy:
        settings = self.settings
        make = strategies.get(settings.strategy)
        try:
            strategy: Strategy = make(topic, seed=settings.random_seed, **settings.parameters)
        except TypeError as error:
            raise LycosaError(f"parameters of the strategy {settings.strategy}: {error}") from error
        return strategy

    async def _read(self, fetcher: Fetcher, url: str) -> Page:
        """Fetch a page that describes the topic."""
        target = url
        for _ in range(_REDIRECTS):
            fetched = await fetcher.fetch(target)
            if not fetched.location:
                break
            target = fetched.location
        page = fetched.error or analyse(fetched, self.settings.page)
        if not isinstance(page, Page):
            raise LycosaError(f"example page {url} cannot be read: {page} {fetched.detail}".rstrip())
        return page

    def _crawl(self, strategy: Strategy, robots: RobotsFetcher, store: Store | None) -> Crawl:
        settings = self.settings
        frontier = Frontier(
            strategy.evidence,
            urls=store.urls if store else None,
            delay_s=settings.politeness.delay_s,
            max_active=settings.politeness.requests_per_host,
        )
        rules = GateRules(settings.scope, settings.traps, settings.shares, settings.follow_nofollow)
        pace = PolitePace(settings.politeness, robots.delay_s)
        duplicates = settings.duplicates if settings.find_duplicates else None
        return Crawl(strategy, frontier, Gate(rules), settings.retries, pace, duplicates=duplicates)

    def _begin(self, crawl: Crawl, store: Store | None, topic: Topic, seeds: list[str]) -> None:
        if store is None:
            crawl.seed(seeds)
        elif store.begun:
            store.resume(crawl, self.settings.page)
        else:
            store.begin(crawl, seeds)
            topic.save(store.folder / TOPIC)
            store.write_config(to_toml(self.settings))

    def _seeds(self, topic: Topic) -> list[str]:
        """Return where to start; example pages serve where no seeds are given."""
        seeds = [*self.settings.seeds] or starting_points(topic)
        if not seeds:
            raise LycosaError(
                "no seeds: give URLs to start from with --seed or --seeds, or example pages with an address "
                "or links"
            )
        return seeds

    def _check_seeds(self) -> None:
        for seed in self.settings.seeds:
            if canonical(seed) is None:
                raise LycosaError(f"seed {seed!r} is not an http or https URL")
