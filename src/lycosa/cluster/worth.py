"""Where the best links of a cluster are: the worth of each shard's queue in, a common level and shares out.

One crawl takes its best link. Several would each take their own best, however poor. So all work on links
above one level: that of as many links, the best of all shards, as one crawl would allow itself. Pages are
granted by how many of these links a shard has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import NamedTuple

import numpy as np

from lycosa.frontier import Frontier
from lycosa.frontier.worth import priority_of

_BITS = 12
"""Bits of a rank that are left out: links whose worth agrees to three digits are equal here."""
_LAST = (1 << _BITS) - 1


class QueueWorth(NamedTuple):
    """How many queued links of a shard are worth how much, the best first."""

    ranks: tuple[int, ...] = ()
    """Ranks of the frontier without their last bits; lower is better."""
    counts: tuple[int, ...] = ()


class Level(NamedTuple):
    """What shards may work on."""

    floor: float
    """No link worth less is to be asked for."""
    links: Mapping[int, int]
    """By shard its links above it."""

    @property
    def shares(self) -> Mapping[int, float]:
        """By shard its part of these links; they add up to 1, or to 0 if there are none."""
        total = sum(self.links.values())
        return {shard: links / max(1, total) for shard, links in self.links.items()}


def worth_of(frontier: Frontier, most: int) -> QueueWorth:
    """Return the worth of a queue, of about so many of its best links."""
    ranks = frontier.queued_ranks()
    if len(ranks) > most > 0:
        ranks = np.partition(ranks, most - 1)
        ranks = ranks[ranks <= ranks[most - 1]]
    values, counts = np.unique(ranks >> np.uint32(_BITS), return_counts=True)
    return QueueWorth(tuple(values.tolist()), tuple(counts.tolist()))


def common_level(worths: Mapping[int, QueueWorth], best: float) -> Level:
    """Return the level above which there are about so many links, the same for all shards."""
    shards, ranks, counts = _columns(worths)
    order = np.argsort(ranks, kind="stable")
    reached = np.cumsum(counts[order])
    if not len(ranks) or best >= reached[-1]:
        floor, above = -inf, np.ones(len(ranks), bool)
    else:
        last = int(ranks[order[int(np.searchsorted(reached, best, side="left"))]])
        floor, above = _floor(last), ranks <= last
    links = {shard: int(counts[above & (shards == shard)].sum()) for shard in worths}
    return Level(floor, links)


def floor_at(worth: QueueWorth, best: int) -> float:
    """Return what the poorest of so many of the best links of one queue is worth."""
    reached = np.cumsum(worth.counts, dtype=np.int64)
    if not len(reached) or best <= 0:
        return inf
    return _floor(worth.ranks[min(int(np.searchsorted(reached, best, side="left")), len(reached) - 1)])


def _floor(rank: int) -> float:
    """Return the worth of the poorest link of those whose ranks are equal but for their last bits."""
    return priority_of(rank << _BITS | _LAST)


def _columns(worths: Mapping[int, QueueWorth]) -> Sequence[np.ndarray[tuple[int], np.dtype[np.int64]]]:
    shards = [shard for shard, worth in worths.items() for _ in worth.ranks]
    ranks = [rank for worth in worths.values() for rank in worth.ranks]
    counts = [count for worth in worths.values() for count in worth.counts]
    return [np.array(column, np.int64) for column in (shards, ranks, counts)]
