"""The topic as weighted terms, and how close a text comes to them.

Both cosines run over the topic's terms only: a text without any of them scores 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import compress
from math import sqrt
from operator import mul
from typing import NamedTuple

from lycosa.text import Terms
from lycosa.text.vector import norm

TAG_WEIGHTS = (0.0, 2.0, 1.5, 1.2, 1.0, 0.2)
"""Weight of a term by the tag group it stands in; group 0 is attribute text (Liu et al. 2025, Table 1)."""


class Contribution(NamedTuple):
    """What one term adds to a score; the contributions of a cosine add up to it."""

    term: str
    in_topic: float
    on_page: float
    amount: float


class TopicVector:
    """Weighted terms of a topic.

    Parameters
    ----------
    weights
        Weight of each term, in token form; phrases are tokens joined by spaces.
    idf
        How telling a term is in general.

    Examples
    --------
    >>> vector = TopicVector({"flood": 1.0, "rain": 1.0}, lambda term: 1.0)
    >>> round(vector.cosine(["flood", "goal"]), 3)
    0.707
    """

    def __init__(self, weights: Mapping[str, float], idf: Callable[[str], float]) -> None:
        self.terms = Terms(weights)
        self.weights = self.terms.weights
        self._norm = norm(weights)
        self.idf = {term: idf(term) for term in weights}

    def __len__(self) -> int:
        return len(self.weights)

    def cosine(self, tokens: Sequence[str]) -> float:
        """Compare a text by TF-IDF: an anchor, a context, a block, a page."""
        found = self.found(tokens)
        return self._cosine(found) if found else 0.0

    def tag_weighted(
        self, tokens: Sequence[str], groups: bytes, tag_weights: Sequence[float] = TAG_WEIGHTS
    ) -> float:
        """Compare a text by the tags its words stand in (Liu et al. 2025, Eq. 2 and 3)."""
        return self._cosine(self.found_by_tag(tokens, groups, tag_weights))

    def found(self, tokens: Sequence[str]) -> dict[str, float]:
        """Return the TF-IDF of each of the topic's terms in a text."""
        return {term: count * self.idf[term] for term, count in self.terms.count(tokens).items()}

    def found_by_tag(
        self, tokens: Sequence[str], groups: bytes, tag_weights: Sequence[float] = TAG_WEIGHTS
    ) -> dict[str, float]:
        """Return the tag weight of each of the topic's terms in a text; groups of weight 0 count nowhere."""
        found = {}
        for term, counts in self.terms.count_by_group(tokens, groups).items():
            if largest := max(compress(counts, tag_weights), default=0):
                found[term] = sum(map(mul, counts, tag_weights)) / largest
        return found

    def contributions(self, found: Mapping[str, float]) -> list[Contribution]:
        """Return what each term adds to the cosine, the heaviest first; absent terms are left out."""
        scale = self._norm * norm(found) or 1.0
        rows = [
            Contribution(term, self.weights[term], value, value * self.weights[term] / scale)
            for term, value in found.items()
            if value
        ]
        return sorted(rows, key=lambda row: (-row.amount, row.term))

    def _cosine(self, found: Mapping[str, float]) -> float:
        values = found.values()
        length = sqrt(sum(map(mul, values, values)))
        if not length or not self._norm:
            return 0.0
        dot: float = sum(map(mul, values, map(self.weights.__getitem__, found)))
        return min(1.0, dot / (length * self._norm))
