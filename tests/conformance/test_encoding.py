"""The encoding tests of html5lib: 82 documents whose encoding must be found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lycosa.page import parse_html, sniff_encoding
from lycosa.page.encoding import named

PRESCAN_BYTES = 1_024


def cases(file: Path) -> Iterator[tuple[bytes, str]]:
    for case in file.read_bytes().split(b"#data\n")[1:]:
        body, _, label = case.partition(b"\n#encoding\n")
        yield body, named(label.split(b"\n")[0].decode())


@pytest.mark.parametrize(("file", "rows"), [("tests1.dat", 59), ("tests2.dat", 22), ("test-yahoo-jp.dat", 1)])
def test_encoding_of_a_parsed_page(shared: Path, file: str, rows: int) -> None:
    found = list(cases(shared / "conformance/html5lib-encoding" / file))
    wrong = [(body, name) for body, name in found if parse_html(body, "http://a.org/").encoding != name]
    assert (len(found), wrong) == (rows, [])


@pytest.mark.parametrize("file", ["tests1.dat", "tests2.dat", "test-yahoo-jp.dat"])
def test_encoding_before_parsing_unless_declared_late(shared: Path, file: str) -> None:
    for body, name in cases(shared / "conformance/html5lib-encoding" / file):
        is_late = b"charset" in body[PRESCAN_BYTES:]
        assert sniff_encoding(body) == name or is_late, body
