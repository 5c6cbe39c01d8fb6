"""Files of answers as people write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from lycosa import LycosaError
from lycosa.cli.label import _lines


def answers(tmp_path: Path, text: str) -> list[tuple[str, str]]:
    file = tmp_path / "answers.csv"
    file.write_text(text, encoding="utf-8")
    return [(url, str(label)) for url, label in _lines(file)]


@pytest.mark.parametrize(
    "text",
    [
        "http://a.test/,yes\nhttp://b.test/,no\n",
        "url,label\nhttp://a.test/,yes\n\nhttp://b.test/,no\n",
        "\ufefflabel,URL\r\nyes,http://a.test/\r\nno,http://b.test/\r\n",
        "url,title,label\nhttp://a.test/,A,yes\nhttp://c.test/,C,\nhttp://b.test/,B,0\n",
    ],
)
def test_columns_are_found_by_their_names_if_they_have_any(tmp_path: Path, text: str) -> None:
    assert answers(tmp_path, text) == [("http://a.test/", "yes"), ("http://b.test/", "no")]


@pytest.mark.parametrize(
    "text",
    [
        "http://a.test/    yes\nhttp://b.test/x,_z    no\n",  # as the tutorial once had it
        "http://a.test/\tYes\nhttp://b.test/x,_z\tno\n",
        "url\ttitle\tlabel\nhttp://a.test/\tA, and b\tyes\nhttp://b.test/x,_z\tB\tno\n",
        "http://a.test/;yes\nhttp://b.test/x,_z;no\n",
        "http://a.test/,yes\nhttp://b.test/x,_z,no\n",
        'http://a.test/,yes,sure\n"http://b.test/x,_z",no\n',
    ],
)
def test_tabs_spaces_and_commas_in_urls_are_taken_as_they_are_meant(tmp_path: Path, text: str) -> None:
    assert answers(tmp_path, text) == [("http://a.test/", "yes"), ("http://b.test/x,_z", "no")]


@pytest.mark.parametrize(
    "text", ["http://a.test/,\n", "http://a.test/\n", "url,label\nhttp://a.test/,maybe\n"]
)
def test_a_line_without_a_label_is_named(tmp_path: Path, text: str) -> None:
    with pytest.raises(LycosaError, match=r"line \d of .*answers.csv: label"):
        answers(tmp_path, text)
