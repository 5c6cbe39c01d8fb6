"""What strategies by improved tabu search share, to inherit: a walk from page to page, its parameters."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from lycosa.strategy.priority_recipe import PriorityRecipe
from lycosa.strategy.select.base import Selector
from lycosa.strategy.select.improved_tabu import ImprovedTabu
from lycosa.strategy.select.walk import Restart


@dataclass(eq=False, repr=False)
class TabuRecipe(PriorityRecipe):
    """Links ranked by P(l), chosen by a walk over the pages read."""

    beta: float | str | None = "auto"
    tabu_length: int = 5
    restart: Restart = "stuck"
    draws: int = 5

    @cached_property
    def walk(self) -> ImprovedTabu:
        """The walk over the pages read."""
        return ImprovedTabu(self.tabu_length, self.restart, self.draws)

    @cached_property
    def selector(self) -> Selector:
        """The walk."""
        return self.walk
