"""Keeps every shard at work: finds the machine that has its folder, starts it there, and starts it anew.

A shard that has begun is started only where its folder is, in its last life; until there is such a machine
it waits. One that has not begun is started on the machine with the fewest shards.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import ray
from ray.exceptions import RayError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from lycosa.cluster.calls.messages import RayMember
from lycosa.cluster.fence import MissingShard
from lycosa.cluster.folder import ClusterFolder, ClusterPlan
from lycosa.cluster.member import Member, Unreachable
from lycosa.cluster.worker import Peer, ShardOrder, ShardWorker, Started, look_for
from lycosa.config import to_toml
from lycosa.errors import LycosaError

START_S = 180.0
"""Longest wait for a shard to start: a large one reads its links and scores first."""
LOOK_S = 60.0
"""Longest wait for a machine to say whether it has a folder: a busy one starts a process for that first."""
RETRY_S = 1.0
"""Rest after a start that failed."""
TRIES = 5
"""Starts in a row that may break off before a shard is given up …"""
GIVE_UP_S = 300.0
"""… and the time for which it must have been down: so long its machine is waited for, too."""


class Supervisor:
    """The shards of one cluster, each wherever it can be.

    Parameters
    ----------
    folder
        Of the cluster.
    """

    def __init__(self, folder: ClusterFolder) -> None:
        self.plan: ClusterPlan = folder.plan()
        self._folder = folder
        self._settings = to_toml(folder.settings())
        self._topic = folder.description()
        self._members: dict[int, RayMember] = {}
        self._node_of: dict[int, str] = {}
        self._address_of: dict[int, str] = {}
        self._starting: dict[int, asyncio.Task[None]] = {}
        self._last_node: dict[int, str] = {}
        """Where each shard was last at work."""
        self._chosen: dict[int, str] = {}
        """Nodes for shards that have not begun."""
        self._introduced: dict[int, frozenset[tuple[int, int]]] = {}
        """Which lives each knows of; its own is one of them."""
        self._failures: Counter[int] = Counter()
        """Starts that broke off, or that found no folder, since it last got anywhere."""
        self._down_since: dict[int, float] = {}
        self.notes: dict[int, str] = {}
        """What is wrong with a shard, in words."""
        self.lives: Counter[int] = Counter()
        """How often each was started."""
        self.processes: dict[int, int] = {}
        """Process of each shard at work."""
        self.alone = False
        """Whether no machine was there when one was last looked for."""

    def members(self) -> Mapping[int, Member]:
        """Return the shards at work."""
        return self._members

    @property
    def given_up(self) -> set[int]:
        """Shards that will not be at work again without help."""
        now = time.monotonic()
        down = {shard for shard, since in self._down_since.items() if now - since > GIVE_UP_S}
        return {shard for shard in down if self._failures[shard] >= TRIES and shard not in self._members}

    async def tend(self) -> None:
        """Start what is not at work, without waiting for it; let all know each other."""
        for shard in range(self.plan.shards):
            member = self._members.get(shard)
            if member is not None and member.gone:
                self._lose(shard)
            if shard not in self._members and shard not in self._starting and shard not in self.given_up:
                self._starting[shard] = asyncio.create_task(self._start(shard))
        await asyncio.gather(*map(self._introduce, list(self._members)))

    def broke(self, shard: int, reason: str) -> None:
        """Take note that a shard has broken off; it is started anew."""
        self._fail(shard, reason)
        self._lose(shard)

    def _fail(self, shard: int, reason: str) -> None:
        self._failures[shard] += 1
        self._down_since.setdefault(shard, time.monotonic())
        self.notes[shard] = reason

    def went_well(self, shard: int) -> None:
        """Take note that a shard gets somewhere."""
        self._failures.pop(shard, None)
        self._down_since.pop(shard, None)
        self.notes.pop(shard, None)

    def _lose(self, shard: int) -> None:
        member = self._members.pop(shard, None)
        self._node_of.pop(shard, None)
        self._address_of.pop(shard, None)
        self.processes.pop(shard, None)
        if member is not None:
            member.close()
            _end(member.actor)

    async def _start(self, shard: int) -> None:
        """Start a shard where its folder is; say what is wrong if that cannot be."""
        actor: Any = None
        try:
            begun = self._folder.lives().get(shard, 0)
            node = await self._place(shard, begun)
            order = ShardOrder(
                shard,
                self.plan,
                str(self._folder.shard_folder(shard)),
                begun,
                self._settings,
                self._topic,
            )
            actor = (
                ray.remote(ShardWorker)
                .options(num_cpus=0, max_restarts=0, max_concurrency=1000, scheduling_strategy=_on(node))
                .remote(order)
            )
            started: Started = await RayMember(shard, actor).ask("start", within_s=START_S)
            self._folder.began(shard, started.life)
            self._members[shard] = RayMember(shard, actor, started.address)
            self._address_of[shard] = started.address
            self._node_of[shard] = self._last_node[shard] = node
            self._chosen.pop(shard, None)
            self.lives[shard] += 1
            self.processes[shard] = started.pid
            self.notes.pop(shard, None)
        except (LycosaError, RayError) as error:
            self._last_node.pop(shard, None)
            self._fail(shard, str(error).strip().splitlines()[-1])
            await self._rest(actor)
        finally:
            self._starting.pop(shard, None)

    async def _rest(self, actor: Any) -> None:
        if actor is not None:
            _end(actor)
        await asyncio.sleep(RETRY_S)

    async def _place(self, shard: int, begun: int) -> str:
        """Return the node for a shard that was last in its life `begun`; 0 has not begun."""
        nodes = _nodes()
        self.alone = not nodes
        if self.alone:
            raise Unreachable("no machine of the Ray cluster is there")
        if not begun:
            others = (node for one, node in self._chosen.items() if one != shard)
            load = Counter([*others, *self._node_of.values()])
            self._chosen[shard] = min(nodes, key=lambda one: load[one])
            return self._chosen[shard]
        if self._last_node.get(shard) in nodes:  # it refuses if the folder is not there after all
            return self._last_node[shard]
        lives = await asyncio.gather(*(self._look(node, shard) for node in nodes))
        known = {node: life or 0 for node, life in zip(nodes, lives, strict=True)}
        held = {node: life for node, life in known.items() if life >= begun}
        if not held and None in lives:
            raise Unreachable(f"a machine does not say whether it has shard {shard}")
        if not held:
            where = self._folder.shard_folder(shard)
            raise MissingShard(f"no machine has {where} as it was last: shard {shard} waits for its own")
        load = Counter(self._node_of.values())
        return min(held, key=lambda one: (-held[one], load[one]))

    async def _look(self, node: str, shard: int) -> int | None:
        """Return the last life of a shard that is on a node, 0 if it is not; None without an answer."""
        look = ray.remote(look_for).options(num_cpus=0, max_retries=0, scheduling_strategy=_on(node))
        found: Any = look.remote(str(self._folder.shard_folder(shard)), self.plan.id, shard)
        try:
            return int(await asyncio.wait_for(asyncio.wrap_future(found.future()), LOOK_S))
        except (RayError, TimeoutError) as error:
            if isinstance(error, LycosaError):  # it has answered: the folder is there, and damaged
                raise
            return None

    async def _introduce(self, shard: int) -> None:
        """Let a shard know those at work, if they have changed."""
        member = self._members.get(shard)
        lives = frozenset((one, self.lives[one]) for one in self._members)
        if member is None or self._introduced.get(shard) == lives:
            return
        others = {one: other for one, other in self._members.items() if one != shard}
        peers = {one: Peer(other.actor, self._address_of[one]) for one, other in others.items()}
        with suppress(LycosaError):
            await member.ask("introduce", peers)
            self._introduced[shard] = lives

    async def close(self) -> None:
        """End all processes."""
        for task in list(self._starting.values()):
            task.cancel()
        await asyncio.gather(*self._starting.values(), return_exceptions=True)
        for shard in list(self._members):
            self._lose(shard)


def _nodes() -> list[str]:
    """Return the nodes that are there."""
    listed: list[dict[str, Any]] = ray.nodes()  # type: ignore[no-untyped-call]
    return [str(node["NodeID"]) for node in listed if node["Alive"]]


def _on(node: str) -> Any:
    return NodeAffinitySchedulingStrategy(node, soft=False)


def _end(actor: Any) -> None:
    """End the process of a shard, if it has not ended."""
    with suppress(RayError, ValueError):
        ray.kill(actor)
