"""How relevant an anchor is, by BM25 over the pages crawled so far (Liu et al. 2023, Eq. 5 and 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

from lycosa.text.bm25 import BM25
from lycosa.text.cache import BoundedCache
from lycosa.text.vector import norm
from lycosa.topic import TopicVector


class AnchorRelevance(BM25):
    """Cosine of the topic with the BM25 weights of its terms in an anchor.

    Eq. 5 adds up all pages that show the anchor. A cosine does not see a common factor, so the
    sum matters only where pages give one link different anchors; each is scored alone here, and
    a link takes the best. Rarity is counted over the topic's own terms, phrases included.

    Examples
    --------
    >>> relevance = AnchorRelevance(TopicVector({"flood": 1.0, "rain": 1.0}, lambda term: 1.0))
    >>> relevance.add(["flood", "rain", "news"])
    >>> round(relevance.score(["flood", "map"], page_length=3), 3)
    0.707
    """

    def __init__(self, vector: TopicVector, k: float = 2.0, b: float = 0.75) -> None:
        super().__init__(k, b)
        self.vector = vector
        self._topic_norm = norm(vector.weights)
        self._counts = BoundedCache[tuple[str, ...], Mapping[str, int]]()
        """Of the topic's terms in anchors: most are on many pages."""

    def add(self, tokens: Sequence[str]) -> None:
        """Count a crawled page."""
        self.frequencies.add(self.vector.terms.count(tokens))
        self._length += len(tokens)

    def score(self, anchor: Sequence[str], page_length: float) -> float:
        """Return the relevance of an anchor on a page of so many tokens, in [0, 1]."""
        words = tuple(anchor)
        counts = self._counts.get(words)
        if counts is None:
            counts = self._counts.remember(words, self.vector.terms.count(words))
        if not counts:
            return 0.0
        dot = square = 0.0
        for term, count in counts.items():
            weight = self.saturation(count, page_length) * self.frequencies.idf(term)
            dot += weight * self.vector.weights[term]
            square += weight * weight
        return min(1.0, dot / (sqrt(square) * self._topic_norm)) if dot > 0 else 0.0
