"""Shards in one process: the pages of one crawl, none twice, whatever the post does and whoever is killed."""

from __future__ import annotations

import asyncio
import random
from contextlib import closing
from pathlib import Path

import pytest
from tests.unit.cluster.localcluster import (
    SEED,
    LocalCluster,
    MadeWeb,
    asked,
    everything,
    settings,
    shard_folder,
    visited,
    with_pages,
)

from lycosa.engine.budget import Stop
from lycosa.engine.step import DiskFull
from lycosa.registry import fetchers
from lycosa.session import Session
from lycosa.store import read_state

pytestmark = pytest.mark.slow
SHARDS = 3


@pytest.fixture(autouse=True)
def _made_web(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(fetchers.classes, "made", MadeWeb)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return what one crawl asks for."""
    folder = tmp_path_factory.mktemp("whole")

    async def crawl() -> None:
        async for _ in Session(settings(), folder).steps():
            pass

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(fetchers.classes, "made", MadeWeb)
        asyncio.run(crawl())
    return asked(folder)


@pytest.mark.parametrize("strategy", ["lycosa", "shark-search"])
def test_shards_ask_for_what_one_crawl_asks_for(tmp_path: Path, whole: list[str], strategy: str) -> None:
    cluster = LocalCluster(tmp_path, settings(strategy=strategy), SHARDS)
    assert asyncio.run(cluster.run()) is Stop.EXHAUSTED
    assert everything(tmp_path, SHARDS) == whole


def test_a_post_that_loses_repeats_and_shuffles_changes_nothing(tmp_path: Path, whole: list[str]) -> None:
    cluster = LocalCluster(tmp_path, settings(), SHARDS, random.Random(5))
    assert asyncio.run(cluster.run()) is Stop.EXHAUSTED
    assert everything(tmp_path, SHARDS) == whole


def test_a_shard_that_breaks_off_does_not_break_those_that_write_to_it(
    tmp_path: Path, whole: list[str]
) -> None:
    cluster = LocalCluster(tmp_path, settings(), SHARDS)
    for post in cluster.posts.values():
        post.broken_for = 3
    assert asyncio.run(cluster.run()) is Stop.EXHAUSTED
    assert everything(tmp_path, SHARDS) == whole


def test_a_cluster_broken_off_again_and_again_reads_the_same_pages(tmp_path: Path, whole: list[str]) -> None:
    for rounds in (2, 4, 6, 8):
        asyncio.run(LocalCluster(tmp_path, settings(), SHARDS, random.Random(rounds)).run(rounds))
    assert asyncio.run(LocalCluster(tmp_path, settings(), SHARDS).run()) is Stop.EXHAUSTED
    assert everything(tmp_path, SHARDS) == whole


def test_a_budget_is_kept_to_the_page_through_every_break(tmp_path: Path) -> None:
    for rounds in (3, 5, 7):
        asyncio.run(LocalCluster(tmp_path, settings(60), SHARDS).run(rounds))
        assert pages(tmp_path) <= 60
    assert asyncio.run(LocalCluster(tmp_path, settings(60), SHARDS).run()) is Stop.PAGES
    assert pages(tmp_path) == 60
    assert asyncio.run(LocalCluster(tmp_path, with_pages(settings(), 80), SHARDS).run()) is Stop.PAGES
    assert pages(tmp_path) == 80


def test_no_shard_asks_for_a_host_of_another(tmp_path: Path) -> None:
    cluster = LocalCluster(tmp_path, settings(50), SHARDS)
    asyncio.run(cluster.run())
    for shard in cluster.shards:
        for url in asked(shard_folder(tmp_path, shard.number)):
            assert shard.owns(url.split("/")[2])


def test_the_page_that_shows_a_link_is_known_where_the_link_is(tmp_path: Path) -> None:
    asyncio.run(LocalCluster(tmp_path, settings(), SHARDS).run())
    for shard in range(SHARDS):
        with closing(read_state(shard_folder(tmp_path, shard))) as state:
            orphans = state.execute(
                "SELECT url FROM link_list WHERE parent = -1 AND state = 2 AND url <> ?", (SEED,)
            ).fetchall()
            elsewhere = state.execute(
                "SELECT count(*) FROM links JOIN links AS page ON page.id = links.parent"
                " WHERE page.refused = 'elsewhere' AND links.state = 2"
            ).fetchone()
        assert not orphans
        assert elsewhere[0] > 5


def test_links_wait_while_the_network_between_shards_is_cut(tmp_path: Path, whole: list[str]) -> None:
    cluster = LocalCluster(tmp_path, settings(), SHARDS)
    others = set(range(1, SHARDS))
    cluster.posts[0].cut_from = others
    for shard in others:
        cluster.posts[shard].cut_from = {0}
    asked_while_cut: list[str] = []

    async def mend() -> None:
        crawls = [shard.opened.wait() for shard in cluster.shards]
        await asyncio.gather(*crawls)
        await asyncio.sleep(1.0)
        asked_while_cut.extend(everything(tmp_path, SHARDS))
        for post in cluster.posts.values():
            post.cut_from = set()

    async def both() -> Stop | None:
        _, stop = await asyncio.gather(mend(), cluster.run())
        return stop

    assert asyncio.run(both()) is Stop.EXHAUSTED
    assert len(asked_while_cut) < len(whole)
    assert everything(tmp_path, SHARDS) == whole


def test_a_shard_without_room_stops_and_the_others_go_on(tmp_path: Path) -> None:
    cluster = LocalCluster(tmp_path, settings(60), SHARDS)
    full = cluster.shards[0]

    async def run_out_of_room() -> None:
        await full.opened.wait()
        full._store._behind = True  # type: ignore[union-attr]  # as a full disk leaves it

    async def both() -> Stop | None:
        _, stop = await asyncio.gather(run_out_of_room(), cluster.run())
        return stop

    assert asyncio.run(both()) in (Stop.PAGES, Stop.DISK)
    assert full.stopped is Stop.DISK
    assert pages(tmp_path) > len(visited(shard_folder(tmp_path, 0)))
    again = LocalCluster(tmp_path, settings(60), SHARDS)
    assert asyncio.run(again.run()) is Stop.PAGES
    assert pages(tmp_path) == 60


def test_a_shard_without_room_to_forget_what_it_has_handed_over_stops_in_order(
    tmp_path: Path, whole: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster = LocalCluster(tmp_path, settings(), SHARDS)
    full = cluster.shards[0]

    def no_room(receiver: int, durable: int) -> None:
        raise DiskFull("no space left")

    monkeypatch.setattr(full.mailbox, "confirm", no_room)
    assert asyncio.run(cluster.run()) is Stop.DISK
    assert full.stopped is Stop.DISK
    assert asyncio.run(LocalCluster(tmp_path, settings(), SHARDS).run()) is Stop.EXHAUSTED
    assert everything(tmp_path, SHARDS) == whole


def pages(folder: Path) -> int:
    return sum(len(visited(shard_folder(folder, shard))) for shard in range(SHARDS))
