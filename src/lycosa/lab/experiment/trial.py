"""One experiment: strategies x repeats on one topic of one web, measured against its labels.

Every repeat draws example pages of the topic at random; they describe it, and some of them are
the seeds. All strategies of a repeat get the same draw. Labels are used for drawing examples
and for scoring; no strategy but the oracle sees them.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from time import perf_counter, process_time
from typing import Any

import numpy as np

from lycosa.assembly import FAMILIES, StrategyChoice, assemble
from lycosa.engine.budget import Budget, Stop
from lycosa.engine.crawl import Crawl
from lycosa.engine.engine import Engine
from lycosa.engine.links.gate import Gate, GateRules
from lycosa.engine.work import Work
from lycosa.errors import LycosaError
from lycosa.fetch.base import Source
from lycosa.fetch.replay import ReplayFetcher
from lycosa.lab.experiment.description import Description, Words
from lycosa.lab.experiment.live_like import LiveLike
from lycosa.lab.experiment.measures import Sighting
from lycosa.lab.experiment.oracle import Oracle
from lycosa.lab.experiment.prepared_web import PreparedWeb
from lycosa.lab.experiment.sighting_log import SightingLog
from lycosa.lab.experiment.virtual_time import run_in_virtual_time
from lycosa.lab.web.analysis import AnalysedReplay
from lycosa.model import Page
from lycosa.ranges import check_range
from lycosa.registry import Family, strategies
from lycosa.strategy.base import Counting, Strategy
from lycosa.topic import UNNAMED, Topic

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
    keywords: tuple[str, ...] = ()
    """Terms of the topic, for descriptions that ask for them."""
    described_by: str = ""
    """What a judge is given of the topic (`lycosa.lab.experiment.description`); it sets how many examples and
    seeds there are. Empty for examples, or for the sentence, if there is one."""
    checkpoints: tuple[int, ...] = ()
    """Where to measure; empty for every tenth of a small budget and every 1,000 pages of a large one."""
    parameters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Parameters of strategies, by name, that differ from the defaults."""
    variants: Mapping[str, StrategyChoice] = field(default_factory=dict)
    """Strategies with other parts than their own, by the name they go by here."""
    analysis: str = SHARED
    """`shared`: pages are read as parsed once for all crawls; `own`: each crawl parses its pages itself."""
    experiment: str = ""
    """Name of the experiment it is part of."""
    use: str = ""
    """What its topic is for: `tuning` or `reporting`."""
    live: LiveLike | None = None
    """The network of a crawl that runs as if live, in virtual time; None replays without waiting."""

    def __post_init__(self) -> None:
        if not self.strategies:
            raise LycosaError("no strategy given; name at least one")
        for name in (*self.strategies, *self.parameters, *self.variants):
            check_names(self.choice(name))
        if self.described_by:
            self._describe()
        elif self.keywords:
            raise LycosaError("keywords are given; say with described_by that they describe the topic")
        check_range(self, "budget", "seeds", "examples", "repeats", "concurrency", least=1)
        if self.seeds > self.examples and not self.start:
            raise LycosaError(f"{self.seeds} seeds out of {self.examples} examples; ask for fewer seeds")
        if self.analysis not in (SHARED, OWN):
            raise LycosaError(f"analysis is {self.analysis!r}; it must be {SHARED!r} or {OWN!r}")
        if self.live is not None and self.analysis != SHARED:
            raise LycosaError(
                "a crawl as if live cannot parse pages itself: its clock does not wait for that"
            )

    def _describe(self) -> None:
        """Draw what the description needs; where it says nothing of seeds, `seeds` of the pages start."""
        self.description.check(self.words)
        given = self.description
        seeds = given.seeds or min(self.seeds, given.examples or self.seeds)
        object.__setattr__(self, "seeds", seeds)
        object.__setattr__(self, "examples", max(given.examples, seeds))

    @property
    def description(self) -> Description:
        """What a judge is given of the topic."""
        return Description.parse(self.described_by)

    @property
    def words(self) -> Words:
        """The topic as somebody would put it."""
        return Words(self.sentence, self.keywords)

    def choice(self, name: str) -> StrategyChoice:
        """Return the strategy, the parameters and the parts that a name stands for."""
        choice = self.variants.get(name, StrategyChoice(name))
        return replace(choice, parameters={**choice.parameters, **self.parameters.get(name, {})})

    @property
    def protocol(self) -> str:
        """What describes the topic, or where crawls start: `examples` or a `portal`; whether as if live."""
        start = "portal" if self.start else "" if self.described_by else "examples"
        return ", ".join(filter(None, (self.described_by, start, "live-like" if self.live else "")))


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


def strategy_class(name: str) -> type[Any]:
    """Return a strategy that the lab knows: any registered one, a rival, or the oracle."""
    if name == Oracle.name:
        return Oracle
    return rivals.get(name) if name in rivals.classes else strategies.get(name)


def check_names(choice: StrategyChoice) -> None:
    """Complain of a strategy or part that nobody knows."""
    strategy_class(choice.name)
    for kind, part in choice.parts.items():
        FAMILIES[kind].get(part.name)


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


def run_cell(prepared: PreparedWeb, plan: Plan, name: str, repeat: int) -> TrialOutcome:
    """Crawl a web once."""
    on_topic = prepared.web.on_topic(plan.topic)
    drawn = draw(prepared, plan, repeat)
    topic = _topic(prepared, plan, drawn)
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
    if plan.live is None:
        return Crawl(strategy, gate=gate, duplicates=None)
    return Crawl(
        strategy, plan.live.frontier(strategy.evidence), gate, pace=plan.live.pace(), duplicates=None
    )


async def _run(prepared: PreparedWeb, plan: Plan, crawl: Crawl, log: SightingLog) -> tuple[Stop, float]:
    """Crawl; return why it ended, and when by the clock of the event loop."""
    clock = asyncio.get_running_loop().time
    if plan.live is not None:
        log.clock = clock
    return await _engine(prepared, plan, crawl, log, clock).run(), clock()


def _topic(prepared: PreparedWeb, plan: Plan, drawn: Draw) -> Topic:
    """Describe the topic without its label: a name would be the heaviest term of its ontology."""
    if plan.described_by:
        pages = [prepared.example(url) for url in drawn.examples]
        return plan.description.topic(plan.words, pages, drawn.seeds)
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
