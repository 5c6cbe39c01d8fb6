"""Best first by comprehensive priority."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from lycosa.model import Expansion, Judgement, Page, Queued
from lycosa.rank.cpe import ComprehensivePriority
from lycosa.strategy.recipe import Recipe


class BestFirst(Recipe):
    """Always take the link with the highest comprehensive priority.

    The worth of a link is half the relevance of the pages that show it, and for the rest the
    relevance of its anchor and of the words around it. Greedy, strong early on, and blind to
    what lies behind an irrelevant page.

    Examples
    --------
    >>> from lycosa import Topic
    >>> [part.name for part in BestFirst(Topic.from_keywords(["flood"])).evidence.parts]
    ['page', 'anchor', 'context']

    References
    ----------
    Paper 000, Eq. 4 (there OPS). A link found on several pages takes the mean of their
    relevance and the maximum of the other parts.
    """

    name: ClassVar[str] = "best-first"
    evidence = ComprehensivePriority.evidence

    @cached_property
    def ranker(self) -> ComprehensivePriority:
        """The ranker of links."""
        return ComprehensivePriority(self.topic)

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        """Rank the page's links."""
        return Expansion(self.ranker.rank(page, judgement))
