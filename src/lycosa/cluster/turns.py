"""Politeness towards addresses that hosts of several shards share: one shard gives turns at each.

An address belongs to a shard as a host does. Whoever wants to ask it asks its shard for a turn first, and
comes back when the turn has come. While that shard is not at work the others keep to a pace that is right
even if all of them ask the address at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress

from lycosa.cluster.member import Member
from lycosa.cluster.ownership import Ownership
from lycosa.errors import LycosaError
from lycosa.fetch.address_pace import Turns


class SharedTurns:
    """Gives turns at addresses to one shard.

    Parameters
    ----------
    shard
        Which it is.
    ownership
        Says which shard gives turns at an address.
    rest_s
        Time between two requests to one address.
    members
        The other shards.
    """

    def __init__(
        self,
        shard: int,
        ownership: Ownership,
        rest_s: float,
        members: Callable[[], Mapping[int, Member]],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.own = Turns(rest_s, clock)
        """Turns at the addresses of this shard, for all."""
        self._alone = Turns(rest_s * ownership.shards, clock)
        self._shard = shard
        self._ownership = ownership
        self._members = members
        self._clock = clock
        self._turn_at: dict[str, float] = {}
        """When the turn of a host comes that was given by another shard."""

    async def wait_s(self, host: str, address: str) -> float:
        """Give a host a turn at its address; return how long it is away, 0 if it has come."""
        owner = self._ownership.shard_of(address)
        if owner == self._shard or self._ownership.shards == 1:
            return self.own.wait_s(host, address)
        turn = self._turn_at.pop(host, None)
        if turn is None:
            turn = self._clock() + await self._reserved_s(owner, address)
        left_s = turn - self._clock()
        if left_s > 0:
            self._turn_at[host] = turn
            return left_s
        return 0.0

    async def _reserved_s(self, owner: int, address: str) -> float:
        """Return how far away a turn is that the owner of an address gives, or that is safe without it."""
        member = self._members().get(owner)
        with suppress(LycosaError):  # also one that broke off: that is no fault of the page asked for
            if member is not None:
                return await member.turn(address)
        return self._alone.reserve_s(address)
