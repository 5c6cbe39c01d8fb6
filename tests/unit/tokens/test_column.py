"""Tokens are a sequence of words to whoever reads them, and a column of numbers to whoever counts them."""

from __future__ import annotations

import pickle
from collections import Counter
from itertools import compress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.engine.duplicates.simhash import fingerprint
from lycosa.judge.contrast_model.lexicon import lexicon
from lycosa.text import numbered, tokenise
from lycosa.tokens import Tokens
from lycosa.tokens import stem_numbers as numbering_module
from lycosa.topic.reading import text_page

WORDS = st.lists(st.sampled_from(["flood", "rain", "river", "dam", "é", "数据"]), max_size=30)


@given(WORDS)
def test_tokens_are_a_sequence_of_words(words: list[str]) -> None:
    tokens = Tokens.of(words)
    assert tokens == tuple(words) == tuple(tokens)
    assert hash(tokens) == hash(tuple(words))
    assert repr(tokens) == repr(tuple(words))
    assert tokens[2:5] == tuple(words[2:5])
    assert Tokens(tokens.numbering, tokens.numbers).few(2, 5) == tokens.few(2, 5) == tuple(words[2:5])
    assert [word in tokens for word in ("rain", "snow")] == [word in words for word in ("rain", "snow")]
    assert pickle.loads(pickle.dumps(tokens)) == tokens  # our own
    assert Tokens.of(tokens) is tokens


@given(WORDS, st.data())
def test_stems_are_counted_in_the_order_of_their_first_places(words: list[str], data: st.DataObject) -> None:
    groups = bytes(data.draw(st.lists(st.integers(0, 5), min_size=len(words), max_size=len(words))))
    tokens = Tokens.of(words)
    stems, times = tokens.counted(groups)
    named = [tokens.numbering.stems[number] for number in stems.tolist()]
    assert list(zip(named, times.tolist(), strict=True)) == list(Counter(compress(words, groups)).items())


@given(WORDS, st.data())
def test_it_is_known_which_stems_stand_in_a_text(words: list[str], data: st.DataObject) -> None:
    groups = bytes(data.draw(st.lists(st.integers(0, 5), min_size=len(words), max_size=len(words))))
    tokens, stems = Tokens.of(words), ("flood", "数据", "never seen in any text")
    assert [tokens.shows(stem) for stem in stems] == [stem in words for stem in stems]
    counted = list(compress(words, groups))
    assert not groups or [tokens.shows(stem, groups) for stem in stems] == [stem in counted for stem in stems]


@pytest.fixture
def small_numberings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numbering_module, "MOST_STEMS", 20)


TEXTS = [" ".join(f"word{place}" for place in range(start, start + 15)) for start in range(0, 60, 10)]


@pytest.mark.usefixtures("small_numberings")
def test_a_numbering_that_is_full_gives_way_and_old_texts_keep_their_words() -> None:
    read = [numbered([text])[0] for text in TEXTS]
    assert len({id(tokens.numbering) for tokens in read}) > 2
    assert [list(tokens) for tokens in read] == [text.split() for text in TEXTS]
    assert max(len(tokens.numbering.stems) for tokens in read) < 20 + 15 + 2


def test_judge_and_fingerprint_see_the_same_whatever_the_numbering(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def seen() -> list[tuple[bytes, object]]:
        pages = [text_page(text, "http://a.test/", "en") for text in TEXTS]
        return [
            (lexicon("en").read(page.tokens, page.groups).packed(), fingerprint(page, 2)) for page in pages
        ]

    before = seen()
    monkeypatch.setattr(numbering_module, "MOST_STEMS", 20)
    assert seen() == before


def test_chinese_and_elided_words_stand_where_they_were() -> None:
    assert tokenise(["l\u2019homme 数据库模型", "", "flood"], "fr") == (
        ["homm", "数据库", "模型", "flood"],
        [0, 3, 3, 4],
    )
