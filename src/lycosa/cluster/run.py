"""A cluster from its start to its end: Ray is reached or started, shards are led, and all is let go.

By default Ray runs inside this command, on loopback only; with an address, on machines where it was started.
"""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from lycosa.cluster.coordinator import Coordinator
from lycosa.cluster.folder import ClusterFolder
from lycosa.cluster.gathered.gathering import gather
from lycosa.cluster.ledger import open_ledger
from lycosa.cluster.member import Report
from lycosa.engine.budget import Stop
from lycosa.errors import LycosaError

OBJECT_STORE_BYTES = 80_000_000
"""Shards send each other little: the least that Ray takes."""
PROGRESS_S = 1.0
GATHER_EVERY_S = 10.0
"""Shards at work are put together so often, for whoever reads the cluster's folder …"""
GATHER_SELDOM = 50
"""… and no sooner than after so many times as long as it took."""
LOOPBACK = "127.0.0.1"
_LOOPBACK_ONLY = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"
"""Ray looks for an outer interface whatever address it is given, unless this is off."""
_EMBEDDED = {
    "RAY_worker_niceness": "0",  # else workers give way to all others; shards are no less than a plain crawl
    "RAY_task_events_report_interval_ms": "0",  # a record of every message, which nobody reads here
    "RAY_enable_metrics_collection": "0",  # the same of counts
    "RAY_max_direct_call_object_size": "4000000",  # lessons, of 400 KB, go as messages: no store between
}
"""How Ray inside the command differs from Ray as it comes."""


@dataclass(frozen=True, slots=True)
class ClusterStanding:
    """How a cluster stands."""

    shards: int
    at_work: int
    pages: int
    relevant: int
    queued: int
    links_sent: int
    floor: float
    notes: dict[int, str]


class ClusterRun:
    """One run of a cluster, begun or resumed.

    Parameters
    ----------
    folder
        Of the cluster, which has a plan.
    address
        Of a Ray cluster; None starts Ray here.
    progress
        Called about once a second.
    ray_is_up
        Called when Ray is at hand, which has taken over signals.
    """

    def __init__(
        self,
        folder: ClusterFolder,
        address: str | None = None,
        progress: Callable[[ClusterStanding], None] = lambda standing: None,
        ray_is_up: Callable[[], None] = lambda: None,
    ) -> None:
        self.folder = folder
        self.address = address
        self.reports: dict[int, Report] = {}
        self.processes: dict[int, int] = {}
        """The process of each shard at work."""
        self._progress = progress
        self._ray_is_up = ray_is_up
        self._interrupted = False
        self._wake = asyncio.Event()
        self._over = asyncio.Event()

    def interrupt(self) -> None:
        """End after the round under way."""
        self._interrupted = True
        self._wake.set()

    async def run(self) -> Stop:
        """Crawl until there is a reason to stop; return it."""
        with _ray(self.address, self.folder.plan().shards):
            from lycosa.cluster.supervisor import Supervisor  # noqa: PLC0415  # it imports Ray

            self._ray_is_up()
            settings, plan = self.folder.settings(), self.folder.plan()
            supervisor = Supervisor(self.folder)
            leader = Coordinator(
                plan.shards,
                supervisor.members,
                open_ledger(self.folder.folder, settings.budget.pages),
                budget=settings.budget,
                work=settings.work,
                broke=supervisor.broke,
                given_up=lambda: supervisor.given_up,
            )
            self.reports, self.processes = leader.reports, supervisor.processes
            gathering = asyncio.create_task(self._keep_gathered())
            try:
                return await self._lead(supervisor, leader)
            finally:
                self._over.set()
                await supervisor.close()
                await gathering

    async def _lead(self, supervisor: Any, leader: Coordinator) -> Stop:
        shown_at = 0.0
        stop: Stop | None = None
        while stop is None:
            await supervisor.tend()
            if supervisor.alone and self.address is None:  # nobody will start it anew
                raise LycosaError(
                    f"Ray inside this command was killed, or ran out of memory:"
                    f" `lycosa cluster resume {self.folder.folder}` goes on"
                )
            stop = Stop.INTERRUPTED if self._interrupted else await leader.round()
            for shard in leader.advanced:
                supervisor.went_well(shard)
            if time.monotonic() - shown_at >= PROGRESS_S or stop is not None:
                shown_at = time.monotonic()
                self._show(supervisor, leader)
            if stop is None:
                await _until(self._wake, leader.round_s)
        await leader.stop(stop)
        await leader.hear()
        self._show(supervisor, leader)
        return stop

    async def _keep_gathered(self) -> None:
        """Put together what shards have on this machine, so that the folder can be read while they work."""
        rest_s = PROGRESS_S
        while not await _until(self._over, rest_s):
            rest_s = PROGRESS_S
            if any(report.pages for report in self.reports.values()):
                began = time.monotonic()
                # What is wrong with a folder is said when it is gathered at the end.
                with suppress(LycosaError, OSError, sqlite3.Error):
                    await asyncio.to_thread(gather, self.folder.folder)
                rest_s = max(GATHER_EVERY_S, GATHER_SELDOM * (time.monotonic() - began))

    def _show(self, supervisor: Any, leader: Coordinator) -> None:
        reports = leader.reports.values()
        self._progress(
            ClusterStanding(
                supervisor.plan.shards,
                len(supervisor.members()),
                sum(one.pages for one in reports),
                sum(one.relevant for one in reports),
                sum(one.queued for one in reports),
                sum(one.links_sent for one in reports),
                leader.level.floor,
                dict(supervisor.notes),
            )
        )
        self.folder.write_progress(leader.reports, supervisor.notes)


async def _until(event: asyncio.Event, seconds: float) -> bool:
    """Wait for an event, for so long; return whether it has come."""
    try:
        async with asyncio.timeout(seconds):
            return await event.wait()
    except TimeoutError:
        return False


@contextmanager
def _ray(address: str | None, shards: int) -> Iterator[None]:
    """Have Ray at hand while the block runs."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if address is None:
        os.environ.setdefault(_LOOPBACK_ONLY, "0")
        for name, value in _EMBEDDED.items():
            os.environ.setdefault(name, value)
    try:
        import ray  # noqa: PLC0415  # an extra; nothing but a cluster needs it
    except ImportError as error:
        raise LycosaError("a cluster needs Ray: pip install 'lycosa[cluster]'") from error
    if ray.is_initialized():
        yield
        return
    if address is None:
        scratch = tempfile.mkdtemp(prefix="lycosa-")
        ray.init(
            address="local",
            num_cpus=max(1, shards),
            include_dashboard=False,
            object_store_memory=OBJECT_STORE_BYTES,
            _node_ip_address=LOOPBACK,
            _temp_dir=scratch,
            log_to_driver=False,
            logging_level=logging.ERROR,
        )
    else:
        scratch = None
        try:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise LycosaError(f"no Ray cluster at {address}: {error}") from error
    try:
        yield
    finally:
        ray.shutdown()
        if scratch is not None:
            shutil.rmtree(scratch, ignore_errors=True)
