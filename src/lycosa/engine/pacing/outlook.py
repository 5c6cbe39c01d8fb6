"""What a crawl is doing at a moment, for people: its requests, the hosts it waits for, when it will end."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from math import inf

from lycosa.engine.budget import Budget
from lycosa.engine.remaining import Remaining
from lycosa.engine.tally import Tally

AWAITED = 5
"""Hosts named, those with the most better links."""
_RECENT_S = 60.0
_SAMPLE_S = 1.0


@dataclass(frozen=True, slots=True)
class AwaitedHost:
    """A host that is waited for."""

    host: str
    better: int
    """Its queued links that are better than the best one that could be asked for."""
    ready_in_s: float | None
    """When it may be asked; None if a request to it is under way."""


@dataclass(frozen=True, slots=True)
class HostWait:
    """A host with queued links that cannot be asked now, and why."""

    host: str
    queued: int
    """Its links that wait."""
    taken: int
    """Its links that were asked for."""
    reason: str
    """Such as `Crawl-delay 10 s`."""
    ready_in_s: float | None
    """When it may be asked; None if a request to it is under way."""

    def __str__(self) -> str:
        if self.ready_in_s is None:
            return self.reason
        return f"{self.reason}, next in {self.ready_in_s:.{0 if self.ready_in_s >= 1 else 1}f} s"


@dataclass(frozen=True, slots=True)
class TopLink:
    """A queued link that is among the best that may be asked for now."""

    id: int
    url: str
    priority: float
    parts: tuple[float, ...]
    """What the priority is made of, in the order of the strategy's evidence."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """A crawl at a moment."""

    under_way: int
    """Requests."""
    slots: int
    """Requests that may be under way at once."""
    level: float | None
    """How many better links may be queued when one is asked for; None while any number may."""
    better: int
    """Queued links that are better than the one passed over for them; 0 if none is."""
    awaited_hosts: int
    """Hosts that hold better links and are busy or rest."""
    awaited: tuple[AwaitedHost, ...]
    """Some of them."""
    ends_in_s: float | None
    """Time until the budget is spent at the present rate; None if nothing says when."""
    paused: bool = False
    """Whether somebody has asked it to wait."""
    pages_per_s: float = 0.0
    """Of the last minute."""
    page_budget: int | None = None
    queued: int = 0
    """Links."""
    queued_hosts: int = 0
    known: int = 0
    """Links ever seen."""
    waits: tuple[HostWait, ...] = ()
    """The hosts asked most that cannot be asked now."""
    top: tuple[TopLink, ...] = ()
    """The links that are next, as far as they are known."""
    remaining: Remaining | None = None
    """What is still to be found, by the latest estimate."""


class Rate:
    """Pages a second, of late."""

    def __init__(self) -> None:
        self._samples: deque[tuple[float, int]] = deque()

    def note(self, now: float, pages: int) -> None:
        """Take note of how many pages there are."""
        if not self._samples or now >= self._samples[-1][0] + _SAMPLE_S:
            self._samples.append((now, pages))
        while len(self._samples) > 1 and self._samples[1][0] < now - _RECENT_S:
            self._samples.popleft()

    def pages_per_s(self, now: float, pages: int) -> float:
        """Return the mean of the last minute."""
        if not self._samples or now <= self._samples[0][0]:
            return 0.0
        began, before = self._samples[0]
        return (pages - before) / (now - began)


def ends_in_s(budget: Budget, tally: Tally, rate: float, over_in_s: float) -> float | None:
    """Return when a budget will be spent at a rate; `over_in_s` is what is left of its time."""
    left = budget.pages_left(tally.pages, tally.body_bytes)
    last = min(over_in_s, left / rate if left is not None and rate > 0 else inf)
    return None if last == inf else max(0.0, last)
