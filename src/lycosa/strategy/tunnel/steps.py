"""So many steps away from a relevant page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, cast

from lycosa.model import JSON, Judgement, Page, Proposal, Queued
from lycosa.strategy.tunnel.base import TunnelRule

_PAGES_MAX = 1_000_000


class Steps(TunnelRule):
    """Follow links until a chain of so many pages in a row has not been relevant.

    Parameters
    ----------
    steps
        Pages in a row that may be irrelevant and still have their links followed.

    Notes
    -----
    What counts is the page that showed a link first. The last million pages are remembered; a link
    whose page is forgotten begins a new chain. Seeds begin one each.
    """

    name: ClassVar[str] = "steps"

    def __init__(self, steps: int = 2) -> None:
        self.steps = steps
        self._since: dict[int, int] = {}
        """For each page, by the id of the link that led to it, irrelevant pages in a row up to it."""

    def follow(
        self, page: Page, judgement: Judgement, link: Queued, ranked: Sequence[Proposal]
    ) -> Sequence[Proposal]:
        """Return all links or none."""
        since = 0 if judgement.relevant else self._since.get(link.parent, 0) + 1
        self._since[link.id] = since
        if len(self._since) > _PAGES_MAX:
            del self._since[next(iter(self._since))]
        return ranked if since <= self.steps else ()

    def state(self) -> dict[str, JSON]:
        """Return the length of every chain."""
        return {"since": [[page, count] for page, count in self._since.items()]}

    def restore(self, state: Mapping[str, JSON]) -> None:
        """Go on with every chain."""
        self._since = dict(cast("list[tuple[int, int]]", state["since"]))
