"""Results of made-up crawls, measured by the lab itself: for tests of what is made of results."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lycosa.lab.experiment.measures import Sighting
from lycosa.lab.experiment.plan import Plan
from lycosa.lab.experiment.results import results_of
from lycosa.lab.experiment.trial import Draw, TrialOutcome

SKILL = {"careful": 0.8, "middling": 0.5, "blind": 0.15, "oracle": 1.0}
"""Strategy to the share of its pages that are on topic."""


@dataclass(frozen=True)
class NamedWeb:
    """As much of a web as results tell of it."""

    name: str = "little-web"
    pages: int = 1000

    def __len__(self) -> int:
        return self.pages

    def digest(self) -> str:
        return "d" * 64


def made_results(
    skills: Mapping[str, float] = SKILL,
    *,
    repeats: int = 3,
    topic: str = "storms",
    web: NamedWeb | None = None,
    budget: int = 50,
    experiment: str = "",
    **changes: Any,
) -> list[dict[str, Any]]:
    """Measure one made-up crawl for each strategy and repeat; `changes` go into every outcome."""
    plan = Plan(topic, ("oracle",), budget, repeats=repeats, experiment=experiment)
    outcomes = [
        _outcome(name, skill, repeat, budget, changes)
        for name, skill in skills.items()
        for repeat in range(repeats)
    ]
    return results_of(plan, web or NamedWeb(), outcomes, [40] * repeats)  # type: ignore[arg-type]


def _outcome(name: str, skill: float, repeat: int, pages: int, changes: Mapping[str, Any]) -> TrialOutcome:
    chance = random.Random(f"{name!r} {repeat}")
    seen = tuple(
        Sighting(
            f"http://{'site' if i % 3 else 'other'}.example/{i}",
            i % 5,
            chance.random() < skill,
            chance.random(),
            chance.random() < skill,
            tunnel=i % 4,
        )
        for i in range(pages)
    )
    draw = Draw(repeat, ("http://site.example/a", "http://site.example/b"), ("http://site.example/a",))
    values: dict[str, Any] = {
        "strategy": name,
        "draw": draw,
        "stop": "page budget spent",
        "sightings": seen,
        "visits": pages + 3,
        "failures": {"http-4xx": 3},
        "parameters": {"seed": repeat, "threshold": 0.5},
        "mechanisms": {"links called back": repeat} if name == "careful" else {},
        "wall_s": 2.0,
        "cpu_s": 0.5,
        "stage_s": {"fetch": 0.0, "parse": 0.2, "judge": 0.1, "rank": 0.15, "select": 0.02, "store": 0.01},
    }
    return TrialOutcome(**{**values, **changes})
