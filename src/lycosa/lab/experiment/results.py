"""Measured crawls as plain data: `results.json`, and the means over repeats that tables show.

Everything in a result but its `timings` is the same each time the same plan runs.
"""

from __future__ import annotations

import json
import math
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from lycosa.errors import LycosaError
from lycosa.lab.experiment.measures import Checkpoint, checkpoints, harvest_curve, hosts, measure, tunnels
from lycosa.lab.experiment.oracle import Oracle
from lycosa.lab.experiment.trial import Plan, TrialOutcome
from lycosa.lab.experiment.verdicts import reliability
from lycosa.lab.web.base import Web
from lycosa.lab.web.named import SYNTH
from lycosa.version import __version__

Result = dict[str, Any]
CURVE_POINTS = 200
MOST_HOSTS = 20
"""Hosts that a result tells of, those with the most pages."""


def results_of(
    plan: Plan,
    web: Web,
    outcomes: Sequence[TrialOutcome],
    reachable: Sequence[int],
    *,
    web_parse_s: float = 0.0,
    spec: str = "",
) -> list[Result]:
    """Measure outcomes; each gets its share of what the oracle found from the same seeds.

    `reachable` is the number of on-topic pages in reach, by repeat; `web_parse_s` is what parsing
    the whole web took, once, where the crawls share it; `spec` is what the web was opened by, of
    which no more is kept than another machine can use.
    """
    places = sorted({at for at in plan.checkpoints if at < plan.budget} | {plan.budget})
    measured = {
        (outcome.strategy, outcome.draw.repeat): [
            measure(outcome.sightings, at, reachable[outcome.draw.repeat])
            for at in (places if plan.checkpoints else checkpoints(plan.budget))
        ]
        for outcome in outcomes
    }
    return [
        _result(
            plan,
            _web_facts(web, spec),
            outcome,
            reachable=reachable[outcome.draw.repeat],
            web_parse_s=web_parse_s,
            points=measured[outcome.strategy, outcome.draw.repeat],
            oracle=measured.get((Oracle.name, outcome.draw.repeat)),
        )
        for outcome in outcomes
    ]


def _result(
    plan: Plan,
    web: dict[str, Any],
    outcome: TrialOutcome,
    *,
    reachable: int,
    web_parse_s: float,
    points: list[Checkpoint],
    oracle: list[Checkpoint] | None,
) -> Result:
    rows = [asdict(point) for point in points]
    for place, row in enumerate(rows):
        row["oracle_share"] = _share(points[place], oracle[place]) if oracle else None
        if plan.live is not None:
            row["seconds"] = outcome.sightings[row["pages"] - 1].at_s if row["pages"] else 0.0
    return {
        "strategy": outcome.strategy,
        "repeat": outcome.draw.repeat,
        "topic": plan.topic,
        "experiment": plan.experiment,
        "protocol": plan.protocol,
        "use": plan.use,
        "analysis": plan.analysis,
        "web": web,
        "reachable_on_topic": reachable,
        "stop": outcome.stop,
        "pages": len(outcome.sightings),
        "visits": outcome.visits,
        "failures": outcome.failures,
        "checkpoints": rows,
        "reliability": _reliability(outcome),
        "tunnels": tunnels(outcome.sightings),
        "hosts": _hosts(outcome),
        "curve": _curve(outcome),
        "seeds": list(outcome.draw.seeds),
        "examples": list(outcome.draw.examples),
        "parameters": outcome.parameters,
        "mechanisms": outcome.mechanisms,
        "plan": _plain(plan),
        "environment": environment(),
        "timings": {
            "wall_s": outcome.wall_s,
            "cpu_s": outcome.cpu_s,
            "pages_per_cpu_s": len(outcome.sightings) / outcome.cpu_s if outcome.cpu_s else 0.0,
            "stage_s": outcome.stage_s,
            "web_parse_s": web_parse_s,
        },
        **({"crawl_s": outcome.crawl_s} if outcome.crawl_s is not None else {}),
    }


def _web_facts(web: Web, spec: str) -> dict[str, Any]:
    """Describe a web: a synthetic one by its settings, any other by the name of its folder."""
    named = spec if spec.partition(":")[0] == SYNTH else web.name
    return {"name": web.name, "spec": named, "pages": len(web), "digest": web.digest()}


def _reliability(outcome: TrialOutcome) -> list[dict[str, Any]]:
    """Return how often pages of each score are on topic, over the whole crawl."""
    seen = outcome.sightings
    return [asdict(each) for each in reliability([s.score for s in seen], [s.on_topic for s in seen])]


def _hosts(outcome: TrialOutcome) -> dict[str, Any]:
    """Return how many hosts gave pages, and what the largest of them gave."""
    harvests = hosts(outcome.sightings)
    return {"count": len(harvests), "largest": [asdict(harvest) for harvest in harvests[:MOST_HOSTS]]}


def _plain(plan: Plan) -> dict[str, Any]:
    values = asdict(plan)
    if plan.live is None:
        del values["live"]  # results without a clock are as they always were
    for name in ("variants", "described_by", "keywords"):
        if not values[name]:
            del values[name]
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def _share(point: Checkpoint, oracle: Checkpoint) -> float:
    return point.label.on_topic / oracle.label.on_topic if oracle.label.on_topic else 0.0


def _curve(outcome: TrialOutcome) -> dict[str, list[float]]:
    """Thin the harvest curves to what a plot can show."""
    count = len(outcome.sightings)
    places = (
        sorted({max(0, round(count * i / CURVE_POINTS) - 1) for i in range(1, CURVE_POINTS + 1)})
        if count
        else []
    )
    times = {"seconds": [outcome.sightings[place].at_s for place in places]}
    own = harvest_curve(outcome.sightings, lambda sighting: sighting.relevant)
    label = harvest_curve(outcome.sightings, lambda sighting: sighting.on_topic)
    return {
        "pages": [place + 1 for place in places],
        "own_harvest": [own[place] for place in places],
        "label_harvest": [label[place] for place in places],
        **(times if outcome.crawl_s is not None else {}),
    }


@cache
def environment() -> dict[str, str | int]:
    """Say what the experiment ran on, as far as it can change results or speed."""
    return {
        "lycosa": __version__,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "cores": os.cpu_count() or 0,
        **{name: metadata.version(name) for name in ("numpy", "turbohtml", "ada-url")},
    }


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over repeats with its 95 % interval."""

    value: float
    half_width: float
    """Half the width of the interval; 0 for a single repeat, of which nothing is known."""

    def __str__(self) -> str:
        return f"{self.value:.3f} ±{self.half_width:.3f}" if self.half_width else f"{self.value:.3f}"


def mean(values: Sequence[float]) -> Mean:
    """Return the mean of independent values and Student's 95 % interval."""
    count = len(values)
    centre = math.fsum(values) / count
    if count < 2:
        return Mean(centre, 0.0)
    variance = math.fsum((value - centre) ** 2 for value in values) / (count - 1)
    return Mean(centre, _T95[min(count - 2, len(_T95) - 1)] * math.sqrt(variance / count))


_T95 = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228),
    *(2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086),
    *(2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042),
)
"""97.5 % quantile of Student's t for 1, 2, 3 … degrees of freedom; the last serves for more."""


def claim_folder(folder: Path) -> None:
    """Make sure that results can be written to a folder before hours go into them."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".lycosa-probe"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise LycosaError(f"cannot write to the folder {folder}: {error.strerror}") from error


def write_results(results: Sequence[Result], file: Path) -> None:
    """Write results whole or not at all."""
    unfinished = file.with_suffix(".part")
    try:
        unfinished.write_text(
            json.dumps(list(results), indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
        )
        unfinished.replace(file)
    except OSError as error:
        raise LycosaError(f"cannot write {file}: {error.strerror}") from error
