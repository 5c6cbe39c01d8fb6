"""How a frontier is looked at, link by link: which is best, ready or known, and what it is worth."""

from __future__ import annotations

import numpy as np

from lycosa.frontier.arena import UrlArena
from lycosa.frontier.bulk import LinkColumns
from lycosa.frontier.draw import sample, top
from lycosa.frontier.host import HostCounts
from lycosa.frontier.seen import hash_of
from lycosa.frontier.standing import Awaited, Unready, awaited, comparable, unready
from lycosa.frontier.table import State
from lycosa.frontier.worth import priority_of
from lycosa.model import Queued

_STATES = tuple(State)


class LinkView(LinkColumns):
    """What can be asked of a frontier, link by link."""

    def next_wakeup(self) -> float | None:
        """Return when the next waiting host becomes ready; None if none waits."""
        return self._schedule.next_wakeup()

    def best(self) -> int | None:
        """Return the id of the ready link with the highest priority, oldest first."""
        return self._schedule.best()

    def better(self, link: int) -> int:
        """Return how many queued links are worth more, those of busy and resting hosts included.

        Links whose priorities agree to about four decimal places are equal, and equals are not better.
        """
        return self._schedule.rank_counts().below(self._table.rank[link])

    def comparable(self, share: float) -> int:
        """Return how many queued links are worth at least this share of what the best of them is worth."""
        return comparable(self._schedule, share)

    def waits(self) -> bool:
        """Whether some host with queued links is busy or rests."""
        return bool(self._schedule.unready)

    def awaited(self, link: int) -> list[Awaited]:
        """Return the busy and resting hosts that have better links than this one, the most of them first."""
        return awaited(self._schedule, self._table.rank[link])

    def expect(self, count: int) -> None:
        """Have the URLs of the best links at hand, if they are not in memory anyway."""
        if not isinstance(self._urls, UrlArena):
            self._urls.expect(self.top(count))

    def top(self, count: int, *, resting: bool = False) -> list[int]:
        """Return up to `count` ready links, best first; those of busy and `resting` hosts too if asked."""
        return top(self._schedule, count, resting=resting)

    def unready(self, count: int) -> list[Unready]:
        """Return up to `count` hosts with queued links that are busy or rest, those asked most first."""
        return unready(self._schedule, count)

    def sample(self, count: int, rng: np.random.Generator) -> list[int]:
        """Return up to `count` ready links drawn at random, without repeats."""
        return sample(self._schedule, len(self._table), count, rng)

    def lookup(self, url: str) -> int | None:
        """Return the id of a link in any state; None if it was never seen."""
        link = self._seen.find(hash_of(url, self.key))
        return link if link >= 0 else None

    def proposed(self, url: str) -> int | None:
        """Return the id of a link that was queued or discarded or skipped once; None if it was not."""
        link = self._seen.find(hash_of(url, self.key))
        return link if link >= 0 and self._table.state[link] != State.NUMBERED else None

    def find(self, url: str) -> int | None:
        """Return the id of a queued link, ready or not; None if it is not queued."""
        link = self._seen.find(hash_of(url, self.key))
        return link if link >= 0 and self._table.state[link] == State.QUEUED else None

    def get(self, link: int) -> Queued:
        """Return what is known of a link."""
        table = self._table
        return Queued(
            id=link,
            url=self._urls.get(link),
            host=self._schedule.host_of(link).name,
            depth=table.depth[link],
            parent=table.parent[link],
            priority=priority_of(table.rank[link]),
            parts=tuple(table.parts(link)),
        )

    def url(self, link: int) -> str:
        """Return the URL of a link."""
        return self._urls.get(link)

    def priority(self, link: int) -> float:
        """Return what a link is worth."""
        return priority_of(self._table.rank[link])

    def depth(self, link: int) -> int:
        """Return how many links a link is away from a seed."""
        return self._table.depth[link]

    def state(self, link: int) -> State:
        """Return where a link is in its life."""
        return _STATES[self._table.state[link]]

    def ready(self, link: int) -> bool:
        """Whether that link is queued and its host may be asked now."""
        return self._schedule.is_ready(link)

    def hosts(self) -> int:
        """Return the number of hosts with queued links."""
        return self._schedule.queued_hosts

    @property
    def known(self) -> int:
        """How many links were ever seen."""
        return len(self._table)

    def host_counts(self, host: str) -> HostCounts:
        """Return how many links of a host are queued, and how many were taken."""
        return self._schedule.counts(host)

    def __len__(self) -> int:
        """Return the number of queued links, ready or not."""
        return self._schedule.queued
