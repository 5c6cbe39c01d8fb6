"""Breadth first."""

from __future__ import annotations

from typing import ClassVar

from lycosa.model import Expansion, Judgement, Page, Proposal, Queued
from lycosa.strategy.recipe import Recipe


class BreadthFirst(Recipe):
    """Visit links in the order in which they were found.

    Every link is worth the same, and the frontier hands out equals oldest first: that is a
    queue. The usual baseline: what a crawl finds when it does not look at the topic at all.

    Examples
    --------
    >>> from lycosa import Topic
    >>> BreadthFirst(Topic.from_keywords(["flood"])).evidence.priority(())
    0

    References
    ----------
    The baseline of papers 000, 001 and 002.
    """

    name: ClassVar[str] = "bfs"
    waits_for_better: ClassVar[bool] = False

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        """Queue every link as it comes."""
        return Expansion(tuple(Proposal(target, ()) for target in page.links))
