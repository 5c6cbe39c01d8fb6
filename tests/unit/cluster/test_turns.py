"""An address that hosts of several shards share is asked at the pace of one crawl."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.unit.cluster.localcluster import LocalCluster, MadeWeb, settings

from lycosa.cluster.member import Unreachable
from lycosa.cluster.ownership import Ownership
from lycosa.cluster.turns import SharedTurns
from lycosa.engine.pacing.politeness import Politeness
from lycosa.errors import LycosaError
from lycosa.model import Fetched
from lycosa.registry import fetchers

ADDRESS = "192.0.2.7"


class Giver:
    """The way to the shard that gives turns."""

    def __init__(self, turns: SharedTurns) -> None:
        self.turns = turns
        self.fails: LycosaError | None = None

    async def turn(self, address: str) -> float:
        if self.fails is not None:
            raise self.fails
        return self.turns.own.reserve_s(address)


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def three_shards(clock: Clock) -> tuple[list[SharedTurns], Giver, int]:
    ownership = Ownership(3, slots=64)
    members: dict[int, Any] = {}
    shards = [SharedTurns(n, ownership, 1.0, lambda: members, clock) for n in range(3)]
    owner = ownership.shard_of(ADDRESS)
    giver = members[owner] = Giver(shards[owner])
    return shards, giver, owner


def turns_taken(shards: list[SharedTurns], clock: Clock, requests: int) -> list[float]:
    """Let every shard ask for hosts of its own, each when its turn has come; return when they did."""

    async def ask() -> list[float]:
        taken: list[float] = []
        waiting = [
            (0.0, shard, f"h{shard}-{n}.test") for n in range(requests) for shard in range(len(shards))
        ]
        while waiting:
            waiting.sort()
            at, shard, host = waiting.pop(0)
            clock.now = max(clock.now, at)
            left_s = await shards[shard].wait_s(host, ADDRESS)
            if left_s > 0:
                waiting.append((clock.now + left_s, shard, host))
            else:
                taken.append(clock.now)
        return taken

    return asyncio.run(ask())


def test_turns_at_an_address_are_apart_whichever_shards_ask() -> None:
    clock = Clock()
    shards, _, _ = three_shards(clock)
    taken = turns_taken(shards, clock, requests=5)
    assert taken == pytest.approx([float(n) for n in range(15)])


def test_a_host_that_asks_again_waits_for_another_turn() -> None:
    clock = Clock()
    shards, _, owner = three_shards(clock)
    other = shards[(owner + 1) % 3]

    async def ask() -> list[float]:
        return [await other.wait_s("a.test", ADDRESS), await other.wait_s("a.test", ADDRESS)]

    assert asyncio.run(ask()) == pytest.approx([0.0, 1.0])
    clock.now = 1.0
    assert asyncio.run(other.wait_s("a.test", ADDRESS)) == 0.0


@pytest.mark.parametrize("fails", [Unreachable("gone"), LycosaError("shard 1 broke off")], ids=repr)
def test_without_the_one_who_gives_turns_all_together_keep_the_pace(fails: LycosaError) -> None:
    clock = Clock()
    shards, giver, owner = three_shards(clock)
    giver.fails = fails
    others = [shard for number, shard in enumerate(shards) if number != owner]
    taken = turns_taken(others, clock, requests=5)
    assert max(taken) >= 12.0


class Timed(MadeWeb):
    asked_at: list[float] = []  # noqa: RUF012  # of all shards

    async def fetch(self, url: str, *, etag: str = "", last_modified: str = "") -> Fetched:
        if not url.endswith("robots.txt"):
            Timed.asked_at.append(time.monotonic())
        return await super().fetch(url)


@pytest.mark.slow
def test_shards_together_ask_an_address_no_faster_than_one_crawl(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(fetchers.classes, "made", Timed)
    Timed.asked_at = []
    polite = Politeness(delay_s=0.0, address_delay_s=0.1)
    base = settings(30)
    network = replace(base.network, resolve=("*:192.0.2.7:80",))
    asyncio.run(LocalCluster(tmp_path, replace(base, politeness=polite, network=network), 2).run())
    assert len(Timed.asked_at) >= 30
    spent_s = Timed.asked_at[-1] - Timed.asked_at[0]
    assert spent_s >= 0.1 * (len(Timed.asked_at) - 1) - 1.0  # the first may start late on a busy machine
