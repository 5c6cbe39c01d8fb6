"""One experiment: strategies x repeats on one topic of one web, measured against its labels.

Every repeat draws example pages of the topic at random; they describe it, and some of them are
the seeds. All strategies of a repeat get the same draw. Labels are used for drawing examples
and for scoring; no strategy but the oracle sees them.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from time import perf_counter, process_time
from typing import Any

import numpy as np

from lycosa.engine.budget import Budget
from lycosa.engine.crawl import Crawl
from lycosa.engine.engine import Engine, Work
from lycosa.engine.gate import Gate, GateRules
from lycosa.engine.step import Step
from lycosa.errors import LycosaError
from lycosa.fetch.replay import ReplayFetcher
from lycosa.lab.experiment.measures import Sighting
from lycosa.lab.experiment.oracle import Oracle
from lycosa.lab.experiment.prepared_web import PreparedWeb
from lycosa.lab.web.analysis import AnalysedReplay
from lycosa.model import Page
from lycosa.registry import Family, strategies
from lycosa.strategy.base import Strategy
from lycosa.topic import Topic

SHARED, OWN = "shared", "own"
rivals = Family("rival", "lycosa.lab.rivals", "lycosa.rivals")
"""Other crawlers, written anew for comparison; known to the laboratory only."""
_READING = ("fetch", "parse")
"""Stages in which a crawl gets its pages."""


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
    sentence: str = ""
    """Describes the topic instead of the examples, which then only give the seeds."""
    checkpoints: tuple[int, ...] = ()
    """Where to measure; empty for every tenth of a small budget and every 1,000 pages of a large one."""
    parameters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Parameters of strategies, by name, that differ from the defaults."""
    analysis: str = SHARED
    """`shared`: pages are read as parsed once for all crawls; `own`: each crawl parses its pages itself."""
    experiment: str = ""
    """Name of the experiment it is part of."""
    use: str = ""
    """What its topic is for: `tuning` or `reporting`."""

    def __post_init__(self) -> None:
        if not self.strategies:
            raise LycosaError("no strategy given; name at least one")
        for name in (*self.strategies, *self.parameters):
            strategy_class(name)
        for name in ("budget", "seeds", "examples", "repeats", "concurrency"):
            if getattr(self, name) < 1:
                raise LycosaError(f"{name} is {getattr(self, name)}; it must be at least 1")
        if self.seeds > self.examples and not self.start:
            raise LycosaError(f"{self.seeds} seeds out of {self.examples} examples; ask for fewer seeds")
        if self.analysis not in (SHARED, OWN):
            raise LycosaError(f"analysis is {self.analysis!r}; it must be {SHARED!r} or {OWN!r}")

    @property
    def protocol(self) -> str:
        """Where crawls start: at `examples` of the topic, or at a `portal`."""
        return "portal" if self.start else "examples"


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
    """Without the cost of getting pages, where their analysis is shared."""
    stage_s: dict[str, float]


def strategy_class(name: str) -> type[Any]:
    """Return a strategy that the lab knows: any registered one, a rival, or the oracle."""
    if name == Oracle.name:
        return Oracle
    return rivals.get(name) if name in rivals.classes else strategies.get(name)


def draw(prepared: PreparedWeb, plan: Plan, repeat: int) -> Draw:
    """Draw the examples and seeds of one repeat; pages that cannot be read describe nothing."""
    pages = sorted(prepared.web.on_topic(plan.topic))
    rng = np.random.default_rng([plan.random_seed, repeat])
    examples: list[str] = []
    for place in rng.permutation(len(pages)):
        if len(examples) == plan.examples:
            break
        if isinstance(prepared.pages[pages[place]], Page):
            examples.append(pages[place])
    return Draw(repeat, tuple(examples), plan.start or tuple(examples[: plan.seeds]))


def run_cell(prepared: PreparedWeb, plan: Plan, name: str, repeat: int) -> Outcome:
    """Crawl a web once."""
    on_topic = prepared.web.on_topic(plan.topic)
    drawn = draw(prepared, plan, repeat)
    topic = _topic(prepared, plan, drawn)
    strategy = make_strategy(prepared, plan, name, topic, plan.random_seed + repeat)
    log = _Log(on_topic)
    # A web that is not there has no owner to obey, and labels know neither nofollow nor copies.
    crawl = Crawl(strategy, gate=Gate(GateRules(follow_nofollow=True)), duplicates=None)
    crawl.seed(drawn.seeds)
    engine = _engine(prepared, plan, crawl, log)
    wall, cpu = perf_counter(), process_time()
    stop = asyncio.run(engine.run())
    wall_s, cpu_s = perf_counter() - wall, process_time() - cpu
    stage_s = {stage: ns / 1e9 for stage, ns in crawl.tally.stage_ns.items()}
    if plan.analysis == SHARED:
        cpu_s -= sum(stage_s.pop(stage) for stage in _READING)
    return Outcome(
        strategy=name,
        draw=drawn,
        stop=str(stop),
        sightings=tuple(log.sightings),
        visits=crawl.tally.visits,
        failures={str(kind): count for kind, count in sorted(crawl.tally.reasons.items())},
        parameters=parameters(strategy),
        wall_s=wall_s,
        cpu_s=cpu_s,
        stage_s=stage_s,
    )


def _topic(prepared: PreparedWeb, plan: Plan, drawn: Draw) -> Topic:
    if plan.sentence:
        topic = Topic.from_sentence(plan.sentence, plan.topic)
    else:
        topic = Topic.from_pages([prepared.example(url) for url in drawn.examples], plan.topic)
    return replace(topic, seeds=drawn.seeds)


def make_strategy(prepared: PreparedWeb, plan: Plan, name: str, topic: Topic, seed: int) -> Strategy:
    """Make a strategy for one crawl; only the oracle is told the truth."""
    if name == Oracle.name:
        return Oracle(topic, seed, graph=prepared.graph, on_topic=prepared.web.on_topic(plan.topic))
    try:
        strategy: Strategy = strategy_class(name)(topic, seed=seed, **plan.parameters.get(name, {}))
    except TypeError as error:
        raise LycosaError(f"parameters of the strategy {name}: {error}") from error
    return strategy


def parameters(strategy: Strategy) -> dict[str, Any]:
    """Return the plain parameters a strategy was made with."""
    names = inspect.signature(type(strategy)).parameters
    values = {name: getattr(strategy, name) for name in names if hasattr(strategy, name)}
    return {name: value for name, value in values.items() if isinstance(value, bool | int | float | str)}


def _engine(prepared: PreparedWeb, plan: Plan, crawl: Crawl, log: _Log) -> Engine:
    budget, work = Budget(plan.budget), Work(concurrency=plan.concurrency)
    if plan.analysis == OWN:
        return Engine(crawl, ReplayFetcher(prepared.web), budget, work, listeners=[log])
    replay = AnalysedReplay(prepared.web, prepared.pages)
    return Engine(crawl, replay, budget, work, listeners=[log], read=replay.analyse)


class _Log:
    """Keeps what measures need of every page."""

    def __init__(self, on_topic: frozenset[str]) -> None:
        self.sightings: list[Sighting] = []
        self._on_topic = on_topic
        self._passed: dict[int, int] = {}
        """Off-topic pages on the way to what a link shows, by its id; links that redirect pass them on."""

    def record(self, step: Step) -> None:
        visit, judgement = step.visit, step.visit.judgement
        on_topic, tunnel = visit.url in self._on_topic, self._passed.get(visit.link.parent, 0)
        if visit.page is not None:
            self._passed[visit.link.id] = 0 if on_topic else tunnel + 1
            self.sightings.append(
                Sighting(
                    visit.url,
                    visit.link.depth,
                    judgement is not None and judgement.relevant,
                    visit.score,
                    on_topic,
                    tunnel,
                )
            )
        else:
            self._passed[visit.link.id] = tunnel
