"""What a crawl is written out as: tables, graphs, archives and a report."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

import duckdb
import pyarrow.parquet as pq
import pytest
from tests.e2e.commands import (
    PAGES,
    TOPIC,
    Ran,
    Run,
    exported,
)

from lycosa.store.warc._fastwarc import ArchiveIterator, WarcRecordType


@pytest.fixture
def everything(crawled: tuple[Path, Ran]) -> list[dict[str, str]]:
    return exported(crawled[0], "jsonl", everything=True)


def test_jsonl_and_csv_and_parquet_say_the_same(
    crawled: tuple[Path, Ran], everything: list[dict[str, str]], run: Run, tmp_path: Path
) -> None:
    for form in ("jsonl", "csv", "parquet"):
        ran = run("export", crawled[0], "--out", tmp_path / f"pages.{form}", "--all")
        assert ran.out == f"{PAGES} pages in {tmp_path / f'pages.{form}'}\n"
    urls = [page["url"] for page in everything]
    with (tmp_path / "pages.csv").open(newline="") as stream:
        assert [row["url"] for row in csv.DictReader(stream)] == urls
    assert pq.read_table(tmp_path / "pages.parquet")["url"].to_pylist() == urls
    query = f"SELECT url FROM '{tmp_path / 'pages.parquet'}' ORDER BY fetched_at, url"
    assert len(duckdb.sql(query).fetchall()) == len(urls)


def test_relevant_pages_are_exported_with_their_text(
    crawled: tuple[Path, Ran], everything: list[dict[str, str]], run: Run, tmp_path: Path
) -> None:
    run("export", crawled[0], "--out", tmp_path / "pages.jsonl", "--text")
    pages = [json.loads(line) for line in (tmp_path / "pages.jsonl").read_text("utf-8").splitlines()]
    assert [page["url"] for page in pages] == [page["url"] for page in everything if page["relevant"]]
    assert pages
    assert all(len(page["text"]) > 20 for page in pages)


def test_graph_joins_pages_of_the_crawl(crawled: tuple[Path, Ran], run: Run, tmp_path: Path) -> None:
    run("export", crawled[0], "--out", tmp_path / "links.csv", "--format", "graph", "--all")
    with (tmp_path / "links.csv").open(newline="") as stream:
        edges = list(csv.DictReader(stream))
    assert edges
    assert set(edges[0]) == {"source", "target", "anchor"}


def test_exported_warc_holds_the_chosen_pages_and_is_sound(
    crawled: tuple[Path, Ran], everything: list[dict[str, str]], run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "pages.warc.gz"
    run("export", crawled[0], "--out", file, "--all")
    with file.open("rb") as stream:
        kinds = WarcRecordType.response | WarcRecordType.revisit
        urls = [record.headers["WARC-Target-URI"] for record in ArchiveIterator(stream, record_types=kinds)]
    assert urls == [page["url"] for page in everything]
    check = [sys.executable, "-c", "from warcio.cli import main; main()", "check"]
    originals = sorted((crawled[0] / "warc").iterdir())
    checked = subprocess.run([*check, file, *originals], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def test_export_without_a_known_format_is_refused(
    crawled: tuple[Path, Ran], run: Run, tmp_path: Path
) -> None:
    ran = run("export", crawled[0], "--out", tmp_path / "pages.xlsx")
    assert ran.code == 2
    assert "pages.xlsx" in ran.err
    assert not list(tmp_path.iterdir())


def test_report_is_one_page_that_needs_nothing_else(
    crawled: tuple[Path, Ran], run: Run, tmp_path: Path
) -> None:
    ran = run("report", crawled[0], "--out", tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert ran.code == 0
    assert TOPIC in page
    assert "Content-Security-Policy" in page
    assert "<script" not in page
