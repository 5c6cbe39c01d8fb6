from __future__ import annotations

from array import array
from itertools import pairwise
from math import inf, nan

import numpy as np
import pytest

from lycosa.errors import LycosaError
from lycosa.frontier import Combine, Evidence, Part
from lycosa.frontier.worth import Worth, priority_of, rank_of

PRIORITIES = [3e38, 1.5, 1.0, 1e-40, 0.0, -1e-40, -1.0, -1.5, -3e38]


def test_the_better_priority_has_the_lower_rank() -> None:
    assert all(rank_of(better) < rank_of(worse) for better, worse in pairwise(PRIORITIES))


def test_the_rank_gives_the_priority_back() -> None:
    assert [priority_of(rank_of(value)) for value in (0.5, -0.25, 0.0, 1024.0)] == [0.5, -0.25, 0.0, 1024.0]


@pytest.mark.parametrize(
    ("rule", "expected"), [("first", 1.0), ("last", 5.0), ("max", 5.0), ("mean", 3.0), ("sum", 9.0)]
)
def test_parts_combine_by_their_rule(rule: Combine, expected: float) -> None:
    worth = Worth(Evidence((Part("part", combine=rule),)))
    first_two = worth.combine(array("f", [1.0]), array("f", [3.0]), shown=2)
    assert worth.combine(first_two, array("f", [5.0]), shown=3).tolist() == [expected]


@pytest.mark.parametrize("links", [1, 2, 500])
def test_many_ranks_are_the_ranks_one_by_one(links: int) -> None:
    """A sum depends on the order of addition, which must not depend on how many links there are."""
    weights = np.random.default_rng(1).normal(size=12).tolist()
    worth = Worth(Evidence(tuple(Part(f"part {place}", weight) for place, weight in enumerate(weights))))
    parts = np.random.default_rng(0).normal(size=(links, 12)).astype(np.float32)
    parts[0] = -0.0
    assert worth.ranks(parts).tolist() == [worth.rank(array("f", row), "u") for row in parts.tolist()]


def test_evidence_without_parts_makes_all_links_equal() -> None:
    worth = Worth(Evidence(()))
    assert worth.ranks(np.empty((2, 0), dtype=np.float32)).tolist() == [rank_of(0.0)] * 2


@pytest.mark.parametrize("value", [nan, inf, -inf, 1e39])
def test_a_priority_that_is_not_finite_is_refused(value: float) -> None:
    worth = Worth(Evidence((Part("part"),)))
    with pytest.raises(LycosaError, match=r"http://a\.test/: parts must give a finite priority"):
        worth.rank(worth.values([value], "http://a.test/"), "http://a.test/")
    with pytest.raises(LycosaError, match="link 1: parts must give a finite priority"):
        worth.ranks(np.array([[0.0], [value]]).astype(np.float64))  # type: ignore[arg-type]


def test_a_wrong_number_of_parts_is_refused() -> None:
    with pytest.raises(LycosaError, match="a link has 1 parts here, not 2"):
        Worth(Evidence((Part("part"),))).values([1.0, 2.0], "http://a.test/")
