"""How strategies look at ready links without taking them: the best few, or a few at random."""

from __future__ import annotations

from heapq import heappop, heappush, nsmallest
from itertools import count as counter

import numpy as np

from lycosa.frontier.schedule import Schedule
from lycosa.frontier.seen import ROW_MASK


def top(schedule: Schedule, count: int, *, resting: bool = False) -> list[int]:
    """Return up to `count` ready links, best first; those of busy and `resting` hosts too if asked.

    A heap is a tree in which no child is better than its parent. Starting from the best of
    the ready hosts, only children of what was already looked at can be next; the tree below
    a host's head is its own queue. Nothing is popped, and about `count` entries are looked at.
    """
    links: list[int] = []
    tie = counter()
    looked_at: list[tuple[int, int, list[int], int]] = []

    def look(heap: list[int], *places: int) -> None:
        for place in places:
            if place < len(heap):
                heappush(looked_at, (heap[place], next(tie), heap, place))

    look(schedule.ready, 0)
    if resting:
        queues = (schedule.hosts[number].heap for number in schedule.unready)
        for queue in nsmallest(count, filter(None, queues), key=lambda heap: heap[0]):
            look(queue, 0)
    while looked_at and len(links) < count:
        entry, _, heap, place = heappop(looked_at)
        look(heap, 2 * place + 1, 2 * place + 2)
        link = entry & ROW_MASK
        if links and links[-1] == link:
            continue
        if heap is schedule.ready:
            host = schedule.host_of(link)
            if host.head != entry:
                continue
            look(host.heap, 1, 2)
        elif not schedule.is_live(entry):
            continue
        links.append(link)
    return links


def sample(schedule: Schedule, rows: int, count: int, rng: np.random.Generator) -> list[int]:
    """Return up to `count` of the ready links, all equally likely, without repeats.

    While ready links are common among all `rows`, ids are drawn until enough of them are ready;
    when they are rare they are listed. Whichever is cheaper is done, so a draw costs O(count)
    when most links are ready, and never more than about the square root of `rows * count`.
    The outcome depends on the links and the generator alone, not on the order of the heaps.
    """
    ready = schedule.ready_links
    if ready <= 2 * count or ready * ready <= rows * count:
        listed = _ready_links(schedule)
        return [listed[place] for place in rng.permutation(len(listed))[:count].tolist()]
    links: dict[int, None] = {}
    while len(links) < count:
        wanted = (count - len(links)) * rows // ready + 1
        for link in rng.integers(rows, size=wanted).tolist():
            if len(links) < count and schedule.is_ready(link):
                links[link] = None
    return list(links)


def _ready_links(schedule: Schedule) -> list[int]:
    """Return all ready links, oldest first."""
    heads = {entry for entry in schedule.ready if schedule.host_of(entry & ROW_MASK).head == entry}
    hosts = [schedule.host_of(head & ROW_MASK) for head in heads]
    return sorted(link for host in hosts for link in schedule.links_of(host))
