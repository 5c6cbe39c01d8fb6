from __future__ import annotations

from math import inf

import numpy as np
import pytest

from lycosa.errors import LycosaError
from lycosa.frontier import Evidence, Frontier, Part

EVIDENCE = Evidence((Part("score"),))


def polite(delay_s: float = 1.0, max_active: int | None = 1) -> Frontier:
    """Return a frontier with links 0 (0.9) and 1 (0.8) on host a, 2 (0.5) on host b."""
    frontier = Frontier(EVIDENCE, delay_s=delay_s, max_active=max_active)
    for path, host, score in (("1", "a", 0.9), ("2", "a", 0.8), ("3", "b", 0.5)):
        frontier.push(f"http://{host}/{path}", host, [score])
    return frontier


def test_a_busy_host_never_blocks_a_ready_one() -> None:
    frontier = polite()
    frontier.take(0, now=0.0)
    assert frontier.best() == 2
    assert not frontier.ready(1)


def test_a_host_is_left_alone_after_a_request() -> None:
    frontier = polite()
    frontier.take(0, now=0.0)
    frontier.release(0, now=5.0)
    frontier.tick(5.9)
    assert frontier.best() == 2
    frontier.tick(6.0)
    assert frontier.best() == 1


def test_a_delay_given_at_release_takes_the_place_of_the_default() -> None:
    frontier = polite()
    frontier.take(0, now=0.0)
    frontier.release(0, now=5.0, delay_s=10.0)
    assert frontier.next_wakeup() == 15.0


def test_requests_in_parallel_start_a_delay_apart() -> None:
    frontier = polite(max_active=2)
    frontier.take(0, now=0.0)
    assert frontier.best() == 2
    frontier.tick(1.0)
    assert frontier.best() == 1


def test_without_delay_or_limit_everything_is_ready_always() -> None:
    frontier = polite(delay_s=0.0, max_active=None)
    assert [frontier.take(link, now=3.0).id for link in frontier.top(9)] == [0, 1, 2]


def test_a_parked_host_wakes_at_its_time_and_not_before() -> None:
    frontier = polite()
    frontier.park("a", until=100.0)
    frontier.park("a", until=50.0)
    assert frontier.best() == 2
    assert frontier.next_wakeup() == 100.0
    frontier.tick(100.0)
    assert frontier.best() == 0
    assert frontier.next_wakeup() is None


def test_a_host_can_be_parked_before_its_first_link() -> None:
    frontier = Frontier(EVIDENCE)
    frontier.park("late", until=9.0)
    frontier.push("http://late/", "late", [1.0])
    assert frontier.best() is None
    frontier.tick(9.0)
    assert frontier.best() == 0


def test_a_host_parked_for_ever_wakes_nobody() -> None:
    frontier = polite()
    frontier.park("a", until=inf)
    assert frontier.next_wakeup() is None
    assert len(frontier) == 3


def test_a_host_without_links_wakes_nobody() -> None:
    frontier = polite()
    frontier.take(2, now=0.0)
    frontier.release(2, now=0.0)
    assert frontier.next_wakeup() is None


def test_time_never_goes_back() -> None:
    frontier = polite()
    frontier.tick(10.0)
    frontier.take(0, now=10.0)
    frontier.release(0, now=10.0)
    frontier.tick(11.0)
    frontier.tick(2.0)
    assert frontier.best() == 1


def test_a_link_that_is_not_ready_cannot_be_taken() -> None:
    frontier = polite()
    frontier.take(0, now=0.0)
    for link in (0, 1):
        with pytest.raises(LycosaError, match="is not ready"):
            frontier.take(link, now=0.0)


def test_a_link_put_back_is_tried_again() -> None:
    frontier = polite()
    frontier.take(0, now=0.0)
    frontier.put_back(0, now=1.0, delay_s=30.0)
    assert frontier.best() == 2
    frontier.tick(31.0)
    assert frontier.best() == 0


def test_a_link_can_be_put_back_with_less_priority() -> None:
    frontier = polite()
    frontier.take(0, now=0.0)
    frontier.put_back(0, now=1.0, priority=0.1)
    frontier.tick(2.0)
    assert frontier.top(3) == [1, 2, 0]


def test_only_a_link_handed_out_can_be_finished() -> None:
    frontier = polite()
    with pytest.raises(LycosaError, match=r"link 0 \(http://a/1\) is queued, not leased"):
        frontier.release(0, now=0.0)
    with pytest.raises(LycosaError, match="is queued, not leased"):
        frontier.put_back(0, now=0.0)


def test_a_queue_that_changes_for_ever_stays_small() -> None:
    frontier = polite()
    for step in range(5000):
        frontier.update("http://a/1", [step % 7])
        frontier.park("b", until=float(step))
    schedule = frontier._schedule
    assert max(len(host.heap) for host in schedule.hosts) < 50
    assert len(schedule.ready) < 50
    assert len(schedule._waiting) < 50


@pytest.mark.parametrize("hosts", [1, 60, 300])
def test_no_link_is_handed_out_by_a_worth_it_no_longer_has(hosts: int) -> None:
    frontier = Frontier(Evidence((Part("score"),)))
    rng = np.random.default_rng(4)
    for number in range(3_000):
        host = f"h{number % hosts}.test"
        frontier.push(f"http://{host}/{number}", host, [1.0])
    for _ in range(3):
        scores = rng.random(3_000).astype(np.float32)
        for number, score in enumerate(scores.tolist()):
            frontier.update(f"http://h{number % hosts}.test/{number}", [score])
    order = np.lexsort((np.arange(3_000), -scores)).tolist()
    assert frontier.top(3_000) == order
    taken = []
    while (best := frontier.best()) is not None:
        taken.append(frontier.take(best, 0.0).id)
        frontier.release(best, 0.0)
    assert taken == order
