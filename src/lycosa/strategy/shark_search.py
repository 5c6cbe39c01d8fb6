"""Shark search."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from lycosa.frontier.base import Evidence, Part
from lycosa.model import Expansion, Judgement, Link, Page, Proposal, Queued
from lycosa.strategy.recipe import Recipe
from lycosa.topic import Topic
from lycosa.topic.vector import TopicVector


class SharkSearch(Recipe):
    """A link inherits from its ancestors and is corrected by its neighbourhood.

    What a page hands down is its own relevance, faded, or, if it has none, what it inherited
    itself, faded again. The neighbourhood is the anchor's relevance, and the relevance of the
    words around it, which counts in full where the anchor itself is relevant.

    Parameters
    ----------
    topic, seed, threshold
        As in every strategy.
    decay
        How much of a score the next generation inherits.
    anchor_share
        Weight of the anchor against its context.
    inherited_share
        Weight of inheritance against neighbourhood.

    Examples
    --------
    >>> from lycosa.plugin import FLOODS, Topic
    >>> print(*FLOODS.visits(SharkSearch(Topic.from_keywords(["flood", "rain"]))))
    / /reports /may /pictures /band /sites http://river.test/ http://river.test/levels /kitchen /concerts /one

    References
    ----------
    Hersovici, Jacovi, Maarek, Pelleg, Shtalhaim and Ur (1998). The shark-search algorithm. An
    application: tailored Web site mapping. Computer Networks and ISDN Systems 30(1-7), 317-326.
    """

    name: ClassVar[str] = "shark-search"

    def __init__(
        self,
        topic: Topic,
        seed: int = 0,
        threshold: float | str = "auto",
        *,
        decay: float = 0.5,
        anchor_share: float = 0.8,
        inherited_share: float = 0.5,
    ) -> None:
        super().__init__(topic, seed, threshold)
        self.decay = decay
        self.anchor_share = anchor_share
        self.inherited_share = inherited_share

    @property
    def evidence(self) -> Evidence:  # type: ignore[override]  # depends on the parameters here
        """Inheritance and neighbourhood."""
        return Evidence(
            (
                Part("inherited", self.inherited_share, "max"),
                Part("neighbourhood", 1.0 - self.inherited_share, "max"),
            )
        )

    @cached_property
    def vector(self) -> TopicVector:
        """What anchors and contexts are compared with."""
        return self.topic.vector

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        """Hand down the page's score and look around each link."""
        inherited = self.decay * (judgement.score if judgement.score > 0 else link.parts[0])
        return Expansion(
            tuple(Proposal(target, (inherited, self._neighbourhood(page, target))) for target in page.links)
        )

    def _neighbourhood(self, page: Page, target: Link) -> float:
        anchor = self.vector.cosine(page.at(target.words))
        context = 1.0 if anchor > 0 else self.vector.cosine(page.at(target.around))
        return self.anchor_share * anchor + (1.0 - self.anchor_share) * context
