"""Experiments as files: a TOML file names webs, topics, strategies and budgets; trials come out.

One crawl serves all budgets: it runs to the largest, and the smaller ones are measured on the way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import ceil
from pathlib import Path
from statistics import median_low
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from lycosa.assembly import StrategyChoice
from lycosa.config import build
from lycosa.errors import LycosaError
from lycosa.lab.experiment.description import Description, Inputs, Words
from lycosa.lab.experiment.live_like import LiveLike
from lycosa.lab.experiment.plan import ALL, MOST_PAGES, RIVALS, Plan, check_names, check_new_name, rivals
from lycosa.lab.experiment.prepared_web import PreparedWeb, prepare_web
from lycosa.lab.experiment.runner import Trial
from lycosa.lab.experiment.seed_query import SeedQueries, SeedQuery
from lycosa.lab.experiment.trial import draw
from lycosa.lab.web.named import SYNTH
from lycosa.registry import strategies
from lycosa.toml_file import read_toml

Count = Annotated[int, Field(ge=1, le=MOST_PAGES)]
MOST_CHECKPOINTS = 10_000
Value = bool | int | float | str | tuple[float, ...]
Values = Annotated[tuple[Value, ...], Field(min_length=1)]


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Budgets(_Table):
    """How many pages a crawl may download."""

    pages: tuple[Count, ...] = ()
    reachable: tuple[Annotated[float, Field(gt=0, le=1_000)], ...] = ()
    """Multiples of the on-topic pages in reach (the median over the repeats)."""
    cap: Count | None = None
    """No crawl is longer than this."""

    @model_validator(mode="after")
    def _some(self) -> Budgets:
        if not self.pages and not self.reachable:
            raise ValueError("give pages = [1000], or reachable = [0.5, 1, 2]")
        return self

    def of(self, reachable: int) -> list[int]:
        """Return the budgets for a topic, smallest first."""
        wanted = {*self.pages, *(max(1, ceil(multiple * reachable)) for multiple in self.reachable)}
        return sorted({min(budget, self.cap or budget) for budget in wanted})


class WebTopics(_Table):
    """Topics of one web. Every topic is for tuning or for reporting, never for both."""

    web: str
    """Folder below the webs' root, or `synth` with its settings."""
    tuning: tuple[str, ...] = ()
    reporting: tuple[str, ...] = ()
    start: tuple[str, ...] = ()
    """URLs to start from instead of examples: a portal."""
    words: dict[str, Words] = {}
    """Sentence and keywords of topics, by label."""
    inputs: dict[str, Inputs] = {}
    """Terms, classes and ontologies of topics, by label."""
    budgets: Budgets | None = None
    """Where this web wants others than the experiment's."""

    def relative_to(self, folder: Path) -> WebTopics:
        """Return the same with ontologies looked for in a folder."""
        return self.model_copy(
            update={"inputs": {key: of.relative_to(folder) for key, of in self.inputs.items()}}
        )

    @model_validator(mode="after")
    def _apart(self) -> WebTopics:
        if both := set(self.tuning) & set(self.reporting):
            raise ValueError(f"{sorted(both)[0]} is named for tuning and for reporting")
        if not self.tuning and not self.reporting:
            raise ValueError("no topics: name some under tuning or reporting")
        for kind in ("words", "inputs"):
            if unknown := set(getattr(self, kind)) - {*self.tuning, *self.reporting}:
                raise ValueError(f"{kind} are given of {sorted(unknown)[0]}, which is none of the topics")
        return self


class Grid(_Table):
    """Parameters of one strategy to try in all combinations."""

    strategy: str
    values: Annotated[dict[str, Values], Field(min_length=1)]


class Live(_Table):
    """Crawls that run as if live, in virtual time; see `lycosa.lab.experiment.live_like`."""

    concurrency: Count = 64
    """Requests under way at once."""
    patience: float | Annotated[tuple[float, ...], Field(min_length=1)] = 0.9
    """One, or several to compare."""
    latency_s: float = 0.2
    jitter_s: float = 0.0
    host_rest_s: float = 1.0
    address_rest_s: float = 0.0
    hosts_per_address: Count = 1
    longest_hold_s: float = 30.0

    @model_validator(mode="after")
    def _sensible(self) -> Live:
        try:
            self.each()
        except LycosaError as error:
            raise ValueError(str(error)) from error
        return self

    def each(self) -> list[LiveLike]:
        """Return the ways to run, one for each patience."""
        patiences = self.patience if isinstance(self.patience, tuple) else (self.patience,)
        others = self.model_dump(exclude={"patience", "concurrency"})
        return [LiveLike(patience=patience, **others) for patience in patiences]


class Experiment(_Table):
    """What a file asks for."""

    name: str = ""
    about: str = ""
    webs: Annotated[tuple[WebTopics, ...], Field(min_length=1)]
    strategies: tuple[str, ...] = ()
    """Names; `all` stands for every registered strategy, `rivals` for the re-implementations."""
    budgets: Budgets
    checkpoints: Count | tuple[Count, ...] = ()
    """Where to measure: every so many pages, or at these."""
    seeds: Count = 3
    examples: Count = 10
    described_by: tuple[str, ...] = ()
    """What judges are given of a topic, one trial for each: `sentence + seed`, `3 examples` …"""
    search: SeedQueries | None = None
    """Seeds are found by search engines over the web, by a query of the topic's terms."""
    duplicates: bool | Annotated[tuple[bool, ...], Field(min_length=1)] = False
    """Whether copies of pages are found; both, to compare."""
    repeats: Count = 5
    random_seed: Annotated[int, Field(ge=0)] = 0
    parameters: dict[str, dict[str, Value]] = {}
    variants: dict[str, dict[str, Any]] = {}
    """Strategies with other parts, by a name of their own: `name`, `parameters`, `judge`, `ranker` …"""
    analysis: Literal["shared", "own"] = "shared"
    live: Live | None = None
    """Runs every crawl as if live; left out, crawls are replayed without waiting, one request at a time."""
    grid: Grid | None = None

    def named(self) -> tuple[str, ...]:
        """Return the strategies meant, each once."""
        meaning = {ALL: list(strategies.classes), RIVALS: list(rivals.classes)}
        spread = (name for entry in self.strategies for name in meaning.get(entry, [entry]))
        return tuple(dict.fromkeys(spread))

    def choices(self) -> dict[str, StrategyChoice]:
        """Return what the names of variants stand for."""
        where = f"variants of {self.name}" if self.name else "variants"
        return {name: build(StrategyChoice, data, where, f"{name}.") for name, data in self.variants.items()}


def read_experiment(file: Path) -> Experiment:
    """Read and check an experiment."""
    data = read_toml(file)
    try:
        experiment = Experiment.model_validate(data)
    except ValidationError as error:
        raise LycosaError(f"{file}: {_complaint(error)}") from error
    _check_strategies(experiment, file)
    webs = tuple(entry.relative_to(file.parent) for entry in experiment.webs)
    return experiment.model_copy(update={"name": experiment.name or file.stem, "webs": webs})


def trials_of(experiment: Experiment, root: Path, jobs: int = 1) -> list[Trial]:
    """Return a trial for every topic, each once; webs are opened to count what is in reach, and parsed."""
    trials = []
    for entry in experiment.webs:
        spec = _spec(entry.web, root)
        prepared = prepare_web(spec, jobs)
        for use, topics in (("tuning", entry.tuning), ("reporting", entry.reporting)):
            plans = [
                _plan(experiment, entry, prepared, draft)
                for topic in topics
                for described_by in experiment.described_by or ("",)
                for draft in _drafts(experiment, entry, topic, use, described_by)
            ]
            trials += [Trial(spec, plan) for each in plans for plan in _in_time(each, experiment.live)]
    return [trial for place, trial in enumerate(trials) if trial not in trials[:place]]


def _in_time(plan: Plan, live: Live | None) -> list[Plan]:
    """Return a plan as it is or, for crawls as if live, once for every patience."""
    if live is None:
        return [plan]
    return [replace(plan, live=each, concurrency=live.concurrency) for each in live.each()]


def _drafts(experiment: Experiment, entry: WebTopics, topic: str, use: str, described_by: str) -> list[Plan]:
    """Return plans without a budget: one for each way to find seeds, with and without duplicates found."""
    words = entry.words.get(topic, Words()) if described_by else Words()
    queries = _queries(experiment, entry, topic)
    plan = Plan(
        topic=topic,
        strategies=experiment.named(),
        budget=1,
        seeds=experiment.seeds,
        examples=experiment.examples,
        repeats=experiment.repeats,
        random_seed=experiment.random_seed,
        start=entry.start,
        sentence=words.sentence,
        keywords=words.keywords,
        described_by=described_by,
        inputs=entry.inputs.get(topic, Inputs()),
        search=queries[0],
        parameters=experiment.parameters,
        variants=experiment.choices(),
        analysis=experiment.analysis,
        experiment=experiment.name,
        use=use,
    )
    both = experiment.duplicates if isinstance(experiment.duplicates, tuple) else (experiment.duplicates,)
    return [replace(plan, search=query, duplicates=find) for query in queries for find in both]


def _queries(experiment: Experiment, entry: WebTopics, topic: str) -> list[SeedQuery] | list[None]:
    """Return what is asked of search engines; keywords stand in for terms."""
    if experiment.search is None:
        return [None]
    given, words = entry.inputs.get(topic, Inputs()), entry.words.get(topic, Words())
    return experiment.search.each(given.genre, given.content or (() if given.genre else words.keywords))


def _plan(experiment: Experiment, entry: WebTopics, prepared: PreparedWeb, plan: Plan) -> Plan:
    topic = plan.topic
    reachable = median_low(
        prepared.reachable(topic, draw(prepared, plan, repeat).seeds) for repeat in range(plan.repeats)
    )
    budgets = (entry.budgets or experiment.budgets).of(reachable)
    places = {*budgets, *_places(experiment.checkpoints, budgets[-1])}
    return replace(plan, budget=budgets[-1], checkpoints=tuple(sorted(places)))


def _places(wanted: int | tuple[int, ...], budget: int) -> list[int]:
    if isinstance(wanted, int):
        return list(range(wanted, budget, max(wanted, budget // MOST_CHECKPOINTS)))
    return [at for at in wanted if at < budget] or [ceil(budget * tenth / 10) for tenth in range(1, 10)]


def _spec(web: str, root: Path) -> str:
    if web.partition(":")[0] == SYNTH:
        return web
    if not (root / web).is_dir():
        raise LycosaError(f"there is no web {web!r} in {root}; give the folder that holds it with --webs")
    return str(root / web)


def _check_strategies(experiment: Experiment, file: Path) -> None:
    try:
        choices = experiment.choices()
        for name in (*experiment.named(), *experiment.parameters):
            check_names(choices.get(name, StrategyChoice(name)))
        for name, choice in choices.items():
            check_names(choice)
            check_new_name(name)
        _check_descriptions(experiment)
    except LycosaError as error:
        raise LycosaError(f"{file}: {error}") from error


def _check_descriptions(experiment: Experiment) -> None:
    for described_by in experiment.described_by:
        description = Description.parse(described_by)
        for entry in experiment.webs:
            for topic in (*entry.tuning, *entry.reporting):
                words, inputs = entry.words.get(topic, Words()), entry.inputs.get(topic, Inputs())
                description.check(words, f"{topic} on {entry.web}", inputs)


def _complaint(error: ValidationError) -> str:
    """Return the first thing that is wrong, with the key that it is about."""
    first: Mapping[str, Any] = error.errors(include_url=False, include_context=False)[0]
    key = ".".join(str(part) for part in first["loc"])
    complaint = (
        "unknown key" if first["type"] == "extra_forbidden" else first["msg"].removeprefix("Value error, ")
    )
    return f"{key}: {complaint}"
