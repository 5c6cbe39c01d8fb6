"""Strategies put together by name: a strategy with its parameters, and other parts in place of its own.

In: names and parameters, as settings and experiments give them. Out: a strategy ready to crawl, or one line
that says which name or parameter is wrong, or why the strategy does not take that part.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

from lycosa.errors import LycosaError
from lycosa.judge.base import Judge
from lycosa.registry import Family, judges, rankers, selectors, strategies, tunnels
from lycosa.strategy.base import Strategy
from lycosa.strategy.recipe import Recipe
from lycosa.topic import Topic

FAMILIES: Mapping[str, Family] = {
    "judge": judges,
    "ranker": rankers,
    "selector": selectors,
    "tunnel": tunnels,
}
"""The parts of a strategy that can be named."""

REQUIRED: Mapping[str, tuple[str, ...]] = {
    "judge": ("judge", "score", "state", "restore"),
    "ranker": ("evidence", "rank", "news", "counts", "state", "restore"),
    "selector": ("choose", "learn", "look_through", "begin", "counts", "state", "restore"),
    "tunnel": ("evidence", "follow", "ask", "state", "restore"),
}
"""What the parts of each kind must have."""

DEFAULT_JUDGE = "contrast"
"""The judge of crawls whose strategy has none of its own."""
AUTO = "auto"
"""Stands for it in settings."""


@dataclass(frozen=True)
class PartChoice:
    """One part of a strategy."""

    short: ClassVar[str] = "name"
    """The setting that a plain text in place of the table stands for."""

    name: str = ""
    """Name of the part, built-in or installed; empty for the strategy's own; `auto`, for judges, is
    `contrast`, unless the strategy has a judge of its own."""
    parameters: dict[str, Any] = field(default_factory=dict)
    """Its parameters."""


@dataclass(frozen=True)
class StrategyChoice:
    """A strategy and its parts."""

    short: ClassVar[str] = "name"

    name: str = "lycosa"
    """How links are chosen; `lycosa strategies` lists them."""
    parameters: dict[str, Any] = field(default_factory=dict)
    """Parameters of the strategy."""
    judge: PartChoice = field(default_factory=lambda: PartChoice(AUTO))
    ranker: PartChoice = field(default_factory=PartChoice)
    selector: PartChoice = field(default_factory=PartChoice)
    tunnel: PartChoice = field(default_factory=PartChoice)

    def __post_init__(self) -> None:
        for kind in FAMILIES:
            part: PartChoice = getattr(self, kind)
            if part.parameters and part.name in ("", AUTO):
                raise LycosaError(f"parameters of a {kind} are given, and no {kind} is named")

    @property
    def parts(self) -> dict[str, PartChoice]:
        """The parts that replace the strategy's own, by kind."""
        chosen = {kind: getattr(self, kind) for kind in FAMILIES}
        return {kind: part for kind, part in chosen.items() if part.name not in ("", AUTO)}

    def for_crawl(self, *, links_only: bool = False) -> StrategyChoice:
        """Return the same with the judge that `auto` stands for in a crawl; pages without words need none."""
        if self.judge.name != AUTO:
            return self
        own = getattr(strategies.find(self.name), "judge_of_pages", None)
        is_open = own is Recipe.judge_of_pages and not links_only
        return replace(self, judge=PartChoice(DEFAULT_JUDGE if is_open else ""))

    def described(self) -> dict[str, Any]:
        """Return the parts as flat text and numbers, for results: `judge`, `judge.mix`."""
        found: dict[str, Any] = {}
        for kind, part in self.parts.items():
            found |= {kind: part.name, **{f"{kind}.{key}": value for key, value in part.parameters.items()}}
        return found


def assemble(
    choice: StrategyChoice,
    topic: Topic,
    seed: int = 0,
    find: Callable[[str], type[Any]] = strategies.get,
) -> Strategy:
    """Make a strategy with the parts that were chosen."""
    strategy: Strategy = _made("strategy", find(choice.name), choice, topic, seed=seed)
    for kind, part in choice.parts.items():
        use = getattr(strategy, "use", None)
        if use is None:
            raise LycosaError(f"the strategy {choice.name} takes no other {kind}: it is made of one piece")
        if kind == "judge":
            use(kind, make_judge(part.name, topic, part.parameters, choice.parameters.get("threshold")))
        else:
            use(kind, make_part(kind, part, topic))
    return strategy


def make_part(kind: str, part: PartChoice, topic: Topic) -> Any:
    """Make a part; judges and rankers are made for a topic."""
    cls = FAMILIES[kind].get(part.name)
    made = _made(kind, cls, part, *((topic,) if kind in ("judge", "ranker") else ()))
    missing = [name for name in REQUIRED[kind] if not hasattr(made, name)]
    if missing:
        raise LycosaError(f"the {kind} {part.name} has no {', '.join(missing)}: see lycosa.plugin")
    return made


def make_judge(
    name: str,
    topic: Topic,
    parameters: Mapping[str, Any] | None = None,
    threshold: float | str | None = None,
) -> Judge:
    """Make a judge by name; a threshold is passed on to judges that have one, unless the parameters do."""
    given = dict(parameters or {})
    if threshold is not None and "threshold" not in given:
        if "threshold" in inspect.signature(judges.get(name)).parameters:
            given["threshold"] = threshold
        elif threshold != "auto":
            raise LycosaError(f"the judge {name} has no threshold")
    judge: Judge = make_part("judge", PartChoice(name, given), topic)
    return judge


def absolute_files(strategy: Any, base: Path) -> None:
    """Make the files that parts of a strategy name absolute, in settings as they are written down."""
    parts = strategy if isinstance(strategy, dict) else {}
    for kind, family in FAMILIES.items():
        part = parts.get(kind)
        if not isinstance(part, dict) or not isinstance(part.get("parameters"), dict):
            continue
        given = part["parameters"]
        for key in getattr(family.find(part.get("name", "")), "files", ()) if given else ():
            if isinstance(given.get(key), str) and given[key]:
                given[key] = str(base / given[key])


def _made(kind: str, cls: type[Any], choice: PartChoice | StrategyChoice, *args: Any, **more: Any) -> Any:
    try:
        return cls(*args, **more, **choice.parameters)
    except TypeError as error:
        raise LycosaError(f"parameters of the {kind} {choice.name}: {error}") from error
