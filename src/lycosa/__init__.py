"""Lycosa: a focused web crawler. It collects the pages about one topic, and as few others as it can."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from lycosa.errors import Kind, LycosaError
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


_FIRST_USE = {
    "Lab": "lycosa.lab",
    "Strategy": "lycosa.strategy.base",
    "Topic": "lycosa.topic",
    "crawl": "lycosa.api",
    "crawl_sync": "lycosa.api",
    "open": "lycosa.api",
}


def __getattr__(name: str) -> Any:
    """Import what is heavy when it is first asked for: most programs and commands do not."""
    if name not in _FIRST_USE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_FIRST_USE[name]), "open_crawl" if name == "open" else name)
