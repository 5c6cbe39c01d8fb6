"""Seeds from search engines over the web itself: a query made of a topic's terms in, URLs out."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import ClassVar

from pydantic import ConfigDict

from lycosa.errors import LycosaError
from lycosa.lab.serve.search import FIELDS, LocalEngine
from lycosa.lab.web.base import Web
from lycosa.ranges import check_range
from lycosa.topic.seeds import DEFAULT_HEURISTIC, build_query, find_seeds, spread

RESULTS = 30
"""Three pages of most engines."""


@dataclass(frozen=True)
class SeedQuery:
    """What is asked of which engines."""

    heuristic: str
    """By which of ten rules the query was made (`lycosa.topic.seeds.query`)."""
    query: str
    engines: tuple[str, ...] = FIELDS
    """Engines that look at the whole `text` of pages, at the `title`, or at the `opening`."""
    results: int = RESULTS
    """Pages asked of each."""

    def __post_init__(self) -> None:
        check_range(self, "results", least=1)
        if unknown := next((name for name in self.engines if name not in FIELDS), None):
            raise LycosaError(f"there is no engine {unknown!r}; engines are {', '.join(FIELDS)}")

    def found(self, web: Web) -> tuple[str, ...]:
        """Return the pages found: by how many engines agree, then by rank; hosts take turns."""
        with ExitStack() as opened:
            engines = [opened.enter_context(closing(LocalEngine(web, field=field))) for field in self.engines]
            found = asyncio.run(find_seeds(self.query, engines, self.results))
        return tuple(seed.url for seed in spread(found.seeds))


@dataclass(frozen=True)
class SeedQueries:
    """How an experiment finds seeds, and the pages of descriptions by results."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    heuristic: str | tuple[str, ...] = DEFAULT_HEURISTIC
    """By which rule genre and content terms make a query; one, or several to compare."""
    engines: tuple[str, ...] = FIELDS
    results: int = RESULTS

    def each(self, genre: tuple[str, ...], content: tuple[str, ...]) -> list[SeedQuery]:
        """Return what is asked about a topic with these terms, once for each heuristic."""
        rules = (self.heuristic,) if isinstance(self.heuristic, str) else self.heuristic
        return [
            SeedQuery(rule, build_query(rule, genre, content), self.engines, self.results) for rule in rules
        ]
