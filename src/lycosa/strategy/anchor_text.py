"""The anchor alone."""

from __future__ import annotations

from typing import ClassVar

from lycosa.judge.trained import WARM_UP
from lycosa.judge.wvc import Kernel, Vote
from lycosa.rank.slc import Unit
from lycosa.strategy.cbp_slc import CBPSLC
from lycosa.topic import Topic


class AnchorText(CBPSLC):
    """Follow the links whose anchor is relevant.

    A link is worth what its anchor is worth, and is dropped if that is not relevant. Blind to
    anchors that say nothing, such as "read more".

    Parameters
    ----------
    topic, seed, threshold, kernel, vote
        As in `cbp-slc`.
    warm_up
        As there, but 30 pages by default: few anchors alone pass a judge that has seen nothing but the
        examples, and a crawl filtered from its first page by them ends after a dozen.

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

    def __init__(
        self,
        topic: Topic,
        seed: int = 0,
        threshold: float | str = "auto",
        *,
        kernel: Kernel = "linear",
        vote: Vote = "accepted",
        warm_up: int = WARM_UP,
    ) -> None:
        super().__init__(topic, seed, threshold, kernel=kernel, vote=vote, warm_up=warm_up)
