"""Shortest URL first."""

from __future__ import annotations

from typing import ClassVar

from lycosa.plugin import Evidence, Expansion, Judgement, Page, Part, Proposal, Queued, Recipe


class ShortUrl(Recipe):
    """Take the link with the shortest URL: home pages and sections come before articles.

    Examples
    --------
    >>> from lycosa.plugin import FLOODS, Topic
    >>> print(*FLOODS.visits(ShortUrl(Topic.from_keywords(["flood", "rain"])), count=6))
    / /band /sites http://river.test/ /reports /may
    """

    name: ClassVar[str] = "short-url"
    evidence = Evidence((Part("shortness", 1.0, "first"),))

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        """Rank the page's links by length."""
        return Expansion(tuple(Proposal(target, (1.0 / len(target.url),)) for target in page.links))
