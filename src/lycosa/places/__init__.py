"""Places on a page: spans of its tokens, its blocks and its links, as columns and as objects."""

from __future__ import annotations

from lycosa.places.blocks import Block, Blocks
from lycosa.places.links import Link, Links, link_of
from lycosa.places.span import Span, span_of

__all__ = ["Block", "Blocks", "Link", "Links", "Span", "link_of", "span_of"]
