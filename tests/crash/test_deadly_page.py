"""A page on which the crawl itself ends is met once: the crawl that is resumed gets past it."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from lycosa.store import read_state

CRAWL = """
import asyncio, os, sys
from pathlib import Path
from lycosa import Topic
from lycosa.engine import Crawl, Engine
from lycosa.frontier import Frontier
from lycosa.page import reader
from lycosa.store import Store
from lycosa.store.tables.marks import StoredMarks
from lycosa.strategy.bfs import BreadthFirst
from tests.tinyweb import TinyWeb, page

folder, dies_in = Path(sys.argv[1]), sys.argv[2]
site = "http://site.test/"
web = TinyWeb({site: page("deadly", "good"), site + "deadly": page(text="deadly"), site + "good": page()})

class Mortal(BreadthFirst):
    def judge(self, page):
        if dies_in == "judge" and page.url.endswith("deadly"):
            os.kill(os.getpid(), 9)
        return super().judge(page)

read = reader.analyse_here

def analyse_here(fetched, **options):
    if dies_in == "parse" and b"deadly</p>" in fetched.body:
        os.kill(os.getpid(), 9)
    return read(fetched, **options)

reader.analyse_here = analyse_here
strategy = Mortal(Topic.from_keywords(["flood"]))
with Store(folder) as store, StoredMarks(folder) as marks:
    crawl = Crawl(strategy, Frontier(strategy.evidence, urls=store.urls))
    store.resume(crawl) if store.begun else store.begin(crawl, [site])
    store.finish(asyncio.run(Engine(crawl, web, listeners=[store], marks=marks).run()))
"""


def run(folder: Path, dies_in: str) -> int:
    return subprocess.run([sys.executable, "-c", CRAWL, str(folder), dies_in], check=False).returncode


def visits(folder: Path) -> dict[str, str | None]:
    with closing(read_state(folder)) as state:
        rows = state.execute("SELECT url, error FROM visits JOIN links ON links.id = link ORDER BY number")
        return {url.rpartition("/")[2]: error for url, error in rows}


@pytest.mark.slow
def test_a_page_that_kills_the_parser_is_read_elsewhere_the_next_time(tmp_path: Path) -> None:
    assert run(tmp_path, "parse") == -9
    assert run(tmp_path, "parse") == 0
    assert visits(tmp_path) == {"": None, "deadly": None, "good": None}


@pytest.mark.slow
def test_a_page_that_kills_the_judge_is_given_up_in_the_end(tmp_path: Path) -> None:
    assert [run(tmp_path, "judge") for _ in range(4)] == [-9, -9, -9, 0]
    assert visits(tmp_path) == {"": None, "deadly": "page-too-costly", "good": None}
