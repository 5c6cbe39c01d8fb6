"""One experiment: strategies x repeats on one topic of one web, measured against its labels.

Every repeat draws example pages of the topic at random; they describe it, and some of them are
the seeds. All strategies of a repeat get the same draw. Labels are used for drawing examples
and for scoring; no strategy but the oracle sees them.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from time import perf_counter, process_time
from typing import Any

import numpy as np

from lycosa.assembly import assemble
from lycosa.engine.budget import Budget, Stop
from lycosa.engine.crawl import Crawl
from lycosa.engine.duplicates.duplicates import DEFAULT_RULES
from lycosa.engine.engine import Engine
from lycosa.engine.links.gate import Gate, GateRules
from lycosa.engine.work import Work
from lycosa.errors import LycosaError
from lycosa.fetch.base import Source
from lycosa.fetch.replay import ReplayFetcher
from lycosa.lab.experiment.measures import Sighting
from lycosa.lab.experiment.oracle import Oracle
from lycosa.lab.experiment.plan import OWN, SHARED, Plan, strategy_class
from lycosa.lab.experiment.prepared_web import PreparedWeb
from lycosa.lab.experiment.sighting_log import SightingLog
from lycosa.lab.experiment.virtual_time import run_in_virtual_time
from lycosa.lab.web.analysis import AnalysedReplay
from lycosa.model import Page
from lycosa.strategy.base import Counting, Strategy
from lycosa.topic import UNNAMED, Topic

_READING = ("fetch", "parse")
"""Stages in which a crawl gets its pages."""


@dataclass(frozen=True)
class Draw:
    """What one repeat starts from."""

    repeat: int
    examples: tuple[str, ...]
    seeds: tuple[str, ...]


@dataclass(frozen=True)
class TrialOutcome:
    """What one crawl found, in order, and what it cost."""

    strategy: str
    draw: Draw
    stop: str
    sightings: tuple[Sighting, ...]
    visits: int
    failures: dict[str, int]
    parameters: dict[str, Any]
    mechanisms: dict[str, int]
    """How often each mechanism of the strategy acted, where it keeps count."""
    wall_s: float
    cpu_s: float
    """Without the cost of getting pages, where their analysis is shared."""
    stage_s: dict[str, float]
    crawl_s: float | None = None
    """How long the crawl took in virtual time, where it ran as if live."""


def draw(prepared: PreparedWeb, plan: Plan, repeat: int) -> Draw:
    """Draw the examples and seeds of one repeat, or take what a search finds."""
    for url in plan.start:
        if prepared.lands_on(url) is None:
            raise LycosaError(f"start: the web {prepared.web.name!r} has no page {url}")
    found = plan.search.found(prepared.web) if plan.search is not None else ()
    if found and plan.described_by and plan.description.results:
        examples = prepared.readable(found, plan.examples)
    else:
        pages = sorted(prepared.web.on_topic(plan.topic))
        rng = np.random.default_rng([plan.random_seed, repeat])
        examples = prepared.readable((pages[place] for place in rng.permutation(len(pages))), plan.examples)
    return Draw(repeat, examples, plan.start or (found or examples)[: plan.seeds])


def draw_classes(prepared: PreparedWeb, plan: Plan, repeat: int) -> list[list[Page]]:
    """Draw documents of the other classes; none of them is of the topic's."""
    own, drawn = prepared.web.on_topic(plan.topic), []
    for number, label in enumerate(plan.inputs.classes, 1):
        pages = sorted(prepared.web.on_topic(label) - own)
        order = np.random.default_rng([plan.random_seed, repeat, number]).permutation(len(pages))
        urls = prepared.readable((pages[place] for place in order), plan.inputs.class_pages)
        drawn.append([prepared.example(url) for url in urls])
    return drawn


def run_cell(prepared: PreparedWeb, plan: Plan, name: str, repeat: int) -> TrialOutcome:
    """Crawl a web once."""
    on_topic = prepared.web.on_topic(plan.topic)
    drawn = draw(prepared, plan, repeat)
    topic = topic_of(prepared, plan, drawn)
    strategy = make_strategy(prepared, plan, name, topic, plan.random_seed + repeat)
    log = SightingLog(on_topic)
    crawl = _crawl(plan, strategy)
    crawl.seed(drawn.seeds)
    wall, cpu = perf_counter(), process_time()
    stop, crawl_s = (run_in_virtual_time if plan.live else asyncio.run)(_run(prepared, plan, crawl, log))
    wall_s, cpu_s = perf_counter() - wall, process_time() - cpu
    stage_s = {stage: ns / 1e9 for stage, ns in crawl.tally.stage_ns.items()}
    if plan.analysis == SHARED:
        cpu_s -= sum(stage_s.pop(stage) for stage in _READING)
    live = {"patience": plan.live.patience} if plan.live else {}
    return TrialOutcome(
        strategy=name,
        draw=drawn,
        stop=str(stop),
        sightings=tuple(log.sightings),
        visits=crawl.tally.visits,
        failures={str(kind): count for kind, count in sorted(crawl.tally.reasons.items())},
        parameters={**parameters(strategy), **_plain(plan.choice(name).described()), **live},
        mechanisms=dict(strategy.counts()) if isinstance(strategy, Counting) else {},
        wall_s=wall_s,
        cpu_s=cpu_s,
        stage_s=stage_s,
        crawl_s=crawl_s if plan.live else None,
    )


def _crawl(plan: Plan, strategy: Strategy) -> Crawl:
    # A web that is not there has no owner to obey, and labels know neither nofollow nor copies.
    gate = Gate(GateRules(follow_nofollow=True))
    rules = DEFAULT_RULES if plan.duplicates else None
    if plan.live is None:
        return Crawl(strategy, gate=gate, duplicates=rules)
    return Crawl(
        strategy, plan.live.frontier(strategy.evidence), gate, pace=plan.live.pace(), duplicates=rules
    )


async def _run(prepared: PreparedWeb, plan: Plan, crawl: Crawl, log: SightingLog) -> tuple[Stop, float]:
    """Crawl; return why it ended, and when by the clock of the event loop."""
    clock = asyncio.get_running_loop().time
    if plan.live is not None:
        log.clock = clock
    return await _engine(prepared, plan, crawl, log, clock).run(), clock()


def topic_of(prepared: PreparedWeb, plan: Plan, drawn: Draw) -> Topic:
    """Describe the topic without its label: a name would be the heaviest term of its ontology."""
    if plan.described_by:
        pages = [prepared.example(url) for url in drawn.examples]
        others = draw_classes(prepared, plan, drawn.repeat) if plan.description.classes else ()
        return plan.description.topic(plan.words, pages, drawn.seeds, plan.inputs, others)
    if plan.sentence:
        topic = Topic.from_sentence(plan.sentence, UNNAMED)
    else:
        topic = Topic.from_pages([prepared.example(url) for url in drawn.examples])
    return replace(topic, seeds=drawn.seeds)


def make_strategy(prepared: PreparedWeb, plan: Plan, name: str, topic: Topic, seed: int) -> Strategy:
    """Make a strategy for one crawl; only the oracle is told the truth."""
    if name == Oracle.name:
        return Oracle(topic, seed, graph=prepared.graph, on_topic=prepared.web.on_topic(plan.topic))
    return assemble(plan.choice(name), topic, seed, strategy_class)


def parameters(strategy: Strategy) -> dict[str, Any]:
    """Return the plain parameters a strategy was made with."""
    names = inspect.signature(type(strategy)).parameters
    return _plain({name: getattr(strategy, name) for name in names if hasattr(strategy, name)})


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return what can stand in a table; several values are one text."""
    texts = {
        name: " ".join(map(str, value)) for name, value in values.items() if isinstance(value, tuple | list)
    }
    joined = {**values, **texts}
    return {name: value for name, value in joined.items() if isinstance(value, bool | int | float | str)}


def _engine(
    prepared: PreparedWeb, plan: Plan, crawl: Crawl, log: SightingLog, clock: Callable[[], float]
) -> Engine:
    budget, work = Budget(plan.budget), Work(plan.concurrency)
    if plan.analysis == OWN:
        return Engine(crawl, ReplayFetcher(prepared.web), budget, work, listeners=[log])
    source: Source = AnalysedReplay(prepared.web, prepared.pages)
    if plan.live is not None:
        source, work = plan.live.network(source, prepared.hosts, clock), plan.live.work(plan.concurrency)
    return Engine(crawl, source, budget, work, listeners=[log], clock=clock)
