"""Craw4LLM's rule: the links of the best pages first."""

from __future__ import annotations

from typing import ClassVar

from lycosa.frontier.base import Evidence, Part
from lycosa.model import Expansion, Judgement, Page, Proposal, Queued
from lycosa.strategy.recipe import Recipe


class Craw4LLM(Recipe):
    """Give every link the score of the best page that shows it.

    Neither the words of a link nor its place on the page count: of the pages read, the links of the one that
    scores best are followed first.

    Parameters
    ----------
    topic, seed, threshold
        As in every strategy.

    Examples
    --------
    >>> from lycosa.tinyweb import FLOODS
    >>> from lycosa import Topic
    >>> FLOODS.visits(Craw4LLM(Topic.from_keywords(["flood", "rain"])), count=3)
    ['/', '/reports', '/band']

    References
    ----------
    A re-implementation of the rule of Yu, Liu and Xiong, Craw4LLM: Efficient Web Crawling for LLM
    Pretraining, 2025. There a page is scored by its influence on the training of a language model; here by
    the judge of the topic, as the comparison is about the order of links.
    """

    name: ClassVar[str] = "craw4llm"
    evidence = Evidence((Part("best page", 1.0, "max"),))

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        """Pass the page's score on to its links."""
        return Expansion(tuple(Proposal(shown, (judgement.score,)) for shown in page.links))
