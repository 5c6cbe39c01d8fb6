"""Which links may be asked for now: in go links queued and taken, per host; out comes the best one ready.

A host is ready when it has queued links, fewer requests in flight than allowed, and its time has
come. The best link of every ready host is in one heap, the hosts that only wait for their time
are in another; so a busy host never stands in the way of a ready one, and every operation costs
the logarithm of what it touches.

An entry of a heap is one integer, rank above id: the best link is the smallest, and among equals
the oldest. Entries are not removed when a link is taken from the middle or changes its rank; they
are told stale by the columns, dropped at the head, and swept when they outnumber the others.

`ranks` counts the ranks of the queued links of all hosts, busy and resting ones too, except those set
aside: hosts that are not ready for longer than anybody would wait. They count again once they are ready.
Counting begins when somebody asks: a crawl in which no host is ever waited for does without.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from heapq import heapify, heappop, heappush
from math import inf

import numpy as np
import numpy.typing as npt

from lycosa.frontier.entry import QUEUED, SORTED_FROM, entries_by_host, queued_links
from lycosa.frontier.host import NOT_READY, HostCounts, HostQueue
from lycosa.frontier.rank_counts import RankCounts
from lycosa.frontier.seen import ROW_BITS, ROW_MASK
from lycosa.frontier.table import Table

_SLACK = 16
_LARGE = 1 << 12
"""Entries from which a heap is swept by columns."""


class Schedule:
    """All hosts, ready, waiting or busy."""

    def __init__(self, table: Table, max_active: float, horizon_s: float = inf) -> None:
        self.hosts: list[HostQueue] = []
        self.ranks: RankCounts | None = None
        self.unready: set[int] = set()
        """Numbers of the hosts with queued links that are busy or rest."""
        self.now = -inf
        self.queued = 0
        self.queued_hosts = 0
        self.ready_links = 0
        self.ready: list[int] = []
        """Heap of the heads of ready hosts; an entry that is not its host's head is stale."""
        self._numbers: dict[str, int] = {}
        self._waiting: list[tuple[float, int]] = []
        self._ready_hosts = 0
        self.table = table
        self._max_active = max_active
        self._horizon_s = horizon_s
        self.aside = 0
        """Hosts whose links are not counted."""

    def host(self, name: str) -> HostQueue:
        """Return the host of that name, which may be new."""
        number = self._numbers.get(name)
        if number is None:
            number = self._numbers[name] = len(self.hosts)
            self.hosts.append(HostQueue(name, number))
        return self.hosts[number]

    def numbers_of(self, names: Iterable[str]) -> array[int]:
        """Return the numbers of many hosts, which may be new."""
        known = self._numbers
        return array("I", [known[name] if name in known else self.host(name).number for name in names])

    def host_of(self, link: int) -> HostQueue:
        """Return the host of a link."""
        return self.hosts[self.table.host[link]]

    def counts(self, name: str) -> HostCounts:
        """Return how many links of a host are queued, and how many were taken."""
        number = self._numbers.get(name)
        if number is None:
            return HostCounts(0, 0)
        return HostCounts(self.hosts[number].queued, self.hosts[number].taken)

    def is_ready(self, link: int) -> bool:
        """Whether a link is queued and its host may be asked now."""
        return self.table.state[link] == QUEUED and self.host_of(link).head != NOT_READY

    def is_live(self, entry: int) -> bool:
        """Whether an entry of a host's heap says what the columns say."""
        link = entry & ROW_MASK
        return self.table.state[link] == QUEUED and self.table.rank[link] == entry >> ROW_BITS

    def best(self) -> int | None:
        """Return the best link that is ready."""
        ready = self.ready
        while ready and self.host_of(ready[0] & ROW_MASK).head != ready[0]:
            heappop(ready)
        return ready[0] & ROW_MASK if ready else None

    def enter(self, link: int) -> None:
        """Take in a link whose state has become queued."""
        host = self.host_of(link)
        entry = self.table.rank[link] << ROW_BITS | link
        heappush(host.heap, entry)
        self.count(host, 1)
        if self.ranks is not None and host.counted:
            self.ranks.add(self.table.rank[link])
        if host.heap[0] == entry:
            self.settle(host)

    def enter_all(self, links: Iterable[int]) -> None:
        """Take in links whose states have become queued; their hosts are settled once each."""
        table, ranks = self.table, self.ranks
        entered: dict[int, int] = {}
        for link in links:
            number, rank = table.host[link], table.rank[link]
            host = self.hosts[number]
            heappush(host.heap, rank << ROW_BITS | link)
            if ranks is not None and host.counted:
                ranks.add(rank)
            entered[number] = entered.get(number, 0) + 1
        for number, count in entered.items():
            host = self.hosts[number]
            self.count(host, count)
            if host.heap[0] != host.head:
                self.settle(host)

    def move(self, link: int, rank: int) -> None:
        """Give a queued link another rank, and its place."""
        host = self.host_of(link)
        if self.ranks is not None and host.counted:
            self.ranks.remove(self.table.rank[link])
            self.ranks.add(rank)
        self.table.rank[link] = rank
        heappush(host.heap, rank << ROW_BITS | link)
        self.sweep(host)
        # Its new entry is the best, or its old one was; a sweep may have removed that one already.
        if link in (host.heap[0] & ROW_MASK, host.head & ROW_MASK):
            self.settle(host)

    def replace_queues(self, queues: Iterable[tuple[int, list[int]]]) -> None:
        """Lay out the whole queues of some hosts anew, given live entries; who is ready stays ready."""
        hosts, ready = self.hosts, self.ready
        for number, heap in queues:
            host = hosts[number]
            if len(heap) < SORTED_FROM:
                heapify(heap)
            host.heap = heap
            if host.head != NOT_READY and host.head != heap[0]:
                host.head = heap[0]
                heappush(ready, heap[0])
        self._sweep_ready()

    def leave(self, link: int) -> HostQueue:
        """Let go of a link whose state is no longer queued; the caller settles its host."""
        host = self.host_of(link)
        self.count(host, -1)
        if self.ranks is not None and host.counted:
            self.ranks.remove(self.table.rank[link])
        self.sweep(host)
        return host

    def links_of(self, host: HostQueue) -> list[int]:
        """Return the queued links of a host."""
        return sorted({entry & ROW_MASK for entry in host.heap if self.is_live(entry)})

    def tick(self, now: float) -> None:
        """Let time pass: wake the hosts whose time has come. Time never goes back."""
        self.now = max(self.now, now)
        waiting = self._waiting
        while waiting and waiting[0][0] <= self.now:
            wake_at, number = heappop(waiting)
            if self.hosts[number].wake_at == wake_at:
                self.settle(self.hosts[number])

    def next_wakeup(self) -> float | None:
        """Return when the next waiting host becomes ready; None if none waits."""
        waiting = self._waiting
        while waiting and self.hosts[waiting[0][1]].wake_at != waiting[0][0]:
            heappop(waiting)
        return waiting[0][0] if waiting else None

    def settle(self, host: HostQueue) -> None:
        """Bring a host's head, readiness and waking time in line with its queue, requests and time."""
        heap = host.heap
        while heap and not self.is_live(heap[0]):
            heappop(heap)
        free = bool(heap) and host.active < self._max_active
        ready = free and host.next_at <= self.now
        head = heap[0] if ready else NOT_READY
        if head != host.head:
            self._list(host, head)
        if heap and not ready:
            self.unready.add(host.number)
            if host.counted and host.next_at - self.now > self._horizon_s:
                self._set_counted(host, False)
        else:
            self.unready.discard(host.number)
            if not host.counted:
                self._set_counted(host, True)
        wake_at = host.next_at if free and not ready else inf
        if wake_at != host.wake_at:
            self._wake(host, wake_at)

    def set_aside(self) -> None:
        """Leave the links of all hosts that are busy or rest out of the count until they are ready."""
        for host in self.awaited():
            self._set_counted(host, False)

    def awaited(self) -> list[HostQueue]:
        """Return the hosts whose links count although they cannot be asked for now."""
        return [self.hosts[number] for number in sorted(self.unready) if self.hosts[number].counted]

    def _set_counted(self, host: HostQueue, counted: bool) -> None:
        host.counted = counted
        self.aside += -1 if counted else 1
        if self.ranks is None:
            return
        change = self.ranks.add if counted else self.ranks.remove
        for link in self.links_of(host):
            change(self.table.rank[link])

    def rank_counts(self) -> RankCounts:
        """Return the counts of ranks, which are kept from now on."""
        if self.ranks is None:
            self.ranks = RankCounts()
            self.ranks.rebuild(self.counted_ranks())
        return self.ranks

    def counted_ranks(self) -> npt.NDArray[np.uint32]:
        """Return the ranks of all queued links but those of hosts set aside; the lower, the better."""
        queued = np.asarray(self.table.state) == QUEUED
        if self.aside:
            counted = np.fromiter((host.counted for host in self.hosts), np.bool_, len(self.hosts))
            queued &= counted[np.asarray(self.table.host)]
        ranks: npt.NDArray[np.uint32] = np.asarray(self.table.rank, np.uint32)[queued]
        return ranks

    def count(self, host: HostQueue, change: int) -> None:
        """Count links that enter or leave a host's queue."""
        before = host.queued
        host.queued = after = before + change
        self.queued += change
        if host.head != NOT_READY:
            self.ready_links += change
        if not before or not after:
            self.queued_hosts += bool(after) - bool(before)

    def sweep(self, host: HostQueue) -> None:
        """Drop stale entries of a host's heap when they outnumber the others."""
        heap = host.heap
        if len(heap) <= 2 * host.queued + _SLACK:
            return
        if len(heap) < _LARGE:
            host.heap = list({entry for entry in heap if self.is_live(entry)})
            heapify(host.heap)
        else:
            links = queued_links(self.table, host.number, 0, host.queued)
            host.heap = [entry for _, entries in entries_by_host(self.table, links) for entry in entries]
            heapify(host.heap)

    def _list(self, host: HostQueue, head: int) -> None:
        """Make an entry, or none, the one by which a host is known among the ready."""
        change = (head != NOT_READY) - (host.head != NOT_READY)
        self._ready_hosts += change
        self.ready_links += change * host.queued
        host.head = head
        if head != NOT_READY:
            heappush(self.ready, head)
        self._sweep_ready()

    def _sweep_ready(self) -> None:
        """Drop stale heads of hosts when they outnumber the others."""
        if len(self.ready) <= 2 * self._ready_hosts + _SLACK:
            return
        if len(self.hosts) < 2 * len(self.ready):
            self.ready = [host.head for host in self.hosts if host.head != NOT_READY]
        else:
            entries = set(self.ready)
            self.ready = [entry for entry in entries if self.host_of(entry & ROW_MASK).head == entry]
        heapify(self.ready)

    def _wake(self, host: HostQueue, wake_at: float) -> None:
        """Make a time, or none, the one at which a host becomes ready by itself."""
        host.wake_at = wake_at
        if wake_at != inf:
            heappush(self._waiting, (wake_at, host.number))
        if len(self._waiting) > 2 * len(self.hosts) + _SLACK:
            self._waiting = [(host.wake_at, host.number) for host in self.hosts if host.wake_at != inf]
            heapify(self._waiting)
