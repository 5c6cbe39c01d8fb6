"""Links read ahead of their turn: a shard that has none above the level goes on below it, on credit.

Where the best links come up changes from second to second, and a shard that waits until the level comes down
to its own reads the same links later. So it may go on with the next ones. What it reads below the level is
owed until the level has come down to it; all that is owed is bounded by a share of the pages read, and so is
what it can cost.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from lycosa.cluster.worth import Level, QueueWorth, floor_at

CREDIT = 0.25
"""Pages that may be owed, as a share of the pages read: a half costs 4 points on a skewed topic …"""

LAST = 2
"""The last pages are those that all read in so many times as long as they are given links for."""


class Loan(NamedTuple):
    """What a shard may read below the level."""

    floor: float
    """No link worth less is asked for."""
    pages: int


class _Lent(NamedTuple):
    """What a shard was told in the last round."""

    pages: int
    """Pages it had read."""
    links: int
    """Its links above the level."""
    floor: float
    """No link worth less is asked for."""


class Credit:
    """What shards have read ahead of their turn.

    Parameters
    ----------
    least
        … and so many in any case.
    """

    def __init__(self, least: int) -> None:
        self._least = least
        self._lent: dict[int, _Lent] = {}
        self._owed: list[tuple[float, int]] = []

    @property
    def owed(self) -> int:
        """Pages read that the level has not come down to yet."""
        return sum(pages for _, pages in self._owed)

    def note(self, pages: Mapping[int, int], level: Level) -> None:
        """Take note of how many pages each shard has read, and of the level by now."""
        for shard, lent in self._lent.items():
            ahead = pages.get(shard, 0) - lent.pages - lent.links
            if ahead > 0:
                self._owed.append((lent.floor, ahead))
        self._lent.clear()
        self._owed = [(floor, ahead) for floor, ahead in self._owed if floor < level.floor]

    def lend(
        self, level: Level, worths: Mapping[int, QueueWorth], pages: Mapping[int, int], ahead: int, left: int
    ) -> dict[int, Loan]:
        """Say which shards may go below the level, for about `ahead` links each, as far as credit goes.

        While there are links above the level for all the pages left, nothing is lent; but of the last pages
        each shard should have as many as others have, so that all end at the same time.
        """
        self.note(pages, level)
        spare = left - sum(level.links.values())
        if left <= LAST * ahead * len(worths):
            ahead = min(ahead, left // len(worths))
            spare = left - sum(min(links, ahead) for links in level.links.values())
        short = {shard: ahead - level.links[shard] for shard in worths if level.links[shard] < ahead}
        room = min(CREDIT * sum(pages.values()) + self._least - self.owed, spare)
        part = min(1.0, max(0.0, room) / max(1, sum(short.values())))
        loans: dict[int, Loan] = {}
        for shard, more in short.items():
            lent = int(part * more)
            floor = floor_at(worths[shard], level.links[shard] + lent)
            if lent and floor < level.floor:
                loans[shard] = Loan(floor, lent)
                self._lent[shard] = _Lent(pages[shard], level.links[shard], floor)
        return loans
