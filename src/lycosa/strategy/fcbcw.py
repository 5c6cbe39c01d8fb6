"""FCBCW: BCW_CC without crossing tunnels."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from lycosa.strategy.comprehensive_recipe import ComprehensiveRecipe
from lycosa.strategy.tunnel.base import TunnelRule
from lycosa.strategy.tunnel.none import NoTunnels


class FCBCW(ComprehensiveRecipe):
    """Follow the links of relevant pages of the right class, and no others.

    What `bcw-cc` does, but a page that is not relevant is let go with all its links, whatever
    its blocks are about.

    Parameters
    ----------
    topic, seed, tau, lam, weights, tag_weights
        As in `bcw-cc`.

    Examples
    --------
    >>> from lycosa.plugin import FLOODS, Topic
    >>> print(*FLOODS.visits(FCBCW(Topic.from_keywords(["flood", "rain"]))))
    / /reports /may /pictures /band /sites http://river.test/ http://river.test/levels /kitchen /one /concerts

    References
    ----------
    Liu, Wu and Liu (2025). A focused crawling strategy based on comprehensive priority evaluation of
    hyperlinks and improved Bayesian classifier. Frontiers of Information Technology & Electronic
    Engineering. doi:10.1631/FITEE.2400939.

    Section 4.2: Algorithm 1 without lines 19-31.
    """

    name: ClassVar[str] = "fcbcw"

    @cached_property
    def tunnel(self) -> TunnelRule:
        """None."""
        return NoTunnels()
