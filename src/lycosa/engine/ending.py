"""When a crawl has found enough: in goes the estimate of what is left, out comes a stop.

A crawl that ended so can be resumed: it reads a hundred pages more before it may end for the same reason.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lycosa.engine.budget import Stop
from lycosa.engine.remaining import LATEST_PAGES, Remaining, RemainingPages
from lycosa.engine.step import Listener, Step
from lycosa.errors import LycosaError

if TYPE_CHECKING:
    from lycosa.engine.engine import Engine


@dataclass(frozen=True, slots=True)
class Ending:
    """When a crawl has found enough."""

    until: str = "budget"
    """What ends a crawl: `budget`, or `evidence`, that little is left to find; the budget holds as well."""
    recall: float = 0.9
    """Share of what there is to find that must have been found, by the estimate."""
    per_hundred: float = 2.0
    """The most relevant pages that the last hundred pages have brought, and that the next hundred promise."""

    def __post_init__(self) -> None:
        if self.until not in ("budget", "evidence"):
            raise LycosaError(f"until is {self.until!r}; it must be 'budget' or 'evidence'")
        if not 0 < self.recall <= 1:
            raise LycosaError(f"ending recall is {self.recall}; it must be above 0 and at most 1")
        if self.per_hundred < 0:
            raise LycosaError(f"ending per_hundred is {self.per_hundred}; it must not be negative")

    def reached(self, now: Remaining) -> bool:
        """Whether the end is reached: of late it found next to nothing, and next to nothing is to come."""
        few = now.pages >= LATEST_PAGES and now.latest <= self.per_hundred
        return few and (now.recall >= self.recall or now.promised <= self.per_hundred)


class EvidenceStop(Listener):
    """Ends a crawl when little is left to find.

    After a crawl was resumed it first reads a hundred pages more, whatever was known before.
    """

    def __init__(self, engine: Engine, remaining: RemainingPages, ending: Ending) -> None:
        self._engine = engine
        self._remaining = remaining
        self._ending = ending
        self._pages = 0
        self._looked_at: Remaining | None = None

    def record(self, step: Step) -> None:
        """Look at a new estimate."""
        self._pages += step.visit.page is not None
        now = self._remaining.now
        if now is None or now is self._looked_at or self._pages < LATEST_PAGES:
            return
        self._looked_at = now
        if self._ending.reached(now):
            self._engine.crawl.faults.notices.append(("evidence", str(now)))
            self._engine.interrupt(Stop.EVIDENCE)


def estimating(
    engine: Engine, ending: Ending, past: Iterable[tuple[int, float, bool, bool]] = ()
) -> list[Listener]:
    """Let an engine estimate what is left; return who must hear of its steps for that, and to end it.

    `past` are the visits of a crawl taken up: link, priority, whether relevant, whether it was read.
    """
    frontier = engine.crawl.frontier
    stops = ending.until == "evidence"
    remaining = engine.remaining = RemainingPages(frontier, punctual=stops)
    for link, priority, relevant, read in past:
        links = frontier.out_links([link]).target.tolist() if relevant else ()
        remaining.visited(link, priority, relevant, links, read=read)
    return [remaining, EvidenceStop(engine, remaining, ending)] if stops else [remaining]
