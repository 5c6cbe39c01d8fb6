"""One live crawl, begun or resumed: its parts put together, and run.

`Session` is what the commands and the Python interface run. It is the only place that knows which
parts a live crawl has; each part knows only itself.
"""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterable
from contextlib import AsyncExitStack, aclosing, suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from lycosa import store as stores
from lycosa.assembly import assemble
from lycosa.config import Settings, load, to_toml
from lycosa.engine.budget import Budget, Stop
from lycosa.engine.collector import calm_collector
from lycosa.engine.commands import LOOK_EVERY_S, CommandTaker, Keeper
from lycosa.engine.conclusion import conclude
from lycosa.engine.crawl import Crawl
from lycosa.engine.ending import estimating
from lycosa.engine.engine import Engine
from lycosa.engine.learning.judge_notices import JudgeNotices
from lycosa.engine.links.gate import Gate, GateRules
from lycosa.engine.links.sitemaps import SitemapReader
from lycosa.engine.outlook_of import last_outlook
from lycosa.engine.pacing.outlook import Outlook
from lycosa.engine.pacing.pace import NoPace, Pace, PolitePace
from lycosa.engine.step import DiskFull, Listener, Step
from lycosa.errors import LycosaError
from lycosa.fetch.address_pace import TakesTurns
from lycosa.fetch.reading import ReadingSource
from lycosa.frontier import Frontier
from lycosa.frontier.seen import KEY_BYTES
from lycosa.page.reader import Reader
from lycosa.session.access import NetworkAccess
from lycosa.session.parameters import check_parameters
from lycosa.session.topic import TOPIC, check_seeds, own_seeds, seeds_of, topic_of
from lycosa.store import CONFIG
from lycosa.store.keep import is_shared
from lycosa.strategy.base import Strategy
from lycosa.topic import Topic
from lycosa.topic.starting import starting_points

if TYPE_CHECKING:
    from lycosa.search.indexer import Indexer
    from lycosa.session.seeding import SeedsFound
    from lycosa.store import Store

_KEEP_EVERY = 2
"""Looks for orders between two times that the outlook is kept: once a second is enough."""


class Sharing(Protocol):
    """How a crawl shares the web with others."""

    @property
    def turns(self) -> TakesTurns | None:
        """Who gives turns at addresses, which several crawls may ask; None if nobody has to."""

    def owns(self, host: str) -> bool:
        """Whether a host is the crawl's own business."""

    def accompany(self, engine: Engine, store: Store) -> Coroutine[Any, Any, None]:
        """Return what is to be done beside the crawl, which does not end before; called before it starts."""


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
        self.settings = replace(
            settings, strategy=settings.strategy.for_crawl(links_only=settings.links_only)
        )
        self.folder = folder
        self.listeners = list(listeners)
        self.engine: Engine | None = None
        self.reopens = False
        """Whether a crawl taken up brings back the hosts it had given up."""
        self.on_seeds: list[Callable[[SeedsFound], None]] = []
        """Who hears what search engines found, where no seeds are given."""
        self.sharing: Sharing | None = None
        """How the web is shared, if this is one of several crawls."""
        self._outlook: Outlook | None = None
        self._interrupted = False
        self._evidence = stores.EvidenceRecords() if folder is not None else None

    @classmethod
    def of_folder(cls, folder: Path, listeners: Iterable[Listener] = ()) -> Session:
        """Take up the crawl in a folder."""
        if is_shared(folder):
            raise LycosaError(f"{folder} holds a cluster: take it up with `lycosa cluster resume {folder}`")
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

    def rejudge(self) -> None:
        """Take in what people have said of the pages of a stored crawl, and judge all of them again."""
        strategy, store = self.stored_strategy(), self._open_store()
        if store is None:
            raise LycosaError("only a crawl that is kept in a folder can be judged again")
        with store:
            crawl = self._crawl(strategy, NoPace(), store)
            store.resume(crawl, self.settings.page, event="judge again")
            conclude(crawl, lambda what, *news: getattr(store, what)(*news))

    def interrupt(self) -> None:
        """Stop after the step under way, or before the first."""
        self._interrupted = True
        if self.engine is not None:
            self.engine.interrupt()

    async def steps(self) -> AsyncGenerator[Step, None]:
        """Crawl, giving each step once it is stored; a database that cannot be used is a `LycosaError`."""
        try:
            with calm_collector:  # thousands of seeds are as many objects
                async with aclosing(self._steps()) as steps:
                    async for step in steps:
                        yield step
        except sqlite3.Error as error:
            if self.folder is None:
                raise
            raise stores.database_error(self.folder, error) from error

    async def _steps(self) -> AsyncGenerator[Step, None]:
        check_seeds(self.settings)
        async with AsyncExitStack() as open_parts:
            turns = self.sharing.turns if self.sharing is not None else None
            network = NetworkAccess(self.settings, self._evidence, self._leave_alone, turns)
            robots, fetcher = network.robots, network.fetcher
            open_parts.push_async_callback(robots.close)
            topic = await topic_of(self.settings, self.folder, robots)
            seeds = seeds_of(self.settings, topic) or await self._found(topic)
            topic = replace(topic, seeds=tuple(seeds))
            check_parameters(self.settings.strategy, topic, self.settings.random_seed)
            owns = self.sharing.owns if self.sharing is not None else None
            strategy = self._strategy(replace(topic, seeds=own_seeds(seeds, owns)))
            store = self._open_store()
            if store is not None:
                open_parts.enter_context(store)
            crawl = self._crawl(strategy, PolitePace(self.settings.politeness, robots.delay_s), store)
            self._begin(crawl, store, topic, seeds)
            network.rests.take_up(store.last_answers() if store is not None else {})
            indexer = self._indexer(store)
            if indexer is not None:
                open_parts.enter_context(indexer)
            kept: list[Listener] = [part for part in (store, indexer) if part is not None]
            listeners = [*kept, JudgeNotices(crawl), *self.listeners]
            marks = open_parts.enter_context(stores.StoredMarks(self.folder)) if self.folder else None
            engine = self.engine = Engine(
                crawl,
                ReadingSource(fetcher, self._reader(strategy), marks),
                self.settings.budget,
                replace(self.settings.work, concurrency=network.requests),
                marks=marks,
                listeners=listeners,
            )
            listeners += estimating(engine, self.settings.ending, store.past_visits() if store else ())
            if self.settings.sitemaps.follow:
                keep = store.seeded if store else None
                listeners.append(SitemapReader(engine, fetcher, robots, keep, self.settings.sitemaps))
            if network.notice:
                crawl.faults.notices.append(("open files", network.notice))
            if self.sharing is not None and store is not None:
                engine.accompany(self.sharing.accompany(engine, store))
            if self._interrupted:
                engine.interrupt()
            telling = asyncio.create_task(self._attend(engine, store, indexer)) if store else None
            try:
                await asyncio.sleep(0)  # orders first: a crawl out of budget or links ends before any step
                async with aclosing(engine.steps()) as steps:
                    async for step in steps:
                        yield step
            finally:
                if telling is not None:
                    telling.cancel()
            if store is not None and engine.stopped is not Stop.DISK:
                store.keep_outlook(last_outlook(engine, self._outlook))

    async def _attend(self, engine: Engine, store: Store, indexer: Indexer | None) -> None:
        """Keep what the crawl is doing, so that others can see and search it, and do what they ask for.

        Of a full disk the next step will tell.
        """
        keeper = Keeper(
            store.seeded,
            lambda closed: store.banned(closed, engine.crawl.tally.state()),
            lambda budget: self._change_budget(store, budget),
        )
        taker = CommandTaker(engine, store.commands, keeper)
        with suppress(DiskFull):
            taker.begin()
            for turn in count():
                if indexer is not None:
                    indexer.keep_up()
                with suppress(sqlite3.OperationalError):  # somebody else writes for long: next time
                    taker.take()
                    if turn % _KEEP_EVERY == 0:
                        self._outlook = engine.outlook()
                        store.keep_outlook(self._outlook)
                await asyncio.sleep(LOOK_EVERY_S)

    def _change_budget(self, store: Store, budget: Budget) -> None:
        """Keep another budget, for a resume too."""
        self.settings = replace(self.settings, budget=budget)
        store.write_config(to_toml(self.settings, Path.cwd()))

    def _leave_alone(self, host: str, seconds: float) -> None:
        engine = self.engine
        if engine is not None:
            engine.crawl.frontier.park(host, engine.clock() + seconds)

    async def _found(self, topic: Topic) -> list[str]:
        """Ask search engines where to start; the seeds become settings, so that a resume need not ask."""
        from lycosa.session.seeding import find_start  # noqa: PLC0415  # most crawls are given their seeds

        found = await find_start(self.settings, topic)
        self.settings = replace(self.settings, seeds=tuple(seed.url for seed in found.seeds))
        for tell in self.on_seeds:
            tell(found)
        return [*self.settings.seeds]

    def _open_store(self) -> Store | None:
        if self.folder is None:
            return None
        return stores.Store(self.folder, self.settings.keep, evidence=self._evidence)

    def _indexer(self, store: Store | None) -> Indexer | None:
        if store is None or not self.settings.keep.search:
            return None
        from lycosa.store.lookup.upkeep import indexer_of  # noqa: PLC0415  # a dozen modules

        return indexer_of(store.folder)

    def _strategy(self, topic: Topic) -> Strategy:
        return assemble(self.settings.strategy, topic, self.settings.random_seed)

    def _reader(self, strategy: Strategy) -> Reader:
        return Reader(
            self.settings.page,
            layout=strategy.reads_layout,
            links_only=self.settings.links_only,
            processes=self.settings.work.processes,
        )

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
        gate = Gate(rules, self.sharing.owns if self.sharing is not None else None)
        return Crawl(strategy, frontier, gate, settings.retries, pace, duplicates=duplicates)

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
