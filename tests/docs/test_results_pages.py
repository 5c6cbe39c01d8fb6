"""Pages of results: whoever doubts a table can make it anew."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from experiments.publish.markdown import rerun, under_tables

RESULTS = Path(__file__).parents[2] / "docs" / "results"
TABLE = re.compile(r"(?:^\|.*\n)+\n?(.*)", re.MULTILINE)


@pytest.mark.parametrize("page", sorted(RESULTS.glob("*.md")), ids=lambda page: page.stem)
def test_every_table_has_the_command_that_makes_it_under_it(page: Path) -> None:
    lines = TABLE.findall(page.read_text(encoding="utf-8"))
    assert [line for line in lines if not line.startswith("Again, this alone: `")] == []


def test_a_command_is_put_under_each_table_of_a_page() -> None:
    text = "| a |\n| --- |\n| 1 |\n\nBetween.\n\n| b |\n| --- |\n"
    assert [found.group(1) for found in TABLE.finditer(under_tables(text, rerun("x")))] == [rerun("x")] * 2
