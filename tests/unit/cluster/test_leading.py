"""A cluster has one leader, which ends when there is nothing to lead; a second one says why it does not."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.unit.cluster.localcluster import LocalCluster, settings

from lycosa.cli.cluster import _run, resume
from lycosa.cluster.coordinator import Coordinator
from lycosa.cluster.folder import ClusterFolder
from lycosa.cluster.ledger import Ledger
from lycosa.cluster.member import Unreachable
from lycosa.cluster.preparation import prepare
from lycosa.cluster.run import ClusterRun
from lycosa.config.settings import NetworkSettings
from lycosa.engine.budget import Budget, Stop
from lycosa.engine.work import Work
from lycosa.errors import LycosaError
from lycosa.store.database import FolderInUse


def test_a_cluster_that_is_led_is_not_resumed(tmp_path: Path) -> None:
    LocalCluster(tmp_path, settings(60), 2)
    with ClusterFolder(tmp_path).led():
        ran = CliRunner().invoke(resume, [str(tmp_path), "--pages", "90"])
    assert isinstance(ran.exception, FolderInUse)
    assert f"{tmp_path} is led by another process" in str(ran.exception)
    assert ClusterFolder(tmp_path).settings().budget.pages == 60


def test_a_cluster_can_be_led_again_when_its_leader_has_ended(tmp_path: Path) -> None:
    LocalCluster(tmp_path, settings(60), 2)
    folder = ClusterFolder(tmp_path)
    with folder.led(), pytest.raises(FolderInUse), ClusterFolder(tmp_path).led():
        pass
    with folder.led():
        pass


class NoMachine:
    """A supervisor that has found no machine."""

    alone = True

    async def tend(self) -> None:
        pass


def test_a_cluster_whose_ray_was_killed_ends_and_says_how_to_go_on(tmp_path: Path) -> None:
    run = ClusterRun(ClusterFolder(tmp_path))
    with pytest.raises(LycosaError, match=f"`lycosa cluster resume {tmp_path}` goes on"):
        asyncio.run(run._lead(NoMachine(), Coordinator(2, dict, Ledger(60), budget=Budget(), work=Work())))


def test_a_shard_without_any_machine_waits_for_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    supervisor = pytest.importorskip("lycosa.cluster.supervisor", reason="needs Ray", exc_type=ImportError)
    monkeypatch.setattr(supervisor, "_nodes", list)
    LocalCluster(tmp_path, settings(60), 2)
    waiting = supervisor.Supervisor(ClusterFolder(tmp_path))
    with pytest.raises(Unreachable, match="no machine of the Ray cluster is there"):
        asyncio.run(waiting._place(0, begun=0))
    assert waiting.alone


class Terminated:
    """A supervisor whose process is told to end."""

    alone = False

    def __init__(self, folder: ClusterFolder) -> None:
        self.plan = folder.plan()
        self.processes: dict[int, int] = {}
        self.given_up: set[int] = set()
        self.notes: dict[int, str] = {}
        self.tended = 0

    async def tend(self) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        self.tended += 1
        assert self.tended < 5, "nobody heeds the signal"

    def members(self) -> dict[int, Any]:
        return {}

    def broke(self, shard: int, reason: str) -> None:
        pass

    async def close(self) -> None:
        pass


@contextmanager
def signals_taken(*_: object) -> Iterator[None]:
    """Do as Ray does when it starts."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    yield


def test_a_cluster_ends_in_order_on_a_signal_that_ray_has_taken_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    supervisor = pytest.importorskip("lycosa.cluster.supervisor", reason="needs Ray", exc_type=ImportError)
    monkeypatch.setattr(supervisor, "Supervisor", Terminated)
    monkeypatch.setattr("lycosa.cluster.run._ray", signals_taken)
    LocalCluster(tmp_path, settings(60), 2)
    before = signal.getsignal(signal.SIGTERM)
    try:
        stop, _, _ = asyncio.run(_run(ClusterFolder(tmp_path), None))
    finally:
        signal.signal(signal.SIGTERM, before)
    assert stop is Stop.INTERRUPTED


def test_a_strategy_that_cannot_be_is_refused_before_anything_is_begun() -> None:
    chosen = replace(settings(60, strategy="nope"), network=NetworkSettings())
    with pytest.raises(LycosaError, match="unknown strategy 'nope'"):
        asyncio.run(prepare(chosen, lambda _found: None))


def test_a_shard_reads_no_more_bytes_than_all_may_together(tmp_path: Path) -> None:
    chosen = replace(settings(), budget=Budget(pages=60, body_bytes=5000, seconds=9))
    shards = LocalCluster(tmp_path, chosen, 2).shards
    assert [shard.session.settings.budget for shard in shards] == [Budget(pages=60, body_bytes=5000)] * 2
