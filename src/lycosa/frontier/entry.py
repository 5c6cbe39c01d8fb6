"""Entries of queues, many at once: an entry is one integer, the rank of a link above its id.

The best link is the smallest entry, and among equals the oldest. An entry is live while it says what the
columns say.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from lycosa.frontier.seen import ROW_BITS, ROW_MASK
from lycosa.frontier.table import State, Table

QUEUED = int(State.QUEUED)
"""As a plain number: an array is compared with a member of an enumeration in six times the time."""
SORTED_FROM = 64
"""So many entries of a host come sorted, which makes them a heap, in a third of the time of `heapify`."""
_SCAN_ROWS = 1 << 16


def live_links(table: Table, entries: npt.NDArray[np.uint64]) -> npt.NDArray[np.intp]:
    """Return the links of those entries that are live."""
    links = (entries & np.uint64(ROW_MASK)).astype(np.intp)
    queued = np.asarray(table.state).take(links) == QUEUED
    same = np.asarray(table.rank).take(links) == entries >> np.uint64(ROW_BITS)
    live: npt.NDArray[np.intp] = links[queued & same]
    return live


def entries_by_host(table: Table, links: npt.NDArray[np.intp]) -> Iterator[tuple[int, list[int]]]:
    """Give the numbers of the hosts of some links, each with the entries of its links; many come sorted."""
    numbers = np.asarray(table.host).take(links)
    if np.count_nonzero(numbers[1:] < numbers[:-1]):
        order = np.argsort(numbers, kind="stable")
        numbers, links = numbers[order], links[order]
    ranks = np.asarray(table.rank).take(links).astype(np.uint64)
    entries = ranks << np.uint64(ROW_BITS) | links.astype(np.uint64)
    (changes,) = (numbers[1:] != numbers[:-1]).nonzero()
    starts = [0, *(changes + 1).tolist()] if len(entries) else []
    queues = list(map(slice, starts, [*starts[1:], len(entries)]))
    if len(entries) >= SORTED_FROM:
        for queue in queues:
            if queue.stop - queue.start >= SORTED_FROM:
                entries[queue].sort()
    found = entries.tolist()
    return zip([int(numbers[start]) for start in starts], map(found.__getitem__, queues), strict=False)


def queued_links(table: Table, host: int, link: int, count: int) -> npt.NDArray[np.intp]:
    """Return up to `count` queued links of one host, from an id on, in order of id."""
    states, hosts = np.asarray(table.state), np.asarray(table.host)
    found = [np.empty(0, np.intp)]
    while count > 0 and link < len(states):
        rows = slice(link, link + _SCAN_ROWS)
        ids = np.flatnonzero((states[rows] == QUEUED) & (hosts[rows] == host))[:count] + link
        found.append(ids)
        count -= len(ids)
        link += _SCAN_ROWS
    return np.concatenate(found)
