"""A page on which a process ends is known to the next."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lycosa.errors import Kind
from lycosa.fetch.reading import ReadingSource
from lycosa.model import Fetched, Page, Queued
from lycosa.page.reader import Reader, Reading
from lycosa.store.tables.marks import FILE, StoredMarks


def test_work_that_went_well_leaves_no_mark(tmp_path: Path) -> None:
    with StoredMarks(tmp_path) as marks:
        marks.begin(7)
        marks.end()
    with StoredMarks(tmp_path) as marks:
        assert marks.deaths(7) == 0


def test_every_death_is_counted(tmp_path: Path) -> None:
    for deaths in range(3):
        with StoredMarks(tmp_path) as marks:
            assert marks.deaths(7) == deaths
            marks.begin(7)
    with StoredMarks(tmp_path) as marks:
        assert (marks.deaths(7), marks.deaths(8)) == (3, 0)


def test_a_mark_outlives_a_process_that_is_killed(tmp_path: Path) -> None:
    lines = "import os, sys; from pathlib import Path; from lycosa.store.tables.marks import StoredMarks"
    lines += "; StoredMarks(Path(sys.argv[1])).begin(0); os.kill(os.getpid(), 9)"
    assert subprocess.run([sys.executable, "-c", lines, str(tmp_path)], check=False).returncode == -9
    with StoredMarks(tmp_path) as marks:
        assert marks.deaths(0) == 1


@pytest.mark.parametrize("content", [b"", b"\1", b"x" * 100, os.urandom(50_000)])
def test_whatever_the_file_holds_marks_are_kept(content: bytes, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(content)
    with StoredMarks(tmp_path) as marks:
        marks.begin(5)
    with StoredMarks(tmp_path) as marks:
        assert marks.deaths(5) == 1


class _Site:
    asked = 0

    async def fetch(self, url: str) -> Fetched:
        self.asked += 1
        return Fetched(url, 200, (("content-type", "text/html"),), b"<p>flood")

    async def close(self) -> None:
        pass


class _Watched(Reader):
    read_in_main = 0

    def read_here(self, fetched: Fetched) -> Reading | None:
        self.read_in_main += 1
        return super().read_here(fetched)


@pytest.mark.parametrize(("deaths", "here", "asked"), [(0, 1, 1), (1, 0, 1), (2, 0, 1), (3, 0, 0)])
async def test_a_page_that_ended_a_process_is_read_elsewhere_and_given_up_at_last(
    deaths: int, here: int, asked: int, tmp_path: Path
) -> None:
    for _ in range(deaths):
        with StoredMarks(tmp_path) as marks:
            marks.begin(3)
    site, reader = _Site(), _Watched()
    with StoredMarks(tmp_path) as marks:
        source = ReadingSource(site, reader, marks)  # type: ignore[arg-type]
        answer = await source.obtain(Queued(3, "http://a.org/", "a.org", 0, -1, 0.0, ()))
        await source.close()
    assert (reader.read_in_main, site.asked) == (here, asked)
    if asked:
        assert isinstance(answer.page, Page)
    else:
        assert answer.fetched.error is Kind.PAGE_TOO_COSTLY
        assert "quarantined" in answer.fetched.detail
