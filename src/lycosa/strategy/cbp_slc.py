"""CBP-SLC: judge the block of a link, then its anchor, then its context."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from lycosa.judge.wvc import WVCJudge
from lycosa.model import JSON, Expansion, Judgement, Page, Queued
from lycosa.rank.slc import SelectiveLinkContext, Unit
from lycosa.strategy.judged_texts import JudgedTexts
from lycosa.strategy.recipe import Recipe


class CBPSLC(Recipe):
    """Follow all links of a relevant block; elsewhere those with a relevant anchor or context.

    Every page is cut into content blocks, whatever it is about as a whole. The links of a
    relevant block are worth what the block is worth. In an irrelevant block a link is worth what
    its anchor is worth if that is relevant, else what its link context is worth if that is; else it
    is dropped. The page's own relevance is not used, which is what gets a crawl through tunnels.

    Parameters
    ----------
    topic, seed, threshold
        As in every strategy; the judge is the weighted voting classifier.

    Examples
    --------
    >>> from lycosa import Topic
    >>> CBPSLC(Topic.from_keywords(["flood"])).units
    ('block', 'anchor', 'context')

    References
    ----------
    Paper 002, Algorithm 4.
    """

    name: ClassVar[str] = "cbp-slc"
    reads_layout: ClassVar[bool] = True
    needs: ClassVar[frozenset[str]] = frozenset({"examples"})
    evidence = SelectiveLinkContext.evidence
    units: ClassVar[tuple[Unit, ...]] = ("block", "anchor", "context")

    @cached_property
    def judge_of_pages(self) -> WVCJudge:
        """The classifier, for pages and all smaller texts."""
        return WVCJudge(self.topic, self.threshold)

    @cached_property
    def ranker(self) -> SelectiveLinkContext:
        """The ranker of links."""
        return SelectiveLinkContext(JudgedTexts(self.judge_of_pages), self.units)

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        """Rank the page's links."""
        return Expansion(self.ranker.rank(page, judgement))

    def state(self) -> dict[str, JSON]:
        """Return what the classifier has learned."""
        return self.judge_of_pages.state()

    def restore(self, state: dict[str, JSON]) -> None:
        """Become the strategy that returned `state`."""
        self.judge_of_pages.restore(state)
