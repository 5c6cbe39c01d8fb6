"""BM25 weights of the words of an anchor, by the pages crawled so far (Liu et al. 2023 Eq. 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from lycosa.model import JSON
from lycosa.text.frequency import DocumentFrequencies


class BM25:
    """Weighs words by rarity among the pages, with diminishing returns for repetition and long pages.

    Parameters
    ----------
    k
        How slowly repetition saturates.
    b
        How much the length of a page counts, 0 to 1.

    Examples
    --------
    >>> weigher = BM25()
    >>> weigher.add(["wolf", "spider"])
    >>> weigher.add(["web", "site"])
    >>> {word: round(weight, 3) for word, weight in weigher.weights(["wolf"]).items()}
    {'wolf': 0.303}
    """

    def __init__(self, k: float = 2.0, b: float = 0.75) -> None:
        self.k = k
        self.b = b
        self.frequencies = DocumentFrequencies()
        self._length = 0

    @property
    def average_length(self) -> float:
        """Tokens in the average page; 1 before the first one."""
        return self._length / self.frequencies.size if self._length else 1.0

    def add(self, tokens: Sequence[str]) -> None:
        """Count a crawled page."""
        self.frequencies.add(tokens)
        self._length += len(tokens)

    def saturation(self, count: int, page_length: float) -> float:
        """Return f(k+1) / (f + k(1 - b + b dl/avgdl)) for a word that occurs `count` times."""
        stretch = 1 - self.b + self.b * page_length / self.average_length
        return count * (self.k + 1) / (count + self.k * stretch)

    def weights(self, anchor: Iterable[str], page_length: float | None = None) -> dict[str, float]:
        """Return the weights of an anchor's words on one page, by default a page of average length."""
        return self.total([(anchor, self.average_length if page_length is None else page_length)])

    def total(self, occurrences: Iterable[tuple[Iterable[str], float]]) -> dict[str, float]:
        """Return the weights of an anchor that several pages hold, each with its length in tokens."""
        sums: dict[str, float] = {}
        for anchor, page_length in occurrences:
            for word, count in Counter(anchor).items():
                sums[word] = sums.get(word, 0.0) + self.saturation(count, page_length)
        return {word: total * self.frequencies.idf(word) for word, total in sums.items()}

    def state(self) -> dict[str, JSON]:
        """Return the statistics as plain data."""
        return {"length": self._length, "frequencies": self.frequencies.state()}

    def restore(self, state: Mapping[str, JSON]) -> None:
        """Become the weigher that returned `state`."""
        self._length = cast("int", state["length"])
        self.frequencies.restore(cast("dict[str, JSON]", state["frequencies"]))
