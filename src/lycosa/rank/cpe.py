"""Comprehensive priority of links: the page, the anchor and the words around it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar

from lycosa.errors import LycosaError
from lycosa.frontier.base import Evidence, Part
from lycosa.model import Judgement, Page, Proposal, proposal_of
from lycosa.rank.base import Ranker
from lycosa.rank.memory import Remembered
from lycosa.topic import Topic

PAPER_WEIGHTS = (0.5, 0.3, 0.2)
"""alpha, beta and gamma of Eq. 4."""


class ComprehensivePriority(Ranker):
    """E = alpha R(page) + beta R(anchor) + gamma R(context), by default 0.5, 0.3 and 0.2.

    The page is the one that shows the link, since its target is unread; a link shown by
    several pages takes the mean of their relevance and the best anchor and context.

    Parameters
    ----------
    topic
        What anchors and contexts are compared with.
    weights
        alpha, beta, gamma.

    References
    ----------
    Liu, Wu and Liu (2025). A focused crawling strategy based on comprehensive priority evaluation of
    hyperlinks and improved Bayesian classifier. Frontiers of Information Technology & Electronic
    Engineering. doi:10.1631/FITEE.2400939.

    Eq. 4.
    """

    name: ClassVar[str] = "cpe"

    def __init__(self, topic: Topic, weights: Sequence[float] = PAPER_WEIGHTS) -> None:
        if len(weights) != len(PAPER_WEIGHTS) or min(weights) < 0:
            raise LycosaError(f"weights are {list(weights)}; there must be three, none of them negative")
        self.topic = topic
        self.weights = weights

    @cached_property
    def evidence(self) -> Evidence:
        """Page, anchor and context with their weights."""
        page, anchor, context = self.weights
        return Evidence(
            (Part("page", page, "mean"), Part("anchor", anchor, "max"), Part("context", context, "max"))
        )

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
            proposals.append(proposal_of((link, (relevance, anchor, context), True)))
        return tuple(proposals)
