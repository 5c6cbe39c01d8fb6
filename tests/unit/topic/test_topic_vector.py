from __future__ import annotations

import random
from math import sqrt

import pytest

from lycosa.topic import TopicVector

WEIGHTS = {"flood": 2.0, "rain": 1.0, "river bank": 0.5}
IDF = {"flood": 1.5, "rain": 0.5, "river bank": 3.0}


def plain_cosine(tokens: list[str]) -> float:
    text = f" {' '.join(tokens)} ".replace(" ", "  ")
    counts = {term: text.count(f" {term.replace(' ', '  ')} ") for term in WEIGHTS}
    found = {term: count * IDF[term] for term, count in counts.items()}
    length = sqrt(sum(value**2 for value in found.values())) * sqrt(sum(w**2 for w in WEIGHTS.values()))
    return sum(found[term] * weight for term, weight in WEIGHTS.items()) / length if length else 0.0


@pytest.mark.parametrize("share", [0.02, 0.5])
def test_cosine_of_any_span_is_the_plain_formula(share: float) -> None:
    draw = random.Random(share)
    vector = TopicVector(WEIGHTS, IDF.__getitem__)
    words = ("flood", "rain", "river", "bank")
    tokens = [draw.choice(words) if draw.random() < share else "goal" for _ in range(400)]
    for _ in range(300):
        start = draw.randrange(400)
        span = tokens[start : start + draw.randrange(30)]
        assert vector.cosine(span) == pytest.approx(plain_cosine(span), abs=1e-12)


def test_attribute_text_neither_counts_nor_divides() -> None:
    vector = TopicVector({"flood": 1.0}, lambda term: 1.0)
    seen = vector.found_by_tag(["flood", "flood"], bytes([1, 1]))
    with_attributes = vector.found_by_tag(["flood"] * 9, bytes([1, 1, *[0] * 7]))
    assert with_attributes == seen == {"flood": 2.0}


def test_a_term_in_attribute_text_alone_is_not_found() -> None:
    assert TopicVector({"flood": 1.0}, lambda term: 1.0).found_by_tag(["flood"], bytes([0])) == {}


def test_attribute_text_that_is_given_a_weight_counts_like_any_group() -> None:
    vector = TopicVector({"flood": 1.0}, lambda term: 1.0)
    found = vector.found_by_tag(["flood"] * 3, bytes([0, 0, 1]), (0.5, 2.0, 1.5, 1.2, 1.0, 0.2))
    assert found == {"flood": (2 * 0.5 + 1 * 2.0) / 2}
