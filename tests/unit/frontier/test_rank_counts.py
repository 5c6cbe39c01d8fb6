from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from lycosa.frontier import Evidence, Frontier, Part
from lycosa.frontier.rank_counts import RankCounts
from lycosa.frontier.worth import rank_of

EVIDENCE = Evidence((Part("score"),))


def drawn_ranks(count: int) -> list[int]:
    draw = random.Random(3)
    return [
        rank_of(draw.choice([draw.uniform(-1, 1), 0.0, 0.5, draw.uniform(0.5, 0.501)])) for _ in range(count)
    ]


def below(ranks: list[int], rank: int) -> int:
    return sum(other >> 8 < rank >> 8 for other in ranks)


def test_better_ranks_are_counted_while_ranks_come_and_go() -> None:
    draw, counts, held = random.Random(5), RankCounts(), []
    for rank in drawn_ranks(2000):
        counts.add(rank)
        held.append(rank)
        if draw.random() < 0.4:
            counts.remove(held.pop(draw.randrange(len(held))))
        assert counts.below(rank) == below(held, rank)
        assert counts.best() == (min(held) >> 8 << 8 if held else None)


def test_counting_many_at_once_gives_the_same_as_one_by_one() -> None:
    ranks = drawn_ranks(3000)
    one_by_one, at_once = RankCounts(), RankCounts()
    at_once.add(7)
    for rank in ranks:
        one_by_one.add(rank)
    at_once.rebuild(np.array(ranks, dtype=np.uint32))
    assert [at_once.below(rank) for rank in ranks] == [one_by_one.below(rank) for rank in ranks]
    for rank in ranks:
        at_once.remove(rank)
    assert at_once.best() is None


def test_what_is_no_longer_counted_holds_no_memory() -> None:
    counts = RankCounts()
    ranks = Counter(drawn_ranks(3000))
    for rank in ranks:
        counts.add(rank)
    for rank in ranks:
        counts.remove(rank)
    assert not counts._third


def test_equals_are_not_better() -> None:
    frontier = Frontier(EVIDENCE)
    for number, score in enumerate((0.5, 0.5, 0.50001, 0.9)):
        frontier.push(f"http://h{number}/", f"h{number}", [score])
    assert [frontier.better(link) for link in range(4)] == [1, 1, 1, 0]


def test_ranks_counted_from_the_first_question_on_are_those_counted_all_along() -> None:
    asked, silent = (Frontier(EVIDENCE, delay_s=5.0, max_active=1, horizon_s=30.0) for _ in range(2))
    assert asked.comparable(0.5) == 0
    for frontier in (asked, silent):
        draw = random.Random(8)
        for number in range(300):
            frontier.push(f"http://h{number % 7}/{number}", f"h{number % 7}", [draw.random()])
            frontier.update(f"http://h{number % 7}/{number - number % 5}", [draw.random()])
            if number % 3 == 0 and (best := frontier.best()) is not None:
                frontier.take(best, now=number)
                frontier.release(best, now=number, delay_s=draw.choice([1.0, 90.0]))
        frontier.set_parts(range(0, 300, 2), [[draw.random()] for _ in range(150)])
    assert [asked.better(link) for link in range(300)] == [silent.better(link) for link in range(300)]


def test_links_of_a_host_parked_beyond_the_horizon_are_better_than_none() -> None:
    frontier = Frontier(EVIDENCE, horizon_s=30.0)
    frontier.push("http://good/", "good", [0.9])
    frontier.push("http://poor/", "poor", [0.1])
    frontier.tick(0.0)
    frontier.park("good", until=20.0)
    assert frontier.better(1) == 1
    frontier.park("good", until=3600.0)
    assert frontier.better(1) == 0
    frontier.tick(3600.0)
    assert frontier.better(1) == 1


def test_hosts_that_hold_better_links_are_named_with_the_time_they_are_ready() -> None:
    frontier = Frontier(EVIDENCE, delay_s=2.0, max_active=1)
    for path in "abc":
        frontier.push(f"http://busy/{path}", "busy", [0.9])
        frontier.push(f"http://rests/{path}", "rests", [0.8])
    frontier.push("http://poor/", "poor", [0.1])
    poor, resting = frontier.find("http://poor/"), frontier.find("http://rests/a")
    assert poor is not None
    assert resting is not None
    frontier.take(resting, now=1.0)
    frontier.release(resting, now=1.5)
    frontier.take(0, now=1.5)
    assert frontier.awaited(poor) == [("busy", 2, None), ("rests", 2, 3.5)]


def test_links_of_hosts_set_aside_count_again_once_their_host_is_ready() -> None:
    frontier = Frontier(EVIDENCE, max_active=1)
    for path in "ab":
        frontier.push(f"http://good/{path}", "good", [0.9])
    frontier.push("http://poor/", "poor", [0.1])
    frontier.take(0, now=0.0)
    frontier.set_aside()
    assert frontier.better(2) == 0
    assert len(frontier.queued_ranks()) == 1
    frontier.release(0, now=1.0)
    assert frontier.better(2) == 1
    assert len(frontier.queued_ranks()) == 2


@pytest.mark.parametrize("count", [3, 2000])
def test_many_ranks_changed_at_once_are_counted_as_one_by_one(count: int) -> None:
    before, after = np.array(drawn_ranks(3000), np.uint32), np.array(drawn_ranks(3000)[::-1], np.uint32) // 3
    many, single = RankCounts(), RankCounts()
    for rank in before.tolist():
        many.add(rank)
        single.add(rank)
    many.change(before[:count], after[:count])
    for old, new in zip(before[:count].tolist(), after[:count].tolist(), strict=True):
        single.remove(old)
        single.add(new)
    probes = [*before.tolist(), *after.tolist()]
    assert [many.below(rank) for rank in probes] == [single.below(rank) for rank in probes]
    assert many.best() == single.best()
