"""How long a host rests between two requests."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Protocol

from lycosa.engine.pacing.politeness import Politeness
from lycosa.model import Fetched, Queued

_ROUNDING_S = 0.05


class Pace(Protocol):
    """Says how long hosts rest."""

    @property
    def longest_wait_s(self) -> float:
        """A host that asks for more is given up."""

    def rest_s(self, link: Queued, fetched: Fetched) -> float:
        """Return how long the link's host rests after that answer."""

    def rest_reason(self, url: str, left_s: float) -> str:
        """Say why the host of a URL rests for so long."""


class NoPace:
    """No rest: for webs that are not there."""

    longest_wait_s = inf

    def rest_s(self, link: Queued, fetched: Fetched) -> float:
        """Return nothing."""
        return 0.0

    def rest_reason(self, url: str, left_s: float) -> str:
        """Say that it does."""
        return "rests"


class PolitePace:
    """Rests as the crawler's politeness and the hosts themselves ask.

    Parameters
    ----------
    politeness
        What site owners may expect.
    crawl_delay_s
        What the robots.txt of a URL's site asks for, if anything.
    """

    def __init__(self, politeness: Politeness, crawl_delay_s: Callable[[str], float | None]) -> None:
        self._politeness = politeness
        self._crawl_delay_s = crawl_delay_s
        self.longest_wait_s = politeness.longest_wait_s

    def rest_s(self, link: Queued, fetched: Fetched) -> float:
        """Return the longest of the fixed delay, what a slow host needs, and what it asks for."""
        return self._politeness.rest_s(fetched.elapsed_s, self._crawl_delay_s(link.url))

    def rest_reason(self, url: str, left_s: float) -> str:
        """Name what asks for the longest rest."""
        own_s, asked_s = self._politeness.delay_s, self._crawl_delay_s(url)
        if asked_s is not None and asked_s >= max(own_s, left_s - _ROUNDING_S):
            return f"Crawl-delay {asked_s:g} s"
        if left_s > own_s + _ROUNDING_S:
            return "slow to answer, rests longer"
        return f"rests {own_s:g} s between requests"
