"""A damaged crawl: what is whole can be read, `repair` mends the rest, and nothing whole is lost."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from lycosa import LycosaError, Strategy, Topic
from lycosa.store import read_answer, read_state
from lycosa.store.database import lock_folder
from lycosa.store.export.export import export
from lycosa.store.repair.repair import repair
from lycosa.store.status import status
from lycosa.strategy.best_first import BestFirst
from lycosa.strategy.lycosa import Lycosa

Sessions = Callable[..., Any]
PAGE = 4096


def best_first() -> Strategy:
    return BestFirst(Topic.from_keywords(["flood", "river"]))


@pytest.fixture
def crawled(session: Sessions) -> Any:
    made = session(best_first)
    made.sit(steps=60, tidy=True)
    with closing(sqlite3.connect(made.folder / "state.sqlite")) as state:
        state.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return made


def answers(folder: Path) -> dict[str, bytes]:
    """Return every answer that can be read, by URL."""
    found = {}
    with closing(read_state(folder)) as state:
        for number, url in state.execute(
            "SELECT number, url FROM visits JOIN links ON links.id = link WHERE archive IS NOT NULL"
        ).fetchall():
            fetched = read_answer(state, folder, number)
            if fetched is not None:
                found[url] = fetched.body
    return found


def state_of(folder: Path) -> Path:
    return folder / "state.sqlite"


def archive_of(folder: Path) -> Path:
    (archive,) = (folder / "warc").glob("*.warc.gz")
    return archive


def lose_file(folder: Path) -> None:
    state_of(folder).unlink()


def lose_header(folder: Path) -> None:
    with state_of(folder).open("r+b") as stream:
        stream.write(bytes(100))


def lose_first_page(folder: Path) -> None:
    with state_of(folder).open("r+b") as stream:
        stream.write(random.Random(1).randbytes(PAGE))


def lose_half(folder: Path) -> None:
    with state_of(folder).open("r+b") as stream:
        stream.truncate(state_of(folder).stat().st_size // 2)


def lose_last_bytes(folder: Path) -> None:
    with state_of(folder).open("r+b") as stream:
        stream.truncate(state_of(folder).stat().st_size - 700)


def make_text(folder: Path) -> None:
    state_of(folder).write_text("no database at all\n" * 500)


def make_empty(folder: Path) -> None:
    state_of(folder).write_bytes(b"")


def lose_page(number: int) -> Callable[[Path], None]:
    def lose(folder: Path) -> None:
        with state_of(folder).open("r+b") as stream:
            stream.seek(number * PAGE)
            stream.write(random.Random(number).randbytes(PAGE))

    lose.__name__ = f"lose_page_{number}"
    return lose


LOSSES = [lose_file, lose_header, lose_first_page, lose_half, lose_last_bytes, make_text, make_empty]
LOSSES += [lose_page(number) for number in range(1, 24)]


@pytest.mark.parametrize("lose", LOSSES, ids=lambda lose: lose.__name__)
def test_a_damaged_database_is_said_in_one_line_and_repaired_without_losing_a_record(
    lose: Callable[[Path], None], crawled: Any
) -> None:
    whole = answers(crawled.folder)
    lose(crawled.folder)
    damaged = state_of(crawled.folder).read_bytes() if state_of(crawled.folder).exists() else b""
    archived = {path.name: path.read_bytes() for path in (crawled.folder / "warc").iterdir()}
    for use in (lambda: status(crawled.folder), lambda: crawled.sit(0)):
        try:
            use()
        except LycosaError as error:
            assert "\n" not in str(error)
        assert {path.name: path.read_bytes() for path in (crawled.folder / "warc").iterdir()} == archived
        if state_of(crawled.folder).exists():
            state_of(crawled.folder).write_bytes(damaged)
            for end in ("-wal", "-shm"):
                state_of(crawled.folder).with_name(f"state.sqlite{end}").unlink(missing_ok=True)
    result = repair(crawled.folder, strategy="best-first", parts=3)
    assert answers(crawled.folder) == whole
    if damaged and result.backup:
        assert (result.backup / "state.sqlite").read_bytes() == damaged
    assert repair(crawled.folder, strategy="best-first", parts=3).changes == []
    crawled.sit()
    assert answers(crawled.folder).items() >= whole.items()


def test_a_lost_first_page_costs_no_row(crawled: Any) -> None:
    tables = ("links", "visits", "hosts", "edges", "archives")
    before = {table: crawled.rows(f"SELECT * FROM {table}") for table in tables}
    lose_first_page(crawled.folder)
    repair(crawled.folder)
    assert {table: crawled.rows(f"SELECT * FROM {table}") for table in tables} == before


def test_a_whole_crawl_is_left_as_it_is(crawled: Any) -> None:
    before = {path: path.read_bytes() for path in crawled.folder.rglob("*") if path.is_file()}
    result = repair(crawled.folder)
    assert (result.changes, result.backup) == ([], None)
    assert {path: path.read_bytes() for path in before} == before


def test_a_crawl_in_use_is_not_repaired(crawled: Any) -> None:
    import os

    handle = lock_folder(crawled.folder)
    with pytest.raises(LycosaError, match="in use"):
        repair(crawled.folder)
    os.close(handle)


def test_a_torn_end_of_an_archive_is_cut_off_and_kept(crawled: Any) -> None:
    whole = answers(crawled.folder)
    with archive_of(crawled.folder).open("ab") as stream:
        stream.write(b"\x1f\x8b\x08half a record")
    result = repair(crawled.folder)
    assert result.backup is not None
    assert [file.read_bytes() for file in result.backup.glob("*.bytes-*")] == [b"\x1f\x8b\x08half a record"]
    assert answers(crawled.folder) == whole


def test_one_damaged_record_costs_no_other(crawled: Any, tmp_path: Path) -> None:
    whole = answers(crawled.folder)
    rows = crawled.rows(
        "SELECT record_offset, record_bytes, url FROM visits JOIN links ON links.id = link"
        " WHERE archive IS NOT NULL AND payload_of IS NULL AND number NOT IN"
        " (SELECT payload_of FROM visits WHERE payload_of IS NOT NULL) AND relevant"
    )
    offset, length, url = rows[2]
    with archive_of(crawled.folder).open("r+b") as stream:
        stream.seek(offset + length // 2)
        stream.write(b"damage")
    assert export(crawled.folder, tmp_path / "out.jsonl", "jsonl", text=True, everything=True) > 0
    repair(crawled.folder)
    left = answers(crawled.folder)
    assert left == {key: value for key, value in whole.items() if key != url}
    from warcio.archiveiterator import ArchiveIterator

    with archive_of(crawled.folder).open("rb") as stream:
        kinds = [record.rec_type for record in ArchiveIterator(stream)]
    assert kinds.count("response") + kinds.count("revisit") == len(
        crawled.rows("SELECT 1 FROM visits WHERE archive")
    )
    crawled.sit()


def test_records_that_the_database_forgot_are_taken_back(crawled: Any) -> None:
    whole = answers(crawled.folder)
    judged = crawled.rows("SELECT url, relevant, score, reason FROM visits JOIN links ON links.id = link")
    with closing(sqlite3.connect(state_of(crawled.folder), isolation_level=None)) as state:
        state.execute("DELETE FROM visits WHERE number > 20")
    repair(crawled.folder)
    assert answers(crawled.folder) == whole
    after = crawled.rows("SELECT url, relevant, score, reason FROM visits JOIN links ON links.id = link")
    assert [row for row in after if row[1] is not None] == [row for row in judged if row[1] is not None]


def test_a_strategy_of_whose_memory_a_part_is_lost_learns_again_from_the_pages(session: Sessions) -> None:
    made = session(lambda: Lycosa(Topic.from_keywords(["flood", "river"])))
    made.sit(steps=30, tidy=True)
    with closing(sqlite3.connect(state_of(made.folder), isolation_level=None)) as state:
        deleted = state.execute("DELETE FROM learned WHERE key = (SELECT min(key) FROM learned)").rowcount
    assert deleted == 1
    assert any("learned was not whole" in change for change in repair(made.folder).changes)
    made.sit(steps=10)
    assert not repair(made.folder).changes


def test_names_that_lead_out_are_replaced_by_those_of_the_files(crawled: Any) -> None:
    whole = answers(crawled.folder)
    with closing(sqlite3.connect(state_of(crawled.folder), isolation_level=None)) as state:
        state.execute("UPDATE archives SET name = '../../evil'")
    repair(crawled.folder)
    assert answers(crawled.folder) == whole


@pytest.mark.parametrize(
    "query",
    ["UPDATE links SET id = 1 << 60 WHERE id = 5", "UPDATE visits SET link = 1 << 61 WHERE number = 5"],
)
def test_an_impossible_number_is_not_counted_up_to(query: str, crawled: Any) -> None:
    whole = answers(crawled.folder)
    with closing(sqlite3.connect(state_of(crawled.folder), isolation_level=None)) as state:
        state.execute(query)
    repair(crawled.folder)
    assert answers(crawled.folder) == whole
    crawled.sit()


def test_what_is_whole_of_a_damaged_database_is_shown(crawled: Any, caplog: pytest.LogCaptureFixture) -> None:
    before = status(crawled.folder)
    with closing(sqlite3.connect(state_of(crawled.folder))) as state:
        (root,) = state.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'edges'").fetchone()
    lose_page(root - 1)(crawled.folder)
    lose_header(crawled.folder)
    assert status(crawled.folder).visits == before.visits
    assert "lycosa repair" in caplog.text
