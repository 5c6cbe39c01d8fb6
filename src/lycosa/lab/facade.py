"""The laboratory for programs: `Lab("synth").run("rainstorm", ["bfs", "best-first"], budget=500)`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from lycosa.lab.experiment.plan import Plan
from lycosa.lab.experiment.results import Result
from lycosa.lab.experiment.runner import run_plan
from lycosa.lab.web.named import web_from


class Lab:
    """Compares strategies on one web.

    Parameters
    ----------
    web
        Folder of a frozen web, or `synth`, with settings as in `synth:pages=20000`.

    Examples
    --------
    ::

        lab = lycosa.Lab("synth")
        for result in lab.run("rainstorm", ["bfs", "best-first"], budget=500, repeats=3):
            print(result["strategy"], result["checkpoints"][-1]["label"]["harvest"])
    """

    def __init__(self, web: str) -> None:
        self.web = web

    def topics(self) -> dict[str, int]:
        """Return the labels of the web's pages, with how many pages have each."""
        return web_from(self.web).labels()

    def run(
        self, topic: str, strategies: Iterable[str], budget: int = 1000, *, jobs: int = 0, **plan: Any
    ) -> list[Result]:
        """Run every strategy; return one result for each and repeat, as `results.json` has them.

        `plan` takes the other fields of `lycosa.lab.experiment.plan.Plan`: repeats, seeds, examples …
        """
        return run_plan(Plan(topic, tuple(strategies), budget, **plan), self.web, jobs or os.cpu_count() or 1)
