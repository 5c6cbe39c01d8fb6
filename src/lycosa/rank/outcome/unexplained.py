"""What priorities leave over of the worth of visits, and what explains part of it: distance and rates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lycosa.model import Queued
from lycosa.rank.outcome.experience import RATES, Experience
from lycosa.rank.outcome.surprise import Surprises


class Unexplained:
    """Holds what came of links against what was promised."""

    def __init__(self) -> None:
        self.depths = Surprises()
        self.rates = Experience()

    def outcome(self, link: Queued, promised: float, learned: float, worth: float) -> float:
        """Take in what came of a link; return what nothing explains so far.

        `promised` is its priority but for its distance; `learned` of it stands for what was left over before.
        """
        self.depths.outcome(link.depth, promised, worth)
        return self.rates.outcome(link.parts[:RATES], promised - learned, worth)

    def state(self) -> dict[str, Any]:
        """Return all of it."""
        return {"depths": self.depths.state(), "rates": self.rates.state()}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from there."""
        self.depths.restore(state["depths"])
        self.rates.restore(state["rates"])
