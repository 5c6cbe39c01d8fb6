"""What a strategy asks of a ranker: what each link of a page is worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Protocol

from lycosa.frontier.base import Evidence
from lycosa.model import JSON, Judgement, Page, Proposal


class Ranker(Protocol):
    """Ranks the links of pages. Inherit it: only `evidence` and `rank` have to be written.

    A ranker named in a crawl is made as `Class(topic, **parameters)`.
    """

    name: ClassVar[str]

    @property
    def evidence(self) -> Evidence:
        """The parts of a link's worth, with their weights."""

    def rank(self, page: Page, judgement: Judgement) -> tuple[Proposal, ...]:
        """Return the links of a page just judged, each with a value for every part of the evidence."""

    def news(self) -> Mapping[str, tuple[float, ...]]:
        """Return new parts of queued links that the page just ranked has changed in passing."""
        return {}

    def counts(self) -> Mapping[str, int]:
        """Return how often each of its mechanisms has acted so far."""
        return {}

    def state(self) -> dict[str, JSON]:
        """Return everything learned so far, as plain data."""
        return {}

    def restore(self, state: Mapping[str, JSON]) -> None:
        """Become the ranker that returned `state`."""
        return
