"""Breadth first."""

from __future__ import annotations

from typing import ClassVar

from lycosa.model import Expansion, Judgement, Page, PageLinks, Proposals, Queued
from lycosa.strategy.recipe import Recipe


class BreadthFirst(Recipe):
    """Visit links in the order in which they were found.

    Every link is worth the same, and the frontier hands out equals oldest first: that is a
    queue. The usual baseline: what a crawl finds when it does not look at the topic at all.

    Examples
    --------
    >>> from lycosa.plugin import FLOODS, Topic
    >>> print(*FLOODS.visits(BreadthFirst(Topic.from_keywords(["flood", "rain"]))))
    / /reports /band /sites /may /pictures /concerts http://river.test/ /kitchen /one http://river.test/levels

    References
    ----------
    Liu, Wu and Liu (2025). A focused crawling strategy based on comprehensive priority evaluation of
    hyperlinks and improved Bayesian classifier. Frontiers of Information Technology & Electronic
    Engineering. doi:10.1631/FITEE.2400939.

    Liu, Wang, Zhong and Yang (2023). A new focused crawler using an improved tabu search algorithm
    incorporating ontology and host information. Frontiers of Information Technology & Electronic
    Engineering 24(6), 859-875. doi:10.1631/FITEE.2200315.

    Peng and Liu (2013). Focused crawling enhanced by CBP-SLC. Knowledge-Based Systems.
    doi:10.1016/j.knosys.2013.06.008.

    The baseline of Liu et al. 2025, Liu et al. 2023 and Peng and Liu 2013.
    """

    name: ClassVar[str] = "bfs"
    waits_for_better: ClassVar[bool] = False

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        """Queue every link as it comes."""
        return Expansion(Proposals(PageLinks.of(page.links), [()] * len(page.links)))
