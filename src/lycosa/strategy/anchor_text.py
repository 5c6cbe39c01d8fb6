"""The anchor alone."""

from __future__ import annotations

from typing import ClassVar

from lycosa.rank.slc import Unit
from lycosa.strategy.cbp_slc import CBPSLC


class AnchorText(CBPSLC):
    """Follow the links whose anchor is relevant.

    A link is worth what its anchor is worth, and is dropped if that is not relevant. Blind to
    anchors that say nothing, such as "read more".

    Parameters
    ----------
    topic, seed, threshold, kernel, vote, warm_up
        As in `cbp-slc`.

    Examples
    --------
    >>> from lycosa.plugin import FLOODS, Topic
    >>> print(*FLOODS.visits(AnchorText(Topic.from_keywords(["flood", "rain"]))))
    / /reports /may /band /sites /pictures /concerts http://river.test/ /kitchen /one http://river.test/levels

    References
    ----------
    Peng and Liu (2013). Focused crawling enhanced by CBP-SLC. Knowledge-Based Systems.
    doi:10.1016/j.knosys.2013.06.008.

    Section 6.2.2. Reconstruction: the paper names this crawler and does not describe it; here it is
    Algorithm 4 with nothing but lines 17-20.
    """

    name: ClassVar[str] = "anchor-text"
    reads_layout: ClassVar[bool] = False
    units: ClassVar[tuple[Unit, ...]] = ("anchor",)
