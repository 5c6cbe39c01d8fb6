from __future__ import annotations

import math
import random

import pytest

from lycosa.errors import LycosaError
from lycosa.lab.experiment.statistics import (
    compare_pairs,
    critical_difference,
    friedman,
    holm,
    rank_measures,
    ranks,
    wilcoxon,
)

# Paper 000, Table 3 and Table 4.
TABLE_3 = {
    "BFS": (3549, 0.2366, 0.2947, 0.3096),
    "OPS": (9813, 0.6542, 0.6376, 0.2599),
    "FCSA": (10506, 0.7004, 0.6627, 0.1953),
    "FCITS_OH": (12384, 0.8256, 0.7412, 0.1441),
    "FCPSO": (12546, 0.8364, 0.8079, 0.1424),
    "FCCBS": (9413, 0.6275, 0.6874, 0.1937),
    "FCBCW": (12680, 0.8453, 0.8246, 0.2080),
    "BCW_CC": (13522, 0.9015, 0.8412, 0.1643),
}
TABLE_4 = {
    "BFS": (8, 8, 8, 8, 8),
    "OPS": (6, 6, 7, 7, 6.5),
    "FCSA": (5, 5, 6, 5, 5.25),
    "FCITS_OH": (4, 4, 4, 2, 3.5),
    "FCPSO": (3, 3, 3, 1, 2.5),
    "FCCBS": (7, 7, 5, 4, 5.75),
    "FCBCW": (2, 2, 2, 6, 3),
    "BCW_CC": (1, 1, 1, 3, 1.5),
}


def noisy(strategies: int, blocks: int, digits: int) -> dict[str, list[float]]:
    """Return random values; few digits make ties."""
    chance = random.Random(strategies * 100 + blocks)
    return {f"s{i}": [round(chance.random(), digits) for _ in range(blocks)] for i in range(strategies)}


def test_equal_values_share_the_mean_of_their_ranks() -> None:
    assert ranks([0.9, 0.7, 0.7, 0.1]) == [1, 2.5, 2.5, 4]


def test_less_may_be_better() -> None:
    assert ranks([3, 1, 2], lower_is_better=True) == [3, 1, 2]


def test_friedman_by_hand() -> None:
    # Ranks 1 2 3 in all three blocks: 12 / (3*3*4) * (9 + 36 + 81) - 3*3*4 = 6, and exp(-6/2) of chance.
    result = friedman({"a": [9, 8, 7], "b": [5, 6, 6], "c": [1, 2, 3]})
    assert result.ranks == {"a": 1, "b": 2, "c": 3}
    assert (result.blocks, result.statistic) == (3, pytest.approx(6))
    assert result.p_value == pytest.approx(math.exp(-3))


@pytest.mark.parametrize(("strategies", "blocks", "digits"), [(3, 4, 6), (5, 12, 6), (4, 9, 1), (8, 30, 1)])
def test_friedman_agrees_with_scipy(strategies: int, blocks: int, digits: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    scores = noisy(strategies, blocks, digits)
    result, expected = friedman(scores), stats.friedmanchisquare(*scores.values())
    assert result.statistic == pytest.approx(expected.statistic)
    assert result.p_value == pytest.approx(expected.pvalue)


def test_friedman_of_two_strategies_is_the_sign_test() -> None:
    # Four wins of five: (4 - 1)² / 5.
    assert friedman({"a": [1, 1, 1, 1, 0], "b": [0, 0, 0, 0, 1]}).statistic == pytest.approx(9 / 5)


@pytest.mark.parametrize(
    "scores",
    [{"a": [0.1], "b": [0.2], "c": [0.3]}, {"a": [0.1, 0.2, 0.3]}, {"a": [1, 1, 1], "b": [1, 1, 1]}],
    ids=["one block", "one strategy", "nothing but ties"],
)
def test_input_that_shows_nothing_is_no_evidence(scores: dict[str, list[float]]) -> None:
    result = friedman(scores)
    assert (result.statistic, result.p_value) == (0, 1)
    assert all(pair.p_value == 1 for pair in compare_pairs(scores))


@pytest.mark.parametrize("scores", [{}, {"a": []}, {"a": [1, 2], "b": [1]}, {"a": [math.nan], "b": [1]}])
def test_values_that_cannot_be_ranked_are_refused(scores: dict[str, list[float]]) -> None:
    with pytest.raises(LycosaError):
        friedman(scores)


@pytest.mark.parametrize(("strategies", "q"), [(2, 1.960), (3, 2.344), (5, 2.728), (10, 3.164), (20, 3.544)])
def test_critical_difference_uses_the_studentised_range(strategies: int, q: float) -> None:
    # q is the 95 % quantile of the range of that many normal values, over the root of 2.
    expected = q * math.sqrt(strategies * (strategies + 1) / 6)
    assert critical_difference(strategies, blocks=1) == pytest.approx(expected, rel=3e-4)


def test_critical_difference_needs_two_strategies() -> None:
    with pytest.raises(LycosaError):
        critical_difference(1, 5)


def test_wilcoxon_by_hand() -> None:
    # All five differences positive: 2 of 32 sign patterns are as extreme.
    assert wilcoxon([1, 2, 3, 4, 5], [0, 0, 0, 0, 0]) == pytest.approx(2 / 32)


def test_wilcoxon_leaves_out_pairs_without_difference() -> None:
    assert wilcoxon([1, 2, 3, 7, 7], [0, 0, 0, 7, 7]) == pytest.approx(2 / 8)


@pytest.mark.parametrize(("blocks", "digits"), [(6, 6), (20, 6), (10, 1)])
def test_wilcoxon_agrees_with_scipy(blocks: int, digits: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    a, b = noisy(2, blocks, digits).values()
    differences = [x - y for x, y in zip(a, b, strict=True) if x != y]
    expected = stats.wilcoxon(differences, method=stats.PermutationMethod() if digits == 1 else "exact")
    assert wilcoxon(a, b) == pytest.approx(expected.pvalue)


def test_wilcoxon_of_many_blocks_agrees_with_scipy() -> None:
    stats = pytest.importorskip("scipy.stats")
    a, b = noisy(2, 90, 1).values()
    differences = [x - y for x, y in zip(a, b, strict=True) if x != y]
    assert wilcoxon(a, b) == pytest.approx(stats.wilcoxon(differences, method="approx").pvalue)


def test_wilcoxon_is_the_same_both_ways() -> None:
    a, b = noisy(2, 12, 2).values()
    assert wilcoxon(a, b) == wilcoxon(b, a)


def test_holm_steps_down_and_never_falls() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_holm_stays_at_most_one() -> None:
    assert holm([0.9, 0.8]) == [1, 1]


def test_pairs_carry_the_mean_difference_and_the_correction() -> None:
    pairs = compare_pairs({"a": [3, 4, 5, 6, 7, 8], "b": [1, 2, 3, 4, 5, 6], "c": [1, 2, 3, 4, 5, 6]})
    assert [(pair.first, pair.second, pair.difference) for pair in pairs] == [
        ("a", "b", 2),
        ("a", "c", 2),
        ("b", "c", 0),
    ]
    assert [pair.p_value for pair in pairs] == pytest.approx([1 / 32, 1 / 32, 1])
    assert [pair.corrected for pair in pairs] == pytest.approx([3 / 32, 3 / 32, 1])


def test_ranks_of_paper_000_follow_from_its_measures() -> None:
    measures = {name: dict(zip(("RP", "AC", "AR", "SD"), row, strict=True)) for name, row in TABLE_3.items()}
    assert {name: tuple(row.values()) for name, row in rank_measures(measures).items()} == TABLE_4
