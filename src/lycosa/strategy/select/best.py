"""The best link."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from lycosa.frontier.base import View
from lycosa.strategy.select.base import Selector


class Best(Selector):
    """Take the ready link with the highest priority, of equals the one found first."""

    name: ClassVar[str] = "best"
    waits_for_better: ClassVar[bool] = True

    def choose(self, view: View, rng: np.random.Generator) -> int | None:
        """Return the best ready link."""
        return view.best()
