"""Stems become words again: the first word of a page that has the stem, as it stands there."""

from __future__ import annotations

import pytest

from lycosa.model import Page
from lycosa.text.written import as_written


def page(text: str, language: str = "en", title: str = "") -> Page:
    return Page("http://a.example/", title=title, language=language, flow=text)


@pytest.mark.parametrize(
    ("stem", "text", "language", "word"),
    [
        ("compar", "We compare spiders", "en", "compare"),
        ("compar", "SPIDERS COMPARED", "en", "COMPARED"),
        ("happi", "happening to be happy", "en", "happy"),
        ("hope", "still hoping", "en", "hoping"),
        ("goos", "mongoose and Geese and goose", "en", "goose"),
        ("care", "cart carbon carton card care", "en", "care"),
        ("vogel", "alle Vögel, ein Vogel", "de", "Vogel"),
        ("洪水", "昨天的洪水很大", "zh", "洪水"),
        ("absent", "nothing of it", "en", "absent"),
        ("", "words", "en", ""),
    ],
)
def test_a_stem_is_shown_as_a_word_of_the_page(stem: str, text: str, language: str, word: str) -> None:
    assert as_written([stem], page(text, language)) == [word]


def test_a_word_of_the_title_counts() -> None:
    assert as_written(["spider"], page("eight legs", title="Wolf spiders")) == ["spiders"]


def test_a_word_is_never_cut_out_of_another() -> None:
    assert as_written(["art"], page("party and heart, but arts")) == ["arts"]


def test_a_page_made_to_be_slow_is_not() -> None:
    hostile = page("compartment " * 200_000)
    assert as_written(["compar"] * 6, hostile) == ["compar"] * 6
