"""When shards learn from each other, and how: one of them puts together what all have learned.

Shards go on while they are asked, and so do the rounds of who leads them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

from lycosa.cluster.member import Member

LEARN_PAGES = 300
"""Pages after which two shards learn from each other again, at most; more read more until then, because one
of them puts everything together …"""
LEARN_GROWTH = 0.5
"""… and in the beginning as soon as so much more has been read than the last time: a shard that has read
little thinks little of its links, and would have none above the level until it hears better."""
LEARN_FIRST = 20
"""Pages after which shards learn from each other for the first time."""
AT_ONCE_S = 0.01
"""Time for which shards that have little else to do are waited for."""
Ask: TypeAlias = Callable[[Mapping[int, Awaitable[Any]]], Awaitable[dict[int, Any]]]
"""Waits for the answers of some shards, and returns those that come."""


class LearningTogether:
    """Lets the shards of a crawl learn from each other.

    Parameters
    ----------
    shards
        How many there are.
    members
        Those that can be reached now.
    ask
        How they are asked.
    """

    def __init__(self, shards: int, members: Callable[[], Mapping[int, Member]], ask: Ask) -> None:
        self._shards = shards
        self._members = members
        self._ask = ask
        self._pages = 0
        """Pages that had been read when they began the last time."""
        self._under_way: asyncio.Task[None] | None = None

    async def go_on(self, pages: int) -> None:
        """Begin, if enough pages have been read; what failed the last time is raised here."""
        before, self._under_way = self._under_way, None
        if before is not None and not before.done():
            self._under_way = before
        elif before is not None and not before.cancelled():
            before.result()
        more = min(max(LEARN_FIRST, LEARN_GROWTH * self._pages), LEARN_PAGES * self._shards / 2)
        if self._shards > 1 and self._under_way is None and pages >= self._pages + more:
            self._pages = pages
            self._under_way = asyncio.create_task(self._exchange(dict(self._members())))
            await asyncio.wait({self._under_way}, timeout=AT_ONCE_S)

    def stop(self) -> None:
        """Leave it at that."""
        if self._under_way is not None:
            self._under_way.cancel()

    async def _exchange(self, members: Mapping[int, Member]) -> None:
        if not members:
            return
        merger = max(members)
        others = {shard: member for shard, member in members.items() if shard != merger}
        given = await self._ask({shard: member.lessons() for shard, member in others.items()})
        lessons = {shard: lesson for shard, lesson in given.items() if lesson is not None}
        if not lessons:
            return
        merged = await self._ask({merger: members[merger].merge(list(lessons.values()))})
        if merger in merged:
            await self._ask({shard: members[shard].adopt(merged[merger]) for shard in lessons})
