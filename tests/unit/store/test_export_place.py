"""Where a crawl may be written out to, and under which names."""

from __future__ import annotations

import csv
import gzip
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from lycosa import LycosaError, Topic
from lycosa.cli.root import lycosa
from lycosa.report.crawl.page import write_crawl_report
from lycosa.store.export.export import export
from lycosa.strategy.best_first import BestFirst


@pytest.fixture
def crawl(session: Callable[..., Any]) -> Path:
    made = session(lambda: BestFirst(Topic.from_keywords(["flood", "river"])))
    made.sit(30, tidy=True)
    (made.folder / "crawl.toml").write_text("# settings\n")
    folder: Path = made.folder
    return folder


@pytest.mark.parametrize("name", ["state.sqlite", "crawl.toml", "search.sqlite", "warc/x.csv", "topic/a.csv"])
def test_no_export_replaces_a_part_of_the_crawl(crawl: Path, name: str) -> None:
    before = (crawl / "state.sqlite").read_bytes()
    with pytest.raises(LycosaError, match="is a part of the crawl"):
        export(crawl, crawl / name, "csv")
    with pytest.raises(LycosaError, match="is a part of the crawl"):
        write_crawl_report(crawl, crawl / name)
    assert (crawl / "state.sqlite").read_bytes() == before


def test_other_files_may_lie_in_the_folder_of_the_crawl(crawl: Path) -> None:
    assert export(crawl, crawl / "pages.csv", "csv", everything=True)
    assert write_crawl_report(crawl, crawl / "mine.html").is_file()


def test_no_export_takes_the_place_of_a_folder_a_pipe_or_a_link(crawl: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("/dev/stdout")
    (tmp_path / "folder").mkdir()
    for place in (tmp_path / "pipe", tmp_path / "link", tmp_path / "folder", Path(), Path("/")):
        with pytest.raises(LycosaError, match="is not a plain file"):
            export(crawl, place, "csv")
        with pytest.raises(LycosaError, match="is not a plain file"):
            write_crawl_report(crawl, place)
    assert {path.name for path in tmp_path.iterdir()} >= {"pipe", "link", "folder"}
    assert not list(tmp_path.glob("*.part"))


def test_a_table_whose_name_ends_in_gz_is_compressed(crawl: Path, tmp_path: Path) -> None:
    pages = export(crawl, tmp_path / "p.jsonl.gz", "jsonl", everything=True)
    export(crawl, tmp_path / "p.csv.gz", "csv", everything=True)
    with gzip.open(tmp_path / "p.jsonl.gz", "rt", encoding="utf-8") as lines:
        assert len([json.loads(line) for line in lines]) == pages
    with gzip.open(tmp_path / "p.csv.gz", "rt", encoding="utf-8", newline="") as lines:
        assert len(list(csv.DictReader(lines))) == pages
    with pytest.raises(LycosaError, match="parquet is not written"):
        export(crawl, tmp_path / "p.parquet.gz", "parquet")


def test_the_index_of_a_warc_stands_beside_it_whatever_its_name(crawl: Path, tmp_path: Path) -> None:
    export(crawl, tmp_path / "a[1].warc.gz", "warc", everything=True)
    assert {path.name for path in tmp_path.glob("*a*warc*")} == {"a[1].warc.gz", "a[1].warc.gz.cdxj"}


def test_the_ending_of_a_file_names_its_format_in_capitals_too(crawl: Path, tmp_path: Path) -> None:
    told = CliRunner().invoke(lycosa, ["export", str(crawl), "--out", str(tmp_path / "PAGES.CSV"), "--all"])
    assert told.exit_code == 0
    assert (tmp_path / "PAGES.CSV").read_text("utf-8").startswith("url,")
