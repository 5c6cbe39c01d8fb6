"""What the strategies around BCW_CC share, to inherit: a classifier, comprehensive priority, blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from lycosa.frontier.base import Evidence
from lycosa.judge.base import Judge, is_trained, least_score
from lycosa.judge.bcw import BCWJudge
from lycosa.judge.class_and_relevance import ClassAndRelevance
from lycosa.judge.vsm import TagWeightedVSM
from lycosa.model import Expansion, Judgement, Page, Queued
from lycosa.rank.cpe import PAPER_WEIGHTS, ComprehensivePriority
from lycosa.strategy.recipe import Combination
from lycosa.strategy.tunnel.base import TunnelRule
from lycosa.strategy.tunnel.blocks import LAMBDA_TO_TAU, Blocks, Tunnels
from lycosa.topic import TAG_WEIGHTS, Topic


class ComprehensiveRecipe(Combination):
    """Pages filtered by class and relevance, links ranked by comprehensive priority.

    Parameters
    ----------
    topic, seed
        As in every strategy.
    tau, lam, weights, tag_weights
        As in `bcw-cc`.
    """

    needs: ClassVar[frozenset[str]] = frozenset({"classes"})
    classifies: ClassVar[bool] = True
    """Whether pages of another class are let go."""
    fixed: ClassVar[Mapping[str, str]] = {
        "ranker": "lambda is a bound on comprehensive priority",
        "selector": "the links of relevant blocks are fetched at once, which only the best link first does",
    }
    tunnels: Tunnels = "class"
    """Which pages may be tunnels."""

    def __init__(
        self,
        topic: Topic,
        seed: int = 0,
        tau: float | str = "auto",
        lam: float | str = "auto",
        *,
        weights: Sequence[float] = PAPER_WEIGHTS,
        tag_weights: Sequence[float] = TAG_WEIGHTS,
    ) -> None:
        super().__init__(topic, seed, tau)
        self.weights = weights
        self.tag_weights = tag_weights
        self.tau = tau
        self.lam = lam

    @cached_property
    def judge_of_pages(self) -> Judge:
        """The classifier, and relevance for pages of the right class."""
        return self._own_judge

    @cached_property
    def _own_judge(self) -> ClassAndRelevance:
        return ClassAndRelevance(self.topic, self.tau, self.classifies, self.tag_weights)

    @property
    def relevance(self) -> TagWeightedVSM:
        """R of Eq. 3, for pages and blocks."""
        return self._own_judge.relevance

    @property
    def classifier(self) -> BCWJudge | None:
        """The trained BCW of Eq. 9."""
        return self._own_judge.classifier

    @cached_property
    def ranker(self) -> ComprehensivePriority:
        """E of Eq. 4."""
        return ComprehensivePriority(self.topic, self.weights)

    @cached_property
    def blocks(self) -> Blocks:
        """How tunnels are crossed (lines 19-31)."""
        blocks = Blocks(tunnels=self.tunnels)
        blocks.is_relevant = self.is_relevant
        return blocks

    @cached_property
    def tunnel(self) -> TunnelRule:
        """By blocks."""
        return self.blocks

    @property
    def evidence(self) -> Evidence:  # type: ignore[override]  # the part of tunnels, whatever the rule
        """Page, anchor, context and tunnel."""
        return Evidence((*self.ranker.evidence.parts, *Blocks.evidence.parts))

    @property
    def least(self) -> float:
        """The value of lambda in force."""
        return LAMBDA_TO_TAU * least_score(self.judge_of_pages) if isinstance(self.lam, str) else self.lam

    @property
    def trained(self) -> bool:
        """Whether anybody knows which class a page belongs to."""
        return is_trained(self.judge_of_pages)

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        """Queue sub-links, fetch block-links, or discard the page (lines 11-39)."""
        ranked, priority = self.ranker.rank(page, judgement), self.ranker.evidence.priority
        if not self.trained:
            return Expansion(tuple(target._replace(parts=(*target.parts, 0.0)) for target in ranked))
        least = self.least
        sub_links = tuple(
            target._replace(parts=(*target.parts, 0.0), keep=priority(target.parts) > least)
            for target in ranked
        )
        return Expansion(self._rule.follow(page, judgement, link, sub_links))

    def is_relevant(self, tokens: Sequence[str], groups: bytes) -> bool:
        """Compare a block with the topic, and classify it where the page's class does not count."""
        judge = self.judge_of_pages
        if not isinstance(judge, ClassAndRelevance):
            return judge.score(tokens, groups) > self.least
        if judge.relevance.score(tokens) <= self.least:
            return False
        return self.tunnels == "class" or judge.is_of_class(tokens, groups)
