"""Where a queued link stands among all others, those of busy and resting hosts included."""

from __future__ import annotations

from heapq import nlargest
from itertools import islice
from math import inf
from typing import NamedTuple

from lycosa.frontier.host import HostQueue
from lycosa.frontier.rank_counts import GRAIN
from lycosa.frontier.schedule import Schedule
from lycosa.frontier.seen import ROW_BITS, ROW_MASK
from lycosa.frontier.worth import priority_of, rank_of

_MANY = 10_000
"""Links counted of one host, and hosts looked at."""


class Awaited(NamedTuple):
    """A host that cannot be asked now and has better links than those that can."""

    host: str
    better: int
    """How many of its queued links are better; counting ends at 10,000."""
    ready_at: float | None
    """When its rest ends; None if a request to it is under way."""


class Unready(NamedTuple):
    """A host with queued links that cannot be asked now."""

    host: str
    queued: int
    taken: int
    ready_at: float | None
    """When its rest ends; None if a request to it is under way."""
    best: int
    """Its best link."""


def unready(schedule: Schedule, count: int) -> list[Unready]:
    """Return the busy and resting hosts that were asked most; of very many hosts, of some of them."""
    hosts = (schedule.hosts[number] for number in islice(schedule.unready, _MANY))
    asked = nlargest(count, hosts, key=lambda host: (host.taken, host.queued, -host.number))
    return [
        Unready(
            host.name,
            host.queued,
            host.taken,
            None if host.wake_at == inf else host.wake_at,
            host.heap[0] & ROW_MASK,
        )
        for host in asked
        if host.heap
    ]


def comparable(schedule: Schedule, share: float) -> int:
    """Return how many links are worth at least a share of the best; all of them if that is not above 0."""
    ranks = schedule.rank_counts()
    rank = ranks.best()
    if rank is None or (best := priority_of(rank)) <= 0:
        return schedule.queued
    return ranks.below(rank_of(best * share) + GRAIN)


def awaited(schedule: Schedule, rank: int) -> list[Awaited]:
    """Return the busy and resting hosts that have links better than a rank, those with the most first."""
    found = [
        Awaited(host.name, better, None if host.wake_at == inf else host.wake_at)
        for host in schedule.awaited()
        if (better := _better_of(schedule, host, rank))
    ]
    return sorted(found, key=lambda one: (-one.better, one.host))


def _better_of(schedule: Schedule, host: HostQueue, rank: int) -> int:
    """Count a host's links that are better than a rank: below an entry that is not, none is."""
    found: set[int] = set()
    places = [0]
    while places and len(found) < _MANY:
        place = places.pop()
        if place < len(host.heap) and host.heap[place] >> ROW_BITS < rank:
            if schedule.is_live(host.heap[place]):
                found.add(host.heap[place])
            places += (2 * place + 1, 2 * place + 2)
    return len(found)
