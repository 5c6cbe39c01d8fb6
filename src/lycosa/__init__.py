"""Lycosa: a focused web crawler. It collects the pages about one topic, and as few others as it can."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycosa.errors import Kind, LycosaError
from lycosa.first_use import on_first_use
from lycosa.model import Block, Expansion, Fetched, Judgement, Link, Page, Proposal, Queued, Span, Visit
from lycosa.version import __version__

if TYPE_CHECKING:
    from lycosa.api import crawl, crawl_sync
    from lycosa.api import open_crawl as open  # `lycosa.open` is how it is read
    from lycosa.lab import Lab
    from lycosa.strategy.base import Strategy
    from lycosa.topic import Topic

__all__ = [
    "Block",
    "Expansion",
    "Fetched",
    "Judgement",
    "Kind",
    "Lab",
    "Link",
    "LycosaError",
    "Page",
    "Proposal",
    "Queued",
    "Span",
    "Strategy",
    "Topic",
    "Visit",
    "__version__",
    "crawl",
    "crawl_sync",
    "open",
]

# Most programs and commands need none of these, which are heavy.
_FIRST_USE = {
    "Lab": "lycosa.lab",
    "Strategy": "lycosa.strategy.base",
    "Topic": "lycosa.topic",
    "crawl": "lycosa.api",
    "crawl_sync": "lycosa.api",
    "open": "lycosa.api:open_crawl",
}
__getattr__ = on_first_use(__name__, _FIRST_USE)
