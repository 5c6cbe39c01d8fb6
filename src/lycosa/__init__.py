"""Lycosa: a focused web crawler. It collects the pages about one topic, and as few others as it can."""

from __future__ import annotations

from lycosa.errors import Kind, LycosaError
from lycosa.model import Block, Expansion, Fetched, Judgement, Link, Page, Proposal, Queued, Span, Visit
from lycosa.strategy.base import Strategy
from lycosa.topic import Topic

__version__ = "0.1.0"

__all__ = [
    "Block",
    "Expansion",
    "Fetched",
    "Judgement",
    "Kind",
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
]
