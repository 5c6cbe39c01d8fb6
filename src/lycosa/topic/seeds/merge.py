"""Hits of several engines in, seeds out: what more agree on comes first (Singh et al. 2017, Table 1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from lycosa.topic.seeds.base import Hit
from lycosa.url import host_of

_ENGINES_FOR_HIGHEST = 3


class Seed(NamedTuple):
    """A URL to start from."""

    url: str
    priority: int
    """1 if three engines or more found it, 2 if two did, 3 if one did."""
    rank: int
    """The best it had in any engine."""
    engines: tuple[str, ...]
    title: str = ""


def merge(hits: Iterable[Hit]) -> list[Seed]:
    """Return every URL once, by priority, then by best rank, then in the order in which it came.

    >>> found = [Hit("http://a.example/", 2, ("x",)), Hit("http://b.example/", 1, ("x",))]
    >>> [(seed.url, seed.priority) for seed in merge([*found, Hit("http://a.example/", 7, ("y",))])]
    [('http://a.example/', 2), ('http://b.example/', 3)]
    """
    by_url: dict[str, list[Hit]] = {}
    for hit in hits:
        by_url.setdefault(hit.url, []).append(hit)
    seeds = [_seed(found) for found in by_url.values()]
    return sorted(seeds, key=lambda seed: (seed.priority, seed.rank))


def spread(seeds: Iterable[Seed]) -> list[Seed]:
    """Reorder seeds so that hosts take turns, each with its best seed first (Liu et al. 2023, section 4).

    So the first n seeds are on as many different hosts as there are, and those are the best.
    """
    turns: Counter[str] = Counter()
    placed = []
    for seed in seeds:
        host = host_of(seed.url)
        placed.append((turns[host], seed))
        turns[host] += 1
    return [seed for _, seed in sorted(placed, key=lambda item: item[0])]


def _seed(hits: list[Hit]) -> Seed:
    best = min(hits, key=lambda hit: hit.rank)
    engines = tuple(dict.fromkeys(name for hit in hits for name in hit.engines))
    priority = max(1, _ENGINES_FOR_HIGHEST + 1 - len(engines))
    return Seed(best.url, priority, best.rank, engines, best.title)
