"""Scores queued links anew, some with every visit: in goes what a strategy has learned, out come links moved.

A pass goes over the queue in order of id. It takes a fixed number of links with every visit, and not what a
stretch of time allows, so that a crawl repeats exactly.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lycosa.errors import LycosaError
from lycosa.frontier import Frontier
from lycosa.strategy.base import Strategy

SLICE_LINKS = 8_192
"""Links scored with one visit: a few milliseconds."""
_NONE = np.empty(0, np.intp)


class Pass(NamedTuple):
    """How far the queue has been scored anew."""

    position: int = 0
    """Queued links below this id have been scored; 0 if no pass is under way."""
    another: bool = False
    """Whether a pass is to follow."""


NO_PASS = Pass()


class Rescoring:
    """The pass under way, if there is one."""

    def __init__(self, strategy: Strategy, frontier: Frontier, state: Pass = NO_PASS) -> None:
        self.state = state
        self._frontier = frontier
        self._rescore: Any = getattr(strategy, "rescore", None)
        if self._rescore is None:
            return
        names = [part.name for part in strategy.evidence.parts]
        part: str = getattr(strategy, "rescores", "")
        if part not in names:
            raise LycosaError(f"{strategy.name} rescores {part!r}, which is none of its parts {names}")
        self._part = names.index(part)
        frontier.track_directories()

    def begin(self) -> None:
        """Ask for a pass; one under way is finished first."""
        if self._rescore is not None:
            self.state = self.state._replace(another=True)

    def advance(self) -> npt.NDArray[np.intp]:
        """Score the next slice; return the links whose worth has changed."""
        if self.state == NO_PASS:
            return _NONE
        position, another = self.state
        ids = self._frontier.queued(position, SLICE_LINKS)
        more = len(ids) == SLICE_LINKS
        self.state = Pass(int(ids[-1]) + 1 if more else 0, another and position > 0)
        if not len(ids):
            return ids
        columns = self._frontier.columns(ids)
        scores = np.asarray(self._rescore(columns), np.float32)
        if scores.shape != ids.shape:
            raise LycosaError(f"rescore gave an array of shape {scores.shape} for {len(ids)} links")
        moved = np.flatnonzero(scores != columns.parts[:, self._part])
        columns.parts[:, self._part] = scores
        self._frontier.set_parts(ids[moved], columns.parts[moved])
        return ids[moved]
