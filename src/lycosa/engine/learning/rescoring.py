"""Scores queued links anew, some with every visit: in goes what a strategy has learned, out come links moved.

A pass goes over the queue host by host. It takes about the same number of links with every visit, and not
what a stretch of time allows, so that a crawl repeats exactly.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lycosa.errors import LycosaError
from lycosa.frontier import Frontier
from lycosa.frontier.bulk import FEW_MOVED
from lycosa.frontier.rank_rows import differing
from lycosa.strategy.base import Strategy

SLICE_LINKS = 8_192
"""Links scored with one visit: a few milliseconds."""
NO_LINKS = np.empty(0, np.intp)


class Pass(NamedTuple):
    """How far the queue has been scored anew."""

    host: int = -1
    """Number of the host that is next; -1 if no pass is under way."""
    link: int = 0
    """Of that host, queued links below this id have been scored."""
    another: bool = False
    """Whether a pass is to follow."""


NO_PASS = Pass()


class Rescorer:
    """The pass under way, if there is one."""

    def __init__(self, strategy: Strategy, frontier: Frontier, state: Pass = NO_PASS) -> None:
        self.state = state
        self._frontier = frontier
        self._rescore: Any = getattr(strategy, "rescore", None)
        if self._rescore is None:
            return
        names = [part.name for part in strategy.evidence.parts]
        parts: tuple[str, ...] = getattr(strategy, "rescores", ())
        unknown = [part for part in parts if part not in names]
        if unknown or not parts:
            named = ", ".join(map(repr, unknown)) or "nothing"
            raise LycosaError(f"{strategy.name} rescores {named}, which is none of its parts {names}")
        self._columns = slice(None) if list(parts) == names else [names.index(part) for part in parts]
        self._width = len(parts)
        frontier.track_directories()

    def begin(self) -> None:
        """Ask for a pass; one under way is finished first."""
        if self._rescore is not None:
            self.state = self.state._replace(another=True)

    def advance(self) -> npt.NDArray[np.intp]:
        """Score the next slice; return the links whose worth has changed."""
        if self.state == NO_PASS:
            return NO_LINKS
        host, link, another = self.state
        begun = host >= 0
        ids, next_host, next_link = self._frontier.queue_from(max(host, 0), link, SLICE_LINKS)
        self.state = Pass(next_host, next_link, another and begun)
        if not len(ids):
            return NO_LINKS
        return self._score(ids, whole=not link and not next_link)

    def score(self, links: npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.intp]:
        """Score those of some links that are queued; return the links whose worth has changed."""
        ids = self._frontier.queued_of(links[:SLICE_LINKS])
        return self._score(ids, whole=False) if len(ids) else NO_LINKS

    def _score(self, ids: npt.NDArray[np.intp], *, whole: bool) -> npt.NDArray[np.intp]:
        columns = self._frontier.columns(ids)
        scores = np.asarray(self._rescore(columns), np.float32)
        if scores is columns.parts:
            return NO_LINKS
        if scores.size != len(ids) * self._width:
            shape = f"{len(ids)} links with {self._width} parts each"
            raise LycosaError(f"rescore gave an array of shape {scores.shape} for {shape}")
        scores = scores.reshape(len(ids), self._width)
        moved = differing(scores, columns.parts[:, self._columns])
        if whole and len(moved) * FEW_MOVED >= len(ids):
            columns.parts[:, self._columns] = scores
            self._frontier.set_parts(ids, columns.parts, whole=True)
        else:
            parts = scores.take(moved, axis=0)
            if self._width < columns.parts.shape[1]:
                rescored, parts = parts, columns.parts.take(moved, axis=0)
                parts[:, self._columns] = rescored
            self._frontier.set_parts(ids[moved], parts)
        changed: npt.NDArray[np.intp] = ids[moved]
        return changed
