"""Whatever is typed, the index can be asked it."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.search.query import CLAUSES, QUERY_CHARS, Query


@pytest.fixture(scope="module")
def words() -> sqlite3.Connection:
    index = sqlite3.connect(":memory:")
    index.execute("CREATE VIRTUAL TABLE words USING fts5(title, headings, text, tokenize='ascii')")
    return index


def asked(words: sqlite3.Connection, typed: str) -> None:
    for joint in ("AND", "OR"):
        if expression := Query.of(typed).expression(["en", "de", "zh"], joint):
            words.execute("SELECT rowid FROM words WHERE words MATCH ?", (expression,)).fetchall()


@pytest.mark.parametrize(
    "typed",
    [
        *('"', '""', '"a', 'a"', '-"', "-", "--", "- -a", "*", "a*", "^a", "a:b", "{a b}:c", "(", "a AND"),
        *("OR", "NOT NOT", "NEAR(a b)", "NEAR", "a + b", "\0", "a\0b", "'; DROP", "it's", "C++", "\u202eabc"),
        *("😀", "👨‍👩‍👧 flood", "洪水 暴雨", '"洪水"', "ａｂ＿ｃ", "\ud800", "x" * 10_240, "word " * 2_048),
        *('"' * 10_240, "-" * 10_240),
    ],
)  # fmt: skip
def test_no_query_can_be_wrong(words: sqlite3.Connection, typed: str) -> None:
    asked(words, typed)


@given(st.text(max_size=200))
def test_no_text_at_all_can_be_wrong(typed: str) -> None:
    index = sqlite3.connect(":memory:")
    index.execute("CREATE VIRTUAL TABLE words USING fts5(title, headings, text, tokenize='ascii')")
    asked(index, typed)
    index.close()


@pytest.mark.parametrize(
    ("typed", "expression"),
    [
        ("floods", '"flood"'),
        ("floods rivers", '"flood" AND "river"'),
        ('"flash floods" rain', '"flash flood" AND "rain"'),
        ("floods -rivers", '("flood") NOT ("river")'),
        ("the of", ""),
        ("", ""),
    ],
)
def test_words_are_asked_for_by_their_stems(typed: str, expression: str) -> None:
    assert Query.of(typed).expression(["en"]) == expression


def test_each_language_reads_the_words_by_its_own_rules() -> None:
    asked = Query.of("Überschwemmungen").expression(["en", "de"])
    assert asked == '"überschwemmungen" OR "uberschwemm"'


def test_chinese_words_are_looked_for_one_by_one_unless_quoted() -> None:
    assert Query.of("暴雨洪水").expression(["zh"]) == '"暴雨" AND "洪水"'
    assert Query.of('"暴雨洪水"').expression(["zh"]) == '"暴雨 洪水"'


def test_a_long_query_is_cut() -> None:
    query = Query.of("word " * 10_000)
    assert len(query.clauses) == CLAUSES
    assert len(Query.of("x" * 10_000).clauses[0].text) == QUERY_CHARS
