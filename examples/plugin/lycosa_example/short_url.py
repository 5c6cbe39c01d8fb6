"""Shortest URL first."""

from __future__ import annotations

from typing import ClassVar

from lycosa.frontier.base import Evidence, Part
from lycosa.model import Expansion, Judgement, Page, Proposal, Queued
from lycosa.strategy.recipe import Recipe


class ShortUrl(Recipe):
    """Take the link with the shortest URL: home pages and sections come before articles.

    Examples
    --------
    >>> from lycosa import Topic
    >>> ShortUrl(Topic.from_keywords(["flood"])).evidence.parts[0].name
    'shortness'
    """

    name: ClassVar[str] = "short-url"
    evidence = Evidence((Part("shortness", 1.0, "first"),))

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        """Rank the page's links by length."""
        return Expansion(tuple(Proposal(target, (1.0 / len(target.url),)) for target in page.links))
