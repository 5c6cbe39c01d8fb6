"""A cluster on two nodes whose workers and node are killed at random reads what one crawl reads."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.cluster.once import run_once

from lycosa.store import read_state
from lycosa.store.warc._fastwarc import ArchiveIterator, WarcRecordType

pytestmark = pytest.mark.slow
ANSWERS = WarcRecordType.response | WarcRecordType.revisit
PROGRAM = Path(__file__).with_name("killed.py")
SHARDS = 2


class Killed(NamedTuple):
    folder: Path
    told: dict[str, Any]

    @property
    def shards(self) -> list[Path]:
        return [self.folder / "killed" / "shards" / str(shard) for shard in range(SHARDS)]


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Killed:
    folder, told = run_once(tmp_path_factory, PROGRAM, str(os.getpid()))
    return Killed(folder / "crawls", told)


def rows(folder: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(read_state(folder)) as state:
        return state.execute(query).fetchall()


def of_all(killed: Killed, query: str) -> list[tuple[Any, ...]]:
    return sorted(row for shard in killed.shards for row in rows(shard, query))


def test_ten_workers_and_nodes_and_more_were_killed(killed: Killed) -> None:
    assert len(killed.told["killed"]) >= 10
    assert killed.told["killed"].count("node") >= 2
    assert killed.told["stop"] == "no links left"


def test_the_same_pages_are_read_as_by_one_crawl(killed: Killed) -> None:
    pages = "SELECT url, status, error IS NULL FROM visits JOIN links ON links.id = link"
    assert of_all(killed, pages) == sorted(rows(killed.folder / "whole", pages))


def test_no_page_is_read_twice(killed: Killed) -> None:
    asked = [url for (url,) in of_all(killed, "SELECT url FROM visits JOIN links ON links.id = link")]
    assert len(asked) == len(set(asked))


def test_each_archive_agrees_with_its_database(killed: Killed) -> None:
    for shard in killed.shards:
        known = rows(
            shard,
            "SELECT name, record_offset, url FROM visits JOIN links ON links.id = visits.link"
            " JOIN archives ON archives.id = visits.archive ORDER BY name, record_offset",
        )
        assert known == list(records(shard / "warc"))


def records(folder: Path) -> Iterator[tuple[str, int, str]]:
    for file in sorted(folder.iterdir()):
        with file.open("rb") as stream:
            for record in ArchiveIterator(stream, parse_http=False, record_types=ANSWERS):
                url = record.headers["WARC-Target-URI"]
                if not url.endswith("/robots.txt"):
                    yield file.name, record.stream_pos, url


def test_no_link_is_left_in_a_queue_or_undelivered(killed: Killed) -> None:
    for shard in killed.shards:
        assert rows(shard, "SELECT url FROM links WHERE state < 2") == []
        told = "SELECT * FROM outbox_last UNION ALL SELECT receiver, number FROM outbox"
        for receiver, last in rows(shard, f"SELECT receiver, max(number) FROM ({told}) GROUP BY receiver"):
            here = f"SELECT number FROM inbox WHERE sender = {shard.name}"
            assert rows(killed.shards[receiver], here) == [(last,)]
