"""From a crawl to searching it, with the commands a user types; and what a kill leaves behind."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from xml.etree import ElementTree

import pandas as pd
import pytest
from tests.e2e.commands import LYCOSA, lycosa, quick, served

import lycosa as package
from lycosa.lab.web.named import web_from
from lycosa.search.index import FILE
from lycosa.store.lookup.upkeep import update_index

TOPIC = "rainstorm disasters: floods, heavy rain and storms"
SEEDS = [part for url in sorted(web_from("synth").on_topic("rainstorm"))[:3] for part in ("--seed", url)]


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with served(web_from("synth")) as port:
        yield port


@pytest.fixture(scope="module")
def folder(port: int, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("search") / "crawl"
    ran = lycosa("crawl", TOPIC, *SEEDS, *quick(port), "--pages", 120, "--out", out)
    assert ran.code == 0, ran.err
    return out


def test_a_crawl_leaves_an_index_with_all_its_pages(folder: Path) -> None:
    with closing(sqlite3.connect(folder / FILE)) as index:
        (indexed,) = index.execute("SELECT count(*) FROM words_docsize").fetchone()
    assert indexed == package.open(folder).status().pages


def test_search_shows_pages_with_the_words_marked(folder: Path) -> None:
    ran = lycosa("search", folder, "floods")
    assert ran.code == 0, ran.err
    assert "http" in ran.out
    assert "pages fit" in ran.out


def test_search_gives_json(folder: Path) -> None:
    found = json.loads(lycosa("search", folder, "floods", "--count", 3, "--json").out)
    assert len(found["hits"]) == 3
    assert found["found"] >= 3
    assert "flood" in found["hits"][0]["snippet"].lower()


def test_search_for_pages_like_one(folder: Path) -> None:
    crawl = package.open(folder)
    first = next(iter(crawl))["url"]
    found = json.loads(lycosa("search", folder, "--like", first, "--json").out)
    assert first not in [hit["url"] for hit in found["hits"]]
    assert found["hits"]


def test_search_for_nothing_says_what_to_do(folder: Path) -> None:
    ran = lycosa("search", folder)
    assert ran.code == 2
    assert "say what to search for" in ran.err


def test_rebuilding_changes_nothing_that_is_found(folder: Path) -> None:
    crawl = package.open(folder)
    before = [crawl.search(word) for word in ("flood", "storm", "heavy rain")]
    topics = crawl.topics()
    ran = lycosa("search", folder, "--rebuild")
    assert "pages indexed" in ran.err
    assert [crawl.search(word) for word in ("flood", "storm", "heavy rain")] == before
    assert crawl.topics() == topics


def test_sub_topics_are_listed_drawn_and_exported(folder: Path, tmp_path: Path) -> None:
    listed = json.loads(lycosa("topics", folder, "--map", tmp_path / "map.svg", "--json").out)
    assert len(listed["topics"]) >= 2
    assert all(topic["name"] and topic["pages"] and topic["best"] for topic in listed["topics"])
    drawn = ElementTree.parse(tmp_path / "map.svg").getroot()
    assert listed["topics"][0]["name"] in "".join(drawn.itertext())
    lycosa("export", folder, "--out", tmp_path / "pages.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "pages.jsonl").read_text().splitlines()]
    named = [row["topic"] for row in rows if row["topic"]]
    for topic in listed["topics"]:
        assert named.count(topic["name"]) == topic["pages"]


def test_search_within_a_sub_topic_finds_its_pages_only(folder: Path) -> None:
    crawl = package.open(folder)
    topic = crawl.topics()[0]
    found = crawl.search("flood", topic=topic.id, count=1000, snippets=False)
    assert found
    assert {hit.topic for hit in found} == {topic.id}


def test_a_notebook_shows_tables_and_short_lines(folder: Path) -> None:
    crawl = package.open(folder)
    hits = crawl.search("flood")
    assert hits._repr_html_().startswith("<table>")
    assert len(repr(hits[0])) < 300
    assert len(repr(crawl.topics()[0])) < 100
    frame = crawl.frame()
    assert isinstance(frame, pd.DataFrame)
    assert "topic" in frame.columns


def test_the_report_has_the_map(folder: Path) -> None:
    assert 'id="topics-title"' in (folder / "report.html").read_text()


@pytest.mark.slow
def test_a_killed_crawl_has_the_index_of_one_that_was_not_once_it_is_searched(
    port: int, tmp_path: Path
) -> None:
    out = tmp_path / "crawl"
    command = [*LYCOSA, "crawl", TOPIC, *SEEDS, *map(str, quick(port)), "--pages", "400", "--out", str(out)]
    for turn in range(3):
        if turn:
            command = [*LYCOSA, "resume", str(out)]
        crawling = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(600):
            time.sleep(0.1)
            if pages_of(out) > 90 * (turn + 1) or crawling.poll() is not None:
                break
        crawling.send_signal(signal.SIGKILL)
        crawling.wait()
    crawl = package.open(out)
    found = [[hit.url for hit in crawl.search(word, count=500, snippets=False)] for word in ("flood", "rain")]
    topics = crawl.topics()
    with closing(sqlite3.connect(out / FILE)) as index:
        index.execute("INSERT INTO words (words) VALUES ('integrity-check')")
    update_index(out, anew=True)
    again = [[hit.url for hit in crawl.search(word, count=500, snippets=False)] for word in ("flood", "rain")]
    assert again == found
    assert crawl.topics() == topics


def pages_of(folder: Path) -> int:
    try:
        with closing(sqlite3.connect(f"file:{folder / FILE}?mode=ro", uri=True)) as index:
            return int(index.execute("SELECT count(*) FROM words_docsize").fetchone()[0])
    except sqlite3.Error:
        return 0
