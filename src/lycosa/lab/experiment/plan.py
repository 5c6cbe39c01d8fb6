"""What an experiment compares on one topic of one web, and how: checked when it is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from lycosa.assembly import FAMILIES, StrategyChoice
from lycosa.errors import LycosaError
from lycosa.lab.experiment.description import Description, Inputs, Words
from lycosa.lab.experiment.live_like import LiveLike
from lycosa.lab.experiment.oracle import Oracle
from lycosa.lab.experiment.seed_query import SeedQuery
from lycosa.ranges import check_range
from lycosa.registry import Family, strategies
from lycosa.url import given_url

SHARED, OWN = "shared", "own"
ALL, RIVALS = "all", "rivals"
"""Stand for many strategies in experiments."""
MOST_PAGES = 1_000_000_000
"""No budget is larger: it would be a slip."""
rivals = Family("rival", "lycosa.lab.rivals", "lycosa.rivals")
"""Other crawlers, written anew for comparison; known to the laboratory only."""


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
    inputs: Inputs = field(default_factory=Inputs)
    """Terms, classes and an ontology, for descriptions that ask for them."""
    search: SeedQuery | None = None
    """Finds the seeds, and the pages of a description by results."""
    duplicates: bool = False
    """Whether copies of pages are found, as in a crawl of the world: their links are not followed."""
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
        object.__setattr__(self, "start", tuple(given_url(url, "start") for url in self.start))
        check_range(self, "budget", most=MOST_PAGES)
        check_range(self, "random_seed", least=0)
        check_range(self, "budget", "seeds", "examples", "repeats", "concurrency", least=1)
        if self.seeds > self.examples and not self.start and self.search is None:
            raise LycosaError(f"{self.seeds} seeds out of {self.examples} examples; ask for fewer seeds")
        if self.analysis not in (SHARED, OWN):
            raise LycosaError(f"analysis is {self.analysis!r}; it must be {SHARED!r} or {OWN!r}")
        if self.live is not None and self.analysis != SHARED:
            raise LycosaError(
                "a crawl as if live cannot parse pages itself: its clock does not wait for that"
            )

    def _describe(self) -> None:
        """Draw what the description needs; where it says nothing of seeds, `seeds` of the pages start."""
        given = self.description
        given.check(self.words, inputs=self.inputs)
        if given.results and self.search is None:
            raise LycosaError(
                f"described_by is {self.described_by!r}; say with search what finds the results"
            )
        seeds = given.seeds or min(self.seeds, given.pages or self.seeds)
        object.__setattr__(self, "seeds", seeds)
        object.__setattr__(self, "examples", max(given.pages, seeds))

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
        seeds = f"seeds by {self.search.heuristic}" if self.search and not self.start else ""
        copies = "duplicates found" if self.duplicates else ""
        live = "live-like" if self.live else ""
        return ", ".join(filter(None, (self.described_by, start, seeds, copies, live)))


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


def check_new_name(name: str) -> None:
    """Complain of a variant that bears the name of a strategy: it would be taken for that, or hide it."""
    if name in (ALL, RIVALS, Oracle.name) or name in rivals.classes or strategies.find(name):
        raise LycosaError(f"variants.{name}: a strategy is named so; give the variant a name of its own")
