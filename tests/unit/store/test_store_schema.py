from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from lycosa import LycosaError
from lycosa.store import Store, read_state
from lycosa.store.tables.schema import MIGRATIONS, migrate


def version_of(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Store(tmp_path / "crawl"):
        pass
    return tmp_path / "crawl"


def test_a_new_crawl_has_the_newest_schema(folder: Path) -> None:
    with closing(read_state(folder)) as state:
        assert version_of(state) == len(MIGRATIONS)


def test_an_older_file_is_migrated_and_keeps_its_rows(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "old.sqlite")
    first = "CREATE TABLE a (x); INSERT INTO a VALUES (7)"
    migrate(connection, "old.sqlite", [first])
    migrate(connection, "old.sqlite", [first, "ALTER TABLE a ADD COLUMN y DEFAULT 1"])
    assert version_of(connection) == 2
    assert connection.execute("SELECT x, y FROM a").fetchall() == [(7, 1)]
    connection.close()


def test_a_migration_that_fails_changes_nothing(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "old.sqlite")
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection, "old.sqlite", ["CREATE TABLE a (x); CREATE TABLE a (x)"])
    connection.rollback()
    assert version_of(connection) == 0
    assert connection.execute("SELECT count(*) FROM sqlite_schema").fetchone() == (0,)
    connection.close()


def test_a_file_from_a_newer_version_is_refused(folder: Path) -> None:
    connection = sqlite3.connect(folder / "state.sqlite")
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    for open_it in (Store, read_state):
        with pytest.raises(LycosaError, match=r"newer Lycosa \(schema 99, this one knows \d+\)"):
            open_it(folder)


def test_the_database_of_another_program_is_refused(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "state.sqlite")
    connection.execute("CREATE TABLE theirs (x)")
    connection.close()
    with pytest.raises(LycosaError, match="another program's"):
        Store(tmp_path)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "state.sqlite").write_text("this is not a database, whatever its name says" * 30)
    with pytest.raises(LycosaError, match=r"state\.sqlite is not the state of a crawl"):
        Store(tmp_path)


def test_a_folder_without_a_crawl_is_named(tmp_path: Path) -> None:
    with pytest.raises(LycosaError, match="is not a crawl"):
        read_state(tmp_path)


def test_a_reader_cannot_write(folder: Path) -> None:
    with closing(read_state(folder)) as state, pytest.raises(sqlite3.OperationalError, match="readonly"):
        state.execute("DELETE FROM links")


def test_two_processes_cannot_write_to_one_crawl(folder: Path) -> None:
    with Store(folder), pytest.raises(LycosaError, match="in use by another crawl"):
        Store(folder)


def test_a_refused_folder_is_not_left_locked(folder: Path) -> None:
    connection = sqlite3.connect(folder / "state.sqlite")
    connection.execute("PRAGMA user_version = 99")
    with pytest.raises(LycosaError, match="newer"):
        Store(folder)
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    connection.close()
    Store(folder).close()
