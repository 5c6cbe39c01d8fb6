from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from lycosa.text import cache as cache_module
from lycosa.text import grouped, token, tokenise, tokens
from lycosa.text.chunk_table import ChunkTable
from lycosa.text.stem import SNOWBALL
from lycosa.text.stopwords import STOP_WORDS
from lycosa.text.token import _Analysis
from lycosa.tokens import StemNumbers


def test_words_are_lowered_stemmed_and_freed_of_stop_words() -> None:
    assert tokens("The Relational Models of the Databases") == ["relat", "model", "databas"]


def test_pieces_are_found_again_by_their_offsets() -> None:
    pieces = ["Wolf spiders", "", "the", "hunt by sight", "中国 spiders"]
    found, offsets = tokenise(pieces, "en")
    parts = [found[a:b] for a, b in pairwise(offsets)]
    assert parts == [["wolf", "spider"], [], [], ["hunt", "sight"], ["中国", "spider"]]


@pytest.mark.parametrize("pieces", [[], [""], ["", ""], ["\0"], ["\0", "\0 \0"]])
def test_empty_pieces_have_offsets_and_no_tokens(pieces: list[str]) -> None:
    assert tokenise(pieces, "en") == ([], [0] * (len(pieces) + 1))


def test_pieces_do_not_depend_on_each_other() -> None:
    pieces = ["one\0two", "\ud800three four", "naïve “quotes” — dash", "数据库SQL模型", "x" * 100 + " years"]
    found, offsets = tokenise(pieces, "en")
    alone = [tokens(piece, "en") for piece in pieces]
    assert [found[a:b] for a, b in pairwise(offsets)] == alone


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("don't isn’t we'll", []),
        ("state-of-the-art node.js snake_case", ["state", "art", "node", "js", "snake", "case"]),
        ("C++ R&D", ["c", "r"]),
        ("in 1984 and 20240131", ["1984"]),
        ("３７ ＤＡＴＡ ﬁsh ½", ["37", "data", "fish", "1", "2"]),
        ("soft\u00adware zero\u200bwidth", ["softwar", "zero", "width"]),
        ("cafe\u0301 café CAFÉ", ["café"] * 3),
        ("İstanbul", ["istanbul"]),
        ("spider🕷️web 👩\u200d🚀", ["spider", "web"]),
        ("a\u00a0web\u3000site", ["web", "site"]),
        ("x" * 64 + " " + "y" * 65, ["x" * 64]),
        ("ﷺ", ["صلى", "الله", "عليه", "وسلم"]),
    ],
)
def test_word_boundaries(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


@pytest.mark.parametrize(
    ("language", "one", "many"),
    [
        ("en", "a spider", "the spiders"),
        ("de", "die Datenbank", "der Datenbanken"),
        ("fr", "l'araignée", "les araignées"),
        ("es", "la canción", "de las canciones"),
        ("pt", "a cidade", "nas cidades"),
        ("it", "della ragazza", "alle ragazze"),
        ("ru", "в модели", "с моделями"),
        ("nl", "een vrouw", "de vrouwen"),
        ("sv", "en flicka", "och flickor"),
        ("da", "en hund", "og hundene"),
        ("no", "en hund", "og hundene"),
        ("fi", "ja talo", "se talossa"),
    ],
)
def test_forms_of_a_word_become_one_token_and_stop_words_none(language: str, one: str, many: str) -> None:
    assert len(tokens(one, language)) == 1
    assert tokens(one, language) == tokens(many, language)


@pytest.mark.parametrize("language", sorted(STOP_WORDS))
def test_every_stop_word_vanishes_in_its_language(language: str) -> None:
    assert tokens(" ".join(sorted(STOP_WORDS[language])), language) == []


@pytest.mark.parametrize("language", sorted(SNOWBALL))
def test_every_stemmer_is_there(language: str) -> None:
    assert tokens("xylo", language)


def test_unknown_language_is_treated_as_english() -> None:
    assert tokens("the spiders", "") == tokens("the spiders", "en")


def test_language_without_rules_keeps_its_words() -> None:
    assert tokens("the spiders pająki", "xx") == ["the", "spiders", "pająki"]


@pytest.mark.parametrize(("tag", "same"), [("en-US", "en"), ("pt_BR", "pt"), ("nb", "no"), ("DE", "de")])
def test_language_tags_are_understood(tag: str, same: str) -> None:
    text = "the Datenbanken canções spindlarna"
    assert tokens(text, tag) == tokens(text, same)


@pytest.mark.parametrize("language", ["zh", "en", "de", "xx"])
def test_chinese_is_cut_whatever_the_language(language: str) -> None:
    assert tokens("关系数据库的模型，非常重要。", language) == ["关系数据库", "模型", "重要"]


def test_chinese_and_latin_words_mix() -> None:
    assert tokens("使用SQL数据库 databases，１９９９年", "zh") == ["使用", "sql", "数据库", "databas", "1999"]


def test_kana_runs_are_words_and_endings_are_dropped() -> None:
    assert tokens("データベースを読む。おにぎり、について", "ja") == ["データベース", "読", "おにぎり"]


def test_halfwidth_katakana_equals_fullwidth() -> None:
    assert tokens("ﾃﾞｰﾀ", "ja") == tokens("データ", "ja")


def test_korean_particles_come_off() -> None:
    assert tokens("데이터베이스는 거미를 책", "ko") == ["데이터베이스", "거미", "책"]


def test_vowel_signs_do_not_break_words() -> None:
    assert tokens("हिन्दी भाषा", "hi") == ["हिन्दी", "भाषा"]


def test_equal_words_are_one_object() -> None:
    first, second = tokens("spider spiders")
    assert first == second
    assert tokens("spider")[0] is first


HOSTILE = {
    "one long word": "a" * 1_000_000,
    "one long accented word": "é" * 1_000_000,
    "one Chinese sentence": "中国人民" * 250_000,
    "combining marks out of order": "a" + "\u0301\u0316" * 500_000,
    "combining marks after Chinese": "中" + "\u0301\u0316" * 500_000,
    "NULs": "\0" * 1_000_000,
    "surrogates": "\ud800x" * 500_000,
    "emoji": "🕷" * 1_000_000,
    "kana between Chinese": "中の" * 250_000,
    "wide letters between Chinese": "中Ａ" * 250_000,
    "ligatures that grow": "ﷺ" * 300_000,
    "invisible": "\u00ad" * 1_000_000,
    "digits": "7" * 1_000_000,
    "rare characters": "\U00020000" * 500_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_gives_bounded_tokens(text: str) -> None:
    assert all(0 < len(token) <= 64 for token in tokens(text))


def test_a_table_of_chunks_starts_again_when_it_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_module, "CACHE_ENTRIES", 10)
    known = StemNumbers()
    table = ChunkTable(known, known.__getitem__)
    words = tuple(f"word{i}" for i in range(25))
    assert table.read([" ".join(words)])[0] == words
    assert len(table) <= 10


@given(draw.text(draw.sampled_from("aszé’—ößµªïЖжσςΣÉǆŉſ½°\u0301\u00ad\u0390العקが가は中1"), max_size=8))
def test_words_without_capitals_are_read_faster_and_no_differently(word: str) -> None:
    found = tokens(word)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(token, "_plain", lambda: re.compile("(?!)"))
        patch.setattr(token, "_analyses", {})
        assert tokens(word) == found


def test_every_token_has_the_group_of_its_piece() -> None:
    pieces = ["red foxes", "", "the", "数据库模型 owl\0s"]
    found, offsets, groups = grouped(pieces, b"\x01\x02\x03\x05", "en")
    assert found == ("red", "fox", "数据库", "模型", "owl")
    assert offsets == [0, 2, 2, 2, 5]
    assert groups == b"\x01\x01\x05\x05\x05"


def test_long_chunks_and_chinese_sentences_are_not_remembered() -> None:
    found = _Analysis("en", StemNumbers())
    assert found.chunks.read([f"{'é' * 65} 数据库模型"])[0] == ("数据库", "模型")
    assert len(found.chunks) == 0
