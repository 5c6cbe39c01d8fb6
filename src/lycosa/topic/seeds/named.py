"""Search engines by name: `searxng=URL`, `opensearch=URL` or `file=PATH` in, an engine to ask out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from lycosa.errors import LycosaError
from lycosa.topic.seeds.base import Fetch, SearchEngine
from lycosa.topic.seeds.keys import with_keys
from lycosa.topic.seeds.opensearch import OpenSearch
from lycosa.topic.seeds.result_file import ResultFile
from lycosa.topic.seeds.searxng import SearXNG


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
