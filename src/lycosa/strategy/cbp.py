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
    topic, seed, threshold, kernel, vote
        As in `cbp-slc`.

    Examples
    --------
    >>> from lycosa import Topic
    >>> CBP(Topic.from_keywords(["flood"])).units
    ('block',)

    References
    ----------
    Paper 002, section 6.2.2. Reconstruction: the paper names this crawler and does not describe it;
    here it is Algorithm 4 with the irrelevant blocks left out (lines 9-13).
    """

    name: ClassVar[str] = "cbp"
    units: ClassVar[tuple[Unit, ...]] = ("block",)
