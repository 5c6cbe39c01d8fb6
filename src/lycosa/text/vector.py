"""Sparse vectors of terms: a plain dictionary from term to weight, or arrays of ids and weights.

Dictionaries serve where one topic meets one page; arrays serve learners that want a matrix.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import fsum, sqrt
from typing import cast

import numpy as np
from numpy.typing import NDArray

from lycosa.model import JSON


def cosine(left: Mapping[str, float], right: Mapping[str, float]) -> float:
    """Return the cosine of two vectors; 0 if one of them is empty or zero."""
    if len(left) > len(right):
        left, right = right, left
    dot = fsum(weight * right[term] for term, weight in left.items() if term in right)
    return dot / (norm(left) * norm(right)) if dot else 0.0


def norm(vector: Mapping[str, float]) -> float:
    """Return the Euclidean length of a vector."""
    return sqrt(fsum(weight * weight for weight in vector.values()))


def shares(counts: Mapping[str, float]) -> dict[str, float]:
    """Scale counts to a sum of 1."""
    total = fsum(counts.values())
    return {term: count / total for term, count in counts.items()} if total else {}


def tfidf(counts: Mapping[str, float], idf: Callable[[str], float]) -> dict[str, float]:
    """Return each term's share of all counts times its `idf` (Liu et al. 2025, Singh et al. 2017 Eq. 3).

    Examples
    --------
    >>> from lycosa.text import DocumentFrequencies
    >>> seen = DocumentFrequencies({"computer": 100}, size=1000)
    >>> tfidf({"computer": 14, "other": 86}, seen.plain_idf)["computer"]
    0.14
    """
    return {term: share * idf(term) for term, share in shares(counts).items()}


def heaviest(vector: Mapping[str, float], n: int) -> dict[str, float]:
    """Return the `n` heaviest terms, heaviest first, ties in alphabetical order."""
    items = list(vector.items())
    if 0 < n < len(items):  # a key for each of them would take most of the time
        least = sorted(vector.values(), reverse=True)[n - 1]
        items = [item for item in items if item[1] >= least]
    return dict(sorted(items, key=lambda item: (-item[1], item[0]))[:n])


class Vocabulary:
    """Terms numbered from 0 in order of arrival; a term keeps its number for good.

    With a `limit`, terms that come when the vocabulary is full are not taken.
    """

    def __init__(self, terms: Iterable[str] = (), limit: int | None = None) -> None:
        self._limit = limit
        self._ids: dict[str, int] = {}
        for term in terms:
            self.add(term)

    def __len__(self) -> int:
        return len(self._ids)

    def __contains__(self, term: object) -> bool:
        return term in self._ids

    @property
    def terms(self) -> tuple[str, ...]:
        """All terms; a term's place is its number."""
        return tuple(self._ids)

    def add(self, term: str) -> int:
        """Return the number of a term, a new one if need be; -1 if there is no room for it."""
        known = self._ids.get(term)
        if known is not None:
            return known
        if self._limit is not None and len(self._ids) >= self._limit:
            return -1
        return self._ids.setdefault(term, len(self._ids))

    def id(self, term: str) -> int:
        """Return the number of a term, or -1."""
        return self._ids.get(term, -1)

    def counts(self, tokens: Iterable[str]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the numbers of the known terms among the tokens, ascending, and how often each occurs."""
        found = [i for i in map(self._ids.get, tokens) if i is not None]
        ids, counts = np.unique(np.array(found, dtype=np.int64), return_counts=True)
        return ids, counts.astype(np.float64)

    def state(self) -> dict[str, JSON]:
        """Return the terms as plain data."""
        return {"terms": list(self._ids)}

    def restore(self, state: Mapping[str, JSON]) -> None:
        """Become the vocabulary that returned `state`."""
        self._ids = {term: number for number, term in enumerate(cast("list[str]", state["terms"]))}
