"""The numbers that bound what is read of one page; the reasons stand beside them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PageLimits:
    """How much of a page is read, and the parameters of its parts."""

    links: int = 5_000
    """Links kept of one page; the rest are counted. Hubs stay below it, link farms do not."""
    elements: int = 1_000_000
    """Elements read of one page, about a second of work; what follows is not read."""
    blocks: int = 5_000
    """Blocks of each kind; what follows the last of them counts as the body's."""
    text_chars: int = 1_000_000
    """Characters of text read of one page, about as long as a long novel."""
    title_chars: int = 1_024
    """Characters of the title."""
    description_chars: int = 2_048
    """For the description and for the keywords."""
    anchor_chars: int = 512
    """Characters of an anchor kept for people to read."""
    anchor_tokens: int = 256
    """Tokens of an anchor that count: links may nest, and their text must not be read for each."""
    path_labels: int = 16
    """Innermost elements named in a path; keeps a page of deep nesting linear."""
    around_tokens: int = 10
    """Tokens on each side of an anchor that count as around it."""
    cpu_s: float = 1.5
    """Processor time a page that is not proven cheap may take; one that takes more is given up."""
    memory_mb: int = 180
    """Memory it may take, or eleven times its own size if that is more."""
    refresh_s: float = 5.0
    """A page that sends its reader on within this time is a redirect."""
    cbp_alpha: float = 0.5
    """Granularity of content blocks (Peng and Liu 2013, Algorithm 1): smaller values split further."""
    cbp_links: int = 1
    """Links a child needs for its parent to be split (k in Peng and Liu 2013, Algorithm 1)."""
