"""In how many documents each term occurs, kept up to date while documents arrive.

Goes in: the tokens of one document after another. Comes out: inverse document frequencies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import log10
from typing import cast

from lycosa.model import JSON

MAX_TERMS = 1 << 20
"""Beyond this the rarest terms are forgotten, which makes them look like new ones."""


class DocumentFrequencies:
    """Document counts of terms.

    A term never seen counts as seen in one document, so that every logarithm is finite.

    Examples
    --------
    >>> seen = DocumentFrequencies()
    >>> for text in (["wolf", "spider"], ["spider", "web"]):
    ...     seen.add(text)
    >>> seen.df("spider"), round(seen.idf("wolf"), 3)
    (2, 0.303)
    """

    def __init__(self, counts: Mapping[str, int] | None = None, size: int = 0, max_terms: int = MAX_TERMS):
        self._counts = Counter(counts or {})
        self._size = size
        self._max_terms = max_terms

    @property
    def size(self) -> int:
        """The number of documents."""
        return self._size

    def __len__(self) -> int:
        return len(self._counts)

    def __contains__(self, term: object) -> bool:
        return term in self._counts

    def add(self, tokens: Iterable[str]) -> None:
        """Count one document."""
        # Not a set: its order would differ from run to run, and with it the order of the state.
        self._counts.update(dict.fromkeys(tokens).keys())
        self._size += 1
        self._forget()

    def merge(self, other: DocumentFrequencies) -> None:
        """Count the documents of another collection too."""
        self._counts.update(other._counts)
        self._size += other._size
        self._forget()

    def df(self, term: str) -> int:
        """Return the number of documents with a term."""
        return self._counts[term]

    def idf(self, term: str) -> float:
        """Return log10(N/n + 0.01), never negative (Liu et al. 2025 Eq. 1, Liu et al. 2023 Eq. 5)."""
        return log10(self._ratio(term) + 0.01)

    def plain_idf(self, term: str) -> float:
        """Return log10(N/n) (Singh et al. 2017 Eq. 2)."""
        return log10(self._ratio(term))

    def _ratio(self, term: str) -> float:
        return max(self._size, 1) / (self._counts[term] or 1)

    def _forget(self) -> None:
        """Drop the rarest terms until half of the room is free again."""
        if len(self._counts) <= self._max_terms:
            return
        rarest = 1
        while len(self._counts) > self._max_terms // 2:
            self._counts = Counter({term: n for term, n in self._counts.items() if n > rarest})
            rarest *= 2

    def state(self) -> dict[str, JSON]:
        """Return the counts as plain data."""
        return {"size": self._size, "counts": dict(self._counts)}

    def restore(self, state: Mapping[str, JSON]) -> None:
        """Become the collection that returned `state`."""
        self._size = cast("int", state["size"])
        self._counts = Counter(cast("dict[str, int]", state["counts"]))
