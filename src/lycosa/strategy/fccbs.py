"""FCCBS: BCW_CC without its classifier."""

from __future__ import annotations

from typing import ClassVar

from lycosa.strategy.comprehensive_recipe import ComprehensiveRecipe


class FCCBS(ComprehensiveRecipe):
    """Follow the links of relevant pages, and those of relevant blocks on all others.

    What `bcw-cc` does, but no page is let go because of its class: relevance alone decides.

    Parameters
    ----------
    topic, seed, tau, lam, weights, tag_weights
        As in `bcw-cc`.

    Examples
    --------
    >>> from lycosa.plugin import FLOODS, Topic
    >>> print(*FLOODS.visits(FCCBS(Topic.from_keywords(["flood", "rain"]))))
    / /reports /may /pictures /band /sites http://river.test/ http://river.test/levels /kitchen

    References
    ----------
    Liu, Wu and Liu (2025). A focused crawling strategy based on comprehensive priority evaluation of
    hyperlinks and improved Bayesian classifier. Frontiers of Information Technology & Electronic
    Engineering. doi:10.1631/FITEE.2400939.

    Section 4.2: Algorithm 1 without lines 10-15.
    """

    name: ClassVar[str] = "fccbs"
    needs: ClassVar[frozenset[str]] = frozenset()
    classifies: ClassVar[bool] = False
