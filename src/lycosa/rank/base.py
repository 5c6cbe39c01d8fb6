"""What a strategy asks of a ranker: what each link of a page is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol

from lycosa.frontier.base import Evidence, View
from lycosa.model import Judgement, Page, Proposal, SavedState


class Ranker(Protocol):
    """Ranks the links of pages. Inherit it: only `evidence` and `rank` have to be written.

    A ranker named in a crawl is made as `Class(topic, **parameters)`.
    """

    name: ClassVar[str]

    @property
    def evidence(self) -> Evidence:
        """The parts of a link's worth, with their weights."""

    def attach(self, view: View) -> None:
        """Take what the ranker may look at all the while. Called before the first page of a crawl."""
        return

    def rank(self, page: Page, judgement: Judgement) -> Sequence[Proposal]:
        """Return the links of a page just judged, each with a value for every part of the evidence."""

    def news(self) -> Mapping[str, tuple[float, ...]]:
        """Return new parts of queued links that the page just ranked has changed in passing."""
        return {}

    def counts(self) -> Mapping[str, int]:
        """Return how often each of its mechanisms has acted so far."""
        return {}

    def state(self) -> SavedState:
        """Return everything learned so far: plain data, and arrays as bytes."""
        return {}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Become the ranker that returned `state`."""
        return
