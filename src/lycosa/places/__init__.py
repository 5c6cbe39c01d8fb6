"""Places on a page: spans of its tokens, its blocks and its links, as columns and as objects."""

from __future__ import annotations

from lycosa.places.blocks import Block, PageBlocks
from lycosa.places.links import Link, PageLinks, link_of
from lycosa.places.proposals import Proposal, Proposals, proposal_of
from lycosa.places.span import Span, span_of

__all__ = [
    "Block",
    "Link",
    "PageBlocks",
    "PageLinks",
    "Proposal",
    "Proposals",
    "Span",
    "link_of",
    "proposal_of",
    "span_of",
]
