"""How many relevant pages are still to be found: in go the steps of a crawl, out comes an estimate.

Two kinds of evidence are put together.

- *What the queue promises.* How often links of a priority turned out relevant is fitted to the latest
  visits, dead links included. Queued links that at least two relevant pages show count for as much as that
  says; for the long tail of other links it says too much, as none of them was ever tried.
- *What has hardly been heard of.* Every link on a relevant page is a chance to hear of another one. Pages
  heard of once stand to pages heard of twice as pages never heard of stand to those heard of once: Chao's
  estimate of a population by capture and recapture, with relevant pages as occasions.

Both see a part only: links that were never tried may hold what nothing tells of, and links that look alike
may all be bad. So the evidence is held against experience, that crawls past half of their harvest leave half
as many pages as they have found, and the estimate is the mean of the two on a scale of factors.

Nothing here depends on the strategy. A crawl that is resumed gives its visits once more, without their pages.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import exp, sqrt

import numpy as np
import numpy.typing as npt

from lycosa.engine.step import Listener, Step
from lycosa.frontier import Frontier

LATEST_VISITS = 1_000
"""Visits that what the queue promises is fitted to."""
LATEST_PAGES = 100
HEARD_OF = 2
"""Relevant pages that must show a queued link before it counts."""
PRIOR_VISITS = 4.0
"""Visits that the belief counts for that priority says nothing."""
EXPECTED = 0.5
"""Pages left for each page found, by experience on the tuning topics."""
USUAL_ERROR = 0.6
"""Deviation of the logarithm of the estimate besides chance: what it was off by on the tuning topics."""
LOOK_EVERY = 50
"""Visits between two estimates while the queue is short …"""
LINKS_A_LOOK = 100_000
"""… and for every so many queued links as many visits more."""
_SHOWN_MAX = 100_000
"""Links of relevant pages that wait to be counted together."""
_FITTING_STEPS = 8
_SURE = 1.645
"""Deviations that nine of ten cases lie within."""
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Remaining:
    """An estimate of what is still to be found."""

    found: int
    """Relevant pages so far."""
    left: float
    """Relevant pages still to be found, by the estimate."""
    low: float
    """Nine of ten times there are more than this …"""
    high: float
    """… and fewer than this."""
    latest: int
    """Relevant pages among the last hundred."""
    promised: float
    """Relevant pages that the best hundred queued links promise together."""
    pages: int
    """Pages read so far."""

    @property
    def recall(self) -> float:
        """The share found of what there is to find."""
        return self.found / (self.found + self.left) if self.found else 0.0

    def short(self) -> str:
        """Say how many are left."""
        return f"{self.left:,.0f} ({self.low:,.0f}-{self.high:,.0f})"

    def __str__(self) -> str:
        """Say it in a line."""
        return (
            f"about {self.left:,.0f} left ({self.low:,.0f} to {self.high:,.0f}), {self.recall:.0%} found; "
            f"{self.latest} in the last {min(self.pages, LATEST_PAGES)} pages, "
            f"{self.promised:.1f} promised by the best {LATEST_PAGES} links"
        )


class RemainingPages(Listener):
    """Follows a crawl and estimates what is left.

    Parameters
    ----------
    frontier
        The links of the crawl.
    punctual
        Whether estimates are made when it is time for them, and not only when somebody looks: then they do
        not depend on when that is.
    """

    def __init__(self, frontier: Frontier, *, punctual: bool = False) -> None:
        self._frontier = frontier
        self._punctual = punctual
        self._found = 0
        self._pages = 0
        self._visits: deque[tuple[float, bool]] = deque(maxlen=LATEST_VISITS)
        self._latest: deque[bool] = deque(maxlen=LATEST_PAGES)
        self._heard = np.zeros(1 << 10, np.uint16)
        """On how many relevant pages each link stands, but for …"""
        self._shown: list[int] = []
        """… what the latest ones show."""
        self._relevant: list[int] = []
        self._looks = 0
        self._look_at = LOOK_EVERY
        self._now: Remaining | None = None

    @property
    def now(self) -> Remaining | None:
        """The latest estimate, which is made if it is time for another; None before the first."""
        if self._looks >= self._look_at:
            self._look_at = self._looks + LOOK_EVERY * (1 + len(self._frontier) // LINKS_A_LOOK)
            self._now = self.estimate()
        return self._now

    def record(self, step: Step) -> None:
        """Take in a visit."""
        visit = step.visit
        self._looks += 1
        if self._punctual:
            self._now = self.now
        if step.retry_in_s is not None or visit.fetched.location:
            return
        relevant = visit.judgement is not None and visit.judgement.relevant
        self.visited(visit.link.id, visit.link.priority, relevant, step.links, read=visit.page is not None)

    def visited(
        self, link: int, priority: float, relevant: bool, links: Iterable[int] = (), *, read: bool = True
    ) -> None:
        """Take in what came of a link; `links` are those on its page."""
        if self._frontier.depth(link):  # seeds were not chosen by priority
            self._visits.append((priority, relevant))
        if read:
            self._pages += 1
            self._latest.append(relevant)
        if relevant:
            self._found += 1
            self._relevant.append(link)
            self._shown.extend(set(links))
            if len(self._shown) > _SHOWN_MAX:
                self._count_shown()

    def _count_shown(self) -> None:
        """Count what the latest relevant pages show."""
        targets = np.array(self._shown, np.int64)
        self._shown.clear()
        targets = targets[targets >= 0]
        last = int(targets.max(initial=-1))
        if last >= len(self._heard):
            room = max(last + 1, 2 * len(self._heard))
            self._heard = np.concatenate((self._heard, np.zeros(room - len(self._heard), np.uint16)))
        np.add.at(self._heard, targets, 1)

    def estimate(self) -> Remaining:
        """Return what is left by what is known now."""
        self._count_shown()
        ids, priorities = self._frontier.queued_priorities()
        likely = self._likelihood()
        heard = likely(priorities[self._on(ids) >= HEARD_OF])
        on_pages = self._on(np.array(self._relevant, np.intp))
        once, twice = (int(np.count_nonzero(on_pages == times)) for times in (1, 2))
        known_of = float(heard.sum()) + once * max(once - 1, 0) / (2 * (twice + 1))
        left = sqrt(known_of * EXPECTED * self._found)
        # Chao's variance of those never heard of, and that of a throw of a coin for each link queued.
        ratio = once / (twice + 1)
        variance = (twice + 1) * (ratio**4 / 4 + ratio**3 + ratio**2 / 2)
        variance += float((heard * (1 - heard)).sum())
        spread = np.log1p(variance / known_of**2) / 4 if known_of > 0 else 0.0
        wide = exp(_SURE * sqrt(spread + USUAL_ERROR**2))
        # The higher the priority the likelier, so nothing has to be said of the others.
        most = max(len(priorities) - LATEST_PAGES, 0)
        best = likely(np.partition(priorities, most)[most:] if most else priorities)
        return Remaining(
            self._found, left, left / wide, left * wide, sum(self._latest), float(best.sum()), self._pages
        )

    def _on(self, ids: npt.NDArray[np.intp]) -> npt.NDArray[np.uint16]:
        """Return on how many relevant pages links stand."""
        held = np.minimum(ids, len(self._heard) - 1)
        return np.where(ids < len(self._heard), self._heard[held], 0).astype(np.uint16)

    def _likelihood(self) -> Callable[[Floats], Floats]:
        """Return what tells from priorities how likely links are relevant: a logistic curve by the visits."""
        if not self._visits:
            return lambda priorities: np.full(len(priorities), 0.5)
        given, outcomes = (np.array(column, np.float64) for column in zip(*self._visits, strict=True))
        centre, spread = given.mean(), given.std() + 1e-9
        rows = np.column_stack((np.ones(len(given)), (given - centre) / spread))
        curve = np.zeros(2)
        for _ in range(_FITTING_STEPS):
            chances = _sigmoid(rows @ curve)
            pull = rows.T @ (outcomes - chances) - (0.0, PRIOR_VISITS) * curve
            bend = (rows * (chances * (1 - chances))[:, None]).T @ rows + np.diag((1e-3, PRIOR_VISITS))
            curve += np.linalg.solve(bend, pull)
        level, slope = curve[0], max(curve[1], 0.0)
        return lambda priorities: _sigmoid(level + slope * (priorities - centre) / spread)


def _sigmoid(values: Floats) -> Floats:
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(values, -30.0, 30.0))))
