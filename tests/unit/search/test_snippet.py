"""The passage shown is the one with most of the words searched for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lycosa.search.snippet import CHARS, snippet

FILLER = "nothing to see here " * 40


def test_the_passage_with_most_different_words_is_shown() -> None:
    found = snippet(f"rain {FILLER} floods and rain came {FILLER}", {"flood", "rain"})
    assert "**floods** and **rain**" in found.marked()


def test_words_are_marked_in_all_their_forms() -> None:
    assert (
        snippet("Flooding, flooded, FLOODS.", {"flood"}).marked("<", ">")
        == "<Flooding,> <flooded,> <FLOODS.>"
    )


def test_without_a_word_the_text_begins_at_its_beginning() -> None:
    assert snippet(f"First {FILLER}", {"flood"}).text.startswith("First")


def test_chinese_words_are_marked_without_blanks_around_them() -> None:
    assert "**洪水**" in snippet("去年夏天发生了严重的洪水灾害。", {"洪水"}, "zh").marked()


@given(st.text(max_size=2000), st.sets(st.sampled_from(["flood", "rain", "洪水", "a"])))
def test_a_snippet_is_short_and_its_marks_lie_in_it(text: str, stems: set[str]) -> None:
    found = snippet(text, stems)
    assert len(found.text) <= CHARS + 4
    places = [place for mark in found.marks for place in mark]
    assert places == sorted(places)
    assert all(0 <= place <= len(found.text) for place in places)
