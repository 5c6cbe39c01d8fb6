"""A shard as a Ray actor: takes its folder over, crawls, and answers the rest of the cluster.

Ray starts the process, and carries messages from other machines. It does not restart it: only the one who
leads knows which machine has the folder.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from lycosa.cluster.calls.line import Reception
from lycosa.cluster.calls.messages import RayMember
from lycosa.cluster.fence import Fenced, life_of, take_over
from lycosa.cluster.folder import ClusterPlan
from lycosa.cluster.mail import Batch, Receipt
from lycosa.cluster.member import Allowance, Lessons, Report, Unreachable
from lycosa.cluster.shard import Shard
from lycosa.config import load
from lycosa.engine.budget import Stop
from lycosa.errors import LycosaError
from lycosa.session.topic import TOPIC
from lycosa.store import CONFIG


@dataclass(frozen=True, slots=True)
class ShardOrder:
    """Which shard is to be started, and what it needs to begin."""

    shard: int
    plan: ClusterPlan
    folder: str
    begun: int
    """Number of its last life: its folder must be there, no older than that. 0 if it has not begun."""
    settings: str
    """Of the whole crawl, as TOML."""
    topic: Mapping[str, bytes]
    """Its files by name."""


class Started(NamedTuple):
    """A shard at work."""

    life: int
    pid: int
    address: str
    """Where it answers calls from its own machine."""


class Peer(NamedTuple):
    """A shard as others get to know it."""

    actor: Any
    address: str


class ShardWorker:
    """One shard in a process of its own."""

    def __init__(self, order: ShardOrder) -> None:
        self._order = order
        self._peers: dict[int, RayMember] = {}
        self._shard: Shard | None = None
        self._crawling: asyncio.Task[Stop | None] | None = None
        self._reception = Reception(self._answer)

    async def start(self) -> Started:
        """Take over the folder and begin or go on; return when the shard is on disk."""
        order = self._order
        folder = Path(order.folder)
        fence = await asyncio.to_thread(take_over, folder, order.plan.id, order.shard, begun=order.begun)
        _lay_out(folder, order)
        shard = self._shard = Shard(
            order.shard,
            load(folder / CONFIG),
            folder,
            order.plan.ownership,
            fence=fence,
            members=lambda: self._peers,
        )
        self._crawling = asyncio.create_task(shard.run())
        opened = asyncio.create_task(shard.opened.wait())
        await asyncio.wait((self._crawling, opened), return_when=asyncio.FIRST_COMPLETED)
        opened.cancel()
        self._raise_if_failed()
        return Started(fence.life.number, os.getpid(), await self._reception.open())

    async def _answer(self, method: str, *question: Any) -> Any:
        """Do what a process of this machine asks."""
        return await getattr(self, method)(*question)

    async def introduce(self, peers: Mapping[int, Peer]) -> None:
        """Get to know the other shards."""
        for known in self._peers.values():
            known.close()
        self._peers = {shard: RayMember(shard, *peer) for shard, peer in peers.items()}

    async def deliver(self, batch: Batch) -> Receipt:
        """Take in links."""
        return await self._running().deliver(batch)

    async def turn(self, address: str) -> float:
        """Give a turn at an address."""
        return await self._running().turn(address)

    async def report(self, turn: int, best: int) -> Report:
        """Say how it stands."""
        return await self._running().report(turn, best)

    async def allow(self, allowance: Allowance) -> int | None:
        """Go by an allowance."""
        return await self._running().allow(allowance)

    async def lessons(self) -> Lessons | None:
        """Say what it has learned."""
        return await self._running().lessons()

    async def merge(self, lessons: Sequence[Lessons]) -> Lessons:
        """Put lessons of others together with its own, and go by them."""
        return await self._running().merge(lessons)

    async def adopt(self, lessons: Lessons) -> None:
        """Go by what all have learned."""
        await self._running().adopt(lessons)

    async def stop(self, reason: Stop) -> None:
        """End, and return when all is on disk."""
        await self._running().stop(reason)
        if self._crawling is not None:
            await self._crawling

    def _running(self) -> Shard:
        self._raise_if_failed()
        if self._shard is None:
            raise Unreachable(f"shard {self._order.shard} has not started")
        return self._shard

    def _raise_if_failed(self) -> None:
        """Say why the crawl broke off, in words that every process understands."""
        crawl = self._crawling
        if crawl is None or not crawl.done() or crawl.cancelled():
            return
        error = crawl.exception()
        if isinstance(error, Fenced):
            raise Fenced(str(error))
        if error is not None:
            raise LycosaError(f"shard {self._order.shard} broke off: {type(error).__name__}: {error}")


def _lay_out(folder: Path, order: ShardOrder) -> None:
    """Write what a shard is to crawl, as the crawl itself will keep it."""
    topic = folder / TOPIC
    if not topic.is_dir():
        draft = folder / f".{TOPIC}"
        draft.mkdir(exist_ok=True)
        for name, content in order.topic.items():
            (draft / name).write_bytes(content)
        draft.rename(topic)
    config = folder / f".{CONFIG}"
    config.write_text(order.settings, encoding="utf-8")
    config.replace(folder / CONFIG)


def look_for(folder: str, plan_id: str, shard: int) -> int:
    """Return the number of the last life of a shard in a folder of this machine; 0 if it is not here."""
    life = life_of(Path(folder))
    if life is None or (life.cluster, life.shard) != (plan_id, shard):
        return 0
    return life.number if (Path(folder) / "state.sqlite").is_file() else 0
