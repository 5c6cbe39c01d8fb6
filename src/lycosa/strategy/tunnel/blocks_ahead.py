"""The links of relevant blocks first, and all others as they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from lycosa.judge.base import least_score
from lycosa.model import Judgement, Page, Proposal, Queued
from lycosa.strategy.tunnel.blocks import BLOCK_LINK, Blocks


class BlocksAhead(Blocks):
    """Raise the links of relevant blocks on irrelevant pages above everything else; let nothing go.

    As `blocks`, but the other links of an irrelevant page stay as they are ranked: for strategies that
    follow them anyway. The pages behind the links of blocks are not cut.

    Parameters
    ----------
    least
        Score above which a block is relevant; `"auto"` is what the judge asks of a page. By the 3/7 of it
        that `blocks` asks, which lets all other links go, nearly every page would have a relevant block.

    References
    ----------
    The content block segmentation of BCW_CC: see the strategy `bcw-cc`.
    """

    name: ClassVar[str] = "blocks-ahead"

    def __init__(self, least: float | str = "auto") -> None:
        super().__init__(least)

    def _by_score(self, tokens: Sequence[str], groups: bytes) -> bool:
        least = least_score(self.judge) if isinstance(self.least, str) else self.least
        return self.judge.score(tokens, groups) > least

    def follow(
        self, page: Page, judgement: Judgement, link: Queued, ranked: Sequence[Proposal]
    ) -> Sequence[Proposal]:
        """Return all links, those of relevant blocks raised and kept."""
        if judgement.relevant or link.parts[-1] >= BLOCK_LINK:
            return ranked
        raised = {target.link.url for target in self.block_links(page, len(link.parts))}
        return tuple(
            proposal._replace(parts=(*proposal.parts[:-1], BLOCK_LINK), keep=True)
            if proposal.link.url in raised
            else proposal
            for proposal in ranked
        )
