"""FCCBS: BCW_CC without its classifier."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from lycosa.rank.cpe import PAPER_WEIGHTS
from lycosa.strategy.bcw_cc import BCWCC
from lycosa.topic import TAG_WEIGHTS, Topic


class FCCBS(BCWCC):
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
