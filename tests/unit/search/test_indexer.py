"""The search index of a crawl that runs: how far it is behind."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from tests.tinyweb import TinyWeb, crawl_of, page

from lycosa import Topic
from lycosa.search.index import SearchIndex
from lycosa.search.indexer import LONGEST_WAIT_S, Indexer
from lycosa.strategy.bfs import BreadthFirst


def test_pages_are_written_in_time_even_if_no_other_page_comes(tmp_path: Path) -> None:
    now = [0.0]
    indexer = Indexer(SearchIndex.make(tmp_path, "crawl"), clock=lambda: now[0])
    web = TinyWeb({"http://a.test/": page(text="flood water")})
    notebook, _ = crawl_of(BreadthFirst(Topic.from_keywords(["flood"])), web, "http://a.test/")
    indexer.record(notebook.steps[0])
    indexer.keep_up()
    indexer._wait()
    assert _indexed(tmp_path) == 0
    now[0] += LONGEST_WAIT_S
    indexer.keep_up()
    indexer._wait()
    assert _indexed(tmp_path) == 1
    indexer.close()


def _indexed(folder: Path) -> int:
    with closing(SearchIndex.read(folder, "crawl")) as index:
        return index.last + 1
