from __future__ import annotations

from math import inf
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.cluster.ledger import Ledger, open_ledger, wanted
from lycosa.cluster.worth import QueueWorth, common_level, worth_of
from lycosa.errors import LycosaError
from lycosa.frontier import Evidence, Frontier, Part

ROUNDS = st.lists(
    st.tuples(
        st.dictionaries(st.integers(0, 4), st.integers(0, 400)), st.integers(0, 4), st.integers(0, 400)
    ),
    max_size=30,
)


@given(ROUNDS, st.integers(0, 500))
def test_grants_never_add_up_to_more_than_the_budget(
    rounds: list[tuple[dict[int, int], int, int]], budget: int
) -> None:
    ledger = Ledger(budget)
    for want, shard, holds in rounds:
        ledger.grant(want)
        assert sum(ledger.granted.values()) <= budget
        ledger.returned(shard, holds)
        assert sum(ledger.granted.values()) <= budget


@given(
    st.dictionaries(st.integers(0, 9), st.tuples(st.integers(0, 99), st.integers(1, 50)), min_size=1),
    st.integers(0, 10**6),
)
def test_all_that_is_left_is_granted_to_the_page(shards: dict[int, tuple[int, int]], left: int) -> None:
    used = {shard: pages for shard, (pages, _) in shards.items()}
    total = sum(links for _, links in shards.values())
    shares = {shard: links / total for shard, (_, links) in shards.items()}
    want = wanted(used, shares, left)
    assert sum(want.values()) == sum(used.values()) + left
    assert all(want[shard] >= used[shard] for shard in used)


def test_a_grant_is_on_disk_before_it_holds(tmp_path: Path) -> None:
    ledger = open_ledger(tmp_path, 10)
    assert ledger.grant({0: 4, 1: 9}) == {0: 4, 1: 6}
    assert open_ledger(tmp_path, 10).granted == {0: 4, 1: 6}
    assert open_ledger(tmp_path, 10).left == 0


def test_a_damaged_ledger_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "ledger.json").write_text("[1")
    with pytest.raises(LycosaError, match="damaged"):
        open_ledger(tmp_path, 10)


def queue(*priorities: float) -> QueueWorth:
    frontier = Frontier(Evidence((Part("score"),)))
    for number, priority in enumerate(priorities):
        frontier.push(f"http://a.test/{number}", "a.test", [priority])
    return worth_of(frontier, 100)


def test_pages_go_where_the_best_links_are() -> None:
    level = common_level({0: queue(0.9, 0.8, 0.1), 1: queue(0.7, 0.2), 2: queue()}, best=3)
    assert 0.69 < level.floor <= 0.7
    assert level.shares == pytest.approx({0: 2 / 3, 1: 1 / 3, 2: 0.0})


def test_without_enough_links_every_link_may_be_asked_for() -> None:
    level = common_level({0: queue(0.9), 1: queue(-0.5)}, best=3)
    assert level.floor == -inf
    assert level.shares == {0: 0.5, 1: 0.5}


def test_without_links_nobody_gets_anything() -> None:
    assert common_level({0: queue(), 1: queue()}, best=3).shares == {0: 0.0, 1: 0.0}


@given(st.lists(st.floats(-5, 5, width=32), min_size=1, max_size=60), st.integers(1, 70))
def test_about_as_many_links_are_above_the_level_as_wanted(priorities: list[float], best: int) -> None:
    halves = {0: queue(*priorities[::2]), 1: queue(*priorities[1::2])}
    floor = common_level(halves, best).floor
    above = sum(priority >= floor for priority in priorities)
    assert above >= min(best, len(priorities))
    ranked = sorted(priorities, reverse=True)
    if best < len(priorities):
        assert floor <= ranked[best - 1]


def test_only_the_best_of_a_long_queue_are_looked_at() -> None:
    frontier = Frontier(Evidence((Part("score"),)))
    for number in range(1000):
        frontier.push(f"http://a.test/{number}", "a.test", [number / 1000])
    assert 10 <= sum(worth_of(frontier, 10).counts) < 20
