"""Judges earlier pages again: in goes what was kept of them, out come their latest verdicts.

A judge that learns knows more at the end of a crawl than at its start. When the crawl has grown by half, and
at its end, all its pages are judged by what is known by then, some with every visit, so that a crawl repeats
exactly and goes on in the middle of a pass after it was killed. Verdicts at the visit stay as they were:
what was decided by them was decided.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from lycosa.engine.learning.feedback import LOOK_EVERY, LabelledPage
from lycosa.judge.base import Revisable
from lycosa.model import Visit
from lycosa.strategy.base import Revising, Strategy

FIRST_AFTER = 100
"""Visits before the first pass."""
GROWTH = 1.5
"""A pass begins when there are so many times the visits of the one before: three judgements a page in all."""
SLICE_PAGES = 256
"""Pages judged again with one visit: some milliseconds."""
BATCH_PAGES = 8_192
"""Pages judged again at once at the end: 30 MB."""
MOST_DRIFT = 0.12
"""Distance from the topic as it was given beyond which a crawl says so: one less the cosine with what pages
are compared with. Crawls of 300 pages for the tuning topics come to 0.04 to 0.07; pages found that have
nothing in common with the topic would make it 0.17."""


NOTICES = ("topic", "drift")
"""Kinds of notices."""
OVER = "no longer so"
"""Text of a notice that takes back the one before."""


class KeptPage(NamedTuple):
    """A page that can be judged again."""

    visit: int
    features: bytes
    relevant: bool
    """By the latest verdict."""


class KeptPages(Protocol):
    """Where judged pages are kept."""

    def some(self, start: int, stop: int, count: int) -> Sequence[KeptPage]:
        """Return the first pages of the visits from `start` up to `stop` without a label taken in."""

    def answers(self) -> Sequence[LabelledPage]:
        """Return what people have said of pages and was not taken in yet."""


class Verdicts(NamedTuple):
    """Latest verdicts on earlier pages."""

    visits: tuple[int, ...] = ()
    scores: tuple[float, ...] = ()
    relevant: tuple[bool, ...] = ()


class RevisionPass(NamedTuple):
    """How far pages have been judged again."""

    position: int = 0
    """The visit that is next; at `end` if no pass is under way."""
    end: int = 0
    version: int = 0
    """What the judge called itself when the last pass began."""
    due: int = FIRST_AFTER
    """Visits after which the next pass begins, if the judge has learned by then."""


NOT_REVISED = RevisionPass()


class Revision:
    """The pass under way, if there is one; does nothing for a judge that cannot judge again."""

    def __init__(self, strategy: Strategy, kept: KeptPages | None = None) -> None:
        self.judge: Revisable | None = strategy.revisable if isinstance(strategy, Revising) else None
        self.state = NOT_REVISED
        self.kept = kept
        self._announced: set[str] = set()
        self._drift = (-1, 0.0)
        self._look_at = 0

    def features(self, visit: Visit) -> bytes:
        """Return what must be kept of a page to judge it again; nothing if it will not be."""
        if self.judge is None or self.kept is None or visit.page is None or visit.judgement is None:
            return b""
        settled = visit.error is not None or self.judge.settled(visit.page)
        return b"" if settled else self.judge.features(visit.page)

    def advance(self, visits: int) -> tuple[Verdicts | None, int]:
        """Judge the next slice of pages again; return their verdicts, and how many more are relevant."""
        if self.judge is None or self.kept is None:
            return None, 0
        state = self.state
        if state.position >= state.end and visits >= state.due and self.judge.version != state.version:
            state = RevisionPass(0, visits - 1, self.judge.version, max(visits + 1, int(visits * GROWTH)))
        if state.position >= state.end:
            return None, 0
        pages = self.kept.some(state.position, state.end, SLICE_PAGES)
        whole = len(pages) < SLICE_PAGES
        self.state = state._replace(position=state.end if whole else pages[-1].visit + 1)
        return self._judged(self.judge, pages)

    def finish(self, visits: int) -> Iterator[tuple[Verdicts, int]]:
        """Judge everything again that was not judged by what is known now."""
        judge, kept = self.judge, self.kept
        if judge is None or kept is None:
            return
        whole = self.state.version == judge.version and self.state.position >= self.state.end
        start = self.state.end if whole else 0
        while pages := kept.some(start, visits, BATCH_PAGES):
            verdicts, more = self._judged(judge, pages)
            start = pages[-1].visit + 1
            if verdicts is not None:
                yield verdicts, more
        due = max(self.state.due, int(visits * GROWTH))
        self.state = RevisionPass(visits, visits, judge.version, due)

    def new_answers(self, visits: int) -> Sequence[LabelledPage]:
        """Return the answers to be taken in now; it looks for them now and then."""
        if self.kept is None or visits < self._look_at:
            return ()
        self._look_at = visits + LOOK_EVERY
        return self.kept.answers()

    def look_soon(self) -> None:
        """Look for answers at the next visit."""
        self._look_at = 0

    def notices(self, *, last: bool = False) -> list[tuple[str, str]]:
        """Return what the crawl's author should know: what is new or over, and at the end all."""
        if self.judge is None:
            return []
        found = {}
        if self.judge.notice:
            found["topic"] = self.judge.notice
        if self._drift[0] != self.judge.version:
            self._drift = self.judge.version, self.judge.drift
        if self._drift[1] > MOST_DRIFT:
            found["drift"] = (
                f"what pages are compared with has moved {self._drift[1]:.2f} from the topic as it was given "
                f"(more than {MOST_DRIFT}): label some pages with `lycosa label`"
            )
        new = [(kind, text) for kind, text in found.items() if last or kind not in self._announced]
        new += [(kind, OVER) for kind in sorted(self._announced - set(found))]
        self._announced = set(found)
        return new

    def _judged(self, judge: Revisable, pages: Sequence[KeptPage]) -> tuple[Verdicts | None, int]:
        if not pages:
            return None, 0
        scores = judge.rejudge([page.features for page in pages]).tolist()
        relevant = tuple(score >= judge.cut for score in scores)
        more = sum(relevant) - sum(page.relevant for page in pages)
        return Verdicts(tuple(page.visit for page in pages), tuple(scores), relevant), more
