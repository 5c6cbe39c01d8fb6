"""One experiment: strategies x repeats on one topic of one web, measured against its labels.

Every repeat draws example pages of the topic at random; they describe it, and some of them are
the seeds. All strategies of a repeat get the same draw. Labels are used for drawing examples
and for scoring; no strategy but the oracle sees them.
"""

from __future__ import annotations

import asyncio
import inspect
from dataclasses import dataclass
from time import perf_counter, process_time
from typing import Any

import numpy as np

from lycosa.engine.budget import Budget
from lycosa.engine.crawl import Crawl
from lycosa.engine.engine import Engine, Work
from lycosa.engine.step import Step
from lycosa.errors import LycosaError
from lycosa.fetch.replay import ReplayFetcher
from lycosa.lab.graph import LinkGraph
from lycosa.lab.measures import Sighting
from lycosa.lab.oracle import Oracle
from lycosa.lab.web import Web
from lycosa.model import Fetched, Page
from lycosa.page import analyse
from lycosa.registry import strategies
from lycosa.strategy.base import Strategy
from lycosa.topic import Topic


@dataclass(frozen=True)
class Plan:
    """What to compare, and how."""

    topic: str
    """Label of the pages to find."""
    strategies: tuple[str, ...]
    budget: int
    """Pages each crawl may download."""
    seeds: int = 3
    """How many of the examples a crawl starts from."""
    examples: int = 10
    """Pages of the topic that describe it."""
    repeats: int = 1
    random_seed: int = 0
    start: tuple[str, ...] = ()
    """URLs to start from instead of examples: a portal."""
    concurrency: int = 1

    def __post_init__(self) -> None:
        if not self.strategies:
            raise LycosaError("no strategy given; name at least one")
        for name in self.strategies:
            strategy_class(name)
        for field in ("budget", "seeds", "examples", "repeats", "concurrency"):
            if getattr(self, field) < 1:
                raise LycosaError(f"{field} is {getattr(self, field)}; it must be at least 1")
        if self.seeds > self.examples and not self.start:
            raise LycosaError(f"{self.seeds} seeds out of {self.examples} examples; ask for fewer seeds")


@dataclass(frozen=True)
class Draw:
    """What one repeat starts from."""

    repeat: int
    examples: tuple[str, ...]
    seeds: tuple[str, ...]


@dataclass(frozen=True)
class Outcome:
    """What one crawl found, in order, and what it cost."""

    strategy: str
    draw: Draw
    stop: str
    sightings: tuple[Sighting, ...]
    visits: int
    failures: dict[str, int]
    parameters: dict[str, Any]
    wall_s: float
    cpu_s: float
    stage_s: dict[str, float]


def strategy_class(name: str) -> type[Any]:
    """Return a strategy that the lab knows: any registered one, or the oracle."""
    return Oracle if name == Oracle.name else strategies.get(name)


def draw(web: Web, plan: Plan, repeat: int) -> Draw:
    """Draw the examples and seeds of one repeat."""
    pages = sorted(web.on_topic(plan.topic))
    rng = np.random.default_rng([plan.random_seed, repeat])
    chosen = rng.choice(len(pages), size=min(plan.examples, len(pages)), replace=False)
    examples = tuple(pages[i] for i in chosen)
    return Draw(repeat, examples, plan.start or examples[: plan.seeds])


def run_cell(web: Web, graph: LinkGraph, plan: Plan, name: str, repeat: int) -> Outcome:
    """Crawl a web once."""
    on_topic = web.on_topic(plan.topic)
    drawn = draw(web, plan, repeat)
    topic = Topic.from_pages([example(web, url) for url in drawn.examples], plan.topic)
    strategy = make_strategy(name, topic, plan.random_seed + repeat, graph, on_topic)
    log = _Log(on_topic)
    crawl = Crawl(strategy)
    crawl.seed(drawn.seeds)
    engine = Engine(
        crawl, ReplayFetcher(web), Budget(plan.budget), Work(concurrency=plan.concurrency), listeners=[log]
    )
    wall, cpu = perf_counter(), process_time()
    stop = asyncio.run(engine.run())
    return Outcome(
        strategy=name,
        draw=drawn,
        stop=str(stop),
        sightings=tuple(log.sightings),
        visits=crawl.tally.visits,
        failures={str(kind): count for kind, count in sorted(crawl.tally.reasons.items())},
        parameters=parameters(strategy),
        wall_s=perf_counter() - wall,
        cpu_s=process_time() - cpu,
        stage_s={stage: ns / 1e9 for stage, ns in crawl.tally.stage_ns.items()},
    )


def make_strategy(name: str, topic: Topic, seed: int, graph: LinkGraph, on_topic: frozenset[str]) -> Strategy:
    """Make a strategy for one crawl; only the oracle is told the truth."""
    if name == Oracle.name:
        return Oracle(topic, seed, graph=graph, on_topic=on_topic)
    strategy: Strategy = strategies.get(name)(topic, seed=seed)
    return strategy


def example(web: Web, url: str) -> Page:
    """Read a page that describes the topic."""
    stored = web.page(url)
    if stored is None:
        raise LycosaError(f"example page {url} is not in the web")
    page = analyse(Fetched(url, 200, (("content-type", stored.content_type),), stored.html))
    if not isinstance(page, Page):
        raise LycosaError(f"example page {url} cannot be read: {page}")
    return page


def parameters(strategy: Strategy) -> dict[str, Any]:
    """Return the plain parameters a strategy was made with."""
    names = inspect.signature(type(strategy)).parameters
    values = {name: getattr(strategy, name) for name in names if hasattr(strategy, name)}
    return {name: value for name, value in values.items() if isinstance(value, bool | int | float | str)}


class _Log:
    """Keeps what measures need of every page."""

    def __init__(self, on_topic: frozenset[str]) -> None:
        self.sightings: list[Sighting] = []
        self._on_topic = on_topic

    def record(self, step: Step) -> None:
        visit = step.visit
        if visit.judgement is not None:
            url = visit.link.url
            self.sightings.append(
                Sighting(
                    url,
                    visit.link.depth,
                    visit.judgement.relevant,
                    visit.judgement.score,
                    url in self._on_topic,
                )
            )
