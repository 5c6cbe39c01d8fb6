"""Fish search."""

from __future__ import annotations

from typing import ClassVar

from lycosa.frontier.base import Evidence, Part
from lycosa.model import Expansion, Judgement, Page, Proposal, Queued
from lycosa.strategy.recipe import Recipe
from lycosa.topic import Topic


class FishSearch(Recipe):
    """Links are fish: those born on relevant pages live long and feed first.

    A relevant page gives its links full worth and full life. An irrelevant one gives the first
    `brood` of them half worth, the rest none, and one step less to live than it had itself;
    after the last step a line dies out.

    Parameters
    ----------
    topic, seed, threshold
        As in every strategy.
    life
        Steps a line may go on without meeting a relevant page.
    brood
        Links of an irrelevant page that still get half worth.

    Examples
    --------
    >>> from lycosa.plugin import FLOODS, Topic
    >>> print(*FLOODS.visits(FishSearch(Topic.from_keywords(["flood", "rain"]))))
    / /reports /band /sites /may /pictures http://river.test/ /kitchen http://river.test/levels /concerts /one

    References
    ----------
    De Bra and Post (1994). Information retrieval in the World-Wide Web: making client-based searching
    feasible. Computer Networks and ISDN Systems 27(2), 183-192.

    The width of an irrelevant page's brood is fixed here and does not grow with download speed.
    """

    name: ClassVar[str] = "fish-search"
    evidence = Evidence((Part("worth", 1.0, "max"), Part("life", 0.0, "max")))

    def __init__(
        self,
        topic: Topic,
        seed: int = 0,
        threshold: float | str = "auto",
        *,
        life: int = 3,
        brood: int = 10,
    ) -> None:
        super().__init__(topic, seed, threshold)
        self.life = life
        self.brood = brood

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        """Give the page's links worth and life."""
        if judgement.relevant:
            return Expansion(tuple(Proposal(target, (1.0, self.life)) for target in page.links))
        left = (self.life if link.parent < 0 else link.parts[1]) - 1
        return Expansion(
            tuple(
                Proposal(target, (0.5 if target.position < self.brood else 0.0, left), keep=left > 0)
                for target in page.links
            )
        )
