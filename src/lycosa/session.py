"""A live crawl put together from its settings: topic, strategy, frontier, fetcher, store, engine.

`Session` is what the commands and the Python interface run. It is the only place that knows which
parts a live crawl has; each part knows only itself.
"""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
from collections.abc import AsyncGenerator, Iterable
from contextlib import AsyncExitStack, aclosing, suppress
from dataclasses import replace
from math import isfinite
from pathlib import Path

from lycosa.assembly import assemble
from lycosa.config import Settings, load, to_toml
from lycosa.engine.conclusion import conclude
from lycosa.engine.crawl import Crawl
from lycosa.engine.ending import estimating
from lycosa.engine.engine import Engine
from lycosa.engine.gate import Gate, GateRules
from lycosa.engine.judge_notices import JudgeNotices
from lycosa.engine.pacing.pace import NoPace, Pace, PolitePace
from lycosa.engine.sitemaps import SitemapReader
from lycosa.engine.step import DiskFull, Listener, Step
from lycosa.errors import Kind, LycosaError
from lycosa.fetch.address_pace import AddressPace, Turns
from lycosa.fetch.base import Fetcher
from lycosa.fetch.descriptors import fit_connections
from lycosa.fetch.dns import Resolver
from lycosa.fetch.http import HttpFetcher
from lycosa.fetch.reading import ReadingSource
from lycosa.fetch.robots_cache import RobotsCache, RobotsFetcher
from lycosa.frontier import Frontier
from lycosa.frontier.seen import KEY_BYTES
from lycosa.model import Page, Queued
from lycosa.page import analyse, parse_html
from lycosa.page.reader import Reader
from lycosa.registry import fetchers
from lycosa.store.repair.damage import database_error
from lycosa.store.store import CONFIG, Store
from lycosa.store.tables.marks import StoredMarks
from lycosa.store.warc.evidence import EvidenceRecords
from lycosa.strategy.base import Strategy
from lycosa.topic import Topic, topic_from
from lycosa.topic.starting import starting_points
from lycosa.url import canonical, host_of
from lycosa.version import __version__

TOPIC = "topic"
"""Folder of a crawl's topic inside its own."""
_REDIRECTS = 5
_PAGE = "<title>{0}</title><p>{0} <a href=/a>{0}</a> and <a href=/b>more</a></p>"
"""Read by a strategy to see whether its parameters work."""
_TELL_EVERY_S = 1.0


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
        self.reopens = False
        """Whether a crawl taken up brings back the hosts it had given up."""
        self._interrupted = False
        self._evidence = EvidenceRecords() if folder is not None else None
        self._turns = Turns(settings.politeness.delay_s)

    @classmethod
    def of_folder(cls, folder: Path, listeners: Iterable[Listener] = ()) -> Session:
        """Take up the crawl in a folder."""
        if not (folder / CONFIG).is_file():
            raise LycosaError(f"{folder} holds no crawl: it has no {CONFIG}")
        return cls(load(folder / CONFIG), folder, listeners)

    def stored_strategy(self) -> Strategy:
        """Return the strategy of a crawl that is kept in a folder, as it begins."""
        if self.folder is None or not (self.folder / TOPIC).is_dir():
            raise LycosaError(f"{self.folder} has no {TOPIC} in it")
        topic = Topic.load(self.folder / TOPIC)
        seeds = [*self.settings.seeds] or starting_points(topic)
        return self._strategy(replace(topic, seeds=tuple(seeds)))

    def judge_again(self) -> None:
        """Take in what people have said of the pages of a stored crawl, and judge all of them again."""
        strategy, store = self.stored_strategy(), self._open_store()
        if store is None:
            raise LycosaError("only a crawl that is kept in a folder can be judged again")
        with store:
            crawl = self._crawl(strategy, NoPace(), store)
            store.resume(crawl, self.settings.page)
            conclude(crawl, lambda what, *told: getattr(store, what)(*told))

    def interrupt(self) -> None:
        """Stop after the step under way, or before the first."""
        self._interrupted = True
        if self.engine is not None:
            self.engine.interrupt()

    async def steps(self) -> AsyncGenerator[Step, None]:
        """Crawl, giving each step once it is stored; a database that cannot be used is a `LycosaError`."""
        try:
            async with aclosing(self._steps()) as steps:
                async for step in steps:
                    yield step
        except sqlite3.Error as error:
            if self.folder is None:
                raise
            raise database_error(self.folder, error) from error

    async def _steps(self) -> AsyncGenerator[Step, None]:
        self._check_seeds()
        self._fit_to_machine()
        async with AsyncExitStack() as open_parts:
            robots, fetcher = self._network()
            open_parts.push_async_callback(robots.close)
            topic = await self._topic(robots)
            seeds = self._seeds(topic)
            topic = replace(topic, seeds=tuple(seeds))
            self._try_out(topic)
            strategy = self._strategy(topic)
            store = self._open_store()
            if store is not None:
                open_parts.enter_context(store)
            crawl = self._crawl(strategy, PolitePace(self.settings.politeness, robots.delay_s), store)
            self._begin(crawl, store, topic, seeds)
            listeners = [*([store] if store else []), JudgeNotices(crawl), *self.listeners]
            marks = open_parts.enter_context(StoredMarks(self.folder)) if self.folder is not None else None
            engine = self.engine = Engine(
                crawl,
                ReadingSource(fetcher, self._reader(strategy), marks),
                self.settings.budget,
                self._work,
                marks=marks,
                listeners=listeners,
            )
            listeners += estimating(engine, self.settings.ending, store.past_visits() if store else ())
            if self.settings.sitemaps.follow:
                keep = store.seeded if store else None
                listeners.append(SitemapReader(engine, fetcher, robots, keep, self.settings.sitemaps))
            if self._notice:
                crawl.faults.notices.append(("open files", self._notice))
            if self._interrupted:
                engine.interrupt()
            telling = asyncio.create_task(_tell(engine, store)) if store else None
            try:
                async with aclosing(engine.steps()) as steps:
                    async for step in steps:
                        yield step
            finally:
                if telling is not None:
                    telling.cancel()

    def _fit_to_machine(self) -> None:
        """Ask for no more at once than this process may have open."""
        settings = self.settings
        fitting = fit_connections(
            settings.work.concurrency,
            settings.dns.threads,
            settings.fetch.idle_connections,
            settings.work.processes,
        )
        self._work = replace(settings.work, concurrency=fitting.requests)
        self._dns = replace(settings.dns, threads=fitting.lookups)
        self._fetch = replace(settings.fetch, idle_connections=fitting.idle)
        self._notice = fitting.notice

    def _open_store(self) -> Store | None:
        if self.folder is None:
            return None
        return Store(self.folder, self.settings.keep, evidence=self._evidence)

    def _network(self) -> tuple[RobotsFetcher, Fetcher]:
        """Return the way to the network, addresses checked and robots.txt obeyed; and the same, paced.

        A robots.txt is asked for in the turn of the page that it is about: an address that serves
        ten thousand names is not asked for ten thousand of them at once.
        """
        settings = self.settings
        agent = settings.politeness.agent(__version__)
        evidence = self._evidence
        resolver = Resolver(limits=self._dns, heard=evidence.name if evidence else None)
        fixed = settings.network.resolve_map()
        http = self._fetcher(agent, resolver)
        token = settings.politeness.product_token or agent
        heard = evidence.robots if evidence else None
        robots = RobotsFetcher(http, RobotsCache(http, token, settings.robots, hop=self._hop, heard=heard))
        asks_itself = settings.network.fetcher == HttpFetcher.name and not settings.network.proxy
        names = resolver if asks_itself else None
        return robots, AddressPace(robots, names, settings.politeness.address_delay_s, fixed)

    def _hop(self, origin: str, url: str) -> Kind | float:
        """Say whether and when a robots.txt may be followed elsewhere; the crawl leaves that host alone."""
        host, engine = host_of(url), self.engine
        refused = self.settings.scope.refuses_site(url)
        if refused is not None or host == host_of(origin):
            return refused or 0.0
        wait_s = self._turns.wait_s(origin, host)
        if engine is not None:
            engine.crawl.frontier.park(host, engine.clock() + wait_s + self._turns.rest_s)
        return wait_s

    def _fetcher(self, agent: str, resolver: Resolver) -> Fetcher:
        """Return who asks: by default over HTTP, otherwise the plug-in that the settings name."""
        limits, network = self._fetch, self.settings.network
        if network.fetcher == HttpFetcher.name:
            return HttpFetcher(
                limits,
                resolver,
                agent,
                allow_private=network.allow_private,
                resolve_map=network.resolve_map(),
                proxy=network.proxy or None,
                ca_file=network.ca_file or None,
            )
        try:
            fetcher: Fetcher = fetchers.get(network.fetcher)(limits, agent, **network.parameters)
        except TypeError as error:
            raise LycosaError(f"parameters of the fetcher {network.fetcher}: {error}") from error
        return fetcher

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
        return assemble(self.settings.strategy, topic, self.settings.random_seed)

    def _reader(self, strategy: Strategy) -> Reader:
        return Reader(
            self.settings.page,
            layout=strategy.reads_layout,
            links_only=self.settings.links_only,
            processes=self.settings.work.processes,
        )

    def _try_out(self, topic: Topic) -> None:
        """Let a strategy read a page before anything is kept: constructors only store what they are given."""
        choice = self.settings.strategy
        if not (choice.parameters or choice.parts):
            return
        given = dict(choice.parameters)
        for kind, part in choice.parts.items():
            given |= {kind: part.name, **part.parameters}
        told = f"{choice.name} ({', '.join(f'{key} = {value!r}' for key, value in given.items())})"
        page = parse_html(_PAGE.format(topic.name).encode(), "http://example.org/")
        try:
            strategy = self._strategy(topic)
            link = Queued(0, page.url, "example.org", 0, -1, 1.0, tuple(1.0 for _ in strategy.evidence.parts))
            expansion = strategy.expand(page, strategy.judge(page), link)
            numbers = [part for proposal in expansion.proposals for part in proposal.parts]
            strategy.choose(Frontier(strategy.evidence))
        except LycosaError:
            raise
        except Exception as error:  # whatever a value of a wrong type may lead to
            raise LycosaError(f"parameters of the strategy {told} cannot be used: {error}") from error
        if not all(map(isfinite, numbers)):
            raise LycosaError(f"parameters of the strategy {told} give scores that are no number")

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

    def _crawl(self, strategy: Strategy, pace: Pace, store: Store | None) -> Crawl:
        settings = self.settings
        frontier = Frontier(
            strategy.evidence,
            urls=store.urls if store else None,
            delay_s=settings.politeness.delay_s,
            max_active=settings.politeness.requests_per_host,
            key=store.seen_key if store else secrets.token_bytes(KEY_BYTES),
            horizon_s=settings.work.longest_hold_s,
        )
        rules = GateRules(settings.scope, settings.traps, settings.shares, settings.follow_nofollow)
        duplicates = settings.duplicates if settings.find_duplicates else None
        return Crawl(strategy, frontier, Gate(rules), settings.retries, pace, duplicates=duplicates)

    def _begin(self, crawl: Crawl, store: Store | None, topic: Topic, seeds: list[str]) -> None:
        if store is None:
            crawl.seed(seeds)
        elif store.begun:
            store.resume(crawl, self.settings.page, reopens=self.reopens)
            if not (store.folder / TOPIC).is_dir():
                topic.save(store.folder / TOPIC)
            store.write_config(to_toml(self.settings, Path.cwd()))
        else:
            # A crawl that is killed before its first commit can be taken up by what is written here.
            store.refuse_lost_archive()
            topic.save(store.folder / TOPIC)
            store.write_config(to_toml(self.settings, Path.cwd()))
            store.begin(crawl, seeds)

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


async def _tell(engine: Engine, store: Store) -> None:
    """Keep what the crawl waits for, so that others can see it; of a full disk the next step will tell."""
    with suppress(DiskFull):
        while True:
            store.keep_outlook(engine.outlook())
            await asyncio.sleep(_TELL_EVERY_S)
