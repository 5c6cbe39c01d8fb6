from __future__ import annotations

import json
from math import log10

import pytest

from lycosa.model import Page
from lycosa.topic import Change, KeywordTable, Topic
from lycosa.topic.topic import heard_on


def page(words: str, group: int = 4) -> Page:
    tokens = tuple(words.split())
    return Page("http://a.example/", tokens=tokens, groups=bytes([group]) * len(tokens), language="en")


def test_weights_by_hand() -> None:
    table = KeywordTable(Topic.from_pages([page("levee levee levee dyke"), page("dyke")]))
    # log10(1002/1) * 3/5 for levee, log10(1002/2) * 2/5 for dyke, divided by the greater
    assert table.weights == pytest.approx({"levee": 1.0, "dyke": (2 * log10(501)) / (3 * log10(1002))})


def test_logarithm_of_the_papers_example_is_one() -> None:
    topic = Topic.from_pages([page("levee")])
    assert topic.frequencies.plain_idf("levee") == pytest.approx(log10(1001))
    assert log10(1000 / 100) == pytest.approx(1.0)  # the paper says 2


def test_only_the_heaviest_terms_are_kept() -> None:
    words = " ".join(f"term{chr(97 + i)} " * (i + 1) for i in range(10))
    assert list(KeywordTable(Topic.from_pages([page(words)]), size=3).weights) == ["termj", "termi", "termh"]


def test_table_grows_after_so_many_relevant_pages_and_not_before() -> None:
    table = KeywordTable(Topic.from_keywords({"flood": 1.0}), grow_every=2)
    table.see(page("levee levee"), relevant=True)
    assert list(table.weights) == ["flood"]
    table.see(page("levee dyke"), relevant=True)
    assert set(table.weights) == {"flood", "levee", "dyke"}


def test_irrelevant_pages_do_not_grow_the_table() -> None:
    table = KeywordTable(Topic.from_keywords({"flood": 1.0}), grow_every=1)
    table.see(page("guitar"), relevant=False)
    assert list(table.weights) == ["flood"]


def test_authors_terms_never_drop_out() -> None:
    table = KeywordTable(Topic.from_keywords({"flood": 1.0, "rain": 0.1}), size=2, grow_every=1)
    for _ in range(20):
        table.see(page("levee dyke polder " * 10), relevant=True)
    assert table.weights == {"flood": 1.0, "rain": 0.1}


def test_every_change_is_on_record() -> None:
    table = KeywordTable(Topic.from_pages([page("levee")]), size=1, grow_every=1)
    table.see(page("dyke " * 9), relevant=True)
    assert list(table.changes) == [Change(1, "levee", 1.0, None), Change(1, "dyke", None, 1.0)]


def test_growth_by_hand() -> None:
    table = KeywordTable(Topic.from_pages([page("levee levee dyke")]), grow_every=1)
    table.see(page("dyke dyke polder"), relevant=True)
    # counts levee 2, dyke 3, polder 1 of 6; 1002 texts, of which 1, 2, 1 have them
    raw = {"levee": 2 / 6 * log10(1002), "dyke": 3 / 6 * log10(501), "polder": 1 / 6 * log10(1002)}
    assert table.weights == pytest.approx({term: value / raw["dyke"] for term, value in raw.items()})


def test_restored_table_goes_on_alike() -> None:
    topic = Topic.from_pages([page("levee levee dyke")])
    first, second = KeywordTable(topic, grow_every=2), KeywordTable(topic, grow_every=2)
    for words in ("dyke polder", "dyke storm", "levee storm"):
        first.see(page(words), relevant=True)
    second.restore(json.loads(json.dumps(first.state())))
    for table in (first, second):
        table.see(page("surge surge"), relevant=True)
    assert first.weights == second.weights
    assert first.changes == second.changes
    assert first.vector.cosine(["surge"]) == second.vector.cosine(["surge"])


def test_attribute_text_is_not_heard() -> None:
    mixed = Page("u", tokens=("flood", "menu"), groups=bytes([4, 0]))
    assert list(heard_on(mixed)) == ["flood"]
