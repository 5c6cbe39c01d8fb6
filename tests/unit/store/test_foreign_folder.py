"""A crawl folder from somebody else: nothing in it leads out of it, and nothing in it is believed unseen."""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from lycosa import LycosaError, Strategy, Topic
from lycosa.store import read_answer, read_state
from lycosa.store.export.export import export
from lycosa.store.status import status
from lycosa.store.why import why
from lycosa.strategy.best_first import BestFirst

SECRET = b"nobody may read or cut this"
Sessions = Callable[..., Any]


def best_first() -> Strategy:
    return BestFirst(Topic.from_keywords(["flood", "river"]))


@pytest.fixture
def crawled(session: Sessions) -> Any:
    made = session(best_first)
    made.sit(steps=30)
    return made


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    file = tmp_path / "secret"
    file.write_bytes(SECRET)
    return file


def change(folder: Path, query: str, *values: object) -> None:
    with closing(sqlite3.connect(folder / "state.sqlite", isolation_level=None)) as state:
        state.execute(query, values)


NAMES = [
    "../../secret",
    "../warc/x.warc.gz",
    "/etc/passwd",
    "",
    ".",
    "lycosa-20260101000000-00001.warc.gz/../../../secret",
    "lycosa-20260101000000-00001.warc.gz\n",
    "lycosa-２０２６０１０１００００００-00001.warc.gz",
    "other.warc.gz",
    7,
    b"lycosa",
]


@pytest.mark.parametrize("name", NAMES)
def test_no_name_in_the_database_leads_a_writer_or_reader_out_of_the_folder(
    name: object, crawled: Any, secret: Path
) -> None:
    change(crawled.folder, "UPDATE archives SET name = ?", name)
    before = sorted(crawled.folder.parent.rglob("*"))
    with pytest.raises(LycosaError, match="repair"):
        crawled.sit()
    with closing(read_state(crawled.folder)) as state, pytest.raises(LycosaError, match="repair"):
        read_answer(state, crawled.folder, 0)
    assert secret.read_bytes() == SECRET
    made = {path.name for path in {*crawled.folder.parent.rglob("*")} - {*before}}
    assert made <= {"state.sqlite-shm", "state.sqlite-wal"}


@pytest.mark.parametrize("name", ["state.sqlite", "crawl.toml", "warc", "topic", "state.sqlite-wal"])
def test_a_link_in_the_place_of_a_file_is_refused(name: str, crawled: Any, tmp_path: Path) -> None:
    file = crawled.folder / name
    if file.exists():
        file.rename(tmp_path / "elsewhere")
    file.symlink_to(tmp_path / "elsewhere")
    for use in (lambda: status(crawled.folder), crawled.sit):
        with pytest.raises(LycosaError, match="symbolic link"):
            use()


def test_an_archive_that_is_a_link_is_neither_cut_nor_read(crawled: Any, secret: Path) -> None:
    (archive,) = (crawled.folder / "warc").iterdir()
    archive.unlink()
    archive.symlink_to(secret)
    with pytest.raises(LycosaError, match="symbolic link"):
        crawled.sit()
    assert export(crawled.folder, crawled.folder.parent / "out.warc.gz", "warc", everything=True) == 0
    assert secret.read_bytes() == SECRET


def test_an_archive_that_is_a_pipe_keeps_nobody_waiting(crawled: Any) -> None:
    (archive,) = (crawled.folder / "warc").iterdir()
    archive.unlink()
    os.mkfifo(archive)
    with closing(read_state(crawled.folder)) as state, pytest.raises(LycosaError, match="not a file"):
        read_answer(state, crawled.folder, 0)


@pytest.mark.parametrize("folder", ["report.html.part", ".crawl.toml"])
def test_a_draft_is_never_written_through_a_link(folder: str, crawled: Any, secret: Path) -> None:
    from lycosa.report.html_page import write_page

    (crawled.folder / folder).symlink_to(secret)
    write_page("page", crawled.folder / folder.removesuffix(".part"))
    assert secret.read_bytes() == SECRET


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("record_offset", -1),
        ("record_offset", 1 << 62),
        ("record_offset", "x"),
        ("record_bytes", 1 << 62),
        ("record_bytes", 0),
        ("record_bytes", -5),
        ("record_bytes", 10),
        ("record_offset", 1.5),
        ("archive", 99),
    ],
)
def test_a_record_in_an_impossible_place_is_one_clear_line(column: str, value: object, crawled: Any) -> None:
    change(crawled.folder, f"UPDATE visits SET {column} = ?", value)
    with closing(read_state(crawled.folder)) as state, pytest.raises(LycosaError, match=r"repair|no answer"):
        read_answer(state, crawled.folder, 0)
    assert export(crawled.folder, crawled.folder / "out.jsonl", "jsonl", everything=True, text=True) > 0


def test_a_record_that_unfolds_without_end_is_refused_before_it_does(crawled: Any) -> None:
    (archive,) = (crawled.folder / "warc").iterdir()
    packer = zlib.compressobj(9, wbits=31)
    bomb = b"".join(packer.compress(bytes(1 << 20)) for _ in range(200)) + packer.flush()
    archive.write_bytes(bomb)
    change(crawled.folder, "UPDATE visits SET record_offset = 0, record_bytes = ?", len(bomb))
    with closing(read_state(crawled.folder)) as state, pytest.raises(LycosaError, match="unfolds"):
        read_answer(state, crawled.folder, 0)


@pytest.mark.parametrize(
    "script",
    [
        "CREATE TRIGGER t AFTER INSERT ON events BEGIN DELETE FROM visits; END",
        "DROP VIEW link_list; CREATE VIEW link_list AS SELECT * FROM links",
        "ALTER TABLE visits RENAME TO v; CREATE VIEW visits AS SELECT * FROM v",
    ],
    ids=["trigger", "changed view", "view for a table"],
)
def test_views_and_triggers_of_another_do_not_run(script: str, crawled: Any) -> None:
    with closing(sqlite3.connect(crawled.folder / "state.sqlite", isolation_level=None)) as state:
        state.execute("PRAGMA legacy_alter_table = ON")
        state.executescript(script)
    for use in (lambda: status(crawled.folder), crawled.sit):
        with pytest.raises(LycosaError, match="no crawl of ours makes"):
            use()


ODD_ROWS = {
    "ring of redirects": "UPDATE visits SET location = 'x', error = NULL; UPDATE links SET parent = 0,"
    " state = 0",
    "unknown state": "UPDATE links SET state = 77 WHERE id = 3",
    "parent of nobody": "UPDATE links SET parent = 1 << 40 WHERE id = 3",
    "missing link": "DELETE FROM links WHERE id = 3",
    "parts of another length": "UPDATE links SET parts = x'00' WHERE id = 3",
    "text for parts": "UPDATE links SET parts = 'parts' WHERE id = 3",
    "depth out of range": "UPDATE links SET depth = 1 << 40 WHERE id = 3",
    "unknown kind of error": "UPDATE hosts SET closed = 'bored' WHERE id = 0",
    "broken counts": "UPDATE meta SET value = '{' WHERE key = 'tally'",
    "counts of nothing": "UPDATE meta SET value = '{}' WHERE key = 'tally'",
    "broken learning": "UPDATE meta SET value = '[1' WHERE key = 'strategy.state'",
    "no identity": "UPDATE meta SET value = 'me' WHERE key = 'crawl'",
    "broken news": "INSERT OR REPLACE INTO news VALUES (1, 'no blob')",
    "host without a name": "UPDATE hosts SET name = x'ff' WHERE id = 0",
}


@pytest.mark.parametrize("script", ODD_ROWS.values(), ids=ODD_ROWS)
def test_an_odd_row_never_ends_in_a_traceback(script: str, crawled: Any) -> None:
    with closing(sqlite3.connect(crawled.folder / "state.sqlite", isolation_level=None)) as state:
        state.executescript(script)
    try:
        crawled.sit()
    except LycosaError as error:
        assert "repair" in str(error)
    assert status(crawled.folder).visits >= 30


@pytest.mark.parametrize(
    "script",
    [
        "UPDATE links SET parent = 1",
        "UPDATE links SET parent = 1 << 40",
        "UPDATE links SET state = 99",
        "UPDATE links SET anchor = CAST(x'fffe' AS TEXT)",
        "DELETE FROM meta WHERE key = 'evidence'",
        "UPDATE meta SET value = '[7]' WHERE key = 'evidence'",
        "UPDATE visits SET same_as = 1 << 50, score_parts = '{'",
    ],
)
def test_why_tells_what_is_whole(script: str, crawled: Any) -> None:
    ((url,),) = crawled.rows("SELECT url FROM links WHERE id = 2")
    change(crawled.folder, script)
    assert why(crawled.folder, url).url == url


def test_a_least_score_that_is_no_number_is_refused(crawled: Any, tmp_path: Path) -> None:
    with pytest.raises(LycosaError, match="must be a number"):
        export(crawled.folder, tmp_path / "pages.jsonl", "jsonl", min_score=float("nan"))
    assert not (tmp_path / "pages.jsonl").exists()


def test_odd_times_and_scores_do_not_stop_an_export(crawled: Any) -> None:
    change(crawled.folder, "UPDATE visits SET fetched_at = 1e300, score_parts = '{', digest = 'x'")
    assert export(crawled.folder, crawled.folder / "out.jsonl", "jsonl", everything=True) > 10
