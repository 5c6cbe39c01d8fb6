"""What the engine asks of a strategy.

A strategy is one recipe: is this page about the topic, what is each of its links worth,
which link next. It never fetches, waits, or looks at a clock; budgets, politeness and scope
are the engine's business. The same strategy runs in replay, live and on a cluster.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Protocol, runtime_checkable

from lycosa.frontier.base import Evidence, View
from lycosa.model import JSON, Expansion, Judgement, Page, Queued


@runtime_checkable
class Budgeted(Protocol):
    """What a strategy offers besides, if it goes by how long the whole crawl will be."""

    def begin(self, pages: int | None) -> None:
        """Take note of how many pages the whole crawl may download; None without a limit.

        Called before the first link is chosen, and again when a crawl goes on that was stopped.
        """


@runtime_checkable
class Counting(Protocol):
    """What a strategy offers besides, if it keeps count of what its mechanisms do."""

    def counts(self) -> Mapping[str, int]:
        """Return how often each mechanism has acted so far."""


class Strategy(Protocol):
    """One recipe of judging, ranking and choosing."""

    name: ClassVar[str]
    reads_layout: ClassVar[bool]
    """Whether strategy or judge read `Page.segments` or `Link.path`; pages without are read faster."""

    @property
    def waits_for_better(self) -> bool:
        """Whether the choice is by worth alone, so that a crawl may wait until a better link's host is ready.

        Not so for an order that is not by worth, nor for a selector that chooses in its own way.
        """

    @property
    def evidence(self) -> Evidence:
        """The parts of a link's worth, with their present weights."""

    def judge(self, page: Page) -> Judgement:
        """Say whether a page is about the topic. Called once for every page, in order."""

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        """Rank the links of a page just judged; learn from it if the strategy learns."""

    def choose(self, frontier: View) -> int | None:
        """Return the id of the link to ask for next; None to wait or, if nothing is under way, to end."""

    def state(self) -> dict[str, JSON]:
        """Return everything learned so far, as plain data."""

    def restore(self, state: dict[str, JSON]) -> None:
        """Become the strategy that returned `state`."""
