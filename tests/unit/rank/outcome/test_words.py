"""What the words of links promise, learned from outcomes."""

from __future__ import annotations

import numpy as np

from lycosa.rank.outcome.column import GrowingColumn
from lycosa.rank.outcome.words import LinkWords

NORTH, EAST = np.eye(4, dtype=np.float32)[:2]
NOWHERE = np.zeros(4, np.float32)


def test_before_any_outcome_the_judges_direction_decides() -> None:
    words = LinkWords(4)
    words.describe(np.array([0, 1]), np.stack([NORTH, EAST]))
    north, east = words.promise(np.array([0, 1]), towards=NORTH)
    assert north > east


def test_outcomes_overrule_the_judges_direction() -> None:
    words = LinkWords(4)
    words.describe(np.arange(40), np.stack([NORTH, EAST] * 20))
    for link in range(38):
        words.outcome(link, worth=0.0 if link % 2 == 0 else 1.0)
    north, east = words.promise(np.array([38, 39]), towards=NORTH)
    assert east > north


def test_links_without_words_promise_nothing() -> None:
    words = LinkWords(4)
    words.describe(np.array([0]), NOWHERE[None, :])
    words.outcome(0, worth=1.0)
    assert words.promise(np.array([0, 7]), towards=NORTH).tolist() == [0.0, 0.0]


def test_restored_words_promise_the_same() -> None:
    words, again = LinkWords(4), LinkWords(4)
    words.describe(np.array([0, 1]), np.stack([NORTH, EAST]))
    words.outcome(1, worth=1.0)
    again.restore(words.state())
    assert again.promise(np.array([0, 1]), NORTH).tolist() == words.promise(np.array([0, 1]), NORTH).tolist()


def test_words_that_had_learned_are_as_new_with_a_state_from_before_any_outcome() -> None:
    words, new = LinkWords(4), LinkWords(4)
    words.describe(np.array([0]), NORTH[None, :])
    words.outcome(0, worth=0.0)
    words.restore(new.state())
    for one in (words, new):
        one.describe(np.array([1]), NORTH[None, :])
    assert words.promise(np.array([1]), NORTH).tolist() == new.promise(np.array([1]), NORTH).tolist()


def test_a_column_grows_and_survives_its_state() -> None:
    column, again = GrowingColumn(np.int16, width=2), GrowingColumn(np.int16, width=2)
    column.put(np.array([5000]), [[1, 2]])
    again.restore(column.state())
    assert again.at(np.array([5000, 3])).tolist() == [[1, 2], [0, 0]]


def test_rows_are_added_one_after_another_whatever_their_numbers() -> None:
    floats, integers = GrowingColumn(np.float64, width=4), GrowingColumn(np.int64, width=4)
    ids, rows = np.array([7, 7, 2000]), np.arange(12).reshape(3, 4)
    for column in (floats, integers):
        column.add(ids, rows)
    assert floats.at(np.array([7, 2000])).tolist() == integers.at(np.array([7, 2000])).tolist()


def test_a_column_begins_as_it_is_told_to_wherever_it_has_grown() -> None:
    column = GrowingColumn(np.float64, 2, (0.0, 1.0))
    assert column.at(np.array([3, 9000])).tolist() == [[0.0, 1.0]] * 2


def learned_with_another() -> tuple[LinkWords, LinkWords]:
    """Return the words of two crawls, each of which goes by the outcomes of both."""
    both = LinkWords(4), LinkWords(4)
    for words, meaning in zip(both, (NORTH, EAST), strict=True):
        words.describe(np.array([0, 1, 2]), np.stack([meaning, NORTH + EAST, NORTH]))
        words.outcome(0, worth=1.0)
    lessons = [words.lessons() for words in both]
    for words, others in zip(both, reversed(lessons), strict=True):
        words.adopt(others)
        words.outcome(1, worth=0.5)
    return both


def test_what_was_adopted_is_not_part_of_the_state() -> None:
    words, again, alone = learned_with_another()[0], LinkWords(4), LinkWords(4)
    again.restore(words.state())
    alone.describe(np.array([0, 1, 2]), np.stack([NORTH, NORTH + EAST, NORTH]))
    alone.outcome(0, worth=1.0)
    alone.outcome(1, worth=0.5)
    promised = [one.promise(np.array([0, 1, 2]), NORTH) for one in (again, alone)]
    np.testing.assert_allclose(*promised, rtol=1e-6)
    assert again.state() == words.state()
    assert again.lessons() == words.lessons()


def test_a_state_without_sums_as_crawls_kept_before_is_taken_up() -> None:
    words, again = LinkWords(4), LinkWords(4)
    words.describe(np.array([0]), NORTH[None, :])
    words.outcome(0, worth=1.0)
    state = words.state()
    del state["products"]
    again.restore(state)
    assert again.promise(np.array([0]), NORTH).tolist() == words.promise(np.array([0]), NORTH).tolist()
