"""Burmeister files: what is read comes back, and broken files are told where they are broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from lycosa.errors import LycosaError
from lycosa.topic.ontology.burmeister import format_context, parse_context, read_context
from lycosa.topic.ontology.context import FormalContext

GOOD = "B\nbirds\n2\n3\n\nduck\ncarp\nflies\nswims\nbarks\nXX.\n.X.\n"


def test_a_good_file_is_read() -> None:
    context = parse_context(GOOD)
    assert context == FormalContext(("duck", "carp"), ("flies", "swims", "barks"), (0b011, 0b010), "birds")


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "birds.cxt"
    path.write_text(format_context(parse_context(GOOD)), encoding="utf-8")
    assert path.read_text() == GOOD
    assert read_context(path) == parse_context(GOOD)


def test_a_context_without_objects_or_attributes_survives() -> None:
    empty = FormalContext((), (), ())
    assert parse_context(format_context(empty)) == empty


def test_the_empty_line_may_be_missing_and_lines_may_end_in_carriage_returns() -> None:
    assert parse_context(GOOD.replace("\n\n", "\n").replace("\n", "\r\n")) == parse_context(GOOD)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "line 1: the file ends where the letter B"),
        ("C\n", "line 1: expected the letter B"),
        ("B\n\ntwo\n", "line 3: expected the number of objects, found 'two'"),
        ("B\n\n1\n-1\n", "line 4: expected the number of attributes"),
        ("B\n\n99999999999\n", "line 3: expected the number of objects"),
        ("B\n\n2\n1\n\nduck\n", "line 7: the file ends where an object name"),
        (GOOD.replace("XX.", "XX"), "line 11: expected a row of 3 signs"),
        (GOOD.replace(".X.", ".Y."), "line 12: expected a row of 3 signs, each X or a dot, found '.Y.'"),
        (GOOD + "XXX\n", "line 13: expected the end"),
    ],
)
def test_a_broken_file_is_named_with_its_line(text: str, complaint: str) -> None:
    with pytest.raises(LycosaError) as caught:
        parse_context(text, "birds.cxt")
    assert str(caught.value).startswith(f"birds.cxt: {complaint}")


def test_a_name_with_a_line_break_cannot_be_written() -> None:
    with pytest.raises(LycosaError, match="no line breaks"):
        format_context(FormalContext(("a\nb",), (), (0,)))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(LycosaError, match=r"absent\.cxt: cannot be read"):
        read_context(tmp_path / "absent.cxt")


def test_a_binary_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.cxt"
    path.write_bytes(b"B\n\xff\xfe")
    with pytest.raises(LycosaError, match="not UTF-8 text"):
        read_context(path)
