"""Which links may be asked for now: in go links queued and taken, per host; out comes the best one ready.

A host is ready when it has queued links, fewer requests in flight than allowed, and its time has
come. The best link of every ready host is in one heap, the hosts that only wait for their time
are in another; so a busy host never stands in the way of a ready one, and every operation costs
the logarithm of what it touches.

An entry of a heap is one integer, rank above id: the best link is the smallest, and among equals
the oldest. Entries are not removed when a link is taken from the middle or changes its rank; they
are told stale by the columns, dropped at the head, and swept when they outnumber the others.

`ranks` holds the ranks of the queued links of all hosts, busy and resting ones too, except those set
aside: hosts that are not ready for longer than anybody would wait. They count again once they are ready.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from heapq import heapify, heappop, heappush
from math import inf
from typing import NamedTuple

import numpy as np

from lycosa.frontier.rank_counts import RankCounts
from lycosa.frontier.seen import ROW_BITS, ROW_MASK
from lycosa.frontier.table import State, Table

_NOT_READY = -1
_SLACK = 16
_QUEUED = int(State.QUEUED)


class HostCounts(NamedTuple):
    """How many links of a host wait, and how many were handed out and not put back."""

    queued: int
    taken: int


class HostQueue:
    """The queue of one host, and what it may be asked."""

    __slots__ = (
        "active",
        "counted",
        "head",
        "heap",
        "name",
        "next_at",
        "number",
        "queued",
        "taken",
        "wake_at",
    )

    def __init__(self, name: str, number: int) -> None:
        self.name = name
        self.number = number
        self.heap: list[int] = []
        self.queued = 0
        self.active = 0
        self.taken = 0
        self.next_at = -inf
        self.head = _NOT_READY
        """The best entry, while the host is ready."""
        self.wake_at = inf
        """When the host becomes ready by itself."""
        self.counted = True
        """Whether its links are among those that others are compared with."""


class Schedule:
    """All hosts, ready, waiting or busy."""

    def __init__(self, table: Table, max_active: float, horizon_s: float = inf) -> None:
        self.hosts: list[HostQueue] = []
        self.ranks = RankCounts()
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
        self._table = table
        self._max_active = max_active
        self._horizon_s = horizon_s

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
        return self.hosts[self._table.host[link]]

    def counts(self, name: str) -> HostCounts:
        """Return how many links of a host are queued, and how many were taken."""
        number = self._numbers.get(name)
        if number is None:
            return HostCounts(0, 0)
        return HostCounts(self.hosts[number].queued, self.hosts[number].taken)

    def is_ready(self, link: int) -> bool:
        """Whether a link is queued and its host may be asked now."""
        return self._table.state[link] == _QUEUED and self.host_of(link).head != _NOT_READY

    def is_live(self, entry: int) -> bool:
        """Whether an entry of a host's heap says what the columns say."""
        link = entry & ROW_MASK
        return self._table.state[link] == _QUEUED and self._table.rank[link] == entry >> ROW_BITS

    def best(self) -> int | None:
        """Return the best link that is ready."""
        ready = self.ready
        while ready and self.host_of(ready[0] & ROW_MASK).head != ready[0]:
            heappop(ready)
        return ready[0] & ROW_MASK if ready else None

    def enter(self, link: int) -> None:
        """Take in a link whose state has become queued."""
        host = self.host_of(link)
        entry = self._table.rank[link] << ROW_BITS | link
        heappush(host.heap, entry)
        self._count(host, 1)
        if host.counted:
            self.ranks.add(self._table.rank[link])
        if host.heap[0] == entry:
            self.settle(host)

    def move(self, link: int, rank: int) -> None:
        """Give a queued link another rank, and its place."""
        host = self.host_of(link)
        if host.counted:
            self.ranks.remove(self._table.rank[link])
            self.ranks.add(rank)
        self._table.rank[link] = rank
        heappush(host.heap, rank << ROW_BITS | link)
        self._sweep(host)
        if host.heap[0] & ROW_MASK == link:  # its new entry is the best, or its old one was
            self.settle(host)

    def leave(self, link: int) -> HostQueue:
        """Let go of a link whose state is no longer queued; the caller settles its host."""
        host = self.host_of(link)
        self._count(host, -1)
        if host.counted:
            self.ranks.remove(self._table.rank[link])
        self._sweep(host)
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
        head = heap[0] if ready else _NOT_READY
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

    def rebuild(self) -> None:
        """Queue every link anew by its rank and state, all hosts at once."""
        for host in self.hosts:
            host.heap = []
        queued = np.flatnonzero(np.asarray(self._table.state) == _QUEUED).astype(np.uint32)
        numbers = np.asarray(self._table.host)[queued]
        counts = np.bincount(numbers, minlength=len(self.hosts)).tolist()
        order = np.argsort(numbers, kind="stable")
        queued, numbers = queued[order], numbers[order]
        ranks = np.asarray(self._table.rank)[queued]
        entries = ranks.astype(np.uint64) << np.uint64(ROW_BITS) | queued
        start = 0
        for host, count in zip(self.hosts, counts, strict=True):
            host.heap = entries[start : start + count].tolist()
            heapify(host.heap)
            self._count(host, count - host.queued)
            start += count
        self.ranks.rebuild(ranks[np.array([host.counted for host in self.hosts], dtype=bool)[numbers]])
        for host in self.hosts:
            self.settle(host)

    def set_aside(self) -> None:
        """Leave the links of all hosts that are busy or rest out of the count until they are ready."""
        for host in self.awaited():
            self._set_counted(host, False)

    def awaited(self) -> list[HostQueue]:
        """Return the hosts whose links count although they cannot be asked for now."""
        return [self.hosts[number] for number in sorted(self.unready) if self.hosts[number].counted]

    def _set_counted(self, host: HostQueue, counted: bool) -> None:
        host.counted = counted
        change = self.ranks.add if counted else self.ranks.remove
        for link in self.links_of(host):
            change(self._table.rank[link])

    def count_taken(self) -> None:
        """Count, for every host, its links that were handed out: those in flight and those done."""
        states = np.asarray(self._table.state)
        taken = np.asarray(self._table.host)[(states == State.LEASED) | (states == State.DONE)]
        for host, count in zip(self.hosts, np.bincount(taken, minlength=len(self.hosts)), strict=True):
            host.taken = int(count)

    def _count(self, host: HostQueue, change: int) -> None:
        """Count links that enter or leave a host's queue."""
        before = host.queued
        host.queued = after = before + change
        self.queued += change
        if host.head != _NOT_READY:
            self.ready_links += change
        if not before or not after:
            self.queued_hosts += bool(after) - bool(before)

    def _sweep(self, host: HostQueue) -> None:
        """Drop stale entries of a host's heap when they outnumber the others."""
        if len(host.heap) > 2 * host.queued + _SLACK:
            host.heap = list({entry for entry in host.heap if self.is_live(entry)})
            heapify(host.heap)

    def _list(self, host: HostQueue, head: int) -> None:
        """Make an entry, or none, the one by which a host is known among the ready."""
        change = (head != _NOT_READY) - (host.head != _NOT_READY)
        self._ready_hosts += change
        self.ready_links += change * host.queued
        host.head = head
        if head != _NOT_READY:
            heappush(self.ready, head)
        if len(self.ready) > 2 * self._ready_hosts + _SLACK:
            self.ready = [entry for entry in set(self.ready) if self.host_of(entry & ROW_MASK).head == entry]
            heapify(self.ready)

    def _wake(self, host: HostQueue, wake_at: float) -> None:
        """Make a time, or none, the one at which a host becomes ready by itself."""
        host.wake_at = wake_at
        if wake_at != inf:
            heappush(self._waiting, (wake_at, host.number))
        if len(self._waiting) > 2 * len(self.hosts) + _SLACK:
            self._waiting = [(host.wake_at, host.number) for host in self.hosts if host.wake_at != inf]
            heapify(self._waiting)
