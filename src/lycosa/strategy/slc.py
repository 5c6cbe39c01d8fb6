"""SLC: the anchor, then its context."""

from __future__ import annotations

from typing import ClassVar

from lycosa.rank.slc import Unit
from lycosa.strategy.cbp_slc import CBPSLC


class SLC(CBPSLC):
    """Follow the links whose anchor is relevant, or else their context.

    A link is worth what its anchor is worth; where that is not relevant, what the text of the element
    around it is worth; where that is not relevant either, the link is dropped.

    Parameters
    ----------
    topic, seed, threshold, kernel, vote, warm_up
        As in `cbp-slc`.

    Examples
    --------
    >>> from lycosa.plugin import FLOODS, Topic
    >>> print(*FLOODS.visits(SLC(Topic.from_keywords(["flood", "rain"]))))
    / /reports /pictures /may /band /sites http://river.test/ http://river.test/levels /one /concerts /kitchen

    References
    ----------
    Peng and Liu (2013). Focused crawling enhanced by CBP-SLC. Knowledge-Based Systems.
    doi:10.1016/j.knosys.2013.06.008.

    Section 6.2.2. Reconstruction: the paper names this crawler and does not describe it; here it is
    Algorithm 4 with the blocks left out (lines 15-29).
    """

    name: ClassVar[str] = "slc"
    reads_layout: ClassVar[bool] = False
    units: ClassVar[tuple[Unit, ...]] = ("anchor", "context")
