from __future__ import annotations

import json
from math import log10, sqrt

import pytest

from lycosa.text import DocumentFrequencies, Vocabulary, cosine, heaviest, tfidf


def test_cosine_of_a_worked_example() -> None:
    assert cosine({"a": 1.0, "b": 2.0}, {"b": 2.0, "c": 1.0}) == pytest.approx(4 / 5)


def test_cosine_does_not_care_for_order_or_scale() -> None:
    left, right = {"a": 1.0, "b": 3.0, "c": 0.5}, {"a": 2.0, "c": 7.0}
    assert cosine(left, right) == pytest.approx(cosine(right, {term: 10 * w for term, w in left.items()}))


@pytest.mark.parametrize("other", [{}, {"b": 1.0}, {"a": 0.0}])
def test_cosine_with_nothing_in_common_is_zero(other: dict[str, float]) -> None:
    assert cosine({"a": 1.0}, other) == 0.0


def test_tfidf_of_paper_000_equation_1() -> None:
    seen = DocumentFrequencies({"spider": 2, "web": 10}, size=10)
    assert tfidf({"spider": 3, "web": 1}, seen.idf) == pytest.approx(
        {"spider": 0.75 * log10(5.01), "web": 0.25 * log10(1.01)}
    )


def test_tfidf_of_paper_003_worked_example_with_the_right_logarithm() -> None:
    seen = DocumentFrequencies({"computer": 100}, size=1000)
    assert tfidf({"computer": 14, "rest": 86}, seen.plain_idf)["computer"] == pytest.approx(0.14)


def test_heaviest_breaks_ties_by_name() -> None:
    assert list(heaviest({"c": 1.0, "b": 2.0, "a": 1.0}, 2).items()) == [("b", 2.0), ("a", 1.0)]


def test_documents_count_once_for_repeated_words() -> None:
    seen = DocumentFrequencies()
    seen.add(["a", "a", "b"])
    seen.add(["a"])
    assert (seen.df("a"), seen.df("b"), seen.df("c"), seen.size) == (2, 1, 0, 2)


def test_unseen_terms_count_as_seen_once() -> None:
    seen = DocumentFrequencies({"a": 1}, size=100)
    assert seen.idf("new") == seen.idf("a") == pytest.approx(log10(100.01))
    assert DocumentFrequencies().plain_idf("new") == 0.0


def test_reading_does_not_add_terms() -> None:
    seen = DocumentFrequencies({"a": 1}, size=1)
    seen.df("b")
    seen.idf("b")
    assert len(seen) == 1
    assert "b" not in seen


def test_merging_equals_counting_together() -> None:
    left, right, both = DocumentFrequencies(), DocumentFrequencies(), DocumentFrequencies()
    for place, text in enumerate((["a", "b"], ["b"], ["b", "c"])):
        (left if place < 2 else right).add(text)
        both.add(text)
    left.merge(right)
    assert left.state() == both.state()


def test_frequencies_survive_json() -> None:
    seen = DocumentFrequencies()
    seen.add(["a", "b"])
    again = DocumentFrequencies()
    again.restore(json.loads(json.dumps(seen.state())))
    assert again.state() == seen.state()


def test_state_is_in_order_of_arrival() -> None:
    words = [f"w{i}" for i in range(100)]
    seen = DocumentFrequencies()
    seen.add(words)
    assert list(seen.state()["counts"]) == words  # type: ignore[arg-type]


def test_the_rarest_terms_are_forgotten_when_room_runs_out() -> None:
    seen = DocumentFrequencies(max_terms=10)
    for _ in range(3):
        seen.add(["often", "also"])
    seen.add([f"once{i}" for i in range(9)])
    assert len(seen) == 2
    assert (seen.df("often"), seen.size) == (3, 4)


def test_vocabulary_numbers_terms_in_order_of_arrival() -> None:
    vocabulary = Vocabulary(["a", "b", "a"])
    assert [vocabulary.add("c"), vocabulary.add("a"), vocabulary.id("x")] == [2, 0, -1]
    assert vocabulary.terms == ("a", "b", "c")


def test_full_vocabulary_takes_no_more() -> None:
    vocabulary = Vocabulary(["a", "b", "c"], limit=2)
    assert (len(vocabulary), vocabulary.add("c"), vocabulary.add("b")) == (2, -1, 1)


def test_vocabulary_counts_known_terms() -> None:
    ids, counts = Vocabulary(["a", "b", "c"]).counts(["c", "a", "x", "c"])
    assert (ids.tolist(), counts.tolist()) == ([0, 2], [1.0, 2.0])
    assert Vocabulary().counts(["a"])[0].size == 0


def test_vocabulary_survives_json() -> None:
    vocabulary, again = Vocabulary(["b", "a"]), Vocabulary()
    again.restore(json.loads(json.dumps(vocabulary.state())))
    assert (again.terms, again.id("a")) == (("b", "a"), 1)


def test_norm_is_euclidean() -> None:
    from lycosa.text.vector import norm

    assert norm({"a": 1.0, "b": 1.0}) == pytest.approx(sqrt(2))
