from __future__ import annotations

import json
import logging
from pathlib import Path

import numpy as np
import pytest

from lycosa.errors import LycosaError
from lycosa.text.semantics import KeptVectors, WordVectors, _embedding, _model, unit, word_vectors
from lycosa.topic import Topic


def test_stem_means_the_words_that_have_it() -> None:
    vectors = word_vectors("en")
    related, relation, guitar = (unit(row) for row in vectors.of(["relat", "connect", "guitar"]))
    assert related @ relation > related @ guitar


def test_vector_of_a_stem_is_the_mean_of_its_words() -> None:
    vectors = word_vectors("en")
    vocabulary = _model().tokenizer.get_vocab()
    words = vectors._words["river"]
    expected = np.mean([vectors._pieces[id].astype(np.float32) for id in words.values()], axis=0)
    assert words == {word: vocabulary[f"▁{word}"] for word in words}
    assert vectors.of(["river"])[0] == pytest.approx(expected)


def test_word_outside_of_the_vocabulary_is_the_mean_of_its_pieces_as_the_tokenizer_cuts_it() -> None:
    vectors = WordVectors("en", KeptVectors(64, 256))
    for word in ("zkrollup", "x86", "été", "日本", "m" * 40):
        ids = _model().tokenizer.encode(word, add_special_tokens=False).ids
        pieces = vectors._pieces[ids].astype(np.float32)
        assert (vectors.of([word])[0] == pieces.sum(axis=0) / np.float32(len(pieces))).all()
    assert not vectors.of([""]).any()


def test_the_commonest_word_of_a_stem_has_the_lowest_number() -> None:
    vectors = word_vectors("en")
    assert vectors.word("river") == "river"
    assert vectors.word("zkrollup") == ""


def test_vectors_worked_out_for_others_are_the_same_and_are_not_kept() -> None:
    kept = KeptVectors(4, 256)
    vectors, stems = WordVectors("en", kept), ["river", "", "zkrollup", "heavi rain", "river"]
    worked_out = vectors.work_out(stems, 128)
    assert kept.take(0)[0] == 0
    assert (worked_out == word_vectors("en").of(stems)[:, :128]).all()
    assert vectors.work_out([], 128).shape == (0, 128)


def test_weighted_mean_by_hand() -> None:
    vectors = word_vectors("en")
    river, storm = vectors.of(["river", "storm"])
    assert vectors.mean({"river": 1.0, "storm": 3.0}) == pytest.approx(unit(river + 3 * storm), abs=1e-5)


def test_nothing_means_nothing() -> None:
    assert not word_vectors("en").mean({}).any()


def test_nearest_words_leave_out_the_ones_asked_about() -> None:
    near = word_vectors("en").nearest({"computer": 1.0}, 20)
    assert len(near) == 20
    assert not {"computer", "computers"} & set(near)


def test_full_cache_starts_again_in_all_languages() -> None:
    kept = KeptVectors(3, 256)
    english, german = WordVectors("en", kept), WordVectors("de", kept)
    river, fluss = english.of(["river"]), german.of(["fluss"])
    english.of(["storm", "rain", "wind"])
    assert (german.of(["fluss"]) == fluss).all()
    assert (english.of(["river"]) == river).all()
    assert kept.fillings > 0


def test_more_stems_than_are_kept_get_their_vectors_too() -> None:
    stems = ["storm", "rain", "wind", "river", "rain"]
    few = WordVectors("en", KeptVectors(2, 256))
    assert (few.of(stems) == word_vectors("en").of(stems)).all()


def test_expanded_topic_keeps_the_authors_terms_on_top() -> None:
    topic = Topic.from_sentence("river floods").expanded(5)
    assert len(topic.keywords) == 7
    assert max(topic.keywords, key=lambda word: topic.keywords[word]) in {"river", "floods"}


def test_loading_leaves_the_root_logger_alone() -> None:
    word_vectors("en")
    assert logging.getLogger().level != logging.INFO


def test_languages_whose_words_have_the_same_stems_share_their_vectors() -> None:
    assert word_vectors("zh") is word_vectors("en") is word_vectors("")
    assert word_vectors("pl") is word_vectors("cs")
    assert word_vectors("de") is not word_vectors("en")


def test_the_rows_of_a_model_are_looked_at_in_its_file(tmp_path: Path) -> None:
    rows = np.arange(12, dtype="<f2").reshape(3, 4)
    head = {"embedding.weight": {"dtype": "F16", "shape": [3, 4], "data_offsets": [2, 26]}}
    for kind in ("F16", "F32"):
        head["embedding.weight"]["dtype"] = kind
        text = json.dumps(head).encode()
        (tmp_path / kind).write_bytes(len(text).to_bytes(8, "little") + text + b"\0\0" + rows.tobytes())
    assert np.array_equal(_embedding(tmp_path / "F16"), rows)
    with pytest.raises(LycosaError, match="F32"):
        _embedding(tmp_path / "F32")
