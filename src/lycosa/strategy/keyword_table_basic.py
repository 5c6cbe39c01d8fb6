"""The keyword weight table as it was before: links in the order found, and a table that stays."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from lycosa.frontier.base import Evidence
from lycosa.strategy.keyword_table import KeywordTableSearch
from lycosa.topic import Topic


class KeywordTableBasic(KeywordTableSearch):
    """Visit the links with a sufficient link score in the order in which they were found.

    The crawler that `keyword-table` improves on: pages and links are scored and dropped as there,
    but the score of a link that is kept does not matter any more, and the table does not grow.

    Parameters
    ----------
    topic, seed, threshold, link_threshold, grow_every
        As in `keyword-table`; here the table does not grow unless told to, which is a control: what growth
        alone brings, without the priority queue.

    Examples
    --------
    >>> from lycosa.plugin import FLOODS, Topic
    >>> print(*FLOODS.visits(KeywordTableBasic(Topic.from_keywords(["flood", "rain"]))))
    / /reports /band /sites /may /pictures http://river.test/ /kitchen http://river.test/levels

    References
    ----------
    Singh, Gupta and Singh (2017). Improved architecture of focused crawler on the basis of content and
    link analysis. International Journal of Modern Education and Computer Science 9(11), 33-40.
    doi:10.5815/ijmecs.2017.11.04.

    Section IV ("earlier focused crawler"). Reconstruction: the paper says what it lacks, which is the
    priority queue, the duplicate check and the growing table.
    """

    name: ClassVar[str] = "keyword-table-basic"

    @property
    def evidence(self) -> Evidence:  # type: ignore[override]  # a score decides what is kept, not the order
        """The parts of the link score, none of which counts."""
        return Evidence(tuple(replace(part, weight=0.0) for part in super().evidence.parts))

    def __init__(
        self,
        topic: Topic,
        seed: int = 0,
        threshold: float | str = "auto",
        link_threshold: float | None = None,
        grow_every: int = 0,
    ) -> None:
        super().__init__(topic, seed, threshold, link_threshold, grow_every)
