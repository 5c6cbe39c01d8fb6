"""Judges a page and takes in its links, unless it is a copy: then its links are the original's."""

from __future__ import annotations

import traceback
from math import isfinite
from typing import NamedTuple

from lycosa.engine.duplicates.duplicates import Duplicates, Sameness
from lycosa.engine.links.intake import Intake, LinkChanges, Way
from lycosa.engine.tally import Tally
from lycosa.errors import Kind, LycosaError
from lycosa.frontier import Frontier
from lycosa.model import Expansion, Judgement, Page, Queued
from lycosa.strategy.base import Hearing, Strategy
from lycosa.url import host_of

_UNLIKE = Sameness()
_NOT_JUDGED = frozenset({Kind.DUPLICATE, Kind.SOFT_404})
"""Pages that have nothing of their own to say."""


class Findings(NamedTuple):
    """What came of an answer."""

    judgement: Judgement | None = None
    changes: LinkChanges = LinkChanges()
    same: Sameness = _UNLIKE
    error: Kind | None = None
    """Why there is no page, or why it does not count."""
    failure: str = ""
    """What went wrong inside the strategy."""


class Judging:
    """One strategy at work on pages, with the frontier that it fills."""

    def __init__(
        self, strategy: Strategy, frontier: Frontier, intake: Intake, duplicates: Duplicates | None
    ) -> None:
        self._strategy = strategy
        self._hears = isinstance(strategy, Hearing)
        self._frontier = frontier
        self._intake = intake
        self._duplicates = duplicates

    def judge(self, link: Queued, page: Page, tally: Tally) -> Findings:
        """Compare a page with earlier ones, judge it, and queue what the strategy makes of its links."""
        preferred = page.canonical if self._duplicates else ""
        if preferred and host_of(preferred) != link.host:
            preferred = ""
        with tally.stage("judge") as stage:
            try:
                same = self._compare(link, page, preferred, tally.visits)
                judgement = None if same.kind in _NOT_JUDGED else _checked(self._strategy.judge(page))
                stage.turn_to("rank")
                expansion = None if judgement is None else self._strategy.expand(page, judgement, link)
            except LycosaError:
                raise  # a wrong parameter, which every page would meet
            except Exception:  # it costs the page, not the crawl
                return Findings(error=Kind.PAGE_FAILED, failure=traceback.format_exc())
            changes = self._take(link, page, judgement, expansion)
        if judgement is not None and preferred and self._frontier.proposed(preferred) is None:
            original = self._intake.discover(preferred, link.parts, Way(link.depth + 1, link.id))
            changes = changes._replace(discoveries=(*changes.discoveries, original))
        error = same.kind or (Kind.NOINDEX if page.robots & {"noindex", "none"} else None)
        return Findings(judgement, changes, same, error)

    def _compare(self, link: Queued, page: Page, preferred: str, visit: int) -> Sameness:
        """Say which earlier page this one repeats; `preferred` is what it calls its canonical form."""
        if self._duplicates is None:
            return _UNLIKE
        canonical = self._frontier.lookup(preferred) if preferred else None
        return self._duplicates.check(page, link, visit, canonical)

    def _take(
        self, link: Queued, page: Page, judgement: Judgement | None, expansion: Expansion | None
    ) -> LinkChanges:
        if expansion is None:
            return self._intake.take(link, page)
        changes = self._intake.take(link, page, expansion)
        self._intake.referrals.add(link, page, judgement, expansion.proposals, valued=not self._hears)
        if expansion.reweigh:
            self._frontier.reweigh(self._strategy.evidence)
        return changes


def _checked(judgement: Judgement) -> Judgement:
    """Return a judgement in plain numbers: those that models reckon in cannot be kept."""
    if not isinstance(judgement, Judgement):
        raise TypeError(f"the judge gave {judgement!r}, not a Judgement")
    relevant, score, parts, _ = judgement
    if not isfinite(score):
        raise ValueError(f"the judge gave the score {score}, which is not finite")
    if (
        isinstance(relevant, bool)
        and isinstance(score, float)
        and all(isinstance(v, float) for _, v in parts)
    ):
        return judgement
    named = tuple((name, float(value)) for name, value in parts)
    return judgement._replace(relevant=bool(relevant), score=float(score), parts=named)
