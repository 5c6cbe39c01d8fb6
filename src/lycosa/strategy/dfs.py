"""Depth first."""

from __future__ import annotations

from typing import ClassVar

from lycosa.frontier.base import Evidence, Part
from lycosa.model import JSON, Expansion, Judgement, Page, Proposal, Queued
from lycosa.strategy.recipe import Recipe


class DepthFirst(Recipe):
    """Follow the page just read before anything found earlier.

    A link is worth the number of the page that showed it last, so the newest page's links
    come first, in the order in which they stand on it.

    Examples
    --------
    >>> from lycosa.plugin import FLOODS, Topic
    >>> print(*FLOODS.visits(DepthFirst(Topic.from_keywords(["flood", "rain"]))))
    / /reports /may /pictures /one /band /concerts /sites http://river.test/ http://river.test/levels /kitchen
    """

    name: ClassVar[str] = "dfs"
    waits_for_better: ClassVar[bool] = False
    evidence = Evidence((Part("found", 1.0, "last"),))
    pages = 0

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        """Put the page's links before all others."""
        self.pages += 1
        worth = (1.0 + self.pages,)
        return Expansion(tuple(Proposal(target, worth) for target in page.links))

    def state(self) -> dict[str, JSON]:
        """Return the number of pages read, too."""
        return {**super().state(), "pages": self.pages}

    def restore(self, state: dict[str, JSON]) -> None:
        """Count on from there."""
        super().restore(state)
        self.pages = int(str(state["pages"]))
