"""Improved tabu search, ITS (Liu et al. 2023, sections 4.3 to 4.6 and Algorithm 1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, cast

import numpy as np

from lycosa.model import JSON
from lycosa.strategy.select.walk import Restart, Surroundings, Walk


class ImprovedTabu(Walk):
    """Draw links of the current page until one is better; after five that are not, look beside it.

    A link drawn (Glink) is accepted if it is not tabu and better than the current one, or tabu
    but better than the best visited. When `draws` of them are refused, or there are no more, the
    current link itself becomes tabu and the best link beside it that is not takes its place.

    Parameters
    ----------
    tabu_length, restart
        As in every walk.
    draws
        Links drawn from one page before the walk leaves it.

    References
    ----------
    Liu, Wang, Zhong and Yang (2023). A new focused crawler using an improved tabu search algorithm
    incorporating ontology and host information. Frontiers of Information Technology & Electronic
    Engineering 24(6), 859-875. doi:10.1631/FITEE.2200315.

    Algorithm 1. As printed, the count of refusals (j) is set to 1 once; here it starts anew with every
    current link, as section 4.6 says.
    """

    name: ClassVar[str] = "improved-tabu"

    def __init__(self, tabu_length: int = 5, restart: Restart = "stuck", draws: int = 5) -> None:
        super().__init__(tabu_length, restart)
        self.draws = draws
        self.left: list[int] | None = None
        """C(Plink) without what was drawn from it; None before the first draw."""
        self.refused = 0

    def stand(self, node: int) -> None:
        """Make a link the current one, with its whole neighbourhood before it."""
        super().stand(node)
        self.left = None
        self.refused = 0

    def step(self, current: int, been: set[int], web: Surroundings, rng: np.random.Generator) -> int | None:
        """Return an accepted link of the current page (steps 4 and 5), else one beside it (6 and 7)."""
        if self.left is None:
            self.left = self.ahead(current, web)
        while self.left and self.refused < self.draws:
            drawn = self.left.pop(int(rng.integers(len(self.left))))
            if drawn not in been and self._accepts(drawn, current, web):
                self.found = True
                return drawn
            self.refused += 1
        return self._leave(current, been, web)

    def _accepts(self, drawn: int, current: int, web: Surroundings) -> bool:
        worth = web.priority(drawn)
        aspires = self.best is None or worth > web.priority(self.best)
        accepted = aspires if drawn in self.tabu else worth > web.priority(current)
        if accepted and aspires:
            self.tabu.pop(drawn, None)
            self.best = drawn
        return accepted

    def _leave(self, current: int, been: set[int], web: Surroundings) -> int | None:
        sibling = self.best_open(web.siblings(current), been, web)
        self.forbid(current)
        self.found = False
        return sibling

    def state(self) -> dict[str, JSON]:
        """Return the walk's place and memory as plain data."""
        return {**super().state(), "left": cast("list[JSON] | None", self.left), "refused": self.refused}

    def restore(self, state: Mapping[str, JSON]) -> None:
        """Become the walk that returned `state`."""
        super().restore(state)
        self.left = cast("list[int] | None", state["left"])
        self.refused = cast("int", state["refused"])
