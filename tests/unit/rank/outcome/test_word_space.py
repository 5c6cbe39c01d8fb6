"""What words around a topic take in of outcomes."""

from __future__ import annotations

import numpy as np

from lycosa import Topic
from lycosa.rank.outcome.word_space import LANDMARKS, WordSpace, word_space
from lycosa.topic.reading import text_page

FRUIT, HERBS = ("apple", "pear", "cherry", "peach"), ("thyme", "sage", "basil", "rosemary")


def space_of(topic: Topic) -> WordSpace:
    found = word_space(topic)
    assert found is not None
    return found


def rows(space: WordSpace, *words: str) -> np.ndarray:
    return space.of([tuple(Topic.from_keywords([word]).given.weights) for word in words])


def test_before_any_outcome_words_of_the_topic_promise_more_than_others() -> None:
    space = space_of(Topic.from_sentence("fruit and vegetables"))
    model = space.model()
    model.describe(np.array([0, 1]), rows(space, "carrot", "parliament"))
    carrot, parliament = model.promise(np.array([0, 1]), space.towards)
    assert carrot > parliament


def test_outcomes_tell_kinds_of_a_topic_apart() -> None:
    space = space_of(Topic.from_sentence("fruit and vegetables"))
    model = space.model()
    model.describe(np.arange(10), rows(space, *FRUIT, *HERBS, "plum", "oregano"))
    for link in range(8):
        model.outcome(link, worth=float(link < len(FRUIT)))
    plum, oregano = model.promise(np.array([8, 9]), space.towards)
    assert plum > oregano + 0.1


def test_titles_of_examples_are_outcomes_before_the_first() -> None:
    page = text_page("Apple and pear\nThey ripen in autumn.", "http://a.example/", "en")
    told, untold = (space_of(Topic.from_pages([page])), space_of(Topic.from_sentence("autumn")))
    promises = []
    for space in (told, untold):
        model = space.model()
        model.describe(np.array([0]), rows(space, "cherry"))
        promises.append(model.promise(np.array([0]), space.towards)[0])
    assert promises[0] > promises[1]


def test_a_text_of_unknown_words_is_near_nothing() -> None:
    space = space_of(Topic.from_sentence("fruit and vegetables"))
    assert not rows(space, "zkrollupish").any()


def test_a_topic_has_the_same_landmarks_every_time() -> None:
    first, second = (space_of(Topic.from_sentence("fruit and vegetables")) for _ in range(2))
    row = rows(first, "plum")
    assert row.tolist() == rows(second, "plum").tolist()
    assert row.shape[1] > LANDMARKS


def test_a_topic_whose_words_nobody_knows_has_a_space_all_the_same() -> None:
    space = space_of(Topic.from_keywords(["zkrollupish"]))
    assert not space.towards.any()
    assert rows(space, "plum").any()


def test_a_language_without_a_table_has_no_space() -> None:
    assert word_space(Topic.from_keywords(["Hochwasser"], language="de")) is None
