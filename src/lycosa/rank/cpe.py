"""Comprehensive priority of links: the page, the anchor and the words around it."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from lycosa.frontier.base import Evidence, Part
from lycosa.model import Judgement, Page, Proposal
from lycosa.rank.base import Ranker
from lycosa.rank.memory import Remembered
from lycosa.topic import Topic


class ComprehensivePriority(Ranker):
    """E = 0.5 R(page) + 0.3 R(anchor) + 0.2 R(context).

    The page is the one that shows the link, since its target is unread; a link shown by
    several pages takes the mean of their relevance and the best anchor and context.

    References
    ----------
    Paper 000, Eq. 4.
    """

    name: ClassVar[str] = "cpe"
    evidence: ClassVar[Evidence] = Evidence(
        (Part("page", 0.5, "mean"), Part("anchor", 0.3, "max"), Part("context", 0.2, "max"))
    )

    def __init__(self, topic: Topic) -> None:
        self.topic = topic

    @cached_property
    def _scores(self) -> Remembered[tuple[str, ...]]:
        return Remembered(self.topic.vector.cosine)

    def rank(self, page: Page, judgement: Judgement) -> tuple[Proposal, ...]:
        """Return every link of the page with its three parts."""
        scores, tokens, relevance = self._scores, page.tokens, judgement.score
        proposals = []
        for link in page.links:
            context = scores[tokens[link.around.start : link.around.stop]]
            # The anchor lies inside its context: most links have neither.
            anchor = scores[tokens[link.words.start : link.words.stop]] if context else 0.0
            proposals.append(Proposal(link, (relevance, anchor, context)))
        return tuple(proposals)
