"""Crawl4AI's best-first crawl with its keyword scorer, written anew."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar, cast

from lycosa.frontier.base import Evidence, Part, View
from lycosa.model import JSON, Expansion, Judgement, Page, Proposal, Queued
from lycosa.strategy.recipe import Recipe
from lycosa.topic import Topic


class Crawl4AIBestFirst(Recipe):
    """Take the ten queued URLs that contain the most keywords, then look again.

    A link is worth the share of the keywords that occur in its URL; nothing else about it counts.
    Equals go by depth. Links are taken in batches: what the pages of a batch show is considered
    only when all of them have been asked for.

    Parameters
    ----------
    topic, seed, threshold
        As in every strategy.
    keywords
        How many of the topic's heaviest terms, as written, serve as keywords.
    batch
        Links taken at once.
    max_depth
        Links further than this from the seeds are not followed.

    Examples
    --------
    >>> from lycosa import Topic
    >>> rival = Crawl4AIBestFirst(Topic.from_keywords(["flood", "rain"]))
    >>> rival.share_of_keywords("http://news.example/Flooded-towns")
    0.5

    References
    ----------
    A re-implementation from the documentation of Crawl4AI (`BestFirstCrawlingStrategy` with
    `KeywordRelevanceScorer`). Choices: its examples stop at depth 2 and stay on one site, which
    would end most crawls early; here depth 10 and all sites. Equal score and depth go by age, not by
    the letters of the URL. It judges no pages; the verdicts are those of our vector judge.
    """

    name: ClassVar[str] = "crawl4ai-bestfirst"
    evidence = Evidence((Part("keywords", 1.0, "first"), Part("nearness", 1e-3, "max")))

    def __init__(
        self,
        topic: Topic,
        seed: int = 0,
        threshold: float | str = "auto",
        *,
        keywords: int = 10,
        batch: int = 10,
        max_depth: int = 10,
    ) -> None:
        super().__init__(topic, seed, threshold)
        self.keywords = keywords
        self.batch = batch
        self.max_depth = max_depth
        self._batch: list[str] = []

    @cached_property
    def _wanted(self) -> tuple[str, ...]:
        weights = self.topic.vector.weights
        heaviest = sorted(weights, key=lambda term: (-weights[term], term))[: self.keywords]
        return tuple(self.topic.written.get(term, term).lower() for term in heaviest)

    def share_of_keywords(self, url: str) -> float:
        """Return the share of the keywords that occur in a URL."""
        text = url.lower()
        return sum(word in text for word in self._wanted) / len(self._wanted)

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        """Look at the URLs of the page's links."""
        depth = link.depth + 1
        return Expansion(
            tuple(
                Proposal(target, (self.share_of_keywords(target.url), -depth), keep=depth <= self.max_depth)
                for target in page.links
            )
        )

    def choose(self, frontier: View) -> int | None:
        """Go on with the batch; take the next one when nothing of it is left to ask for."""
        while self._batch:
            found = frontier.find(self._batch.pop(0))
            if found is not None and frontier.ready(found):
                return found
        taken = frontier.top(self.batch)
        self._batch = [frontier.get(number).url for number in taken[1:]]
        return taken[0] if taken else None

    def state(self) -> dict[str, JSON]:
        """Return what is left of the batch, too."""
        return {**super().state(), "batch": list(self._batch)}

    def restore(self, state: dict[str, JSON]) -> None:
        """Go on with the batch."""
        super().restore(state)
        self._batch = list(cast("list[str]", state["batch"]))
