"""Tests and ranks: whether one strategy is better than another, or had luck.

Goes in: for every strategy one value per block, the blocks in the same order for all. A block
is whatever gave every strategy the same task: a topic, or a topic with one draw of its seeds.
Comes out: average ranks, statistics and p-values. Input that can show nothing (one strategy,
one block, nothing but ties) has the statistic 0 and the p-value 1; no result is ever NaN.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import NormalDist

from lycosa.errors import LycosaError

Scores = Mapping[str, Sequence[float]]
"""Strategy to its values, one per block."""

EXACT_UP_TO = 50
"""Differences up to which Wilcoxon's distribution is counted out; beyond, it is as good as normal."""


@dataclass(frozen=True, slots=True)
class Friedman:
    """Friedman's test of whether the strategies differ at all."""

    ranks: dict[str, float]
    """Average rank over the blocks, 1 the best; ties share the mean of their ranks."""
    blocks: int
    statistic: float
    """Chi-square, corrected for ties."""
    p_value: float


@dataclass(frozen=True, slots=True)
class Pair:
    """Wilcoxon's signed-rank test of two strategies."""

    first: str
    second: str
    difference: float
    """Mean of first minus second."""
    p_value: float
    """Two-sided, of this pair alone."""
    corrected: float
    """The same after Holm's correction for all pairs tested together."""


def ranks(values: Sequence[float], *, lower_is_better: bool = False) -> list[float]:
    """Rank values from 1, the best; equal values share the mean of their ranks.

    >>> ranks([0.2, 0.5, 0.5, 0.1])
    [3.0, 1.5, 1.5, 4.0]
    """
    keys = list(values) if lower_is_better else [-value for value in values]
    ordered = sorted(keys)
    first = {key: place for place, key in reversed(list(enumerate(ordered, 1)))}
    return [first[key] + (keys.count(key) - 1) / 2 for key in keys]


def friedman(scores: Scores, *, lower_is_better: bool = False) -> Friedman:
    """Rank the strategies in every block and test whether the average ranks differ by more than luck.

    Two strategies are allowed: the test is then the sign test without its correction.
    """
    blocks = _blocks(scores)
    ranked = [ranks(block, lower_is_better=lower_is_better) for block in blocks]
    count, width = len(blocks), len(scores)
    average = {name: math.fsum(row[i] for row in ranked) / count for i, name in enumerate(scores)}
    statistic = _friedman_statistic(ranked, list(average.values())) if count > 1 and width > 1 else 0.0
    return Friedman(average, count, statistic, _chi_square_tail(statistic, width - 1))


def _friedman_statistic(ranked: Sequence[Sequence[float]], average: Sequence[float]) -> float:
    """Return the spread of the average ranks over the spread of ranks within blocks."""
    middle = (len(average) + 1) / 2
    within = math.fsum((rank - middle) ** 2 for row in ranked for rank in row) / (len(average) - 1)
    between = len(ranked) ** 2 * math.fsum((rank - middle) ** 2 for rank in average)
    return between / within if within else 0.0


def _chi_square_tail(statistic: float, freedom: int) -> float:
    if statistic <= 0:
        return 1.0
    from scipy.special import chdtrc  # type: ignore[import-untyped]  # noqa: PLC0415  # slow to import

    return float(chdtrc(freedom, statistic))


def critical_difference(strategies: int, blocks: int, alpha: float = 0.05) -> float:
    """Return Nemenyi's critical difference: average ranks that are closer do not differ significantly.

    >>> round(critical_difference(strategies=4, blocks=14), 2)
    1.25
    """
    if strategies < 2 or blocks < 1:
        raise LycosaError(f"no critical difference for {strategies} strategies in {blocks} blocks")
    quantile = _range_quantile(strategies, 1 - alpha)
    return quantile * math.sqrt(strategies * (strategies + 1) / (12 * blocks))


def _range_quantile(count: int, probability: float) -> float:
    """Return the quantile of the range of `count` standard normal values, by bisection."""
    low, high = 0.0, 20.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if _range_probability(count, middle) < probability else (low, middle)
    return high


def _range_probability(count: int, width: float) -> float:
    """Return the probability that `count` standard normal values lie within `width` of each other."""
    step = 0.05
    heights = [-8 + step * i for i in range(321)]
    below = NormalDist().cdf
    inside = ((below(z + width) - below(z)) ** (count - 1) * NormalDist().pdf(z) for z in heights)
    return count * step * math.fsum(inside)


def wilcoxon(first: Sequence[float], second: Sequence[float]) -> float:
    """Return the two-sided p-value of Wilcoxon's signed-rank test; pairs without difference are left out."""
    differences = [a - b for a, b in zip(first, second, strict=True) if a != b]
    sizes = ranks([abs(difference) for difference in differences], lower_is_better=True)
    doubled = [round(2 * size) for size in sizes]
    positive = sum(size for size, difference in zip(doubled, differences, strict=True) if difference > 0)
    smaller = min(positive, sum(doubled) - positive)
    tail = _exact_tail if len(doubled) <= EXACT_UP_TO else _normal_tail
    return min(1.0, 2 * tail(doubled, smaller))


def _exact_tail(doubled: Sequence[int], sum_up_to: int) -> float:
    """Return the share of all sign patterns whose positive ranks add up to at most that sum.

    Ranks come doubled, so that those of ties are whole numbers too.
    """
    ways = [1] + [0] * sum_up_to
    for rank in doubled:
        for total in range(sum_up_to, rank - 1, -1):
            ways[total] += ways[total - rank]
    return float(sum(ways) / 2 ** len(doubled))


def _normal_tail(doubled: Sequence[int], sum_up_to: int) -> float:
    deviation = math.sqrt(math.fsum(rank**2 for rank in doubled)) / 2
    return NormalDist(sum(doubled) / 2, deviation).cdf(sum_up_to)


def holm(p_values: Sequence[float]) -> list[float]:
    """Correct p-values for having been computed together (Holm's step-down).

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    corrected, largest = [0.0] * len(p_values), 0.0
    for place, i in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        largest = max(largest, min(1.0, p_values[i] * (len(p_values) - place)))
        corrected[i] = largest
    return corrected


def compare_pairs(scores: Scores) -> list[Pair]:
    """Test every pair of strategies, corrected for their number."""
    blocks = len(_blocks(scores))
    pairs = list(combinations(scores, 2))
    p_values = [wilcoxon(scores[a], scores[b]) for a, b in pairs]
    return [
        Pair(a, b, (math.fsum(scores[a]) - math.fsum(scores[b])) / blocks, p, corrected)
        for (a, b), p, corrected in zip(pairs, p_values, holm(p_values), strict=True)
    ]


RANKED_MEASURES = ("RP", "AC", "AR", "SD")
"""What Liu et al. 2025 ranks; of SD, less is better."""


def rank_measures(measures: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
    """Rank strategies by RP, AC, AR and SD, and average the ranks (Liu et al. 2025, Table 4).

    The paper calls these ranks Friedman values, though they come from one run and no test.
    """
    columns = {
        title: ranks([row[title] for row in measures.values()], lower_is_better=title == "SD")
        for title in RANKED_MEASURES
    }
    table = {name: {title: columns[title][i] for title in columns} for i, name in enumerate(measures)}
    return {name: {**row, "average": math.fsum(row.values()) / len(row)} for name, row in table.items()}


def _blocks(scores: Scores) -> list[tuple[float, ...]]:
    """Return the values block by block."""
    sizes = {name: len(values) for name, values in scores.items()}
    if not sizes or 0 in sizes.values() or len(set(sizes.values())) > 1:
        raise LycosaError(
            f"every strategy needs one value per block, at least one; got {sizes or 'no strategy'}"
        )
    if not all(math.isfinite(value) for values in scores.values() for value in values):
        raise LycosaError("a value to be ranked is not a finite number")
    return list(zip(*scores.values(), strict=True))
