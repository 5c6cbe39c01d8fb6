"""Links read ahead of their turn: who may go on below the level, how far, and when it is paid back."""

from __future__ import annotations

from math import inf

from lycosa.cluster.credit import CREDIT, Credit
from lycosa.cluster.worth import QueueWorth, common_level
from lycosa.frontier.worth import priority_of

GOOD, POOR = 0x40000, 0x60000
"""Ranks of links without their last bits; lower is better."""
RICH = QueueWorth((GOOD,), (400,))
BARE = QueueWorth(tuple(range(POOR, POOR + 100)), (1,) * 100)


WORTHS = {0: RICH, 1: BARE}
NOBODY = {0: 0, 1: 0}
HIGH = common_level(WORTHS, best=100)


def test_a_shard_without_links_above_the_level_goes_on_with_its_own_best() -> None:
    assert HIGH.links == {0: 400, 1: 0}
    (shard, loan), *rest = Credit(least=16).lend(HIGH, WORTHS, NOBODY, ahead=50, left=3000).items()
    assert (shard, loan.pages, rest) == (1, 16, [])
    assert priority_of(POOR + 17 << 12) < loan.floor < HIGH.floor


def test_a_shard_that_has_enough_above_the_level_keeps_to_it() -> None:
    level = common_level({0: RICH, 1: RICH}, best=100)
    assert not Credit(least=16).lend(level, {0: RICH, 1: RICH}, NOBODY, ahead=50, left=3000)


def test_what_was_read_below_the_level_is_owed_and_nothing_is_lent_beyond() -> None:
    credit = Credit(least=16)
    credit.lend(HIGH, WORTHS, NOBODY, ahead=50, left=3000)
    assert not credit.lend(HIGH, WORTHS, {0: 20, 1: 30}, ahead=50, left=2950)
    assert credit.owed == 30


def test_more_may_be_owed_the_more_pages_are_read() -> None:
    loans = Credit(least=0).lend(HIGH, WORTHS, {0: 300, 1: 0}, ahead=100, left=2000)
    assert loans[1].pages == 300 * CREDIT


def test_all_is_paid_back_once_the_level_has_come_down_to_what_was_read() -> None:
    credit = Credit(least=16)
    credit.lend(HIGH, WORTHS, NOBODY, ahead=50, left=3000)
    credit.note({0: 100, 1: 16}, HIGH)
    assert credit.owed == 16
    credit.note({0: 400, 1: 16}, common_level({1: BARE}, best=50))
    assert credit.owed == 0


def test_the_last_pages_go_to_the_best_links() -> None:
    assert not Credit(least=16).lend(HIGH, WORTHS, NOBODY, ahead=50, left=400)


def test_of_the_very_last_pages_each_shard_has_as_many_so_that_all_end_together() -> None:
    credit = Credit(least=16)
    loans = credit.lend(HIGH, WORTHS, {0: 1500, 1: 1440}, ahead=50, left=60)
    assert {shard: loan.pages for shard, loan in loans.items()} == {1: 30}


def test_of_the_very_last_pages_no_more_is_lent_than_may_be_owed() -> None:
    credit = Credit(least=16)
    credit.lend(HIGH, WORTHS, {0: 100, 1: 0}, ahead=80, left=3000)
    loans = credit.lend(HIGH, WORTHS, {0: 100, 1: 40}, ahead=50, left=60)
    assert loans[1].pages == int((100 + 40) * CREDIT + 16 - 40)


def test_nothing_is_lent_where_all_links_may_be_worked_on() -> None:
    level = common_level(WORTHS, best=1000)
    assert level.floor == -inf
    assert not Credit(least=16).lend(level, WORTHS, NOBODY, ahead=300, left=3000)
