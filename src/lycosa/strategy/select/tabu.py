"""Tabu search in its traditional form (Liu et al. 2023, section 4.1)."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from lycosa.strategy.select.walk import Surroundings, Walk


class TraditionalTabu(Walk):
    """Go to the best link of the current page: tabu or not if it beats all visited, else the best not tabu.

    Every link gone to becomes tabu. Whether it is better than the current one is not asked.
    """

    name: ClassVar[str] = "tabu"

    def step(self, current: int, been: set[int], web: Surroundings, rng: np.random.Generator) -> int | None:
        """Return the best candidate of the neighbourhood, which joins the tabu list."""
        neighbours = self.ahead(current, web)
        top = next((node for node in neighbours if node not in been), None)
        if top is not None and self.aspires(top, web):
            candidate: int | None = top
            self.best = top
        else:
            candidate = self.best_open(neighbours, been, web)
        if candidate is not None:
            self.forbid(candidate)
            self.found = True
        return candidate
