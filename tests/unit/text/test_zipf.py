from __future__ import annotations

from math import exp

import pytest

from lycosa.text import background, tokens
from lycosa.text.common_words import LANGUAGES, common_words
from lycosa.text.stopwords import STOP_WORDS
from lycosa.text.zipf import DOCUMENTS


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_language_has_everyday_words(language: str) -> None:
    seen = background(language)
    assert seen.size == DOCUMENTS
    assert len(seen) > 150
    assert all(1 <= n <= DOCUMENTS for n in seen.state()["counts"].values())  # type: ignore[union-attr, operator]


def test_rank_gives_the_share_of_documents() -> None:
    word = common_words("nl")[0]
    rank = len(STOP_WORDS["nl"]) + 1
    others = [w for w in common_words("nl")[1:] if tokens(w, "nl") == tokens(word, "nl")]
    ranks = [rank, *(rank + common_words("nl").index(w) for w in others)]
    expected = round(1000 * (1 - exp(-sum(20 / r for r in ranks))))
    assert background("nl").df(tokens(word, "nl")[0]) == expected


def test_everyday_words_are_lighter_than_special_ones() -> None:
    seen = background("en")
    page, money, lattice = (seen.idf(tokens(word)[0]) for word in ("page", "money", "lattice"))
    assert page < money < lattice == pytest.approx(3.0, abs=1e-4)


def test_unknown_language_is_taken_for_english() -> None:
    assert background("").state() == background("en-GB").state()


def test_language_without_list_finds_every_word_rare() -> None:
    assert background("xx").idf("anything") == pytest.approx(3.0, abs=1e-4)


def test_callers_get_their_own_copy() -> None:
    background("en").add(["page"])
    assert background("en").size == DOCUMENTS


@pytest.mark.parametrize("language", sorted(STOP_WORDS))
def test_no_everyday_word_is_a_stop_word(language: str) -> None:
    assert not STOP_WORDS[language].intersection(common_words(language))
