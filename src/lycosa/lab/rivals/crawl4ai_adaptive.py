"""Crawl4AI's adaptive crawl, which stops when it believes to know enough, written anew."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from math import log1p
from typing import ClassVar, cast

from lycosa.frontier.base import Evidence, Part, View
from lycosa.model import JSON, Expansion, Judgement, Page, Proposal, Queued
from lycosa.strategy.recipe import Recipe
from lycosa.text import tokenise
from lycosa.topic import Topic
from lycosa.url.words import url_words

MOST_TERMS = 200_000
"""Terms remembered: beyond that new ones count as known."""


class Crawl4AIAdaptive(Recipe):
    """Follow the links that promise new words about the query, and stop when little news comes.

    A link is worth the share of the query's terms in its words, times the share of its words that no page
    read so far has. The crawl is confident by how well the pages cover the query, how much they agree, and
    how few new words they bring; from a threshold on it stops.

    Parameters
    ----------
    topic, seed, threshold
        As in every strategy.
    terms
        How many of the topic's heaviest terms make up the query.
    confidence
        Confidence at which it stops.
    stops
        Whether it stops at all before links or budget end.

    Examples
    --------
    >>> from lycosa import Topic
    >>> rival = Crawl4AIAdaptive(Topic.from_keywords(["flood", "rain"]))
    >>> rival.gain(["flood", "report"])
    0.5

    References
    ----------
    A re-implementation from the documentation of Crawl4AI (`AdaptiveCrawler`, statistical strategy):
    confidence is 0.4 coverage, 0.3 consistency and 0.3 saturation, threshold 0.7. Choices: the query is the
    topic's ten heaviest terms; consistency is the mean share of words that a page has in common with the
    one before; saturation compares the new words of the last pages with those of the first. Its bonus for
    authoritative sites and its limit of 20 pages are left out. The verdicts are those of our vector judge.
    """

    name: ClassVar[str] = "crawl4ai-adaptive"
    evidence = Evidence((Part("gain", 1.0, "max"),))

    def __init__(
        self,
        topic: Topic,
        seed: int = 0,
        threshold: float | str = "auto",
        *,
        terms: int = 10,
        confidence: float = 0.7,
        stops: bool = True,
    ) -> None:
        super().__init__(topic, seed, threshold)
        self.terms = terms
        self.confidence = confidence
        self.stops = stops
        self._holding: Counter[str] = Counter()
        self._times: Counter[str] = Counter()
        self._known: dict[str, None] = {}
        self._news: list[int] = []
        self._agreement = 0.0
        self._before: list[str] = []

    @cached_property
    def _query(self) -> frozenset[str]:
        weights = self.topic.vector.weights
        return frozenset(sorted(weights, key=lambda term: (-weights[term], term))[: self.terms])

    def gain(self, words: list[str]) -> float:
        """Return what a link with such words is expected to bring."""
        given = set(words)
        relevance = len(given & self._query) / max(len(self._query), 1)
        novelty = sum(word not in self._known for word in given) / len(given) if given else 0.0
        return relevance * novelty

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        """Learn the page's words, then look at the words of its links."""
        self._read(page)
        named, offsets = tokenise([" ".join(url_words(shown.url)) for shown in page.links], page.language)
        return Expansion(
            tuple(
                Proposal(
                    shown, (self.gain([*page.tokens[shown.words.start : shown.words.stop], *named[a:b]]),)
                )
                for shown, a, b in zip(page.links, offsets, offsets[1:], strict=False)
            )
        )

    def _read(self, page: Page) -> None:
        counts = Counter(page.tokens)
        words = set(counts)
        for term in self._query & words:
            self._holding[term] += 1
            self._times[term] += counts[term]
        if self._news:
            both = words | set(self._before)
            self._agreement += len(words & set(self._before)) / len(both) if both else 1.0
        new = [word for word in counts if word not in self._known]
        self._news.append(len(new))
        if len(self._known) < MOST_TERMS:
            self._known.update(dict.fromkeys(new))
        self._before = sorted(words)

    @property
    def confident(self) -> float:
        """How sure it is that the query is answered, 0 to 1."""
        pages = len(self._news)
        if pages < 2:  # one page agrees with itself
            return 0.0
        cover = [
            min(1.0, self._holding[term] / pages * (1 + log1p(self._times[term]) / 10))
            for term in self._query
        ]
        first, last = sum(self._news[:3]) / 3, sum(self._news[-3:]) / 3
        saturation = max(0.0, 1.0 - last / first) if first else 1.0
        consistency = self._agreement / (pages - 1)
        return 0.4 * sum(cover) / max(len(cover), 1) + 0.3 * consistency + 0.3 * saturation

    def choose(self, frontier: View) -> int | None:
        """Take the best link, unless enough is known."""
        return None if self.stops and self.confident >= self.confidence else frontier.best()

    def state(self) -> dict[str, JSON]:
        """Return what it has read."""
        return {
            **super().state(),
            "holding": dict(self._holding),
            "times": dict(self._times),
            "known": list(self._known),
            "news": list(self._news),
            "agreement": self._agreement,
            "before": list(self._before),
        }

    def restore(self, state: dict[str, JSON]) -> None:
        """Go on from there."""
        super().restore(state)
        self._holding = Counter(cast("dict[str, int]", state["holding"]))
        self._times = Counter(cast("dict[str, int]", state["times"]))
        self._known = dict.fromkeys(cast("list[str]", state["known"]))
        self._news = list(cast("list[int]", state["news"]))
        self._agreement = float(cast("float", state["agreement"]))
        self._before = list(cast("list[str]", state["before"]))
