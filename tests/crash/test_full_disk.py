from __future__ import annotations

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from lycosa.store import read_state

pytestmark = pytest.mark.slow

PROGRAM = """
import resource, sys
from pathlib import Path
from crawler import crawl_into
limit = int(sys.argv[2])
if limit:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
print(crawl_into(Path(sys.argv[1]), concurrency=1))
"""


def crawl(folder: Path, file_bytes_max: int = 0) -> str:
    """Crawl in a process that can make no larger file than that; return why the crawl ended."""
    path = os.pathsep.join(filter(None, [str(Path(__file__).parent), *sys.path]))
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, folder, str(file_bytes_max)],
        env={**os.environ, "PYTHONPATH": path},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        timeout=300,
    )
    return ran.stdout.strip()


def rows(folder: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(read_state(folder)) as state:
        return state.execute(query).fetchall()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("disk") / "whole"
    crawl(folder)
    return folder


@pytest.mark.parametrize("file_bytes_max", [400_000, 700_000])
def test_a_crawl_stopped_by_the_system_is_whole_and_goes_on(
    file_bytes_max: int, whole: Path, tmp_path: Path
) -> None:
    halted = tmp_path / "halted"
    assert crawl(halted, file_bytes_max) == "disk full"
    name, end = rows(
        halted,
        "SELECT name, record_offset + record_bytes FROM visits JOIN archives ON id = archive"
        " ORDER BY number DESC LIMIT 1",
    )[0]
    assert (halted / "warc" / name).stat().st_size == end
    assert crawl(halted) == "no links left"
    for query in (
        "SELECT number, link, status FROM visits",
        "SELECT id, url, state, shown, parts FROM links",
    ):
        assert rows(halted, query) == rows(whole, query)
