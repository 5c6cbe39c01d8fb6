"""What the words of links promise: learned from what came of links with words like theirs.

The words of a link are those of its anchor and of its URL; their meaning is the mean of the vectors of
words, weighted by how telling each word is. A linear model of the worth of a page by the meaning of the link
that led to it starts from the direction towards the topic, and is fitted to every outcome since.
It learns what this web calls its pages, and what the topic is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from lycosa.rank.outcome.column import GrowingColumn
from lycosa.rank.outcome.link_rows import meanings_of, subtract_product

Floats = npt.NDArray[np.float32]
SOLID = 3.0
"""Outcomes in each direction that the topic's direction counts for."""
_STEPS = 127.0
_WAITING = 256
"""Meanings that are added to a sum at once, at most."""


class LinkWords:
    """A ridge regression of outcomes on the meanings of links.

    Parameters
    ----------
    dimensions
        Numbers in the vector of a meaning.
    examples
        Meanings of pages that are on topic for sure: outcomes before the first.
    solid
        Outcomes in each direction that the belief from before the first outcome counts for.
    """

    def __init__(self, dimensions: int, examples: Floats | None = None, solid: npt.ArrayLike = SOLID) -> None:
        self.dimensions = dimensions
        self._examples = np.zeros((0, dimensions)) if examples is None else examples.astype(np.float64)
        self._meanings = GrowingColumn(np.int8, dimensions)
        """By link id, in steps; all zero for a link without words that mean anything."""
        own = self._examples.T @ self._examples
        self._given: npt.NDArray[np.float64] = np.asarray(solid, np.float64) * np.eye(dimensions) + own
        """The sum of the meanings' products before the first outcome …"""
        self._inverse = np.asarray(np.linalg.inv(self._given), np.float64)
        """… and the inverse of the sum by now: one more outcome changes it without solving anew."""
        self._room = np.empty((dimensions, dimensions))
        """To reckon in: as much memory would have to be mapped for every outcome."""
        self._weighted = np.zeros(dimensions)
        self._sum = np.zeros(dimensions)
        self._outcomes, self._worth = 0, 0.0
        self._fitted: Floats | None = None
        self._others: dict[str, Any] | None = None
        """What other crawls have learned."""
        self._with_others: npt.NDArray[np.float64] | None = None
        """As the inverse, with the outcomes of other crawls; while there is one, it alone is kept up."""
        self._products: npt.NDArray[np.float64] | None = None
        """The sum of the meanings' products over own outcomes, once somebody has asked for it …"""
        self._waiting: list[npt.NDArray[np.float64]] = []
        """… and meanings that are yet to be added to it: many at once take a tenth of the time."""

    def describe(self, links: npt.NDArray[Any], meanings: Floats) -> None:
        """Keep the meanings of links met for the first time; rows of length 1, or 0."""
        self._meanings.put(links, np.rint(meanings * _STEPS))

    def knows(self, link: int) -> bool:
        """Say whether a link has words that mean anything."""
        return bool(self._meanings.one(link).any())

    def outcome(self, link: int, worth: float) -> None:
        """Learn from what came of a link."""
        meaning = self._one(link)
        if meaning.any():
            inverse = self._inverse if self._with_others is None else self._with_others
            # As if the product had been added before inverting: Sherman and Morrison.
            turned = inverse @ meaning
            subtract_product(inverse, turned, turned / (1.0 + meaning @ turned), self._room)
            if self._products is not None:
                self._waiting.append(meaning)
                if len(self._waiting) >= _WAITING:
                    self._summed()
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
            self._fitted = self._fit(towards).astype(np.float32)
        # A product of matrices adds up in another order for other numbers of rows; this does not.
        promised: Floats = np.einsum("ij,j->i", self._of(links), self._fitted)
        return promised

    def _fit(self, towards: Floats) -> npt.NDArray[np.float64]:
        """Fit to all outcomes, those of other crawls included."""
        inverse, weighted, sums = self._inverse, self._weighted, self._sum
        outcomes, worth = self._outcomes, self._worth
        if self._others is not None and self._with_others is not None:
            inverse = self._with_others
            weighted = weighted + np.frombuffer(self._others["weighted"])
            sums = sums + np.frombuffer(self._others["sum"])
            outcomes, worth = outcomes + self._others["outcomes"], worth + self._others["worth"]
        examples = len(self._examples)
        usual = (worth + examples + 0.5) / (outcomes + examples + 1)
        given = (1 - usual) * self._examples.sum(axis=0)
        return np.asarray(inverse @ (weighted - usual * sums + given + towards))

    def lessons(self) -> dict[str, Any]:
        """Return what was learned from outcomes as sums that add up over crawls."""
        return {
            "products": self._summed().tobytes(),
            "weighted": self._weighted.tobytes(),
            "sum": self._sum.tobytes(),
            "outcomes": self._outcomes,
            "worth": self._worth,
        }

    def adopt(self, others: dict[str, Any]) -> None:
        """Go by the outcomes of other crawls as well."""
        products = np.frombuffer(others["products"]).reshape(self.dimensions, -1)
        self._with_others = np.asarray(np.linalg.inv(self._given + self._summed() + products), np.float64)
        self._others = others
        self._fitted = None

    def _summed(self) -> npt.NDArray[np.float64]:
        """Return the sum of the meanings' products over own outcomes."""
        if self._products is None:
            self._products = np.asarray(np.linalg.inv(self._inverse) - self._given, np.float64)
        if self._waiting:
            rows = np.array(self._waiting)
            self._products += rows.T @ rows
            self._waiting.clear()
        return self._products

    def _of(self, links: npt.NDArray[Any]) -> Floats:
        try:
            return meanings_of(self._meanings.reaching(0), links, _STEPS)
        except IndexError:
            return meanings_of(self._meanings.reaching(int(links.max())), links, _STEPS)

    def _one(self, link: int) -> npt.NDArray[np.float64]:
        meaning: Floats = self._meanings.one(link)[0] / np.float32(_STEPS)
        return meaning.astype(np.float64)

    def state(self) -> dict[str, Any]:
        """Return the meanings of links and what was learned from outcomes."""
        summed = self._products is not None  # the inverse follows from that, as from what was given
        return {
            "meanings": self._meanings.state(),
            "inverse": self._inverse.tobytes() if self._outcomes and not summed else b"",
            "products": self._summed().tobytes() if self._outcomes and summed else b"",
            "weighted": self._weighted.tobytes(),
            "sum": self._sum.tobytes(),
            "outcomes": self._outcomes,
            "worth": self._worth,
        }

    def fits(self, state: Mapping[str, Any]) -> bool:
        """Say whether a state is of meanings like these."""
        return len(state["weighted"]) == len(self._weighted.tobytes())

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from there."""
        self._meanings.restore(state["meanings"])
        size = self.dimensions
        kept = np.frombuffer(state["inverse"]).reshape(-1, size)
        summed = np.frombuffer(state.get("products", b"")).reshape(-1, size)
        whole = self._given + summed if len(summed) else self._given
        self._inverse = kept.copy() if len(kept) else np.asarray(np.linalg.inv(whole), np.float64)
        self._weighted, self._sum = (np.frombuffer(state[key]).copy() for key in ("weighted", "sum"))
        self._outcomes, self._worth = state["outcomes"], state["worth"]
        self._fitted = self._with_others = self._others = None
        self._products = summed.copy() if len(summed) else None
        self._waiting.clear()
