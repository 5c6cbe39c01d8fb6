"""CBP: the content block alone."""

from __future__ import annotations

from typing import ClassVar

from lycosa.rank.slc import Unit
from lycosa.strategy.cbp_slc import CBPSLC


class CBP(CBPSLC):
    """Follow all links of relevant blocks, and no others.

    A link is worth what the content block it stands in is worth, and is dropped if that is not
    relevant.

    Parameters
    ----------
    topic, seed, threshold, kernel, vote, warm_up
        As in `cbp-slc`.

    Examples
    --------
    >>> from lycosa.plugin import FLOODS, Topic
    >>> print(*FLOODS.visits(CBP(Topic.from_keywords(["flood", "rain"]))))
    / /reports /may /pictures /band /sites http://river.test/ http://river.test/levels /one /concerts /kitchen

    References
    ----------
    Peng and Liu (2013). Focused crawling enhanced by CBP-SLC. Knowledge-Based Systems.
    doi:10.1016/j.knosys.2013.06.008.

    Section 6.2.2. Reconstruction: the paper names this crawler and does not describe it; here it is
    Algorithm 4 with the irrelevant blocks left out (lines 9-13).
    """

    name: ClassVar[str] = "cbp"
    units: ClassVar[tuple[Unit, ...]] = ("block",)
