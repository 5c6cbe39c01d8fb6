from __future__ import annotations

import json
from dataclasses import replace
from math import log10

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.model import Page
from lycosa.text import heaviest, tfidf
from lycosa.topic import Change, KeywordTable, Topic
from lycosa.topic.ontology import Concept, Ontology
from lycosa.topic.pages import visible_tokens


def page(words: str, group: int = 4) -> Page:
    tokens = tuple(words.split())
    return Page("http://a.example/", tokens=tokens, groups=bytes([group]) * len(tokens), language="en")


WORDS = [f"term{chr(97 + n)}" for n in range(12)]
TEXTS = st.lists(st.sampled_from([*WORDS[:4] * 4, *WORDS]), max_size=30).map(" ".join)


def weighed_from_scratch(table: KeywordTable) -> dict[str, float]:
    """Return the table's weights by the book: weigh every term ever counted, sort, cut."""
    learned = tfidf(table._counts, table._frequencies.plain_idf)
    top = max(learned.values(), default=0.0) or 1.0
    computed = {term: weight / top for term, weight in learned.items() if weight > 0}
    given = table.topic.given.weights
    own = {term: max(weight / max(given.values()), computed.get(term, 0.0)) for term, weight in given.items()}
    others = {term: weight for term, weight in computed.items() if term not in own}
    kept = own | heaviest(others, max(0, table.size - len(own)))
    return heaviest(kept, len(kept))


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


@given(
    examples=st.lists(TEXTS, max_size=2),
    given=st.lists(st.sampled_from(WORDS), max_size=3, unique=True),
    texts=st.lists(st.tuples(TEXTS, st.booleans()), max_size=12),
    size=st.integers(1, 6),
)
def test_table_that_grew_equals_one_weighed_from_scratch(
    examples: list[str], given: list[str], texts: list[tuple[str, bool]], size: int
) -> None:
    topic = replace(Topic.from_keywords(given), examples=tuple(map(page, [WORDS[0], *examples])))
    table = KeywordTable(topic, size, grow_every=1)
    for text, relevant in texts:
        table.see(page(text), relevant)
        if relevant:
            assert list(table.weights.items()) == list(weighed_from_scratch(table).items())
        resumed = KeywordTable(topic, size, grow_every=1)
        resumed.restore(json.loads(json.dumps(table.state())))
        table = resumed


def test_page_of_attribute_text_alone_grows_nothing() -> None:
    water = Ontology((Concept("w", "water"), Concept("f", "flood")), frozenset({("f", "w")}))
    table = KeywordTable(Topic("water", ontology=water), size=2, grow_every=1)
    table.see(page("menu", group=0), relevant=True)
    assert set(table.weights) == {"water", "flood"}


def test_attribute_text_is_not_heard() -> None:
    mixed = Page("u", tokens=("flood", "menu"), groups=bytes([4, 0]))
    assert list(visible_tokens(mixed)) == ["flood"]
