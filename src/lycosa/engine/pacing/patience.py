"""How far down the queue a crawl reaches while better links wait for their hosts, and for how long it holds.

A link may be asked for while no more queued links are better than a level allows. The level follows from
the pages left to read: who has a thousand pages left will get to the thousand best links anyway, and loses
nothing by asking for any of them now; who has ten left should not spend one on the hundredth best. A short
queue says little of the links to come, so a level reaches no further down it than down a long one: at the
beginning, all seeds on one host, its links are waited for, and not everything else on its pages taken.
"""

from __future__ import annotations

from math import inf

from lycosa.engine.budget import Budget
from lycosa.engine.crawl import Crawl

WORTHWHILE = 0.5
"""Without a budget, links worth at least this share of the best are taken to be the pages left."""
_ON_TIME = 0.95
"""Share of a time budget in which the page budget is to be spent: the last answers need some time, too."""


def reach(patience: float) -> float:
    """Return the level as a share of the pages left: all of the queue at 0, a ninth at 0.9, none at 1."""
    return (1.0 - patience) / patience if patience else inf


class Patience:
    """Sets the level, and ends every wait.

    Parameters
    ----------
    patience
        0 keeps every slot busy, 1 asks for nothing but the best.
    longest_hold_s
        The crawl never waits for longer than this without starting a request.
    budget
        Says how many pages are left, and until when they must be read.
    """

    def __init__(self, patience: float, longest_hold_s: float, budget: Budget) -> None:
        self._reach = reach(patience)
        self._longest_hold_s = longest_hold_s
        self._budget = budget
        self._started = 0.0
        self._pages_before = 0
        self._held_since = inf

    def begin(self, now: float, pages: int) -> None:
        """Start the clock of a crawl that has read so many pages already."""
        self._started, self._pages_before = now, pages

    def spend(self, budget: Budget, paused_s: float = 0.0) -> None:
        """Go by another budget, or by the same after a pause."""
        self._budget = budget
        self._started += paused_s

    def level(self, crawl: Crawl, in_flight: int, now: float) -> float:
        """Return how many better links may be queued when one is asked for."""
        if self._reach == inf or not crawl.waits_for_better or not crawl.frontier.waits():
            return inf
        if now >= self._behind_at(crawl.tally.pages + in_flight):
            return inf
        left = self._budget.pages_left(crawl.tally.pages, crawl.tally.body_bytes)
        if left is None:
            return self._reach * crawl.frontier.comparable(WORTHWHILE)
        return self._reach * max(0.0, min(left - in_flight, len(crawl.frontier)))

    def hold(self, now: float) -> bool:
        """Take note that a slot is free and nothing good enough is ready; return whether to wait on."""
        self._held_since = min(self._held_since, now)
        return now < self._held_since + self._longest_hold_s

    def go_on(self) -> None:
        """Take note that a request was started."""
        self._held_since = inf

    def look_again_at(self, pages: int) -> float:
        """Return when a wait ends by itself, with so many pages read or under way."""
        return min(self._held_since + self._longest_hold_s, self._behind_at(pages))

    def _behind_at(self, pages: int) -> float:
        """Return when a crawl with so many pages, read or under way, falls behind its time budget."""
        if self._budget.pages is None or self._budget.seconds is None:
            return inf
        seconds_a_page = _ON_TIME * self._budget.seconds / max(1, self._budget.pages - self._pages_before)
        return self._started + (pages + 1 - self._pages_before) * seconds_a_page
