"""One shard at work: a crawl of its own, beside which links are handed over and allowances are kept.

Nothing here knows how shards reach each other, or who starts them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import Any

from lycosa.cluster.fence import Fence
from lycosa.cluster.mail import Batch, Receipt
from lycosa.cluster.mailbox import Mailbox
from lycosa.cluster.member import Allowance, Lessons, Member, Report, Unreachable
from lycosa.cluster.ownership import Ownership
from lycosa.cluster.turns import SharedTurns
from lycosa.cluster.worth import worth_of
from lycosa.config import Settings
from lycosa.engine.budget import Stop
from lycosa.engine.ending import Ending
from lycosa.engine.engine import Engine
from lycosa.engine.step import DiskFull
from lycosa.errors import LycosaError
from lycosa.judge.base import Teaching
from lycosa.session import Session
from lycosa.store.store import Store

DELIVER_EVERY_S = 0.4
"""Time for which links are collected before they travel …"""
DELIVER_A_SHARD_S = 0.02
"""… and for each shard so much more: a process of Ray can send some thousand messages a second, no more."""
BATCH_ROWS = 250
"""Pages whose links travel together."""
LISTEN_EVERY_S = 0.01
"""Time for which a crawl with answers at hand goes on before others are heard: to turn to the network after
every page makes each of them a twentieth dearer."""
LISTEN_TURNS = 3
"""Turns of the loop in which a crawl listens: a question is read in one, answered in the next, and each would
otherwise wait until the crawl listens again."""
CHECKPOINT_EVERY_S = 15.0
"""Time after which links received are put on disk for good, so that their sender can forget them: seldom, as
that takes 30 ms, and a crawl at work does so anyway every few hundred visits."""


class Shard:
    """A crawl of the hosts that one shard owns; a `Member`.

    Parameters
    ----------
    number
        Which shard it is.
    settings
        Of the whole crawl.
    folder
        Its own.
    ownership
        Says which hosts are its own.
    fence
        Its right to write to the folder.
    members
        The other shards, as far as they can be reached now.
    """

    def __init__(
        self,
        number: int,
        settings: Settings,
        folder: Path,
        ownership: Ownership,
        *,
        fence: Fence | None = None,
        members: Callable[[], Mapping[int, Member]] = dict,
    ) -> None:
        self.number = number
        self._ownership = ownership
        self._fenced = fence.check if fence is not None else _free
        self._members = members
        self.mailbox = Mailbox(number, ownership, fence.check_step if fence is not None else _free)
        self._delivered: dict[int, int] = {}
        rest_s = settings.politeness.address_delay_s
        self.turns = SharedTurns(number, ownership, rest_s, members) if rest_s else None
        self.session = Session(_for_shard(settings), folder)
        self.session.sharing = self
        self._engine: Engine | None = None
        self._store: Store | None = None
        self._turn = -1
        self.opened = asyncio.Event()
        """Set when the crawl has begun, or goes on."""
        self.stopped: Stop | None = None

    async def run(self) -> Stop | None:
        """Crawl until the cluster says to stop; return why it ended."""
        listened_at = 0.0
        try:
            async with aclosing(self.session.steps()) as steps:
                async for _ in steps:
                    if time.monotonic() >= listened_at + LISTEN_EVERY_S:
                        for _ in range(LISTEN_TURNS):
                            await asyncio.sleep(0)  # with answers at hand it would not listen to the others
                        listened_at = time.monotonic()
        finally:
            self._store = None
        self.stopped = self._engine.stopped if self._engine is not None else None
        return self.stopped

    # How the crawl shares the web

    def owns(self, host: str) -> bool:
        """Whether a host is this shard's."""
        return self._ownership.shard_of(host) == self.number

    def accompany(self, engine: Engine, store: Store) -> Coroutine[Any, Any, None]:
        """Open the mailbox; return what delivers its letters."""
        store.accompany(self.mailbox)
        store.checkpoint()  # no row may be numbered twice, not even after a power cut
        engine.crawl.referred.restore(self.mailbox.chains())
        engine.spending.allowed = engine.crawl.tally.pages  # until the cluster says more
        self._engine, self._store = engine, store
        self.opened.set()
        return self._exchange(store)

    async def _exchange(self, store: Store) -> None:
        """Deliver links and look after the folder, for as long as the crawl goes on."""
        loop = asyncio.get_running_loop()
        every_s = max(DELIVER_EVERY_S, DELIVER_A_SHARD_S * self._ownership.shards)
        checkpoint_at = loop.time() + CHECKPOINT_EVERY_S
        while True:
            self._fenced()
            await asyncio.gather(*map(self._deliver, self._behind()))
            if loop.time() >= checkpoint_at:
                checkpoint_at = loop.time() + CHECKPOINT_EVERY_S
                if not self.mailbox.all_durable:
                    store.checkpoint()
                await asyncio.gather(*map(self._deliver, self.mailbox.waiting()))
            await asyncio.sleep(every_s)

    def _behind(self) -> list[int]:
        """Return the shards that have not got all they are to be told."""
        last = self.mailbox.last
        return [shard for shard in self.mailbox.receivers if self._delivered.get(shard, 0) < last(shard)]

    async def _deliver(self, receiver: int) -> None:
        """Send all that a shard has not got; ask what it cannot lose any more."""
        member = self._members().get(receiver)
        while member is not None:
            batch = self.mailbox.batch(receiver, self._delivered.get(receiver, 0), BATCH_ROWS)
            try:
                receipt = await member.deliver(batch)
            except LycosaError:  # also one that broke off: that is its own business, and the leader's
                return
            self._delivered[receiver] = receipt.received
            self.mailbox.confirm(receiver, receipt.durable)
            if len(batch.rows) < BATCH_ROWS or receipt.received < batch.last:
                return  # what has come up since travels with what is yet to come

    # What others ask of it

    async def deliver(self, batch: Batch) -> Receipt:
        """Take in links of another shard, once."""
        engine, store = self._engine, self._store
        if engine is None or store is None:
            raise Unreachable(f"shard {self.number} does not run")
        fresh = self.mailbox.fresh(batch)
        if fresh:
            crawl = engine.crawl
            taken = crawl.referred.take(fresh, crawl.strategy, crawl.tally)
            try:
                store.referred(taken, lambda: self.mailbox.take(batch, taken.chains))
            except DiskFull as error:
                engine.interrupt(Stop.DISK)
                raise Unreachable(f"shard {self.number} has no room") from error
            self.mailbox.taken(batch)
            engine.wake()
        return self.mailbox.receipt(batch.sender)

    async def turn(self, address: str) -> float:
        """Give another shard a turn at an address that is this one's."""
        return self.turns.own.reserve_s(address) if self.turns is not None else 0.0

    async def report(self, turn: int, best: int) -> Report:
        """Say how it stands; allowances from before do not count any more."""
        self._turn = max(turn, self._turn)
        engine = self._engine
        if engine is None:
            raise Unreachable(f"shard {self.number} has not started")
        tally, frontier = engine.crawl.tally, engine.crawl.frontier
        ended, behind = self._store is None, self._behind()
        return Report(
            self.number,
            tally.pages,
            tally.latest_relevant,
            tally.visits,
            tally.body_bytes,
            len(frontier),
            under_way=0 if ended else engine.under_way + engine.side_tasks - 1,
            allowed=tally.pages if ended else engine.spending.allowed,
            undelivered=len(behind),
            addressees=tuple(behind),
            received=self.mailbox.received,
            links_sent=self.mailbox.links_sent,
            worth=worth_of(frontier, best),
            stopped=self.stopped,
            hopeless=engine.crawl.faults.hopeless(engine.clock()),
        )

    async def allow(self, allowance: Allowance) -> int | None:
        """Go by an allowance, unless a later one has been heard of; pages under way count as read."""
        engine = self._engine
        if engine is None or self._store is None:
            raise Unreachable(f"shard {self.number} does not run")
        if allowance.turn >= self._turn:
            self._turn = allowance.turn
            least = engine.crawl.tally.pages + engine.under_way
            engine.spending.allowed = None if allowance.pages is None else max(allowance.pages, least)
            engine.crawl.floor = allowance.floor
            engine.wake()
        return engine.spending.allowed

    async def lessons(self) -> Lessons | None:
        """Return what other shards can use of what this one has learned; None if its strategy cannot say."""
        strategy = self._strategy()
        return dict(strategy.lessons()) if isinstance(strategy, Teaching) else None

    async def merge(self, lessons: Sequence[Lessons]) -> Lessons:
        """Put the lessons of others together with its own, and go by them; return all of them."""
        strategy = self._strategy()
        if not isinstance(strategy, Teaching):
            return {}
        merged = dict(strategy.merge([dict(strategy.lessons()), *lessons]))
        strategy.adopt(merged)
        return merged

    async def adopt(self, lessons: Lessons) -> None:
        """Go by what all shards have learned together; it is not part of the shard's own state."""
        strategy = self._strategy()
        if isinstance(strategy, Teaching):
            strategy.adopt(lessons)

    def _strategy(self) -> object:
        if self._engine is None or self._store is None:
            raise Unreachable(f"shard {self.number} does not run")
        return self._engine.crawl.strategy

    async def stop(self, reason: Stop) -> None:
        """End the crawl after the step under way."""
        if self._engine is None:
            self.session.interrupt()
        else:
            self._engine.interrupt(reason)


def _free() -> None:
    """Let pass."""


def _for_shard(settings: Settings) -> Settings:
    """Return the settings of one shard: when to end is the cluster's business.

    It reads no more bytes than all may together, however long it does not hear from the cluster.
    """
    return replace(settings, budget=replace(settings.budget, seconds=None), ending=Ending())
