"""What a crawl has done so far: counts, reasons and the time each stage took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from time import thread_time_ns
from typing import Any

from lycosa.engine.step import Discovery
from lycosa.errors import Kind
from lycosa.model import JSON, Visit

STAGES = ("fetch", "parse", "judge", "rank", "select", "store")
_COUNTS = ("visits", "pages", "relevant", "revised", "redirects", "body_bytes", "links")


@dataclass(slots=True)
class Tally:
    """Running counts of one crawl."""

    visits: int = 0
    pages: int = 0
    relevant: int = 0
    """Pages that were judged relevant when they were visited."""
    revised: int = 0
    """How many more are relevant by the latest verdicts; fewer if it is negative."""
    redirects: int = 0
    body_bytes: int = 0
    links: int = 0
    """Links seen on pages, repeats included."""
    reasons: Counter[Kind] = field(default_factory=Counter)
    """Failed and skipped URLs by kind."""
    failures: Counter[Kind] = field(default_factory=Counter)
    """Of these the visits that failed, or that brought a page of no use: a copy, an error page."""
    stage_ns: dict[str, int] = field(default_factory=lambda: dict.fromkeys(STAGES, 0))
    """CPU time by stage, of the thread that crawls; the process may have dozens more."""

    @property
    def harvest_rate(self) -> float:
        """The share of downloaded pages that are relevant by the latest verdicts."""
        return self.latest_relevant / self.pages if self.pages else 0.0

    @property
    def latest_relevant(self) -> int:
        """Pages that are relevant by the latest verdicts."""
        return self.relevant + self.revised

    @property
    def refused(self) -> Counter[Kind]:
        """Links that were never asked for, by kind."""
        return self.reasons - self.failures

    def add(self, visit: Visit) -> None:
        """Count one visit."""
        self.visits += 1
        if visit.error is not None:
            self.reasons[visit.error] += 1
            self.failures[visit.error] += 1
        if visit.fetched.location:
            self.redirects += 1
        if visit.page is not None:
            self.pages += 1
            self.body_bytes += len(visit.fetched.body)
            self.links += len(visit.page.links)
            self.relevant += visit.relevant

    def state(self) -> dict[str, JSON]:
        """Return the counts as plain data."""
        return {
            **{name: getattr(self, name) for name in _COUNTS},
            "reasons": {str(kind): count for kind, count in self.reasons.items()},
            "failures": {str(kind): count for kind, count in self.failures.items()},
            "stage_ns": dict(self.stage_ns),
        }

    @classmethod
    def of(cls, state: Mapping[str, Any]) -> Tally:
        """Return the tally that gave `state`."""
        tally = cls(**{name: state.get(name, 0) for name in _COUNTS})
        tally.reasons.update({Kind(name): count for name, count in state["reasons"].items()})
        tally.failures.update({Kind(name): count for name, count in state.get("failures", {}).items()})
        tally.stage_ns.update(state["stage_ns"])
        return tally

    def refuse(self, discoveries: Iterable[Discovery]) -> None:
        """Count the links that were not let in."""
        for found in discoveries:
            if found.refused is not None:
                self.reasons[found.refused] += 1

    def stage(self, name: str) -> Stage:
        """Charge the CPU time of a block to a stage."""
        return Stage(self.stage_ns, name)


class Stage:
    """A block whose CPU time is charged; not a generator, which would cost as much as the shortest stage."""

    __slots__ = ("_name", "_spent_ns", "_started_ns")

    def __init__(self, spent_ns: dict[str, int], name: str) -> None:
        self._spent_ns = spent_ns
        self._name = name
        self._started_ns = 0

    def __enter__(self) -> Stage:
        self._started_ns = thread_time_ns()
        return self

    def turn_to(self, name: str) -> None:
        """Charge what follows to another stage: asking for the time takes a microsecond."""
        now_ns = thread_time_ns()
        self._spent_ns[self._name] += now_ns - self._started_ns
        self._name, self._started_ns = name, now_ns

    def __exit__(self, *error: object) -> None:
        self._spent_ns[self._name] += thread_time_ns() - self._started_ns
