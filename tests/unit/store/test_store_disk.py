from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from lycosa import LycosaError, Topic
from lycosa.engine import Stop
from lycosa.engine.step import DiskFull
from lycosa.store import STATE, database
from lycosa.store import folder as folder_module
from lycosa.store.export.export import FORMS, export
from lycosa.store.lookup.topics import topic_map
from lycosa.store.repair.repair import repair
from lycosa.store.status import status
from lycosa.store.tables.labels import keep_answers
from lycosa.strategy.shark_search import SharkSearch

TOPIC = Topic.from_keywords(["flood", "river"])
Sessions = Callable[..., Any]


def shark() -> SharkSearch:
    return SharkSearch(TOPIC)


def warc_bytes(folder: Path) -> int:
    return sum(file.stat().st_size for file in (folder / "warc").iterdir())


def stored_bytes(crawl: Any) -> int:
    return int(crawl.rows("SELECT max(record_offset + record_bytes) FROM visits")[0][0])


@pytest.fixture
def small_disk(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Let files of the archive grow by 12,000 bytes, the last write half done, and then no more."""
    write, room = os.write, [12_000]

    def bounded(handle: int, data: Any) -> int:
        taken = min(len(data), room[0])
        if not taken:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        room[0] -= taken
        return write(handle, data[:taken])

    monkeypatch.setattr("lycosa.store.warc.archive.os.write", bounded)
    return monkeypatch


@pytest.fixture
def small_database(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Let the database grow to 14 pages and no more."""

    def bounded(folder: Path) -> Any:
        connection = database.connect(folder)
        connection.execute("PRAGMA max_page_count = 14")
        return connection

    monkeypatch.setattr(folder_module, "connect", bounded)
    return monkeypatch


@pytest.mark.parametrize("limit", ["small_disk", "small_database"])
def test_a_full_disk_ends_the_crawl(limit: str, session: Sessions, request: pytest.FixtureRequest) -> None:
    request.getfixturevalue(limit)
    assert session(shark).sit(tidy=True) is Stop.DISK


@pytest.mark.parametrize("limit", ["small_disk", "small_database"])
def test_after_a_full_disk_archive_and_database_agree(
    limit: str, session: Sessions, request: pytest.FixtureRequest
) -> None:
    request.getfixturevalue(limit)
    crawl = session(shark)
    crawl.sit()
    assert warc_bytes(crawl.folder) == stored_bytes(crawl)


@pytest.mark.parametrize("limit", ["small_disk", "small_database"])
def test_with_room_again_the_crawl_goes_on_as_if_nothing_had_been(
    limit: str, session: Sessions, request: pytest.FixtureRequest
) -> None:
    whole, halted = session(shark), session(shark)
    whole.sit()
    patch = request.getfixturevalue(limit)
    assert halted.sit(tidy=True) is Stop.DISK
    assert len(halted.notebook.steps) < len(whole.notebook.steps)
    patch.undo()
    assert halted.sit() is Stop.EXHAUSTED
    assert [step.visit.link.url for step in halted.notebook.steps] == [
        step.visit.link.url for step in whole.notebook.steps
    ]


def test_records_nobody_knows_are_cut_off(session: Sessions) -> None:
    crawl = session(shark)
    crawl.sit(5)
    (file,) = (crawl.folder / "warc").iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole + whole[:700])
    crawl.sit(0)
    assert file.read_bytes() == whole


def test_records_lost_to_a_power_failure_are_given_up(session: Sessions) -> None:
    crawl = session(shark)
    crawl.sit(5)
    (file,) = (crawl.folder / "warc").iterdir()
    file.write_bytes(file.read_bytes()[:-10])
    crawl.sit()
    assert crawl.rows("SELECT number FROM visits WHERE archive IS NULL AND status > 0") == [(4,)]
    assert crawl.rows("SELECT count(*) FROM events WHERE kind = 'lost'") == [(1,)]


def test_a_missing_archive_is_begun_anew(session: Sessions) -> None:
    crawl = session(shark)
    crawl.sit(5)
    (file,) = (crawl.folder / "warc").iterdir()
    file.unlink()
    assert crawl.sit() is Stop.EXHAUSTED
    assert warc_bytes(crawl.folder) == stored_bytes(crawl)


def test_a_disk_without_room_is_not_taken_for_a_damaged_crawl(session: Sessions, tmp_path: Path) -> None:
    crawled = session(shark)
    crawled.sit(3)
    copy = tmp_path / "copy"
    shutil.copytree(crawled.folder, copy)
    (copy / f"{STATE}-wal").write_bytes(b"x" * 64)  # to be looked through, with a file of its own beside it
    (copy / f"{STATE}-shm").unlink(missing_ok=True)
    program = (
        "import resource, sys; from pathlib import Path; from lycosa.store import Store;"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)); Store(Path(sys.argv[1]))"
    )
    ran = subprocess.run([sys.executable, "-c", program, copy], capture_output=True, text=True, check=False)
    assert "DiskFull" in ran.stderr.splitlines()[-1]


def no_room(*_args: Any, **_others: Any) -> Any:
    """Fail as SQLite does on a full disk."""
    with closing(sqlite3.connect(":memory:")) as small:
        small.execute("PRAGMA max_page_count = 1")
        small.execute("CREATE TABLE large (value)")


@pytest.mark.parametrize(
    ("missing", "ask"),
    [
        ("lycosa.store.lookup.upkeep.SearchIndex.make", topic_map),
        ("lycosa.store.repair.repair._draft_of", repair),
        ("lycosa.store.tables.labels.connect", lambda folder: keep_answers(folder, {})),
    ],
)
def test_whoever_finds_no_room_on_the_disk_says_that(
    missing: str, ask: Callable[[Path], object], session: Sessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    crawl = session(shark)
    crawl.sit(5, tidy=True)
    monkeypatch.setattr(missing, no_room)
    with pytest.raises(DiskFull, match="disk is full"):
        ask(crawl.folder)


def test_an_export_without_room_is_a_full_disk(
    session: Sessions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crawl = session(shark)
    crawl.sit(5, tidy=True)

    def write(*_args: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setitem(FORMS, "csv", write)
    with pytest.raises(DiskFull, match=r"pages\.csv: No space left"):
        export(crawl.folder, tmp_path / "pages.csv", "csv")


def test_a_crawl_that_found_no_room_to_begin_is_not_called_an_old_one(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / STATE)) as state:
        state.execute("PRAGMA journal_mode = WAL")
    assert (tmp_path / STATE).stat().st_size
    with pytest.raises(LycosaError, match="is not a crawl yet"):
        status(tmp_path)


def test_whoever_takes_up_a_damaged_crawl_hears_of_repair(session: Sessions) -> None:
    crawl = session(shark)
    crawl.sit(5, tidy=True)
    (crawl.folder / STATE).write_bytes(b"junk" * 4096)
    for ask in (lambda: crawl.sit(1), lambda: keep_answers(crawl.folder, {})):
        with pytest.raises(LycosaError, match=r"not the state of a crawl.*`lycosa repair"):
            ask()
