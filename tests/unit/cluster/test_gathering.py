"""The shards of a cluster, put together, are read as one crawl."""

from __future__ import annotations

import asyncio
import errno
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.unit.cluster.localcluster import (
    SEED,
    LocalCluster,
    MadeWeb,
    everything,
    settings,
    shard_folder,
    with_pages,
)

import lycosa
from lycosa.cli.label import label
from lycosa.cluster.gathered.archives import bring
from lycosa.cluster.gathered.gathering import gather
from lycosa.errors import LycosaError
from lycosa.registry import fetchers
from lycosa.session import Session
from lycosa.store import read_state
from lycosa.store.resume import check_links

pytestmark = pytest.mark.slow
SHARDS = 3


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("gathered")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(fetchers.classes, "made", MadeWeb)
        asyncio.run(LocalCluster(folder, settings(40), SHARDS).run())
        gather(folder)
        with closing(sqlite3.connect(folder / "state.sqlite")) as state, state:
            state.execute("INSERT INTO labels VALUES (7, 'yes', 'view', 1, 0.0, NULL)")
        (folder / "before").write_text("\n".join(visits(folder)))
        asyncio.run(LocalCluster(folder, with_pages(settings(), 70), SHARDS).run())
    assert gather(folder).shards == (0, 1, 2)
    return folder


def visits(folder: Path) -> list[str]:
    with closing(read_state(folder)) as state:
        query = "SELECT url FROM visits JOIN links ON links.id = link ORDER BY number"
        return [url for (url,) in state.execute(query)]


def test_all_visits_are_there_once(folder: Path) -> None:
    assert sorted(visits(folder)) == everything(folder, SHARDS)
    now = lycosa.open(folder).status()
    assert (now.pages, now.visits) == (70, len(visits(folder)))
    assert "elsewhere" not in now.refused


def test_a_visit_keeps_its_number_and_what_people_said_of_it(folder: Path) -> None:
    before = (folder / "before").read_text().splitlines()
    assert visits(folder)[: len(before)] == before
    assert list(lycosa.open(folder).labels()) == [before[7]]


def test_people_label_pages_of_a_cluster_as_of_any_crawl(folder: Path, tmp_path: Path) -> None:
    labelled = tmp_path / "labelled"
    shutil.copytree(folder, labelled)
    ran = CliRunner().invoke(label, [str(labelled)], input="y\nn\n", catch_exceptions=False)
    assert ran.exit_code == 0, ran.output
    assert "shards of a cluster do not learn" in ran.output
    assert len(lycosa.open(labelled).labels()) == 3


def test_the_judge_is_named_as_it_is_by_every_shard(folder: Path) -> None:
    assert lycosa.open(folder).status().judge == lycosa.open(shard_folder(folder, 0)).status().judge != ""


def test_a_url_is_one_link_whichever_shards_know_of_it(folder: Path) -> None:
    with closing(read_state(folder)) as state:
        assert state.execute("SELECT url FROM link_list GROUP BY url HAVING count(*) > 1").fetchall() == []
        check_links(state)


def test_the_way_to_a_page_leads_through_shards_back_to_the_seed(folder: Path) -> None:
    crawl = lycosa.open(folder)
    assert {crawl.why(page["url"]).path[0].url for page in crawl.pages(everything=True)} == {SEED}


def test_pages_are_read_from_the_archives_of_their_shards(folder: Path) -> None:
    pages = list(lycosa.open(folder).pages(everything=True, text=True))
    assert len(pages) == 70
    assert all(page["url"].rpartition("/")[2] in page["text"] for page in pages)


def refuse_to_link(*_: object) -> None:
    raise OSError(errno.EXDEV, "Invalid cross-device link")


def test_pages_of_shards_on_another_disk_are_read_too(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mounted = tmp_path / "mounted"
    shutil.copytree(folder, mounted, ignore=shutil.ignore_patterns("warc"))
    for shard in range(SHARDS):
        shutil.copytree(folder / "shards" / str(shard) / "warc", mounted / "shards" / str(shard) / "warc")
    monkeypatch.setattr("os.link", refuse_to_link)
    gather(mounted)
    gather(mounted)
    pages = list(lycosa.open(mounted).pages(everything=True, text=True))
    assert len(pages) == 70
    assert all(page["url"].rpartition("/")[2] in page["text"] for page in pages)


def test_a_copied_archive_grows_by_what_its_crawl_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.link", refuse_to_link)
    source, target = tmp_path / "source", tmp_path / "target"
    source.write_bytes(b"known, cut off")
    bring(source, target, known_bytes=5)
    source.write_bytes(b"known anew, unknown")
    bring(source, target, known_bytes=10)
    assert target.read_bytes() == b"known anew"


def test_an_archive_that_was_replaced_is_linked_anew(tmp_path: Path) -> None:
    source, target, newer = tmp_path / "source", tmp_path / "target", tmp_path / "newer"
    source.write_bytes(b"one")
    bring(source, target, known_bytes=3)
    newer.write_bytes(b"one, two")
    newer.replace(source)
    bring(source, target, known_bytes=8)
    assert target.samefile(source)


def test_pages_are_found_by_their_words(folder: Path) -> None:
    assert len(lycosa.open(folder).search("flood", count=100, everything=True)) > 20


def test_what_shards_say_of_themselves_is_added_up(folder: Path) -> None:
    together = lycosa.open(folder).status().outlook
    shards = [lycosa.open(folder / "shards" / str(shard)).status().outlook for shard in range(SHARDS)]
    assert together is not None
    assert together.page_budget == 70
    assert together.slots == sum(one.slots for one in shards if one is not None)
    assert together.queued == sum(one.queued for one in shards if one is not None)
    with closing(read_state(folder)) as state:
        known = dict(state.execute("SELECT id, url FROM link_list"))
    assert all(known[link.id] == link.url for link in together.top)


def test_a_gathered_crawl_is_not_resumed_as_one(folder: Path) -> None:
    with pytest.raises(LycosaError, match="lycosa cluster resume"):
        Session.of_folder(folder)


def test_a_folder_without_shards_is_said_to_have_none(tmp_path: Path) -> None:
    LocalCluster(tmp_path, settings(), SHARDS)
    with pytest.raises(LycosaError, match="no shard"):
        gather(tmp_path)
