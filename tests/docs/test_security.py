"""SECURITY.md names a test for every promise, and every test it names is there."""

from __future__ import annotations

import ast
import re

import pytest
from tests.conftest import ROOT

_TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
_TEXT = (ROOT / "SECURITY.md").read_text("utf-8")
_ROWS = [line for line in _TEXT.splitlines() if line.startswith("| ") and not line.startswith("| who |")]


def test_the_threat_model_is_a_table_of_who_what_and_which_test() -> None:
    assert "| who | what they can send | what they cannot achieve | shown by |" in _TEXT
    assert len(_ROWS) > 8


@pytest.mark.parametrize("row", _ROWS)
def test_every_row_is_complete_and_shown_by_tests_that_exist(row: str) -> None:
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert len(cells) == 4
    assert all(cells)
    named = _TEST.findall(cells[3])
    assert named
    for file, name in named:
        tree = ast.parse((ROOT / file).read_text("utf-8"))
        functions = {
            node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        }
        assert name in functions, f"{file} has no {name}"
