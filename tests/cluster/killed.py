"""The crash loop of a cluster: two nodes, workers and a node killed at random, until the crawl is done.

Prints what was killed. Nodes are Ray's own processes on this machine, bound to loopback.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
os.environ["RAY_AUTH_MODE"] = "disabled"  # no token in the home folder
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"  # loopback only

from tests.cluster.site import Site, url_of

from lycosa.cluster.folder import ClusterFolder
from lycosa.cluster.preparation import prepare
from lycosa.cluster.run import ClusterRun
from lycosa.config import Settings
from lycosa.config.settings import NetworkSettings
from lycosa.engine.budget import Budget
from lycosa.engine.pacing.politeness import Politeness
from lycosa.engine.work import Work
from lycosa.fetch.limits import SitemapLimits
from lycosa.session import Session
from lycosa.topic.settings import TopicSettings

SHARDS = 2
KILLS = 11
NODE_KILLS = 2
VISITS_A_KILL = 25
NODE = {"num_cpus": 1, "node_ip_address": "127.0.0.1", "object_store_memory": 80_000_000}
SOON = {
    "health_check_initial_delay_ms": 1000,
    "health_check_period_ms": 1000,
    "health_check_timeout_ms": 4000,
    "health_check_failure_threshold": 3,
}
"""A dead node is noticed after three seconds, a slow one has fifteen."""


def settings(port: int, pages: int | None = None) -> Settings:
    return Settings(
        topic=TopicSettings(keywords=("flood", "water", "river")),
        seeds=(url_of(0),),
        budget=Budget(pages=pages),
        work=Work(concurrency=4),
        politeness=Politeness(delay_s=0.0, address_delay_s=0.0),
        sitemaps=SitemapLimits(follow=False),
        find_duplicates=False,
        network=NetworkSettings(allow_private=True, resolve=(f"*:127.0.0.1:{port}",)),
    )


class Killer:
    """Kills workers and the second node, each after some more visits."""

    def __init__(self, run: ClusterRun, cluster: object, rng: random.Random) -> None:
        self.run = run
        self.cluster = cluster
        self.rng = rng
        self.killed: list[str] = []
        self.node = cluster.add_node(**NODE)  # type: ignore[attr-defined]
        nodes = set(rng.sample(range(KILLS), NODE_KILLS))
        self.plan = ["node" if turn in nodes else "worker" for turn in range(KILLS)]

    async def work(self) -> None:
        while len(self.killed) < KILLS:
            await asyncio.sleep(0.1)
            visits = sum(report.visits for report in self.run.reports.values())
            if visits < VISITS_A_KILL * (len(self.killed) + 1) or not self.run.processes:
                continue
            await asyncio.sleep(self.rng.random() * 0.3)
            await self.kill(self.plan[len(self.killed)])

    async def kill(self, what: str) -> None:
        if what == "node":
            self.cluster.remove_node(self.node, allow_graceful=False)  # type: ignore[attr-defined]
            await asyncio.sleep(self.rng.random() * 2)
            self.node = self.cluster.add_node(**NODE)  # type: ignore[attr-defined]
        else:
            victims = list(self.run.processes.values())
            if not victims:
                return
            with suppress(ProcessLookupError):
                os.kill(self.rng.choice(victims), signal.SIGKILL)
        self.killed.append(what)


async def crawl_killed(folder: Path, chosen: Settings, seed: int) -> dict[str, object]:
    import ray
    from ray.cluster_utils import Cluster

    began = time.monotonic()
    head = {**NODE, "include_dashboard": False, "_system_config": SOON}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    try:
        ray.init(address=cluster.address, log_to_driver=False, _node_ip_address="127.0.0.1")
        chosen, topic = await prepare(chosen, lambda _found: None)
        opened = ClusterFolder(folder)
        opened.begin(chosen, topic, SHARDS)
        run = ClusterRun(opened)
        killer = Killer(run, cluster, random.Random(seed))
        ready = time.monotonic()
        killing = asyncio.create_task(killer.work())
        stop = await run.run()
        done = killing.done()
        killing.cancel()
        await asyncio.gather(killing, return_exceptions=True)
        return {
            "stop": stop,
            "killed": killer.killed,
            "done": done,
            "start_s": round(ready - began, 1),
            "crawl_s": round(time.monotonic() - ready, 1),
        }
    finally:
        ray.shutdown()
        cluster.shutdown()


async def crawl_whole(folder: Path, chosen: Settings) -> None:
    async for _ in Session(chosen, folder).steps():
        pass


def main() -> None:
    folder, seed = Path(sys.argv[1]), int(sys.argv[2])
    with Site(wait_s=0.005) as site:
        chosen = settings(site.port)
        folder.mkdir(exist_ok=True)
        asyncio.run(crawl_whole(folder / "whole", replace(chosen)))
        print(json.dumps(asyncio.run(crawl_killed(folder / "killed", chosen, seed))))


if __name__ == "__main__":
    main()
