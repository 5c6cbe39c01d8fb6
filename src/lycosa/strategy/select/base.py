"""What a strategy asks of a selector: which of the ready links is next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Protocol

import numpy as np

from lycosa.frontier.base import View
from lycosa.model import JSON, Judgement, Page, Queued


class Selector(Protocol):
    """Chooses the next link. Inherit it: only `choose` has to be written.

    A selector named in a crawl is made as `Class(**parameters)`.
    """

    name: ClassVar[str]
    waits_for_better: ClassVar[bool] = False
    """Whether the choice is by worth alone, so that a crawl may wait for a better link; see `Strategy`."""

    def choose(self, view: View, rng: np.random.Generator) -> int | None:
        """Return the id of a ready link; None if there is none."""

    def learn(self, link: Queued, page: Page, judgement: Judgement) -> None:
        """Take in what a visit brought, after the links of its page were ranked."""
        return

    def look_through(self, ranker: Any) -> None:
        """Take note of the ranker of the crawl, before the first link is chosen."""
        return

    def begin(self, pages: int | None) -> None:
        """Take note of how many pages the whole crawl may download; None without a limit."""
        return

    def counts(self) -> Mapping[str, int]:
        """Return how often each of its mechanisms has acted so far."""
        return {}

    def state(self) -> dict[str, JSON]:
        """Return everything learned so far, as plain data."""
        return {}

    def restore(self, state: Mapping[str, JSON]) -> None:
        """Become the selector that returned `state`."""
        return
