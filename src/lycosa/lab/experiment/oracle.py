"""The oracle: what a crawl could do that knew every label and every link."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from lycosa.frontier.base import Evidence, Part
from lycosa.lab.web.graph import WebGraph
from lycosa.model import Expansion, Judgement, Page, Proposal, Queued
from lycosa.strategy.recipe import Recipe
from lycosa.topic import Topic


class Oracle(Recipe):
    """Take the link with the fewest hops to an unvisited on-topic page.

    Ties go to the link whose page leads to the most unvisited on-topic pages. Close to the best
    possible, and unfair: it is the yardstick of the others, in the lab only.

    Parameters
    ----------
    topic, seed, threshold
        As in every strategy.
    graph
        The links of the whole web.
    on_topic
        The URLs of the pages that labels call on-topic.

    References
    ----------
    The yardstick behind "share of the oracle". Hops can only grow while pages are read, so they
    are computed anew only when no queued link is on-topic itself.
    """

    name: ClassVar[str] = "oracle"
    evidence = Evidence((Part("hops", -1.0, "last"), Part("gain", 1e-4, "last")))

    def __init__(
        self,
        topic: Topic,
        seed: int = 0,
        threshold: float | str = "auto",
        *,
        graph: WebGraph,
        on_topic: frozenset[str],
    ) -> None:
        super().__init__(topic, seed, threshold)
        self.graph = graph
        self.on_topic = on_topic
        self._queued: set[int] = set()
        self._read: set[int] = set()
        self._stale = False

    @cached_property
    def _wanted(self) -> npt.NDArray[np.bool_]:
        """On-topic pages not yet read."""
        return np.array([url in self.on_topic for url in self.graph.urls], dtype=np.bool_)

    @cached_property
    def _gain(self) -> npt.NDArray[np.int64]:
        """For each page, the number of wanted pages it links to."""
        hits = np.concatenate(([0], np.cumsum(self._wanted[self.graph.targets])))
        return np.diff(hits[self.graph.starts])

    @cached_property
    def _hops(self) -> npt.NDArray[np.int32]:
        """For each page, the links between it and the nearest wanted page."""
        return self.graph.reverse.distances(np.flatnonzero(self._wanted))

    def judge(self, page: Page) -> Judgement:
        """Look the label up."""
        relevant = page.url in self.on_topic
        return Judgement(relevant, float(relevant), reason="label")

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        """Rank the page's links, and queued links whose outlook the page has changed."""
        number = self.graph.number[page.url]
        self._read.add(number)
        dimmed = self._strike_off(number)
        self._queued.update(self.graph.links(number))
        self._queued -= self._read
        if self._stale and not any(self._wanted[number] for number in self._queued):
            self._hops = self.graph.reverse.distances(np.flatnonzero(self._wanted))
            self._stale = False
            dimmed = self._queued
        proposals = (
            Proposal(target, self._worth(self.graph.number[target.url]))
            for target in page.links
            if target.url in self.graph.number
        )
        updates = {self.graph.urls[number]: self._worth(number) for number in dimmed}
        return Expansion(tuple(proposals), updates)

    def _strike_off(self, number: int) -> set[int]:
        """Take a page off the wanted list; return the queued pages that lose by it."""
        if not self._wanted[number]:
            return set()
        self._wanted[number] = False
        self._stale = True
        sources = self.graph.reverse.links(number)
        self._gain[sources] -= 1
        return self._queued.intersection(sources)

    def _worth(self, number: int) -> tuple[float, float]:
        if self._wanted[number]:
            return 0.0, float(self._gain[number])
        hops = int(self._hops[number])
        return (float(max(hops, 1)) if hops >= 0 else 1e3), float(self._gain[number])
