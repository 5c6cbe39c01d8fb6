"""A page in short."""

from __future__ import annotations

from lycosa.search.fields import Fields
from lycosa.search.meaning import DIMENSIONS, TERMS, VECTOR_WORDS, meaning_of


def test_words_that_tell_alike_are_taken_in_alphabetical_order() -> None:
    words = tuple(f"zkroll{number:03}" for number in range(2 * VECTOR_WORDS))
    assert meaning_of(Fields((), (), words[::-1]), "en").terms.split() == list(words[:TERMS])


def test_a_word_of_the_title_tells_more_than_one_of_the_text() -> None:
    assert meaning_of(Fields(("flood",), (), ("rainstorm", "flood")), "en").terms == "flood rainstorm"


def test_a_page_without_words_means_nothing() -> None:
    assert meaning_of(Fields((), (), ()), "en") == (bytes(DIMENSIONS), "")
