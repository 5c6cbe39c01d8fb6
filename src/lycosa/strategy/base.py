"""What the engine asks of a strategy.

A strategy is one recipe: is this page about the topic, what is each of its links worth,
which link next. It never fetches, waits, or looks at a clock; budgets, politeness and scope
are the engine's business. The same strategy runs in replay, live and on a cluster.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from lycosa.frontier.base import Columns, Evidence, View
from lycosa.judge.base import Revisable
from lycosa.model import Expansion, Judgement, Outcome, Page, Queued, SavedState


class Rescoring(Protocol):
    """What a strategy offers besides, if it scores queued links anew as it learns.

    When `learn` returns True the engine goes through the queue host by host, some thousand links with every
    visit, until all have been scored. The same visits so lead to the same queue, and a crawl that is killed
    goes on in the middle of a pass.
    """

    rescores: ClassVar[tuple[str, ...]]
    """Names of the parts of the evidence that are given: the priority stays the weighted sum of the parts."""

    def rescore(self, columns: Columns) -> npt.NDArray[np.float32]:
        """Return the values of those parts, a row for each of some queued links."""


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


class Heard(NamedTuple):
    """A page that another crawl has read and judged; nothing but some of its links is on it."""

    page: Page
    judgement: Judgement
    link: Queued


@runtime_checkable
class Hearing(Protocol):
    """What a strategy offers besides, if it makes something of pages that another crawl has read."""

    def hear_all(self, heard: Sequence[Heard]) -> Sequence[Expansion]:
        """Rank the links of some pages that were judged elsewhere."""


@runtime_checkable
class Revising(Protocol):
    """What a strategy offers besides, if earlier verdicts are revised as its judge learns."""

    @property
    def revisable(self) -> Revisable | None:
        """The judge that does so; None if the one at work cannot."""


@dataclass(frozen=True, slots=True)
class TabledExpansion(Expansion):
    """An expansion that has the parts of its proposals in columns as well: they were worked out so."""

    table: npt.NDArray[np.float32] | None = field(default=None, compare=False, repr=False)
    """A row for each proposal."""


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

    def attach(self, view: View) -> None:
        """Take what the strategy may look at all the while. Called before anything else."""

    def judge(self, page: Page) -> Judgement:
        """Say whether a page is about the topic. Called once for every page, in order."""

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        """Rank the links of a page just judged."""

    def learn(self, outcome: Outcome) -> bool | npt.NDArray[np.int64] | None:
        """Take in what came of a visit: page, duplicate, redirect or error. Called once for each, last.

        True asks for all queued links to be scored anew, ids for some of them at once: see `Rescoring`.
        """

    def choose(self, frontier: View) -> int | None:
        """Return the id of the link to ask for next; None to wait or, if nothing is under way, to end."""

    def state(self) -> SavedState:
        """Return everything learned so far: plain data, and arrays as bytes."""

    def restore(self, state: dict[str, Any]) -> None:
        """Become the strategy that returned `state`."""
