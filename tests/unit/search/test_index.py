"""What an index keeps of pages that are written together."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from lycosa.search.fields import Fields
from lycosa.search.index import Entry, SearchIndex


def test_languages_count_all_pages_written_together_and_before(tmp_path: Path) -> None:
    with closing(SearchIndex.make(tmp_path, "crawl")) as index:
        index.add([_entry(0, "en"), _entry(1, "de"), _entry(2, "de")], 2)
        assert index.languages == ["de", "en"]
        index.add([_entry(3, "en"), _entry(4, "en")], 4)
        assert index.languages == ["en", "de"]


def test_pages_are_found_in_many_segments_that_are_not_merged(tmp_path: Path) -> None:
    with closing(SearchIndex.make(tmp_path, "crawl")) as index:
        for visit in range(7):
            index.add([_entry(visit, "en")], visit)
        (segments,) = index.select("SELECT count(DISTINCT segid) FROM words_idx")[0]
        found, _ = index.ranked("flood")
    assert (segments, found) == (7, 7)


def _entry(visit: int, language: str) -> Entry:
    return Entry(visit, Fields((), (), ("flood",)), language)
