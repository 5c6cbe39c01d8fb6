"""What the words of links promise: learned from what came of links with words like theirs.

The words of a link are those of its anchor and of its URL; their meaning is the mean of the vectors of
words, weighted by how telling each word is. A linear model of the worth of a page by the meaning of the link
that led to it starts from the judge's own direction towards the topic, and is fitted to every outcome since.
It learns what this web calls its pages, what the topic is not, and what dead links look like.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from lycosa.rank.outcome.adding import added
from lycosa.rank.outcome.column import GrowingColumn

Floats = npt.NDArray[np.float32]
SOLID = 3.0
"""Outcomes in each direction that the judge's direction counts for."""
_STEPS = 127.0


class LinkWords:
    """A ridge regression of outcomes on the meanings of links.

    Parameters
    ----------
    dimensions
        Numbers in the vector of a meaning.
    """

    def __init__(self, dimensions: int) -> None:
        self.dimensions = dimensions
        self._meanings = GrowingColumn(np.int8, dimensions)
        """By link id, in steps; all zero for a link without words that mean anything."""
        self._inverse = np.eye(dimensions) / SOLID
        """Of the sum of the meanings' products: one more outcome changes it without solving anew."""
        self._weighted = np.zeros(dimensions)
        self._sum = np.zeros(dimensions)
        self._outcomes, self._worth = 0, 0.0
        self._fitted: Floats | None = None
        self._others: dict[str, Any] | None = None
        """What other crawls have learned."""
        self._products: npt.NDArray[np.float64] | None = None
        """Of the crawl's own meanings, while others are adopted."""

    def describe(self, links: npt.NDArray[Any], meanings: Floats) -> None:
        """Keep the meanings of links met for the first time; rows of length 1, or 0."""
        self._meanings.put(links, np.rint(meanings * _STEPS))

    def outcome(self, link: int, worth: float) -> None:
        """Learn from what came of a link."""
        meaning = self._one(link)
        if meaning.any():
            turned = self._inverse @ meaning
            self._inverse -= turned[:, None] * (turned / (1.0 + meaning @ turned))
            if self._products is not None:
                self._products += np.outer(meaning, meaning)
            self._weighted += worth * meaning
            self._sum += meaning
            self._outcomes += 1
            self._worth += worth
            self._fitted = None

    def revise(self, link: int, more: float) -> None:
        """Take in that a link came to more, or less, than was thought."""
        meaning = self._one(link)
        if meaning.any():
            self._weighted += more * meaning
            self._worth += more
            self._fitted = None

    def promise(self, links: npt.NDArray[Any], towards: Floats) -> Floats:
        """Return what links promise by their words; 0 for those without. `towards` points to the topic."""
        if self._fitted is None:
            self._fitted = (self._fit(towards) if self._others is None else self._fit_all(towards)).astype(
                np.float32
            )
        # A product of matrices adds up in another order for other numbers of rows; this does not.
        promised: Floats = np.einsum("ij,j->i", self._of(links), self._fitted)
        return promised

    def _fit(self, towards: Floats) -> npt.NDArray[np.float64]:
        usual = (self._worth + 0.5) / (self._outcomes + 1)
        aim = self._weighted - usual * self._sum + towards
        return np.asarray(self._inverse @ aim)

    def _fit_all(self, towards: Floats) -> npt.NDArray[np.float64]:
        """Fit to the outcomes of other crawls as well."""
        total = added([self.lessons(), self._others or {}])
        products, weighted, sums = (np.frombuffer(total[name]) for name in ("products", "weighted", "sum"))
        usual = (total["worth"] + 0.5) / (total["outcomes"] + 1)
        solid = products.reshape(self.dimensions, -1) + SOLID * np.eye(self.dimensions)
        return np.asarray(np.linalg.solve(solid, weighted - usual * sums + towards))

    def lessons(self) -> dict[str, Any]:
        """Return what was learned from outcomes as sums that add up over crawls."""
        products = self._products
        if products is None:
            products = np.linalg.inv(self._inverse) - SOLID * np.eye(self.dimensions)
        return {
            "products": products.tobytes(),
            "weighted": self._weighted.tobytes(),
            "sum": self._sum.tobytes(),
            "outcomes": self._outcomes,
            "worth": self._worth,
        }

    def adopt(self, others: dict[str, Any]) -> None:
        """Go by the outcomes of other crawls as well."""
        if self._products is None:
            self._products = np.linalg.inv(self._inverse) - SOLID * np.eye(self.dimensions)
        self._others = others
        self._fitted = None

    def _of(self, links: npt.NDArray[Any]) -> Floats:
        meanings: Floats = self._meanings.at(links).astype(np.float32)
        meanings /= np.float32(_STEPS)
        return meanings

    def _one(self, link: int) -> npt.NDArray[np.float64]:
        meaning: Floats = self._meanings.one(link)[0] / np.float32(_STEPS)
        return meaning.astype(np.float64)

    def state(self) -> dict[str, Any]:
        """Return the meanings of links and what was learned from outcomes."""
        return {
            "meanings": self._meanings.state(),
            "inverse": self._inverse.tobytes(),
            "weighted": self._weighted.tobytes(),
            "sum": self._sum.tobytes(),
            "outcomes": self._outcomes,
            "worth": self._worth,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from there."""
        self._meanings.restore(state["meanings"])
        size = self.dimensions
        self._inverse = np.frombuffer(state["inverse"]).reshape(size, size).copy()
        self._weighted, self._sum = (np.frombuffer(state[key]).copy() for key in ("weighted", "sum"))
        self._outcomes, self._worth = state["outcomes"], state["worth"]
        self._fitted = self._products = self._others = None
