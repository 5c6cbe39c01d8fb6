"""BCW_CC: a classifier filters pages, comprehensive priority ranks links, blocks cross tunnels."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar, Literal, TypeAlias, cast, get_args

from lycosa.errors import LycosaError
from lycosa.frontier.base import Evidence, Part
from lycosa.judge.bcw import BCWJudge
from lycosa.judge.vsm import TagWeightedVSM
from lycosa.model import JSON, Block, Expansion, Judgement, Page, Proposal, Queued
from lycosa.rank.cpe import ComprehensivePriority
from lycosa.strategy.recipe import Recipe
from lycosa.topic import Topic

Tunnels: TypeAlias = Literal["all", "class"]

BLOCK_LINK = (0.0, 0.0, 0.0, 2.0)
"""Parts of a link in a relevant block. The last is above the 1 that seeds have in every part."""

LAMBDA_TO_TAU = 0.30 / 0.70
OWN_CLASS = 0.5
"""Score from which the classifier puts a text into the topic's class."""


class BCWCC(Recipe):
    """Follow the links of relevant pages, and those of relevant blocks on pages that are not.

    A page of the right class whose relevance exceeds `tau` is relevant: its links are queued if
    their comprehensive priority exceeds `lam`. Any other page may be a tunnel: it is cut into
    its innermost divisions, and the links of every division that is itself of the right class, with a
    relevance above `lam`, are fetched at once, before anything else. All other links of the page are
    let go. The pages behind them (block-pages) hand on their links by comprehensive priority
    whatever they are about; one of another class is a further step of the tunnel, and cut as well.
    Until the classifier has been trained nothing is let go and the best link is next.

    Parameters
    ----------
    topic, seed
        As in every strategy.
    tau
        Relevance above which a page of the right class is relevant; `"auto"` derives it from the
        topic's examples. The paper has 0.70.
    lam
        Priority above which a link is queued, and relevance above which a block is relevant;
        `"auto"` keeps the paper's proportion to tau. The paper has 0.30.
    tunnels
        Which pages may be tunnels: `"all"` that are not relevant, or, as printed, only those of the
        right `"class"`, whose blocks then need no class of their own.

    Examples
    --------
    >>> from lycosa import Topic
    >>> [part.name for part in BCWCC(Topic.from_keywords(["flood"])).evidence.parts]
    ['page', 'anchor', 'context', 'tunnel']

    References
    ----------
    Paper 000, Algorithm 1 and section 4. As printed (lines 13-15) a page of another class is
    discarded before it is cut, which contradicts the purpose of cutting: with a classifier that is
    right no tunnel of two pages is ever crossed. Block-pages are judged and counted like all others,
    which the paper leaves open.
    """

    name: ClassVar[str] = "bcw-cc"
    needs: ClassVar[frozenset[str]] = frozenset({"classes"})
    evidence = Evidence((*ComprehensivePriority.evidence.parts, Part("tunnel", 10.0, "max")))

    def __init__(
        self,
        topic: Topic,
        seed: int = 0,
        tau: float | str = "auto",
        lam: float | str = "auto",
        tunnels: Tunnels = "all",
    ) -> None:
        super().__init__(topic, seed, tau)
        if tunnels not in get_args(Tunnels):
            raise LycosaError(f"tunnels is {tunnels!r}; it must be one of {', '.join(get_args(Tunnels))}")
        self.tau = tau
        self.lam = lam
        self.tunnels = tunnels

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

    @property
    def trained(self) -> bool:
        """Whether anybody knows which class a page belongs to."""
        return self.classifier.model is not None

    ahead = 0
    """By how many the pages learned from that are not close to the topic outnumber those that are."""

    def of_class(self, page: Page, is_close: bool) -> Judgement:
        """Classify a page, and learn from it; nobody knows its class before the first training.

        Negatives are found among the pages learned from. If nearly all of them were about the topic,
        as in a crawl that does well, some would be taken for negatives all the same, and the class
        would shrink to the examples: so pages close to the topic teach only as often as others do.
        """
        if is_close and self.topic.examples and self.ahead <= 0:
            score = self.classifier.score(page.tokens, page.groups)
            verdict = Judgement(score >= OWN_CLASS, score, reason=self.classifier.trained_on)
        else:
            self.ahead += -1 if is_close else 1
            verdict = self.classifier.judge(page)
        return verdict._replace(relevant=verdict.relevant or not self.trained)

    def judge(self, page: Page) -> Judgement:
        """Classify the page, then compare it with the topic (lines 9-17)."""
        relevance = self.relevance.judge(page).score
        cut = self.relevance.cut.value
        verdict = self.of_class(page, relevance > cut)
        parts = (("class", float(verdict.relevant)), ("cosine", relevance))
        if not verdict.relevant:
            return Judgement(False, relevance, parts, f"another class: {verdict.reason}")
        return Judgement(relevance > cut, relevance, parts, f"threshold {cut:.3f}")

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        """Queue sub-links, fetch block-links, or discard the page (lines 11-39)."""
        if not self.trained:
            return Expansion(self.sub_links(page, judgement, least=-1.0))
        is_block_page = link.parts[-1] >= BLOCK_LINK[-1]
        proposals: tuple[Proposal, ...] = ()
        if not judgement.relevant and self.is_cut(judgement, is_block_page):
            proposals += self.block_links(page)
        if judgement.relevant or is_block_page:
            proposals += self.sub_links(page, judgement, self.least)
        return Expansion(proposals)

    def is_cut(self, judgement: Judgement, is_block_page: bool) -> bool:
        """Say whether a page that is not relevant may be a tunnel, or one more page of it."""
        return not is_block_page if dict(judgement.parts)["class"] else self.tunnels == "all"

    def sub_links(self, page: Page, judgement: Judgement, least: float) -> tuple[Proposal, ...]:
        """Rank all links of a page; keep those above `least` (lines 32-39)."""
        priority = ComprehensivePriority.evidence.priority
        return tuple(
            Proposal(target, (*parts, 0.0), keep=priority(parts) > least)
            for target, parts, _ in self.ranker.rank(page, judgement)
        )

    def block_links(self, page: Page) -> tuple[Proposal, ...]:
        """Put the links of relevant blocks before everything else (lines 19-27)."""
        return tuple(
            Proposal(page.links[position], BLOCK_LINK)
            for block in page.blocks
            if block.links and self.is_relevant(page, block)
            for position in block.links
        )

    def is_relevant(self, page: Page, block: Block) -> bool:
        """Compare a block with the topic, and classify it where the page's class does not count."""
        tokens, groups = page.of_block(block)
        if self.relevance.score(tokens) <= self.least:
            return False
        return self.tunnels == "class" or self.classifier.score(tokens, groups) >= OWN_CLASS

    def state(self) -> dict[str, JSON]:
        """Return what both judges have learned."""
        return {
            "relevance": self.relevance.state(),
            "classifier": self.classifier.state(),
            "ahead": self.ahead,
        }

    def restore(self, state: dict[str, JSON]) -> None:
        """Become the strategy that returned `state`."""
        self.relevance.restore(cast("dict[str, JSON]", state["relevance"]))
        self.classifier.restore(cast("dict[str, JSON]", state["classifier"]))
        self.ahead = cast("int", state["ahead"])
