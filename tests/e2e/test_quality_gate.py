"""No strategy may get worse unnoticed."""

from __future__ import annotations

import pytest
from tests.e2e.quality_gate import MARGIN, measured, raised, read_gate, shortfalls


@pytest.mark.slow
def test_every_strategy_keeps_its_floor_on_the_same_data() -> None:
    digest, scores = measured()
    gate = read_gate()
    assert digest == gate["data"], "the gate's data changed: measure anew with --update --allow-lower"
    assert shortfalls(scores, gate["floors"]) == []


SCORES = {"bfs": {"area": 0.5}}


def test_a_score_below_its_floor_is_told() -> None:
    assert shortfalls(SCORES, {"bfs": {"area": 0.6}}) == ["bfs: area fell to 0.500, below its floor 0.600"]
    assert shortfalls(SCORES, {"bfs": {"area": 0.5}}) == []


def test_a_strategy_without_a_floor_is_told() -> None:
    assert shortfalls(SCORES, {}) == ["bfs has no floor for area: run the gate with --update"]


def test_floors_rise_and_fall_only_when_allowed() -> None:
    assert raised(SCORES, {"bfs": {"area": 0.1}}, allow_lower=False) == {"bfs": {"area": 0.5 - MARGIN}}
    assert raised(SCORES, {"bfs": {"area": 0.9}}, allow_lower=False) == {"bfs": {"area": 0.9}}
    assert raised(SCORES, {"bfs": {"area": 0.9}}, allow_lower=True) == {"bfs": {"area": 0.5 - MARGIN}}


def test_floors_of_strategies_that_were_not_measured_stay() -> None:
    assert raised(SCORES, {"abc": {"area": 0.1}}, allow_lower=True)["abc"] == {"area": 0.1}
