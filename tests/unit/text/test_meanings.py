"""What short texts mean, by the table of whole words."""

from __future__ import annotations

import numpy as np
import pytest

from lycosa.text.meanings import Meanings, meanings


@pytest.fixture(scope="module")
def english() -> Meanings:
    found = meanings("en")
    assert found is not None
    return found


def test_words_of_like_meaning_point_in_like_directions(english: Meanings) -> None:
    onion, carrot, river = english.of([("onion",), ("carrot",), ("river",)])
    assert onion @ carrot > 0.5 > onion @ river


def test_a_text_without_any_listed_word_points_nowhere(english: Meanings) -> None:
    assert not english.of([("zkrollupish",), ()]).any()


def test_a_text_means_the_same_alone_and_among_others(english: Meanings) -> None:
    texts = [("flood", "river"), (), ("bird",), ("onion", "soup", "recip")]
    together = english.of(texts)
    alone = np.concatenate([english.of([text]) for text in texts])
    assert together.tolist() == alone.tolist()


def test_words_mean_the_same_whenever_they_are_first_met() -> None:
    words = ("flood", "river", "bird", "onion", "soup", "recip", "zkrollupish")
    at_once, one_by_one = Meanings("en"), Meanings("en")
    for word in reversed(words):
        one_by_one.of([(word,)])
    texts = [(word, "rain") for word in words]
    assert at_once.of(texts).tolist() == one_by_one.of(texts).tolist()


def test_words_not_listed_change_nothing(english: Meanings) -> None:
    with_name, without = english.of([("flood", "zkrollupish"), ("flood",)])
    assert with_name.tolist() == without.tolist()


def test_the_nearest_words_come_in_order(english: Meanings) -> None:
    onion = english.of([("onion",)])[0]
    cosines = english.nearest(onion, 50) @ onion
    assert cosines[0] == pytest.approx(1.0, abs=1e-5)
    assert (np.diff(cosines) <= 1e-6).all()


def test_a_language_without_a_table_has_no_meanings_and_an_unknown_one_those_of_english() -> None:
    assert meanings("de") is None
    assert meanings("") is meanings("en")
