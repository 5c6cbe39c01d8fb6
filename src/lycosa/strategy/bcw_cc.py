"""BCW_CC: a classifier filters pages, comprehensive priority ranks links, blocks cross tunnels."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar, cast

from lycosa.frontier.base import Evidence, Part
from lycosa.judge.bcw import BCWJudge
from lycosa.judge.vsm import TagWeightedVSM
from lycosa.model import JSON, Expansion, Judgement, Page, Proposal, Queued
from lycosa.rank.cpe import ComprehensivePriority
from lycosa.strategy.recipe import Recipe
from lycosa.topic import Topic

BLOCK_LINK = (0.0, 0.0, 0.0, 2.0)
"""Parts of a link in a relevant block. The last is above the 1 that seeds have in every part."""

LAMBDA_TO_TAU = 0.30 / 0.70


class BCWCC(Recipe):
    """Follow the links of relevant pages, and those of relevant blocks on pages that just miss.

    A classifier says which class a page belongs to, and a page of another class is let go with
    all its links. A page of the right class whose relevance exceeds `tau` is relevant: its links
    are queued if their comprehensive priority exceeds `lam`. Any other page of the right class
    may be a tunnel: it is cut into its innermost divisions, and the links of every division whose
    relevance exceeds `lam` are fetched at once, before anything else. The pages behind them
    (block-pages) hand on their links by comprehensive priority whatever they are about themselves.

    Parameters
    ----------
    topic, seed
        As in every strategy.
    tau
        Relevance above which a page of the right class is relevant; `"auto"` derives it from the
        topic's examples.
    lam
        Priority above which a link is queued, and relevance above which a block is relevant;
        `"auto"` keeps the paper's proportion to tau.

    Examples
    --------
    >>> from lycosa import Topic
    >>> [part.name for part in BCWCC(Topic.from_keywords(["flood"])).evidence.parts]
    ['page', 'anchor', 'context', 'tunnel']

    References
    ----------
    Paper 000, Algorithm 1 and section 4. Block-pages are judged and counted like all others,
    which the paper leaves open; as printed, they are not cut into blocks again, so the way
    through a tunnel of two pages or more depends on the priorities of its links. Where the topic has
    no labelled classes, no page is let go for its class until the classifier has been trained.
    """

    name: ClassVar[str] = "bcw-cc"
    needs: ClassVar[frozenset[str]] = frozenset({"classes"})
    evidence = Evidence((*ComprehensivePriority.evidence.parts, Part("tunnel", 10.0, "max")))

    def __init__(self, topic: Topic, seed: int = 0, tau: float | str = 0.70, lam: float | str = 0.30) -> None:
        super().__init__(topic, seed, tau)
        self.tau = tau
        self.lam = lam

    @cached_property
    def relevance(self) -> TagWeightedVSM:
        """R of Eq. 3, for pages and blocks."""
        return TagWeightedVSM(self.topic, self.tau)

    @cached_property
    def classifier(self) -> BCWJudge:
        """The trained BCW of Eq. 9."""
        return BCWJudge(self.topic)

    @property
    def least(self) -> float:
        """The value of lambda in force."""
        return LAMBDA_TO_TAU * self.relevance.cut.value if isinstance(self.lam, str) else self.lam

    @cached_property
    def ranker(self) -> ComprehensivePriority:
        """E of Eq. 4."""
        return ComprehensivePriority(self.topic)

    def of_class(self, page: Page) -> Judgement:
        """Say whether the page belongs to the topic's class; nobody knows before the first training."""
        verdict = self.classifier.judge(page)
        return verdict._replace(relevant=verdict.relevant or self.classifier.model is None)

    def judge(self, page: Page) -> Judgement:
        """Classify the page, then compare it with the topic (lines 9-17)."""
        relevance = self.relevance.judge(page).score
        verdict = self.of_class(page)
        parts = (("class", float(verdict.relevant)), ("cosine", relevance))
        if not verdict.relevant:
            return Judgement(False, relevance, parts, f"another class: {verdict.reason}")
        cut = self.relevance.cut.value
        return Judgement(relevance > cut, relevance, parts, f"threshold {cut:.3f}")

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        """Queue sub-links or block-links, or discard the page (lines 11-39)."""
        if judgement.relevant or link.parts[-1] >= BLOCK_LINK[-1]:
            return Expansion(self.sub_links(page, judgement))
        if dict(judgement.parts)["class"]:
            return Expansion(self.block_links(page))
        return Expansion()

    def sub_links(self, page: Page, judgement: Judgement) -> tuple[Proposal, ...]:
        """Rank all links of a page; keep those above `lam` (lines 32-39)."""
        priority, least = ComprehensivePriority.evidence.priority, self.least
        return tuple(
            Proposal(target, (*parts, 0.0), keep=priority(parts) > least)
            for target, parts, _ in self.ranker.rank(page, judgement)
        )

    def block_links(self, page: Page) -> tuple[Proposal, ...]:
        """Put the links of relevant blocks before everything else (lines 19-27)."""
        least = self.least
        return tuple(
            Proposal(page.links[position], BLOCK_LINK)
            for block in page.blocks
            if block.links and self.relevance.score(page.of_block(block)[0]) > least
            for position in block.links
        )

    def state(self) -> dict[str, JSON]:
        """Return what both judges have learned."""
        return {"relevance": self.relevance.state(), "classifier": self.classifier.state()}

    def restore(self, state: dict[str, JSON]) -> None:
        """Become the strategy that returned `state`."""
        self.relevance.restore(cast("dict[str, JSON]", state["relevance"]))
        self.classifier.restore(cast("dict[str, JSON]", state["classifier"]))
