"""Search engines by name: `searxng=URL`, `opensearch=URL` or `file=PATH` in, an engine to ask out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from lycosa.errors import LycosaError
from lycosa.topic.seeds.base import Fetch, SearchEngine
from lycosa.topic.seeds.keys import with_keys
from lycosa.topic.seeds.opensearch import OpenSearch
from lycosa.topic.seeds.result_file import ResultFile
from lycosa.topic.seeds.searxng import SearXNG

ENGINES = "LYCOSA_ENGINES"
"""Variable of the environment that names engines where settings do not, separated by blanks."""


@dataclass(frozen=True)
class SeedSearch:
    """Search engines that find seeds for a crawl to which none are given."""

    engines: tuple[str, ...] = ()
    """Whom to ask: `searxng=URL`, `opensearch=URL` (a description, or a template with `{searchTerms}`) or
    `file=PATH`. A key is named, not written: `${NAME}` stands for a variable of the environment. If there are
    none here, those of the variable LYCOSA_ENGINES are asked."""
    results: int = 30
    """Results asked of each engine: three pages of most."""
    seeds: int = 20
    """Seeds taken, the best of as many hosts as possible: the judge sorts out what does not belong."""

    def named(self, environment: Mapping[str, str]) -> tuple[str, ...]:
        """Return the engines to ask."""
        return self.engines or tuple(environment.get(ENGINES, "").split())


def engine_named(spec: str, fetch: Fetch, environment: Mapping[str, str]) -> SearchEngine:
    """Return the engine that a text names; keys come from the environment."""
    kind, _, where = spec.partition("=")
    if where and kind == "searxng":
        return SearXNG(with_keys(where, environment), fetch)
    if where and kind == "opensearch":
        return OpenSearch(with_keys(where, environment), fetch)
    if where and kind == "file":
        return ResultFile(Path(where))
    raise LycosaError(f"engine {spec}: expected searxng=URL, opensearch=URL or file=PATH")
