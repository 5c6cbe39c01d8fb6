"""A shard with more answers than it can take in: it listens to the others all the same."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from tests.unit.cluster.localcluster import LocalCluster, MadeWeb, settings

from lycosa.cluster.member import Allowance, Report
from lycosa.cluster.shard import LISTEN_TURNS
from lycosa.engine.budget import Stop
from lycosa.engine.work import Work
from lycosa.registry import fetchers


def reports(folder: Path, concurrency: int) -> list[Report]:
    """Return what a shard says of itself, asked whenever it listens."""
    shard = LocalCluster(folder, replace(settings(), work=Work(concurrency=concurrency)), 1).shards[0]
    heard: list[Report] = []

    async def listen() -> None:
        await shard.opened.wait()
        await shard.allow(Allowance(0, None, float("-inf")))
        while len(heard) < 2 or heard[-1].visits > heard[-2].visits or heard[-1].under_way:
            heard.append(await shard.report(0, 1))
            for _ in range(LISTEN_TURNS):
                await asyncio.sleep(0)
        await shard.stop(Stop.EXHAUSTED)

    async def both() -> None:
        await asyncio.gather(shard.run(), listen())

    asyncio.run(both())
    return heard


@pytest.fixture(autouse=True)
def made_web(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(fetchers.classes, "made", MadeWeb)


def most_at_once(heard: list[Report]) -> int:
    """Return the most visits between two reports."""
    visits = [report.visits for report in heard]
    assert max(visits) > 30
    return max(later - earlier for earlier, later in pairwise(visits))


def test_a_shard_listens_after_every_step_that_takes_as_long_as_others_may_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lycosa.cluster.shard.LISTEN_EVERY_S", 0.0)
    assert most_at_once(reports(tmp_path, concurrency=16)) <= 2


def test_a_shard_goes_on_for_as_long_as_others_may_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lycosa.cluster.shard.LISTEN_EVERY_S", 60.0)
    assert most_at_once(reports(tmp_path, concurrency=16)) > 2
