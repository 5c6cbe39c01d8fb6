"""The blocks of a page that are relevant although the page is not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Literal, TypeAlias, get_args

from lycosa.errors import LycosaError
from lycosa.frontier.base import Evidence, Part
from lycosa.judge.base import Judge, is_trained, least_score
from lycosa.model import Block, Judgement, Page, Proposal, Queued
from lycosa.strategy.tunnel.base import TunnelRule

Tunnels: TypeAlias = Literal["all", "class"]

LAMBDA_TO_TAU = 0.30 / 0.70
"""What the paper asks of a block, as a share of what it asks of a page."""
BLOCK_LINK = 2.0
"""Value of the part `tunnel` for a link in a relevant block: above the 1 that seeds have in every part."""


class Blocks(TunnelRule):
    """Fetch the links of relevant blocks on irrelevant pages at once, and let all others go.

    A page that is not relevant is cut into its innermost divisions. The links of every division that
    is relevant itself come before anything else in the queue. The pages behind them (block-pages)
    hand on all their links whatever they are about, and are not cut again; only where the judge
    tells classes apart, one of another class is, as a further step of the tunnel.

    Parameters
    ----------
    least
        Score above which a block is relevant; `"auto"` is 3/7 of what the judge asks of a page.
    tunnels
        For judges that tell classes apart, which pages may be tunnels: `"all"` that are not relevant,
        or only those of the right `"class"`.

    References
    ----------
    The content block segmentation of BCW_CC: see the strategy `bcw-cc`.
    """

    name: ClassVar[str] = "blocks"
    evidence: Evidence = Evidence((Part("tunnel", 10.0, "max"),))

    def __init__(self, least: float | str = "auto", tunnels: Tunnels = "all") -> None:
        if isinstance(least, str) and least != "auto":
            raise LycosaError(f"least is {least!r}; it must be a number or auto")
        if tunnels not in get_args(Tunnels):
            raise LycosaError(f"tunnels is {tunnels!r}; it must be one of {', '.join(get_args(Tunnels))}")
        self.least = least
        self.tunnels = tunnels
        self.is_relevant: Callable[[Sequence[str], bytes], bool] = self._by_score
        """Whether a block with these tokens and tag groups is relevant."""

    def ask(self, judge: Judge) -> None:
        """Judge blocks by the judge of pages."""
        self.judge = judge

    def follow(
        self, page: Page, judgement: Judgement, link: Queued, ranked: Sequence[Proposal]
    ) -> Sequence[Proposal]:
        """Return the links of relevant blocks, all links of a relevant page or a block-page, or none."""
        if not is_trained(self.judge):
            return ranked
        is_block_page = link.parts[-1] >= BLOCK_LINK
        followed: tuple[Proposal, ...] = ()
        if not judgement.relevant and self._is_cut(judgement, is_block_page):
            followed += self.block_links(page, len(link.parts))
        if judgement.relevant or is_block_page:
            followed += tuple(ranked)
        return followed

    def block_links(self, page: Page, width: int) -> tuple[Proposal, ...]:
        """Put the links of relevant blocks before everything else."""
        parts = (*(0.0,) * (width - 1), BLOCK_LINK)
        return tuple(
            Proposal(page.links[position], parts)
            for block in page.blocks
            if block.links and self._holds(page, block)
            for position in block.links
        )

    def _is_cut(self, judgement: Judgement, is_block_page: bool) -> bool:
        """Say whether a page that is not relevant may be a tunnel, or one more page of it."""
        return not is_block_page if dict(judgement.parts).get("class", 1.0) else self.tunnels == "all"

    def _holds(self, page: Page, block: Block) -> bool:
        tokens, groups = page.of_block(block)
        return self.is_relevant(tokens, groups)

    def _by_score(self, tokens: Sequence[str], groups: bytes) -> bool:
        least = LAMBDA_TO_TAU * least_score(self.judge) if isinstance(self.least, str) else self.least
        return self.judge.score(tokens, groups) > least
