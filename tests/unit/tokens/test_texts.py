"""Texts put together from parts of others, as numbers and as bytes."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.tokens import StemNumbers, Texts, Tokens, packed
from lycosa.tokens import stem_numbers as numbering_module

WORDS = st.lists(st.sampled_from(["flood", "rain", "", "é", "数据", "\ud800"]), max_size=30)


@given(st.lists(WORDS, max_size=8))
def test_texts_are_a_sequence_of_texts(texts: list[list[str]]) -> None:
    column = Texts.of(texts)
    expected = [tuple(text) for text in texts]
    assert list(column) == expected
    assert len(column) == len(texts)
    assert [column[place] for place in range(len(texts))] == expected
    assert list(column[1:3]) == expected[1:3]
    assert column.lengths.tolist() == [len(text) for text in texts]
    assert Texts.of(column) is column


@given(WORDS, WORDS, st.data())
def test_texts_are_put_together_of_a_part_of_each(
    first: list[str], second: list[str], data: st.DataObject
) -> None:
    parts = [
        [sorted(data.draw(st.tuples(*[st.integers(0, len(words))] * 2))) for words in (first, second)]
        for _ in range(data.draw(st.integers(0, 4)))
    ]
    places = np.array(parts, np.intp).reshape(-1, 2, 2)
    own = StemNumbers()
    numbers = np.fromiter(map(own.__getitem__, second), np.int32, len(second))
    expected = [(*first[a:b], *second[c:d]) for (a, b), (c, d) in parts]
    for other in (Tokens.of(second), Tokens(own, numbers)):  # the second as if numbering had begun anew
        found = Texts.joined(Tokens.of(first), other, places[:, :, 0], places[:, :, 1])
        assert list(found) == expected


@given(st.lists(WORDS, min_size=1, max_size=4))
def test_tokens_are_joined_whatever_their_numbering(texts: list[list[str]]) -> None:
    tokens = []
    for place, words in enumerate(texts):
        own = StemNumbers()
        numbers = np.fromiter(map(own.__getitem__, words), np.int32, len(words))
        tokens.append(Tokens(own, numbers) if place % 2 else Tokens.of(words))
    assert list(Tokens.joined(tokens)) == [word for words in texts for word in words]


@given(WORDS)
def test_words_are_packed_with_a_nul_after_each(words: list[str]) -> None:
    expected = b"".join(word.encode("utf-8", "surrogatepass") + b"\0" for word in words)
    assert packed(Tokens.of(words)) == expected
    assert packed(pickle.loads(pickle.dumps(Tokens.of(words)))) == expected  # our own


def test_words_are_packed_rightly_in_threads_that_number_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numbering_module, "MOST_STEMS", 300)
    texts = [[f"word{start + place}" for place in range(50)] for start in range(0, 2000, 10)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda words: packed(Tokens.of(words)), texts))
    assert found == ["".join(f"{word}\0" for word in words).encode() for words in texts]
