"""What is left of a budget: counts and times in, why to stop out. The time of a pause is not spent."""

from __future__ import annotations

from math import inf

from lycosa.engine.budget import Budget, Stop
from lycosa.engine.tally import Tally


class Spending:
    """Follows one crawl from its start; time is passed in.

    Examples
    --------
    >>> spending = Spending(Budget(seconds=10.0))
    >>> spending.begin(now=0.0)
    >>> spending.pause(now=4.0), spending.seconds_left(now=9.0)
    (True, 6.0)
    >>> spending.go_on(now=9.0), spending.seconds_left(now=9.0), spending.over_at
    (5.0, 6.0, 15.0)
    """

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.over_at = inf
        """When a time budget is spent, if no pause comes between."""
        self.allowed: int | None = None
        """Pages that may be read for now, of which the crawl does not end; None is no limit."""
        self._started = 0.0
        self._paused_at: float | None = None

    @property
    def paused(self) -> bool:
        """Whether the crawl pauses."""
        return self._paused_at is not None

    def begin(self, now: float) -> None:
        """Start the clock."""
        self._started = now
        self.change(self.budget)

    def change(self, budget: Budget) -> None:
        """Go by another budget from now on."""
        self.budget = budget
        self.over_at = self._started + (budget.seconds or inf)

    def pause(self, now: float) -> bool:
        """Stop the clock; return whether it was running."""
        running = self._paused_at is None
        if running:
            self._paused_at = now
        return running

    def go_on(self, now: float) -> float:
        """Let the clock run again; return for how long it stood still."""
        if self._paused_at is None:
            return 0.0
        waited_s, self._paused_at = now - self._paused_at, None
        self._started += waited_s
        self.over_at += waited_s
        return waited_s

    def seconds_left(self, now: float) -> float:
        """Return what is left of a time budget."""
        return self.over_at - (now if self._paused_at is None else self._paused_at)

    def pages_left(self, pages: int) -> float:
        """Return how many pages may still be asked for after so many."""
        most = inf if self.budget.pages is None else self.budget.pages
        return (most if self.allowed is None else min(most, self.allowed)) - pages

    def spent(self, tally: Tally, now: float) -> Stop | None:
        """Return the reason to stop, if there is one."""
        until = now if self._paused_at is None else self._paused_at
        return self.budget.spent(tally.pages, tally.body_bytes, until - self._started)
