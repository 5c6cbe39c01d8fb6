"""The coordinator: who may read how much, and when all of it is over."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from lycosa.cluster.coordinator import BEGIN_TOGETHER_S, Coordinator
from lycosa.cluster.ledger import Ledger
from lycosa.cluster.mail import Batch, Receipt
from lycosa.cluster.member import Allowance, Lessons, Report, Unreachable
from lycosa.cluster.worth import QueueWorth
from lycosa.engine.budget import Budget, Stop
from lycosa.engine.work import Work
from lycosa.errors import LycosaError

GOOD, POOR = 0x40000000, 0x60000000
"""Ranks of links; lower is better."""


class Told:
    """A shard that says what it is told to say, and remembers what it may do."""

    def __init__(self, shard: int, **facts: object) -> None:
        self.said = replace(Report(shard, allowed=0), **facts)  # type: ignore[arg-type]
        self.may: list[Allowance] = []
        self.error: Exception | None = None

    async def report(self, turn: int, best: int) -> Report:
        if self.error is not None:
            raise self.error
        return self.said

    async def allow(self, allowance: Allowance) -> int | None:
        self.may.append(allowance)
        held = allowance.pages if allowance.pages is None else max(allowance.pages, self.said.pages)
        self.said = replace(self.said, allowed=held)
        return held

    async def deliver(self, batch: Batch) -> Receipt:
        raise AssertionError("links go from shard to shard")

    async def turn(self, address: str) -> float:
        raise AssertionError("turns are between shards")

    async def lessons(self) -> Lessons | None:
        return None

    async def merge(self, lessons: Sequence[Lessons]) -> Lessons:
        raise AssertionError("nobody here has lessons")

    async def adopt(self, lessons: Lessons) -> None:
        raise AssertionError("nobody here has lessons")

    async def stop(self, reason: Stop) -> None:
        pass


def queue(rank: int, count: int) -> QueueWorth:
    return QueueWorth((rank >> 12,), (count,))


def led(
    *shards: Told,
    pages: int | None = 100,
    broke: list[int] | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Coordinator:
    members = {shard.said.shard: shard for shard in shards}
    heard = [] if broke is None else broke
    return Coordinator(
        len(shards),
        lambda: members,
        Ledger(pages),
        budget=Budget(pages),
        work=Work(concurrency=4),
        broke=lambda shard, reason: heard.append(shard),
        clock=clock,
    )


def granted(coordinator: Coordinator) -> dict[int, int]:
    return {shard: pages for shard, pages in coordinator._ledger.granted.items() if pages}


def test_pages_are_granted_where_the_best_links_are() -> None:
    rich = Told(0, worth=queue(GOOD, 40), queued=40)
    poor = Told(1, worth=queue(POOR, 500), queued=500)
    coordinator = led(rich, poor)
    assert asyncio.run(coordinator.round()) is None
    assert granted(coordinator) == {0: 100}
    assert rich.may[-1].pages == 100
    assert poor.may[-1].pages == 0


def test_rounds_follow_each_other_sooner_once_there_are_shards_however_long_these_took_to_start() -> None:
    now = 20.0
    coordinator = led(Told(0), clock=lambda: now)
    now = 25.0
    starting_s = coordinator.round_s
    asyncio.run(coordinator.round())
    first_s = coordinator.round_s
    now = 60.0
    assert 0 < first_s < starting_s == coordinator.round_s


def test_the_first_shard_waits_a_while_for_the_others_before_it_spends_the_budget() -> None:
    now = 20.0
    first = Told(0, worth=queue(POOR, 40), queued=40)
    second = Told(1, worth=queue(GOOD, 40), queued=40)
    second.error = Unreachable("not started")
    coordinator = led(first, second, clock=lambda: now)
    asyncio.run(coordinator.round())
    assert granted(coordinator) == {}
    now += BEGIN_TOGETHER_S
    asyncio.run(coordinator.round())
    assert granted(coordinator) == {0: 100}


def test_pages_move_to_where_better_links_turn_up() -> None:
    first = Told(0, worth=queue(GOOD, 40), queued=40)
    second = Told(1, worth=queue(POOR, 40), queued=40)
    coordinator = led(first, second)
    asyncio.run(coordinator.round())
    first.said = replace(first.said, pages=30, visits=30, worth=queue(POOR, 10))
    second.said = replace(second.said, worth=queue(GOOD, 40))
    asyncio.run(coordinator.round())
    assert granted(coordinator) == {0: 30, 1: 70}


def test_a_shard_that_cannot_be_reached_keeps_its_grant_and_the_budget_holds() -> None:
    first = Told(0, worth=queue(GOOD, 40), queued=40)
    second = Told(1, worth=queue(GOOD, 40), queued=40)
    coordinator = led(first, second)
    asyncio.run(coordinator.round())
    assert granted(coordinator) == {0: 50, 1: 50}
    second.error = Unreachable("cut off")
    first.said = replace(first.said, pages=50, visits=50)
    assert asyncio.run(coordinator.round()) is None
    assert granted(coordinator) == {0: 50, 1: 50}


def test_a_shard_started_anew_gives_back_what_it_has_not_read() -> None:
    first = Told(0, worth=queue(GOOD, 40), queued=40)
    second = Told(1, worth=queue(GOOD, 40), queued=40)
    coordinator = led(first, second)
    asyncio.run(coordinator.round())
    second.said = replace(second.said, pages=20, allowed=20, worth=QueueWorth(), queued=0)
    asyncio.run(coordinator.round())
    assert granted(coordinator) == {0: 80, 1: 20}


def test_the_pages_of_a_shard_without_room_are_read_by_others() -> None:
    full = Told(0, pages=10, allowed=10, stopped=Stop.DISK, worth=queue(GOOD, 40), queued=40)
    other = Told(1, worth=queue(POOR, 400), queued=400)
    coordinator = led(full, other)
    coordinator._ledger.granted.update({0: 50, 1: 50})
    asyncio.run(coordinator.round())
    assert granted(coordinator) == {0: 10, 1: 90}


def test_all_is_over_when_two_rounds_find_nobody_at_work() -> None:
    coordinator = led(Told(0, allowed=None), Told(1, allowed=None), pages=None)
    assert [asyncio.run(coordinator.round()) for _ in range(2)] == [None, Stop.EXHAUSTED]


def test_links_received_between_two_rounds_keep_the_cluster_going() -> None:
    first, second = Told(0, allowed=None), Told(1, allowed=None)
    coordinator = led(first, second, pages=None)
    asyncio.run(coordinator.round())
    first.said = replace(first.said, received=1)
    assert asyncio.run(coordinator.round()) is None
    assert asyncio.run(coordinator.round()) is Stop.EXHAUSTED


def test_links_on_their_way_keep_the_cluster_going() -> None:
    coordinator = led(Told(0, undelivered=1, allowed=None), Told(1, allowed=None), pages=None)
    assert [asyncio.run(coordinator.round()) for _ in range(3)] == [None] * 3


def test_a_missing_shard_is_waited_for_until_it_is_given_up() -> None:
    gone = Told(1)
    gone.error = Unreachable("gone")
    coordinator = led(Told(0, allowed=None), gone, pages=None)
    assert [asyncio.run(coordinator.round()) for _ in range(3)] == [None] * 3
    coordinator._given_up = lambda: {1}
    assert [asyncio.run(coordinator.round()) for _ in range(2)] == [None, Stop.UNREACHABLE]


def test_a_shard_that_breaks_off_is_said_to_have_and_the_rest_goes_on() -> None:
    broken = Told(1)
    broken.error = LycosaError("broke off")
    heard: list[int] = []
    coordinator = led(Told(0, pages=1, worth=queue(GOOD, 40), queued=40), broken, broke=heard)
    assert asyncio.run(coordinator.round()) is None
    assert heard == [1]
    assert granted(coordinator) == {0: 100}


def test_no_more_is_worked_on_at_once_than_the_pages_read_can_tell_about() -> None:
    early = Told(0, worth=QueueWorth(tuple(range(GOOD >> 12, (GOOD >> 12) + 900)), (1,) * 900), queued=900)
    coordinator = led(early, Told(1), pages=9000)
    asyncio.run(coordinator.round())
    first = coordinator.level.floor
    early.said = replace(early.said, pages=4000, visits=4000)
    asyncio.run(coordinator.round())
    asyncio.run(coordinator.round())
    assert coordinator.level.floor < first


class Scholar(Told):
    """A shard that remembers when it was asked what it has learned."""

    def __init__(self, shard: int, **facts: object) -> None:
        super().__init__(shard, **facts)
        self.asked_at: list[int] = []

    async def lessons(self) -> Lessons | None:
        self.asked_at.append(self.said.pages)
        return None


def test_shards_learn_from_each_other_soon_and_later_less_often() -> None:
    reading = Scholar(0)
    coordinator = led(reading, Told(1), pages=5000)
    for pages in range(0, 1500, 10):
        reading.said = replace(reading.said, pages=pages, visits=pages)
        asyncio.run(coordinator.round())
    gaps = [later - earlier for earlier, later in pairwise(reading.asked_at)]
    assert reading.asked_at[0] == 20
    assert gaps == sorted(gaps)
    assert gaps[-1] == 300


def test_rounds_follow_each_other_sooner_again_when_few_pages_are_left() -> None:
    now = 0.0
    shard = Told(0, worth=queue(GOOD, 400), queued=400)
    coordinator = led(shard, pages=1000, clock=lambda: now)
    between: list[float] = []
    for pages in (100, 300, 500, 700, 900, 980):
        now += 1.0
        shard.said = replace(shard.said, pages=pages, visits=pages)
        asyncio.run(coordinator.round())
        between.append(coordinator.round_s)
    assert between[2] == between[3] > between[4] > between[5]


def test_a_shard_without_links_above_the_level_may_read_those_that_it_is_told_of_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("lycosa.cluster.credit.CREDIT", 0.0)  # all that may be owed is owed
    now = 0.0
    rich = Told(0, worth=queue(GOOD, 400), queued=400)
    poor = Told(1, worth=queue(POOR, 400), queued=400)
    coordinator = led(rich, poor, pages=3000, clock=lambda: now)
    for pages in (100, 200, 300, 400):
        now += 1.0
        rich.said = replace(rich.said, pages=pages, visits=pages)
        poor.said = replace(poor.said, pages=pages // 10, visits=pages // 10)
        asyncio.run(coordinator.round())
    assert poor.may[-1].floor == rich.may[-1].floor
    assert 40 < (poor.may[-1].pages or 0) < 200
    assert sum(granted(coordinator).values()) == 3000


def test_the_last_pages_are_granted_for_links_that_are_there() -> None:
    now = 0.0
    rich = Told(0, worth=queue(GOOD, 400), queued=400)
    poor = Told(1, worth=queue(POOR, 400), queued=400)
    coordinator = led(rich, poor, pages=700, clock=lambda: now)
    for pages in (100, 200, 300):
        now += 1.0
        rich.said = replace(rich.said, pages=pages, visits=pages)
        asyncio.run(coordinator.round())
    assert granted(coordinator) == {0: 700}


def test_a_cluster_ends_though_links_wait_for_a_shard_that_has_no_room() -> None:
    full = Told(0, stopped=Stop.DISK, allowed=0)
    waiting = Told(1, undelivered=1, addressees=(0,), allowed=None)
    coordinator = led(full, waiting, pages=None)
    assert asyncio.run(coordinator.round()) is None
    assert asyncio.run(coordinator.round()) is Stop.DISK


def test_a_cluster_does_not_end_while_links_wait_for_a_shard_at_work() -> None:
    full = Told(0, stopped=Stop.DISK, allowed=0)
    waiting = Told(1, undelivered=2, addressees=(0, 2), allowed=None)
    coordinator = led(full, waiting, Told(2, allowed=None), pages=None)
    assert [asyncio.run(coordinator.round()) for _ in range(4)] == [None] * 4


class Slow(Told):
    """A shard that takes its time to say what it has learned."""

    def __init__(self, shard: int, **facts: object) -> None:
        super().__init__(shard, **facts)
        self.asked = 0
        self.adopted: list[Lessons] = []
        self.said_all = asyncio.Event()

    async def lessons(self) -> Lessons | None:
        self.asked += 1
        await self.said_all.wait()
        return {"pages": self.said.pages}

    async def merge(self, lessons: Sequence[Lessons]) -> Lessons:
        merged = {"pages": self.said.pages + sum(lesson["pages"] for lesson in lessons)}
        await self.adopt(merged)
        return merged

    async def adopt(self, lessons: Lessons) -> None:
        self.adopted.append(lessons)


def test_shards_are_allowed_pages_while_they_learn_from_each_other() -> None:
    async def lead() -> None:
        shards = [Slow(shard, pages=30, worth=queue(GOOD, 40), queued=40) for shard in range(2)]
        coordinator = led(*shards, pages=1000)
        for _ in range(3):
            await coordinator.round()
        assert [(shard.asked, len(shard.may)) for shard in shards] == [(1, 3), (0, 3)]
        for shard in shards:
            shard.said_all.set()
        for _ in range(9):
            await asyncio.sleep(0)
        assert [shard.adopted for shard in shards] == [[{"pages": 60}]] * 2

    asyncio.run(lead())
