"""CBP-SLC: judge the block of a link, then its anchor, then its context."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from lycosa.judge.base import Judge
from lycosa.judge.trained import BEFORE
from lycosa.judge.wvc import Kernel, Vote, WVCJudge
from lycosa.rank.slc import SelectiveLinkContext, Unit
from lycosa.strategy.judged_texts import texts_by
from lycosa.strategy.recipe import Combination
from lycosa.topic import Topic


class CBPSLC(Combination):
    """Follow all links of a relevant block; elsewhere those with a relevant anchor or context.

    Every page is cut into content blocks, whatever it is about as a whole. The links of a
    relevant block are worth what the block is worth. In an irrelevant block a link is worth what
    its anchor is worth if that is relevant, else what its link context is worth if that is; else it
    is dropped. The page's own relevance is not used, which is what gets a crawl through tunnels.

    Parameters
    ----------
    topic, seed, threshold
        As in every strategy; the judge is the weighted voting classifier, unless another is named.
    kernel, vote
        Of the classifier: `"linear"` or `"rbf"`, and `"accepted"` or, as printed, `"precision"`.
    warm_up
        Pages of the crawl before the classifier is first trained; 0: a topic with examples is learned
        before the crawl, against texts of everyday words.

    Examples
    --------
    >>> from lycosa.plugin import FLOODS, Topic
    >>> print(*FLOODS.visits(CBPSLC(Topic.from_keywords(["flood", "rain"]))))
    / /reports /may /pictures /band /sites http://river.test/ http://river.test/levels /one /concerts /kitchen

    References
    ----------
    Peng and Liu (2013). Focused crawling enhanced by CBP-SLC. Knowledge-Based Systems.
    doi:10.1016/j.knosys.2013.06.008.

    Algorithm 4.
    """

    name: ClassVar[str] = "cbp-slc"
    reads_layout: ClassVar[bool] = True
    needs: ClassVar[frozenset[str]] = frozenset({"examples"})
    fixed: ClassVar[Mapping[str, str]] = {
        "ranker": "which of a link's texts is judged is what makes it this strategy",
        "tunnel": "links are followed by their own texts, whatever their page is about",
    }
    units: ClassVar[tuple[Unit, ...]] = ("block", "anchor", "context")

    def __init__(
        self,
        topic: Topic,
        seed: int = 0,
        threshold: float | str = "auto",
        *,
        kernel: Kernel = "linear",
        vote: Vote = "accepted",
        warm_up: int = BEFORE,
    ) -> None:
        super().__init__(topic, seed, threshold)
        self.kernel = kernel
        self.vote = vote
        self.warm_up = warm_up

    @cached_property
    def judge_of_pages(self) -> Judge:
        """The classifier, for pages and all smaller texts."""
        return WVCJudge(self.topic, self.threshold, self.warm_up, kernel=self.kernel, vote=self.vote)

    @cached_property
    def ranker(self) -> SelectiveLinkContext:
        """The ranker of links."""
        return SelectiveLinkContext(texts_by(self.judge_of_pages), self.units)
