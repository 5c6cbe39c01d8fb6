"""What `make results` runs, the most important first, and how long each part takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

THRESHOLDS, PROGRAMS = "thresholds-004", "programs"
"""Parts that are no experiments: the estimators of paper 004, and programs that write pages of their own."""


@dataclass(frozen=True)
class Part:
    """Something to run."""

    name: str
    minutes: float
    """CPU minutes that it took when it was last measured: what the end of a run is estimated by."""
    draws: int | None = None
    """Draws to make of those that the file asks for; None for all."""

    @property
    def is_grid(self) -> bool:
        """Whether it tries parameters in all combinations."""
        return self.name.startswith("grid-")


PARTS = (
    Part("reporting", 35.0, draws=3),
    Part("portal", 7.0),
    Part("reporting-live", 9.0),
    Part("reporting-judges", 11.0),
    Part("reporting-matrix-judge", 7.5),
    Part("paper-000", 6.0),
    Part("paper-001", 3.5),
    Part("paper-002", 3.5),
    Part("paper-003", 1.5),
    Part(THRESHOLDS, 1.0),
    Part("controls", 5.5),
    Part("duplicates", 2.5),
    Part("warm-up", 3.0),
    Part("genre-004", 3.0),
    Part("genre-terms", 2.0),
    Part("grid-000-hosts", 2.5),
    Part("grid-001-hosts", 2.5),
    Part("grid-000", 3.0),
    Part("grid-001", 2.0),
    Part("ablations", 5.0),
    Part("live", 1.5),
    Part("pace", 1.0),
    Part(PROGRAMS, 11.0),
    Part("reporting", 21.0),
)
"""Everything, in order: whatever ends a run early, what is published by then is what matters most.

The full comparison comes first with some of its draws, and last with all of them; no crawl is done twice.
"""


@dataclass(frozen=True)
class Progress:
    """How far a run has come."""

    parts: Sequence[Part]
    done: int
    elapsed_s: float
    jobs: int

    @property
    def left_s(self) -> float:
        """Seconds left: what the rest should take, by how long the part so far took of what it should."""
        spent, rest = (sum(part.minutes for part in ps) for ps in (self._behind, self.parts[self.done :]))
        pace = self.elapsed_s / spent if spent else 60.0 / self.jobs
        return pace * rest

    @property
    def _behind(self) -> Sequence[Part]:
        return self.parts[: self.done]
