"""Best first by comprehensive priority."""

from __future__ import annotations

from typing import ClassVar

from lycosa.strategy.recipe import Combination


class BestFirst(Combination):
    """Always take the link with the highest comprehensive priority.

    The worth of a link is half the relevance of the pages that show it, and for the rest the
    relevance of its anchor and of the words around it. Greedy, strong early on, and blind to
    what lies behind an irrelevant page.

    Examples
    --------
    >>> from lycosa.plugin import FLOODS, Topic
    >>> print(*FLOODS.visits(BestFirst(Topic.from_keywords(["flood", "rain"]))))
    / /reports /may /pictures /band /sites http://river.test/ http://river.test/levels /kitchen /one /concerts

    References
    ----------
    Liu, Wu and Liu (2025). A focused crawling strategy based on comprehensive priority evaluation of
    hyperlinks and improved Bayesian classifier. Frontiers of Information Technology & Electronic
    Engineering. doi:10.1631/FITEE.2400939.

    Eq. 4 (there OPS). A link found on several pages takes the mean of their relevance and the maximum of
    the other parts.
    """

    name: ClassVar[str] = "best-first"
