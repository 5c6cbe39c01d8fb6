from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from lycosa.text import Terms, tokens
from lycosa.tokens import Tokens

TEXT = tokens("The relational model: a model of relational models, tuples and relational algebra.")


def test_words_and_phrases_are_counted() -> None:
    terms = Terms.of({"relational model": 1.0, "model": 0.5, "tuples": 0.5, "graph": 0.5}, "en")
    assert terms.count(TEXT) == {"relat model": 2, "model": 3, "tupl": 1}


def test_a_phrase_needs_its_words_in_a_row() -> None:
    assert Terms.of({"algebra model": 1.0}).count(TEXT) == {}


def test_phrases_that_share_a_first_word_are_all_found() -> None:
    terms = Terms.of({"relational model": 1.0, "relational algebra": 1.0, "relational model tuples": 1.0})
    assert terms.count(TEXT) == {"relat model": 2, "relat algebra": 1, "relat model tupl": 1}


def test_a_phrase_may_overlap_itself() -> None:
    assert Terms({"a a": 1.0}).count(["a", "a", "a"]) == {"a a": 2}


def test_words_of_phrases_alone_are_not_terms() -> None:
    assert Terms({"x y": 1.0}).count(["x", "x", "y"]) == {"x y": 1}


def test_lists_and_tuples_count_alike() -> None:
    terms = Terms.of({"relational model": 1.0})
    assert terms.count(TEXT) == terms.count(tuple(TEXT))


def test_chinese_phrases_are_counted() -> None:
    terms = Terms.of({"关系模型": 1.0}, "zh")
    assert terms.count(tokens("数据库的关系模型", "zh")) == {"关系 模型": 1}


def test_counts_by_group_put_a_phrase_where_it_begins() -> None:
    terms = Terms({"x": 1.0, "x y": 1.0})
    counts = terms.count_by_group(["x", "y", "x", "z", "x", "y"], bytes([1, 4, 4, 4, 5, 0]))
    assert counts == {"x": [0, 1, 0, 0, 1, 1], "x y": [0, 1, 0, 0, 0, 1]}


@pytest.mark.parametrize("names", [["x", "y"], ["x", "x y"]])
def test_groups_add_up_to_the_counts(names: list[str]) -> None:
    terms = Terms(dict.fromkeys(names, 1.0))
    text = ["x", "y", "x", "x", "y", "z"] * 20
    by_group = terms.count_by_group(text, bytes(i % 6 for i in range(len(text))))
    assert {term: sum(row) for term, row in by_group.items()} == terms.count(text)


def test_terms_of_stop_words_are_reported() -> None:
    terms = Terms.of({"the": 1.0, "to be or not to be": 0.5, "spider": 0.2})
    assert terms.vanished == ("the", "to be or not to be")
    assert terms.weights == {"spider": 0.2}


def test_of_two_spellings_the_heavier_stands() -> None:
    terms = Terms.of({"Spider": 0.3, "spiders": 0.8})
    assert terms.weights == {"spider": 0.8}
    assert terms.labels == {"spider": "spiders"}


def test_no_terms_count_nothing() -> None:
    assert Terms({}).count(TEXT) == {}
    assert Terms.of({}).count_by_group(TEXT, bytes(len(TEXT))) == {}


@given(
    draw.lists(draw.sampled_from("abcd"), max_size=12),
    draw.sets(draw.sampled_from(["a", "b", "a b", "b a", "c c a", "x"])),
)
def test_terms_are_counted_alike_in_words_and_in_numbers(words: list[str], terms: set[str]) -> None:
    known, groups = Terms(dict.fromkeys(terms, 1.0)), bytes(place % 6 for place in range(len(words)))
    assert list(known.count(Tokens.of(words)).items()) == list(known.count(words).items())
    assert known.count_by_group(Tokens.of(words), groups) == known.count_by_group(words, groups)
