"""At random."""

from __future__ import annotations

from typing import ClassVar

from lycosa.frontier.base import Evidence, Part
from lycosa.model import Expansion, Judgement, Page, Proposal, Queued
from lycosa.strategy.recipe import Recipe


class Random(Recipe):
    """Visit links in random order.

    Each link draws a number when it is first found, and the highest goes first: the same as
    drawing from the queue every time, at the price of one heap.

    Examples
    --------
    >>> from lycosa.plugin import FLOODS, Topic
    >>> print(*FLOODS.visits(Random(Topic.from_keywords(["flood", "rain"]))))
    / /reports /pictures /one /band /concerts /sites /kitchen http://river.test/ /may http://river.test/levels
    """

    name: ClassVar[str] = "random"
    waits_for_better: ClassVar[bool] = False
    evidence = Evidence((Part("lot", 1.0, "first"),))

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        """Draw a lot for every link."""
        lots = self.rng.random(len(page.links)).tolist()
        return Expansion(
            tuple(Proposal(target, (lot,)) for target, lot in zip(page.links, lots, strict=True))
        )
