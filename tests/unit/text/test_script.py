"""The language of a few words, for which a model has too little to go by."""

from __future__ import annotations

import pytest

from lycosa.text.script import language_of_words, script_language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("鸟类、羽毛、鸟巢和鸟蛋", "zh"),
        ("数据库", "zh"),
        ("鳥の巣", "ja"),
        ("데이터", "ko"),
        ("птицы", "ru"),
        ("طيور", "ar"),
        ("AI 大模型训练", "zh"),
        ("nest", ""),
        ("SQL, XML, HTTP und 鸟", ""),
        ("", ""),
        ("🐦", ""),
        ("Die Spinne baut kein Netz, sondern jagt ihre Beute nachts", "de"),
    ],
)
def test_a_few_words_tell_their_language_by_their_script(text: str, language: str) -> None:
    assert language_of_words(text) == language


def test_latin_letters_belong_to_no_language() -> None:
    assert script_language("Vögel und ihre Nester") == ""
