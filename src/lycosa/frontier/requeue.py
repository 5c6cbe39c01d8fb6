"""What a schedule does with many links at once: queue them anew by other ranks, and list queues."""

from __future__ import annotations

from heapq import heapify, heappush
from itertools import chain

import numpy as np
import numpy.typing as npt

from lycosa.frontier.entry import QUEUED, entries_by_host, live_links
from lycosa.frontier.schedule import Schedule
from lycosa.frontier.seen import ROW_BITS
from lycosa.frontier.table import State

_MANY = 50
"""Links that are faster moved in columns than one by one."""
_FASTER = 32
"""Links that are looked at in columns in the time that one entry of a queue takes."""


def move_all(
    schedule: Schedule, links: npt.NDArray[np.intp], ranks: npt.NDArray[np.uint32], *, whole: bool = False
) -> None:
    """Give many queued links, each once, other ranks and their places.

    If they are the `whole` queues of their hosts, these are laid out anew, which is faster.
    """
    if len(links) < _MANY and not whole:
        _move_few(schedule, links.tolist(), ranks.tolist())
        return
    column = np.asarray(schedule.table.rank)
    if schedule.ranks is not None:
        counted = _counted(schedule, links)
        schedule.ranks.change(column[links[counted]], ranks[counted])
    column[links] = ranks
    del column
    queues = entries_by_host(schedule.table, links)
    if whole:
        schedule.replace_queues(queues)
        return
    for number, entries in queues:
        host = schedule.hosts[number]
        for entry in entries:
            heappush(host.heap, entry)
        schedule.sweep(host)
        schedule.settle(host)


def _move_few(schedule: Schedule, links: list[int], ranks: list[int]) -> None:
    table, counts = schedule.table, schedule.ranks
    moved = {}
    for link, rank in zip(links, ranks, strict=True):
        host = schedule.host_of(link)
        if counts is not None and host.counted:
            counts.remove(table.rank[link])
            counts.add(rank)
        table.rank[link] = rank
        heappush(host.heap, rank << ROW_BITS | link)
        moved[host.number] = host
    for host in moved.values():
        schedule.sweep(host)
        schedule.settle(host)


def _counted(schedule: Schedule, links: npt.NDArray[np.intp]) -> npt.NDArray[np.bool_]:
    """Say of which links the ranks are counted."""
    if not schedule.aside:
        return np.ones(len(links), np.bool_)
    flags = np.fromiter((host.counted for host in schedule.hosts), np.bool_, len(schedule.hosts))
    counted: npt.NDArray[np.bool_] = flags[np.asarray(schedule.table.host).take(links)]
    return counted


def some_queues(schedule: Schedule, first: int, count: int) -> tuple[npt.NDArray[np.intp], int]:
    """Return the queued links of hosts from one on, so many or a few more, and the host after them."""
    start, gathered = first, 0
    while first < len(schedule.hosts) and gathered < count:
        gathered += schedule.hosts[first].queued
        first += 1
    table = schedule.table
    if len(table) < _FASTER * gathered:
        states, hosts = np.asarray(table.state), np.asarray(table.host)
        return np.flatnonzero((states == QUEUED) & (hosts >= start) & (hosts < first)), first
    heaps = (host.heap for host in schedule.hosts[start:first])
    links = live_links(table, np.fromiter(chain.from_iterable(heaps), np.uint64))
    if len(links) > gathered:  # a link that went to another rank and back has two entries alike
        links = links[np.sort(np.unique(links, return_index=True)[1])]
    return links, first


def rebuild(schedule: Schedule) -> None:
    """Queue every link anew by its rank and state, all hosts at once."""
    for host in schedule.hosts:
        host.heap = []
    queued = np.flatnonzero(np.asarray(schedule.table.state) == QUEUED).astype(np.uint32)
    numbers = np.asarray(schedule.table.host)[queued]
    counts = np.bincount(numbers, minlength=len(schedule.hosts)).tolist()
    order = np.argsort(numbers, kind="stable")
    queued, numbers = queued[order], numbers[order]
    ranks = np.asarray(schedule.table.rank)[queued]
    entries = ranks.astype(np.uint64) << np.uint64(ROW_BITS) | queued
    start = 0
    for host, count in zip(schedule.hosts, counts, strict=True):
        host.heap = entries[start : start + count].tolist()
        heapify(host.heap)
        schedule.count(host, count - host.queued)
        start += count
    if schedule.ranks is not None:
        schedule.ranks.rebuild(schedule.counted_ranks())
    for host in schedule.hosts:
        schedule.settle(host)


def count_taken(schedule: Schedule) -> None:
    """Count, for every host, its links that were handed out: those in flight and those done."""
    states = np.asarray(schedule.table.state)
    taken = np.asarray(schedule.table.host)[(states == State.LEASED) | (states == State.DONE)]
    for host, count in zip(schedule.hosts, np.bincount(taken, minlength=len(schedule.hosts)), strict=True):
        host.taken = int(count)
