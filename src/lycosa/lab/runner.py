"""Runs the crawls of an experiment, several at once on the cores of the machine."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed

import numpy as np

from lycosa.lab.experiment import Outcome, Plan, draw, run_cell
from lycosa.lab.graph import LinkGraph
from lycosa.lab.graphcache import open_graph
from lycosa.lab.oracle import Oracle
from lycosa.lab.results import Result, results_of
from lycosa.lab.web import Web
from lycosa.lab.webs import web_from

Progress = Callable[[Outcome, int, int], None]
"""Called after each crawl with its outcome, how many are done, and how many there are."""


def run_plan(plan: Plan, spec: str, jobs: int = 1, progress: Progress | None = None) -> list[Result]:
    """Run every strategy of a plan in every repeat on a web; the results come in the plan's order.

    The oracle always runs along as the yardstick, whether or not the plan names it.
    """
    web = web_from(spec)
    web.on_topic(plan.topic)
    with ProcessPoolExecutor(jobs) as pool:
        graph = open_graph(web, pool)
    outcomes = _outcomes(plan, spec, graph, jobs, progress)
    return [
        result
        for result in results_of(plan, web, outcomes, _reachable_on_topic(plan, web, graph))
        if result["strategy"] in plan.strategies
    ]


def _outcomes(plan: Plan, spec: str, graph: LinkGraph, jobs: int, progress: Progress | None) -> list[Outcome]:
    names = list(dict.fromkeys((*plan.strategies, Oracle.name)))
    cells = [(name, repeat) for repeat in range(plan.repeats) for name in names]
    done: dict[tuple[str, int], Outcome] = {}
    with ProcessPoolExecutor(jobs, initializer=_prepare, initargs=(spec, graph, plan)) as pool:
        futures = [pool.submit(_run, *cell) for cell in cells]
        for future in as_completed(futures):
            outcome = future.result()
            done[outcome.strategy, outcome.draw.repeat] = outcome
            if progress is not None:
                progress(outcome, len(done), len(cells))
    return [done[name, repeat] for name in names for repeat in range(plan.repeats)]


def _reachable_on_topic(plan: Plan, web: Web, graph: LinkGraph) -> list[int]:
    """Return for each repeat how many on-topic pages can be reached from its seeds."""
    labelled = web.on_topic(plan.topic)
    on_topic = np.array([url in labelled for url in graph.urls])
    counts = []
    for repeat in range(plan.repeats):
        seeds = [graph.number[url] for url in draw(web, plan, repeat).seeds if url in graph.number]
        counts.append(int((on_topic & (graph.distances(seeds) >= 0)).sum()))
    return counts


_tools: tuple[Web, LinkGraph, Plan]
"""What a worker process has at hand."""


def _prepare(spec: str, graph: LinkGraph, plan: Plan) -> None:
    global _tools  # noqa: PLW0603  # a worker process is handed its tools once
    _tools = web_from(spec), graph, plan


def _run(name: str, repeat: int) -> Outcome:
    web, graph, plan = _tools
    return run_cell(web, graph, plan, name, repeat)
