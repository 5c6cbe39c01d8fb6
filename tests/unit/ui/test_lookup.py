"""Search and sub-topics as the live view has them."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from tests.unit.store.conftest import Session, wild_web

from lycosa import LycosaError, Topic
from lycosa.search.snippet import Snippet
from lycosa.store.lookup.hits import SearchHit
from lycosa.strategy.bfs import BreadthFirst
from lycosa.ui.lookup import SubTopicReader, _found, found_pages, searchable


@pytest.fixture
def crawl(tmp_path: Path) -> Session:
    made = Session(tmp_path / "crawl", lambda: BreadthFirst(Topic.from_keywords(["flood"])), wild_web())
    made.sit(60, tidy=True)
    return made


def test_what_is_typed_is_found_with_the_place_it_stands_in(crawl: Session) -> None:
    assert not searchable(crawl.folder)
    told = found_pages(crawl.folder, "water", "", everything=False)
    assert searchable(crawl.folder)
    assert told["found"] > 0
    hit = told["hits"][0]
    (start, stop), *_ = hit["marks"]
    assert hit["snippet"][start:stop] == "water"
    assert hit["relevant"]


def test_pages_like_a_page_do_not_include_it(crawl: Session) -> None:
    first = found_pages(crawl.folder, "water", "", everything=False)["hits"][0]["url"]
    others = [hit["url"] for hit in found_pages(crawl.folder, "", first, everything=False)["hits"]]
    assert others
    assert first not in others


def test_a_page_that_was_never_read_is_like_nothing(crawl: Session) -> None:
    with pytest.raises(LycosaError, match="no page that the crawl"):
        found_pages(crawl.folder, "", "http://never.test/", everything=False)


@pytest.mark.parametrize("typed", ["", '"', "-", "a AND OR NOT (", "x" * 10_000, "\x00"])
def test_whatever_is_typed_is_no_error(crawl: Session, typed: str) -> None:
    assert found_pages(crawl.folder, typed, "", everything=True)["found"] >= 0


def test_sub_topics_are_never_waited_for_and_none_is_no_error(crawl: Session) -> None:
    reader = SubTopicReader(crawl.folder)
    began = time.monotonic()
    assert reader.latest(3) is None
    assert time.monotonic() - began < 2.0
    reader.close()


def test_marks_count_signs_as_browsers_do() -> None:
    snippet = Snippet("\U0001f4a7\U0001f4a7 flood", ((3, 8),))
    found = _found(SearchHit("http://a.test/", "", "a.test", "en", True, 1.0, 1.0, "", None, 0, snippet))
    (start, stop) = found.marks[0]
    in_browser = found.snippet.encode("utf-16-le")
    assert in_browser[2 * start : 2 * stop].decode("utf-16-le") == "flood"
