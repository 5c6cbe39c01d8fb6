"""FCBCW: BCW_CC without crossing tunnels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar

from lycosa.rank.cpe import PAPER_WEIGHTS
from lycosa.strategy.bcw_cc import BCWCC
from lycosa.strategy.tunnel.base import TunnelRule
from lycosa.strategy.tunnel.none import NoTunnels
from lycosa.topic import TAG_WEIGHTS, Topic


class FCBCW(BCWCC):
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

    def __init__(
        self,
        topic: Topic,
        seed: int = 0,
        tau: float | str = "auto",
        lam: float | str = "auto",
        *,
        weights: Sequence[float] = PAPER_WEIGHTS,
        tag_weights: Sequence[float] = TAG_WEIGHTS,
    ) -> None:
        super().__init__(topic, seed, tau, lam, tunnels="class", weights=weights, tag_weights=tag_weights)

    @cached_property
    def tunnel(self) -> TunnelRule:
        """None."""
        return NoTunnels()
