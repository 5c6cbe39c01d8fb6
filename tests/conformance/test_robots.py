"""Public robots.txt suites (Google's specification tests, Protego's tests) and 4,231 real files."""

from __future__ import annotations

import base64
import json
import tarfile
from pathlib import Path
from typing import Any

import pytest

from lycosa.fetch.robots import Robots


def rows(shared: Path, suite: str) -> list[dict[str, Any]]:
    table: list[dict[str, Any]] = json.loads(
        (shared / "conformance" / suite / "cases.json").read_text("utf-8")
    )
    return table


def answer(row: dict[str, Any]) -> bool:
    body = base64.b64decode(row["robots_b64"]) if "robots_b64" in row else row["robots"].encode()
    return Robots.parse(body).allowed(row["agent"], row["url"])


@pytest.mark.parametrize(("suite", "core_rows"), [("google-robots-spec", 389), ("protego-robots", 291)])
def test_every_core_row_passes(shared: Path, suite: str, core_rows: int) -> None:
    core = [row for row in rows(shared, suite) if row["tier"] == "core"]
    assert len(core) == core_rows
    assert [row["id"] for row in core if answer(row) != row["allowed"]] == []


@pytest.mark.parametrize("suite", ["google-robots-spec", "protego-robots"])
def test_dialect_rows_have_an_answer(shared: Path, suite: str) -> None:
    for row in rows(shared, suite):
        assert answer(row) in {True, False}


def test_real_files_parse(shared: Path) -> None:
    parsed = 0
    with tarfile.open(shared / "conformance" / "protego-robots" / "real_robots.tar.xz") as archive:
        for member in archive:
            content = archive.extractfile(member) if member.isfile() else None
            if content is not None:
                robots = Robots.parse(content.read())
                robots.allowed("lycosa", "https://example.org/a/b.html?c=d")
                parsed += 1
    assert parsed == 4231
