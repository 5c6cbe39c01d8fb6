"""Whom to ask where to start, as settings say it; apart from who asks, which most crawls never need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

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
