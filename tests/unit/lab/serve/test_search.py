from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from lycosa.errors import LycosaError
from lycosa.lab.serve.search import LocalEngine
from lycosa.lab.synth import SynthParams, SynthWeb
from lycosa.lab.web.base import WebPage
from lycosa.lab.web.frozen import open_web
from lycosa.lab.web.index import IndexedWeb, cache_folder
from lycosa.lab.web.jsonl import write_web
from lycosa.topic.seeds import HEURISTICS, build_query, find_seeds

TEXTS = {
    "owls": "Owls hunt at night. Owls are birds of prey.",
    "eagle": "The eagle is a bird of prey and hunts by day.",
    "prey": "Prey animals fear many a bird: of those they hide.",
    "course": "Syllabus of a course about the eagle.",
    "nothing": "Words about cheese.",
}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LYCOSA_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def web(tmp_path: Path) -> IndexedWeb:
    pages = [
        WebPage(f"http://h.example/{name}", f"<html lang=en><title>{name}</title><p>{text}".encode())
        for name, text in TEXTS.items()
    ]
    write_web(tmp_path / "web", pages)
    return open_web(tmp_path / "web")


def names(web: IndexedWeb, query: str, count: int = 10) -> list[str]:
    engine = LocalEngine(web)
    try:
        hits = asyncio.run(engine.search(query, count))
    finally:
        engine.close()
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    return [hit.url.removeprefix("http://h.example/") for hit in hits]


def test_forms_of_a_word_find_each_other(web: IndexedWeb) -> None:
    assert names(web, "owl") == names(web, "OWLS") == ["owls"]


def test_a_phrase_matches_words_that_follow_each_other(web: IndexedWeb) -> None:
    assert sorted(names(web, '"birds of prey" AND hunting')) == ["eagle", "owls"]
    assert "prey" not in names(web, '"bird of prey"')


def test_or_takes_pages_with_any_term(web: IndexedWeb) -> None:
    assert sorted(names(web, "cheese OR syllabus")) == ["course", "nothing"]


def test_and_takes_pages_with_all_terms_and_binds_closer_than_or(web: IndexedWeb) -> None:
    assert names(web, "eagle AND syllabus") == ["course"]
    assert sorted(names(web, "eagle AND syllabus OR cheese AND words")) == ["course", "nothing"]
    assert names(web, "eagle AND cheese") == []


def test_without_a_connective_pages_with_all_terms_come_first(web: IndexedWeb) -> None:
    found = names(web, "syllabus eagle")
    assert found[0] == "course" and set(found) == {"course", "eagle"}


def test_a_word_said_more_often_counts_more(web: IndexedWeb) -> None:
    assert names(web, "owl OR bird")[0] == "owls"


def test_no_more_pages_than_asked_for(web: IndexedWeb) -> None:
    assert len(names(web, "bird prey eagle", count=2)) == 2


@pytest.mark.parametrize("query", ["", '""', "the of", "AND OR", '" * ^ - :'])
def test_a_query_without_words_is_an_error(web: IndexedWeb, query: str) -> None:
    with pytest.raises(LycosaError, match="has no words to search for"):
        names(web, query)


@pytest.mark.parametrize("query", ['owl"', "owl*", "^owl", "NEAR(owl night)", "owl NOT night", "(owl"])
def test_the_syntax_of_the_index_cannot_be_reached(web: IndexedWeb, query: str) -> None:
    assert names(web, query)[0] == "owls"


def test_the_index_is_built_once(web: IndexedWeb, monkeypatch: pytest.MonkeyPatch) -> None:
    names(web, "owl")

    def fail(*_: object) -> None:
        raise AssertionError("the pages were read again")

    monkeypatch.setattr("lycosa.lab.serve.search.analyse", fail)
    assert names(web, "owl") == ["owls"]


def test_a_damaged_index_is_built_anew_the_next_time(web: IndexedWeb) -> None:
    names(web, "owl")
    (index,) = cache_folder().glob("search-*.sqlite")
    index.write_bytes(b"damaged" * 1000)
    with pytest.raises(LycosaError, match="damaged"):
        names(web, "owl")
    assert names(web, "owl") == ["owls"]


def test_a_web_without_end_is_refused() -> None:
    with pytest.raises(LycosaError, match="too large to be searched"):
        asyncio.run(LocalEngine(SynthWeb(SynthParams(pages=None))).search("owl", 3))


@pytest.mark.parametrize("heuristic", [name for name in HEURISTICS if name != "intersection"])
def test_seeds_of_every_heuristic_are_about_the_topic(heuristic: str) -> None:
    web = SynthWeb(SynthParams(pages=400, hosts=6, topics=("sports", "music", "law"), tunnels=(1,)))
    query = build_query(heuristic, ["orchestra", "concert"], ["melody", "violin"])
    engine = LocalEngine(web)
    found = asyncio.run(find_seeds(query, [engine], 10))
    engine.close()
    on_topic = [seed for seed in found.seeds if web.topic_of(seed.url) == "music"]
    assert len(on_topic) >= 0.8 * len(found.seeds) > 0
