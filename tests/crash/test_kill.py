from __future__ import annotations

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from lycosa.store import read_state
from lycosa.store.warc._fastwarc import ArchiveIterator, WarcRecordType

pytestmark = pytest.mark.slow

ANSWERS = WarcRecordType.response | WarcRecordType.revisit
CRAWLER = Path(__file__).with_name("crawler.py")


class Crawls(NamedTuple):
    """The same crawl twice: once in peace, once killed again and again."""

    whole: Path
    killed: Path
    kills: int
    concurrency: int


@pytest.fixture(scope="module", params=[1, 64], ids=["one request at a time", "64 requests at once"])
def crawls(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Crawls:
    folder = tmp_path_factory.mktemp("crash")
    path = os.pathsep.join(filter(None, sys.path))
    ran = subprocess.run(
        [sys.executable, CRAWLER, folder, str(request.param)],
        env={**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        timeout=300,
    )
    return Crawls(folder / "whole", folder / "killed", int(ran.stdout), request.param)


def rows(folder: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(read_state(folder)) as state:
        return state.execute(query).fetchall()


def test_the_crawl_was_killed_often_enough(crawls: Crawls) -> None:
    assert crawls.kills >= 50


def test_no_page_is_lost_and_none_is_new(crawls: Crawls) -> None:
    pages = (
        "SELECT url, status, error, relevant, score FROM visits JOIN links ON links.id = link ORDER BY url"
    )
    assert rows(crawls.killed, pages) == rows(crawls.whole, pages)


def test_no_page_is_visited_twice(crawls: Crawls) -> None:
    assert rows(crawls.killed, "SELECT link FROM visits GROUP BY link HAVING count(*) > 1") == []


def test_one_at_a_time_the_crawl_took_the_same_way(crawls: Crawls) -> None:
    if crawls.concurrency > 1:
        pytest.skip("answers arrive in any order")
    for query in (
        "SELECT number, link, found, payload_of FROM visits",
        "SELECT id, url, depth, parent, state, shown, parts FROM links",
        "SELECT * FROM edges",
        "SELECT * FROM hosts",
    ):
        assert rows(crawls.killed, query) == rows(crawls.whole, query)


def test_archive_and_database_agree_record_by_record(crawls: Crawls) -> None:
    known = rows(
        crawls.killed,
        "SELECT name, record_offset, url, payload_of IS NOT NULL FROM visits"
        " JOIN links ON links.id = link JOIN archives ON archives.id = archive ORDER BY number",
    )
    found = []
    for file in sorted((crawls.killed / "warc").iterdir()):
        with file.open("rb") as stream:
            for record in ArchiveIterator(
                stream, record_types=WarcRecordType.response | WarcRecordType.revisit
            ):
                revisit = record.record_type == WarcRecordType.revisit
                found.append((file.name, record.stream_pos, record.headers["WARC-Target-URI"], revisit))
    assert found == known


def test_nothing_follows_the_last_record(crawls: Crawls) -> None:
    for name, end in rows(
        crawls.killed,
        "SELECT name, max(record_offset + record_bytes) FROM visits"
        " JOIN archives ON archives.id = archive GROUP BY name",
    ):
        assert (crawls.killed / "warc" / name).stat().st_size == end


def test_warcio_finds_every_file_sound(crawls: Crawls) -> None:
    files = sorted((crawls.killed / "warc").iterdir())
    command = [sys.executable, "-c", "from warcio.cli import main; main()", "check", *files]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout
