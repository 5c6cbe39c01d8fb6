"""The link context alone."""

from __future__ import annotations

from typing import ClassVar

from lycosa.rank.slc import Unit
from lycosa.strategy.cbp_slc import CBPSLC


class LinkContext(CBPSLC):
    """Follow the links whose context is relevant.

    A link is worth what the text of the element around its anchor is worth, and is dropped if that
    is not relevant. Neighbours that speak of something else mislead it.

    Parameters
    ----------
    topic, seed, threshold, kernel, vote, warm_up
        As in `cbp-slc`.

    Examples
    --------
    >>> from lycosa.plugin import FLOODS, Topic
    >>> print(*FLOODS.visits(LinkContext(Topic.from_keywords(["flood", "rain"]))))
    / /reports /may /pictures /band /sites http://river.test/ http://river.test/levels /one /concerts /kitchen

    References
    ----------
    Peng and Liu (2013). Focused crawling enhanced by CBP-SLC. Knowledge-Based Systems.
    doi:10.1016/j.knosys.2013.06.008.

    Section 6.2.2. Reconstruction: the paper names this crawler and does not describe it; here it is
    Algorithm 4 with nothing but lines 22-26.
    """

    name: ClassVar[str] = "link-context"
    reads_layout: ClassVar[bool] = False
    units: ClassVar[tuple[Unit, ...]] = ("context",)
