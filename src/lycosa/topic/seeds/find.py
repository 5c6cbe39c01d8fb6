"""A query and some engines in, seeds out; an engine that fails does not spoil the others."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from lycosa.errors import LycosaError
from lycosa.topic.seeds.base import Hit, SearchEngine
from lycosa.topic.seeds.merge import Seed, merge


class Found(NamedTuple):
    """What a search brought."""

    seeds: list[Seed]
    failures: tuple[str, ...]
    """For people: which engines could not be searched, and why."""


async def find_seeds(query: str, engines: Sequence[SearchEngine], results: int = 30) -> Found:
    """Ask every engine for so many results and merge them; nothing found is an error."""
    if not engines:
        raise LycosaError("no search engine was named")
    outcomes = await asyncio.gather(*(_search(engine, query, results) for engine in engines))
    failures = tuple(outcome for outcome in outcomes if isinstance(outcome, str))
    seeds = merge(hit for outcome in outcomes if not isinstance(outcome, str) for hit in outcome)
    if not seeds:
        names = ", ".join(engine.name for engine in engines)
        raise LycosaError("; ".join(failures) or f"no seeds: nothing found for {query} by {names}")
    return Found(seeds, failures)


async def _search(engine: SearchEngine, query: str, results: int) -> list[Hit] | str:
    try:
        return await engine.search(query, results)
    except LycosaError as error:
        return str(error)
