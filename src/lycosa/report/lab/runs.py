"""Results of the lab as checked, typed values, sorted into contests.

Goes in: results as `lycosa lab run` writes them, read back or fresh, of one experiment or of many.
Comes out: `Contest` values. A contest is what can be compared: the same web, topic and budget.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError

from lycosa.errors import LycosaError
from lycosa.lab.experiment.oracle import Oracle
from lycosa.lab.experiment.results import Result
from lycosa.lab.experiment.statistics import Scores
from lycosa.report.lab.records import (
    BinRecord,
    Count,
    CurveRecord,
    HostsRecord,
    PointRecord,
    ResultPart,
    Setup,
    Share,
    Timings,
    WebRecord,
)

LONGEST_NAME = 80


class Run(ResultPart):
    """One crawl: one strategy in one repeat."""

    strategy: str = Field(max_length=LONGEST_NAME)
    repeat: int
    topic: str
    experiment: str
    analysis: str
    web: WebRecord
    reachable_on_topic: Count
    stop: str
    pages: Count
    visits: Count
    failures: dict[str, Count]
    checkpoints: Annotated[list[PointRecord], Field(min_length=1)]
    reliability: list[BinRecord] = Field(default_factory=list)
    tunnels: list[Count]
    """On-topic pages by how many off-topic pages in a row they were reached through: 0, 1, 2 …"""
    hosts: HostsRecord
    curve: CurveRecord
    seeds: list[str]
    examples: list[str]
    parameters: dict[str, bool | int | float | str]
    mechanisms: dict[str, Count] = Field(default_factory=dict)
    """How often each mechanism of the strategy acted."""
    plan: Setup
    environment: dict[str, str | int]
    timings: Timings
    crawl_s: Share | None = None
    """How long it took in virtual time, if it ran as if live."""

    @property
    def end(self) -> PointRecord:
        """The last checkpoint."""
        return self.checkpoints[-1]

    @property
    def block(self) -> tuple[int, int]:
        """The draw of examples and seeds, which all strategies of a repeat share."""
        return self.plan.random_seed, self.repeat

    @property
    def settings(self) -> dict[str, bool | int | float | str]:
        """The parameters that make a strategy another one: all but its seed."""
        return {key: value for key, value in self.parameters.items() if key != "seed"}


Measure = Callable[[Run], float]


@dataclass(frozen=True)
class Contest:
    """Runs that may be compared with each other."""

    topic: str
    web: WebRecord
    setup: Setup
    by_strategy: dict[str, list[Run]]
    """Runs of each strategy in the order of the blocks; first the one that found most, last the oracle."""

    @property
    def title(self) -> str:
        """What it is called."""
        setup = self.setup
        told = (
            f", by {setup.described_by}" if setup.described_by else "",
            f", seeds by {setup.search.heuristic}" if setup.search else "",
            ", duplicates found" if setup.duplicates else "",
            " as if live" if setup.live else "",
        )
        return f"{self.topic} on {self.web.name}{''.join(told)}"

    @property
    def runs(self) -> list[Run]:
        """All runs."""
        return [run for runs in self.by_strategy.values() for run in runs]

    @cached_property
    def rivals(self) -> dict[str, list[Run]]:
        """The strategies that compete: all but the oracle, which knows the labels."""
        return {name: runs for name, runs in self.by_strategy.items() if runs[0].strategy != Oracle.name}

    @cached_property
    def blocks(self) -> list[tuple[int, int]]:
        """The draws in which every rival ran exactly once."""
        seen = [Counter(run.block for run in runs) for runs in self.rivals.values()]
        return sorted(block for block in {run.block for run in self.runs} if all(c[block] == 1 for c in seen))

    def scores(self, measure: Measure) -> Scores:
        """Return for each rival its values in the complete blocks."""
        return {
            name: [measure(run) for block in self.blocks for run in runs if run.block == block]
            for name, runs in self.rivals.items()
        }

    @property
    def repeats(self) -> int:
        """Number of draws."""
        return len({run.block for run in self.runs})


def read_results(file: Path) -> list[Result]:
    """Read a `results.json`; what it holds is checked when a report is made of it."""
    try:
        results = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise LycosaError(f"cannot read {file}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise LycosaError(f"{file} is not JSON: {error}") from error
    if not isinstance(results, list):
        raise LycosaError(f"{file} holds no list of results; give the results.json of `lycosa lab run`")
    return results


_RUNS = TypeAdapter(list[Run])


def contests_of(results: Sequence[Result]) -> list[Contest]:
    """Check results and sort them into contests, in the order in which they come."""
    if not results:
        raise LycosaError("no results to report on; run an experiment first")
    try:
        runs = _RUNS.validate_python(list(results))
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise LycosaError(f"result {place} is not as the lab writes it: {first['msg']}") from error
    groups: dict[Any, list[Run]] = {}
    for run in runs:
        setup = run.plan.model_copy(update={"random_seed": 0})
        groups.setdefault((run.web.digest, run.topic, setup), []).append(run)
    return [
        Contest(group[0].topic, group[0].web, group[0].plan, _sorted_by_name(group))
        for group in groups.values()
    ]


def _sorted_by_name(runs: Sequence[Run]) -> dict[str, list[Run]]:
    names = _names(runs)
    by_name: dict[str, list[Run]] = {}
    for run in sorted(runs, key=lambda run: run.block):
        by_name.setdefault(names[id(run)], []).append(run)
    return dict(sorted(by_name.items(), key=_standing))


def _standing(entry: tuple[str, list[Run]]) -> tuple[bool, float, str]:
    name, runs = entry
    return runs[0].strategy == Oracle.name, -sum(run.end.label.recall for run in runs) / len(runs), name


def _names(runs: Sequence[Run]) -> dict[int, str]:
    """Name each run by its strategy, and by the parameters in which runs of that strategy differ."""
    names = {}
    for run in runs:
        others = [other.settings for other in runs if other.strategy == run.strategy]
        differing = [key for key in run.settings if any(o.get(key) != run.settings[key] for o in others)]
        differences = ", ".join(f"{key}={run.settings[key]}" for key in differing)
        names[id(run)] = f"{run.strategy} ({differences})" if differences else run.strategy
    return names
