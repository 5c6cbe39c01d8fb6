"""The parts of a page's score as `lycosa why` shows them."""

from __future__ import annotations

import pytest

from lycosa.cli.inspect import _parts_of_score


def test_parts_of_a_score_are_rounded_for_people() -> None:
    assert _parts_of_score('{"words": 8.142915725708008, "meaning": 4.0}') == "(words 8.1429, meaning 4.0000)"


def test_a_score_without_parts_says_nothing() -> None:
    assert _parts_of_score("{}") == ""


@pytest.mark.parametrize("stored", ["{", "3", '["x"]'])
def test_damaged_parts_are_called_that(stored: str) -> None:
    assert _parts_of_score(stored).startswith("damaged (")
