"""The MIME type tests of the web platform: 955 inputs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lycosa.page import parse_content_type
from lycosa.page.encoding import named


@pytest.mark.parametrize(("file", "rows"), [("mime-types.json", 74), ("generated-mime-types.json", 881)])
def test_media_types_parse_as_in_a_browser(shared: Path, file: str, rows: int) -> None:
    cases = [
        row
        for row in json.loads((shared / "conformance/wpt-mime" / file).read_bytes())
        if isinstance(row, dict)
    ]
    wrong = []
    for case in cases:
        media = parse_content_type(case["input"])
        result = {"output": str(media) if media else None}
        if "encoding" in case:
            result["encoding"] = (named(media.charset) if media else "") or None
        expected = {key: case[key] for key in result}
        expected |= {"encoding": case["encoding"].lower()} if case.get("encoding") else {}
        if result != expected:
            wrong.append((case["input"], result, expected))
    assert (len(cases), wrong) == (rows, [])
