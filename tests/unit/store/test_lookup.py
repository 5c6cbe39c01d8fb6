"""Search in a stored crawl: what is found, and how the index keeps up with the crawl whatever happens."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.tinyweb import TinyWeb, page

from lycosa import LycosaError, Strategy, Topic
from lycosa.engine.learning.feedback import PageLabel
from lycosa.search.index import FILE, SearchIndex
from lycosa.store.database import lock_folder
from lycosa.store.lookup.hits import Filter
from lycosa.store.lookup.search import search, similar
from lycosa.store.lookup.topics import sub_topics
from lycosa.store.lookup.upkeep import indexer_of, update_index
from lycosa.store.repair.repair import repair
from lycosa.store.tables.labels import keep_answers
from lycosa.strategy.best_first import BestFirst

Sessions = Callable[..., Any]
HOME = "http://a.test/"
PAGES = {
    "http://a.test/": "flood water and rivers over their banks",
    "http://a.test/dams": "flood water held back by dams of concrete",
    "http://b.test/rain": "flood water after heavy rain on the hills",
    "http://b.test/cheese": "bread and cheese for supper",
}


def small_web(**more: str) -> TinyWeb:
    texts = {**PAGES, **{f"http://a.test/{name}": text for name, text in more.items()}}
    links = [f"{url}|on" for url in texts]
    return TinyWeb({url: page(*links, text=text, title=text.split()[-1]) for url, text in texts.items()})


def strategy() -> Strategy:
    return BestFirst(Topic.from_keywords(["flood", "water"]))


@pytest.fixture
def crawl(session: Sessions) -> Any:
    made = session(strategy, small_web())
    made.sit(None, HOME, tidy=True)
    return made


def urls(folder: Path, query: str, **chosen: Any) -> list[str]:
    return [hit.url for hit in search(folder, query, Filter(**chosen))]


def test_a_page_is_found_by_a_word_of_its_text_in_another_form(crawl: Any) -> None:
    assert urls(crawl.folder, "dam") == ["http://a.test/dams"]


def test_only_relevant_pages_are_found_unless_all_are_asked_for(crawl: Any) -> None:
    assert urls(crawl.folder, "cheese") == []
    assert urls(crawl.folder, "cheese", everything=True) == ["http://b.test/cheese"]


def test_a_page_that_a_person_calls_relevant_is_found_at_once(crawl: Any) -> None:
    assert urls(crawl.folder, "cheese") == []
    keep_answers(crawl.folder, {"http://b.test/cheese": PageLabel.YES})
    assert urls(crawl.folder, "cheese") == ["http://b.test/cheese"]


def test_filters_narrow_what_is_found(crawl: Any) -> None:
    assert urls(crawl.folder, "flood", host="b.test") == ["http://b.test/rain"]
    assert urls(crawl.folder, "flood", host="test", language="en-GB") == urls(crawl.folder, "flood")
    assert urls(crawl.folder, "flood", language="de") == []
    assert urls(crawl.folder, "flood", topic=99) == []
    assert urls(crawl.folder, "flood", until="2001-01-01") == []
    assert len(urls(crawl.folder, "flood", since="2001-01-01")) == 3


def test_a_date_that_is_none_is_a_clear_error(crawl: Any) -> None:
    with pytest.raises(LycosaError, match="no date such as"):
        search(crawl.folder, "flood", Filter(since="yesterday"))


def test_a_language_that_is_none_is_a_clear_error() -> None:
    with pytest.raises(LycosaError, match="language 'english' is not a two-letter code"):
        Filter(language="english")


def test_if_no_page_has_all_words_pages_with_some_are_given(crawl: Any) -> None:
    assert urls(crawl.folder, "dams zeppelins") == ["http://a.test/dams"]


def test_if_no_relevant_page_has_all_words_relevant_pages_with_some_are_given(session: Sessions) -> None:
    crawl = session(strategy, small_web(pantry="bread and cheese and dams of butter"))
    crawl.sit(None, HOME, tidy=True)
    assert urls(crawl.folder, "dams butter", everything=True) == ["http://a.test/pantry"]
    assert urls(crawl.folder, "dams butter") == ["http://a.test/dams"]


def test_a_host_may_be_written_as_people_write_it(session: Sessions) -> None:
    texts = {HOME: "flood water", "http://xn--bcher-kva.test/": "flood water in the library"}
    web = TinyWeb({url: page(*(f"{other}|on" for other in texts), text=text) for url, text in texts.items()})
    crawl = session(strategy, web)
    crawl.sit(None, HOME, tidy=True)
    for written in ("bücher.test", "XN--BCHER-KVA.test", "bücher.test/"):
        assert urls(crawl.folder, "flood", host=written) == ["http://xn--bcher-kva.test/"]


def test_hits_come_in_pages(crawl: Any) -> None:
    everything = [hit.url for hit in search(crawl.folder, "flood")]
    assert [search(crawl.folder, "flood", count=1, skip=n)[0].url for n in range(3)] == everything


def test_chinese_pages_are_found_by_their_words(session: Sessions) -> None:
    text = "去年夏天发生了严重的洪水灾害,很多人失去了家园。" * 3
    crawl = session(strategy, small_web(zh=f"flood water {text}"))
    crawl.sit(None, HOME, tidy=True)
    assert urls(crawl.folder, "洪水", everything=True) == ["http://a.test/zh"]
    assert urls(crawl.folder, "洪水灾害", everything=True) == ["http://a.test/zh"]
    assert urls(crawl.folder, "地震", everything=True) == []


def test_a_page_that_asks_not_to_be_indexed_is_not(session: Sessions) -> None:
    web = small_web()
    shy = page(HOME, text="flood water and secrets", head="<meta name=robots content=noindex>")
    web.pages["http://a.test/dams"] = shy
    crawl = session(strategy, web)
    crawl.sit(None, HOME, tidy=True)
    assert "http://a.test/dams" in crawl.notebook.visited
    assert urls(crawl.folder, "secrets", everything=True) == []
    update_index(crawl.folder, anew=True)
    assert urls(crawl.folder, "secrets", everything=True) == []


def test_a_hit_shows_the_words_where_they_stand(crawl: Any) -> None:
    assert "**dams**" in search(crawl.folder, "dam")[0].snippet.marked()


def test_pages_like_one_page_do_not_include_it(crawl: Any) -> None:
    found = [hit.url for hit in similar(crawl.folder, "http://a.test/dams")]
    assert sorted(found) == ["http://a.test/", "http://b.test/rain"]


def test_pages_like_one_that_was_never_read_is_a_clear_error(crawl: Any) -> None:
    with pytest.raises(LycosaError, match="is no page that the crawl"):
        similar(crawl.folder, "http://nowhere.test/")


def test_few_pages_have_no_sub_topics(crawl: Any) -> None:
    assert sub_topics(crawl.folder) == ()


def test_an_index_that_is_behind_catches_up(session: Sessions) -> None:
    crawl = session(strategy, small_web(late="flood water and late geese"))
    crawl.sit(2, HOME)
    assert urls(crawl.folder, "geese") == []
    crawl.sit(tidy=True)
    assert urls(crawl.folder, "geese") == ["http://a.test/late"]


@pytest.mark.parametrize(
    "harm",
    [
        lambda file: file.unlink(),
        lambda file: file.write_bytes(b""),
        lambda file: file.write_bytes(b"no database at all" * 100),
        lambda file: file.write_bytes(file.read_bytes()[:5000]),
        lambda file: file.write_bytes(file.read_bytes()[:8192] + bytes(file.stat().st_size - 8192)),
    ],
    ids=["gone", "empty", "foreign", "cut off", "overwritten"],
)
def test_a_damaged_index_is_made_anew(crawl: Any, harm: Callable[[Path], Any]) -> None:
    expected = urls(crawl.folder, "flood")
    for beside in ("-wal", "-shm"):
        (crawl.folder / f"{FILE}{beside}").unlink(missing_ok=True)
    harm(crawl.folder / FILE)
    assert urls(crawl.folder, "flood") == expected


def test_an_index_with_a_trigger_in_it_is_made_anew(crawl: Any) -> None:
    expected = urls(crawl.folder, "flood")
    with closing(sqlite3.connect(crawl.folder / FILE)) as index:
        index.execute("CREATE TRIGGER harm AFTER INSERT ON meta BEGIN DELETE FROM pages; END")
    assert urls(crawl.folder, "flood") == expected
    with closing(sqlite3.connect(crawl.folder / FILE)) as index:
        assert index.execute("SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'").fetchone() == (0,)


def test_an_index_ahead_of_its_crawl_is_made_anew(crawl: Any) -> None:
    urls(crawl.folder, "flood")
    with closing(sqlite3.connect(crawl.folder / FILE)) as index:
        index.execute("UPDATE meta SET value = 1000000 WHERE key = 'last'")
        index.commit()
    assert len(urls(crawl.folder, "flood")) == 3


def test_pages_that_the_archive_has_lost_are_counted(crawl: Any, caplog: Any) -> None:
    update_index(crawl.folder, anew=True)
    assert not caplog.text
    shutil.rmtree(crawl.folder / "warc")
    assert update_index(crawl.folder, anew=True) == 0
    assert "4 of 4 pages cannot be read from the archive" in caplog.text


def test_an_index_that_is_a_link_is_refused(crawl: Any, tmp_path: Path) -> None:
    (crawl.folder / FILE).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(LycosaError, match="symbolic link"):
        search(crawl.folder, "flood")


def test_while_a_crawl_runs_its_index_is_read_as_it_is(crawl: Any) -> None:
    update_index(crawl.folder)
    with closing(sqlite3.connect(crawl.folder / FILE)) as index:
        index.execute("UPDATE meta SET value = 0 WHERE key = 'last'")
        index.commit()
    handle = lock_folder(crawl.folder)
    try:
        assert len(urls(crawl.folder, "flood")) == 3
    finally:
        os.close(handle)


def test_a_listener_that_is_cut_off_leaves_an_index_that_equals_one_made_anew(session: Sessions) -> None:
    crawl = session(strategy, small_web(**{f"p{n}": f"flood water number{n}" for n in range(80)}))
    crawl.sit(None, HOME)
    listener = indexer_of(crawl.folder)
    assert listener is not None
    listener._index.close()  # as a kill would
    before = {n: urls(crawl.folder, f"number{n}") for n in range(80)}
    update_index(crawl.folder, anew=True)
    assert {n: urls(crawl.folder, f"number{n}") for n in range(80)} == before
    assert all(len(found) == 1 for found in before.values())


def test_a_page_is_in_the_index_once(crawl: Any) -> None:
    update_index(crawl.folder)
    update_index(crawl.folder)
    with closing(
        SearchIndex.read(crawl.folder, crawl.rows("SELECT value FROM meta WHERE key = 'crawl'")[0][0])
    ) as index:
        assert index.ranked('"flood"')[0] == 3


def test_a_repaired_crawl_is_found_by_an_index_made_anew(crawl: Any) -> None:
    expected = urls(crawl.folder, "flood")
    for ending in ("", "-wal", "-shm"):
        (crawl.folder / f"state.sqlite{ending}").unlink(missing_ok=True)
    assert repair(crawl.folder, strategy="best-first").changes
    assert not (crawl.folder / FILE).exists()
    assert sorted(urls(crawl.folder, "flood")) == sorted(expected)


def test_an_index_that_cannot_be_written_does_not_stop_a_crawl(crawl: Any, caplog: Any) -> None:
    listener = indexer_of(crawl.folder)
    assert listener is not None
    listener._index.connection.close()
    listener.record(crawl.notebook.steps[0])  # seen before: passed over
    listener._last = -1
    for step in crawl.notebook.steps:
        listener.record(step)
    listener.close()
    assert "pages are not indexed any more" in caplog.text


def test_a_page_that_became_relevant_late_is_among_those_alike(crawl: Any) -> None:
    update_index(crawl.folder)
    keep_answers(crawl.folder, {"http://b.test/cheese": PageLabel.YES})
    sub_topics(crawl.folder)
    found = [hit.url for hit in similar(crawl.folder, "http://a.test/dams")]
    assert "http://b.test/cheese" in found


def test_pages_that_a_kill_left_ungrouped_are_grouped_for_who_asks_for_topics(session: Sessions) -> None:
    kinds = ("dams of concrete hold the lake", "cars insured against hail and storm")
    more = {f"page{n}": f"flood water {kinds[n % 2]} {n}" for n in range(60)}
    made = session(strategy, small_web(**more))
    made.sit(None, HOME, tidy=True)
    update_index(made.folder)
    topics = sub_topics(made.folder)
    assert topics
    with closing(sqlite3.connect(made.folder / FILE)) as index, index:
        index.execute("DELETE FROM topics")
        index.execute("UPDATE pages SET topic = NULL")
        index.execute("DELETE FROM meta WHERE key IN ('grouped', 'joined', 'common')")
    assert sub_topics(made.folder) == topics
