"""Which shard a host belongs to: a host in, the number of its shard out, the same in every process.

A registrable domain belongs to one of many slots, and a slot to the shard that draws the highest number for
it (rendezvous hashing). So all hosts of a domain are in one shard, and with another number of shards only the
slots move that have to.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

from lycosa.errors import LycosaError
from lycosa.url import registrable_domain

SLOTS = 1 << 14
"""Many more than shards: at 64 shards each has 256 slots, give or take 6 %."""
SHARDS_MAX = 1024
_HOSTS_HELD = 1 << 16
_ROWS = 1 << 10


class Ownership:
    """Who owns which host.

    Parameters
    ----------
    shards
        How many there are.
    slots
        Over how many slots domains are spread; never to be changed under a crawl.

    Examples
    --------
    >>> ownership = Ownership(shards=4)
    >>> ownership.shard_of("news.example.co.uk") == ownership.shard_of("www.example.co.uk")
    True
    """

    def __init__(self, shards: int, slots: int = SLOTS) -> None:
        if not 1 <= shards <= SHARDS_MAX or slots < shards:
            raise LycosaError(
                f"{shards} shards over {slots} slots: at least 1, at most {SHARDS_MAX} or the slots"
            )
        self.shards = shards
        self.slots = slots

    @cached_property
    def table(self) -> npt.NDArray[np.int16]:
        """The shard of each slot."""
        shards = np.arange(1, self.shards + 1, dtype=np.uint64)
        runs = [
            np.argmax(_mixed(slots[:, None] << np.uint64(20) | shards), axis=1)
            for slots in np.array_split(np.arange(self.slots, dtype=np.uint64), max(1, self.slots // _ROWS))
        ]
        return np.concatenate(runs).astype(np.int16)

    def slot_of(self, host: str) -> int:
        """Return the slot of a host: that of its registrable domain."""
        digest = blake2b(registrable_domain(host).encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") % self.slots

    @cached_property
    def shard_of(self) -> Callable[[str], int]:
        """Return the shard of a host."""

        @lru_cache(maxsize=_HOSTS_HELD)
        def shard_of(host: str) -> int:
            return int(self.table[self.slot_of(host)])

        return shard_of


def _mixed(values: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Return numbers that look drawn at random, one for each value: splitmix64."""
    with np.errstate(over="ignore"):
        mixed = values * np.uint64(0x9E3779B97F4A7C15)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return np.asarray(mixed ^ (mixed >> np.uint64(31)), np.uint64)
