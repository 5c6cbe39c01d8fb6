"""What single words of anchors promise."""

from __future__ import annotations

import numpy as np
import pytest

from lycosa.rank.outcome.single_words import WORDS, SingleWords
from lycosa.tokens import Texts

ANCHORS = (("lecture", "notes"), ("notes",), ("courses",), ())


def described(anchors: tuple[tuple[str, ...], ...] = ANCHORS) -> SingleWords:
    words, texts = SingleWords(), Texts.of(anchors)
    words.describe(np.arange(len(anchors)), texts, texts.lengths)
    return words


def promised(words: SingleWords, count: int = len(ANCHORS)) -> list[float]:
    return words.promise(np.arange(count)).tolist()


def test_what_comes_of_a_word_is_promised_by_other_links_with_it() -> None:
    words = described()
    for _ in range(8):
        words.outcome(0, -0.5)
    both, one, other, none = promised(words)
    assert both < one < -0.2
    assert (other, none) == (0, 0)


def test_two_words_share_what_came_of_their_link() -> None:
    words = described((("a", "b"), ("a",), ("b",)))
    words.outcome(0, 1.0)
    both, *each = promised(words, 3)
    assert each[0] == each[1] < both < 1


def test_a_word_that_is_sure_to_say_nothing_leaves_it_to_the_other() -> None:
    words = described((("notes", "courses"), ("notes",), ("courses",)))
    for _ in range(20):
        words.outcome(1, 0.0)
    words.outcome(0, 1.0)
    _, sure, new = promised(words, 3)
    assert 0 <= sure < new / 5


def test_one_outcome_is_believed_by_a_fifth() -> None:
    words = described((("notes",),))
    words.outcome(0, 0.8)
    assert promised(words, 1) == [pytest.approx(0.16)]


def test_words_of_a_url_do_not_count() -> None:
    words = SingleWords()
    words.describe(np.arange(2), Texts.of([("anchor", "path"), ("path",)]), np.array([1, 1]))
    words.outcome(1, 1.0)
    assert promised(words, 2)[0] == 0


def test_of_a_long_anchor_only_the_first_words_count() -> None:
    long = tuple(f"w{number}" for number in range(WORDS + 5))
    words = described((long, long[:WORDS], (long[-1],)))
    words.outcome(2, 1.0)
    assert promised(words, 2) == [0, 0]


def test_a_link_without_words_teaches_nothing() -> None:
    words = described()
    words.outcome(3, 1.0)
    assert promised(words) == [0, 0, 0, 0]


def test_restored_it_knows_what_it_knew_and_no_more() -> None:
    words, later = described(), described((("courses",), ("notes",)))
    words.outcome(0, -0.5)
    later.outcome(0, 1.0)
    later.restore(words.state())
    assert promised(later) == promised(words)
    for one in (words, later):
        one.outcome(1, 0.3)
    assert promised(later) == promised(words)
