"""What experience says against the weights: which rates promise too much or too little on the web at hand.

Weights are the same for every web, and webs are not. Where pages on topic link to each other, who shows a
link says most; where lists lead to what is sought, and what is sought leads to nothing, it misleads, and
the list it stands in says more. So the worth of every page is held against the priority its link had, and
what is left over is fitted to the rates that went into it, each against what was usual of late. The belief
that the weights are right counts for as much as some forty visits that tell two rates apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from lycosa.rank.outcome.surprise import LATEST, PRIORITY

Doubles = npt.NDArray[np.float64]
RATES = 5
"""Rates of a link: who shows it, its neighbours on pages and in blocks, its host, its directory."""
SOLID = 10.0
"""Sum of squared differences of a rate that the belief in its weight counts for. Rates differ by 0.2 to 0.5
from visit to visit. With 1, weights follow chance; with 40, they hardly move in some hundred pages."""
_BELIEF = SOLID * np.eye(RATES + 1, RATES)


class Experience:
    """A ridge regression of what priorities leave over on the rates they are made of.

    Examples
    --------
    >>> experience = Experience()
    >>> for _ in range(60):
    ...     _ = experience.outcome((0.9, 0.2, 0.2, 0.5, 0.5), priority=2.0, worth=0.1)
    ...     _ = experience.outcome((0.1, 0.8, 0.8, 0.5, 0.5), priority=2.0, worth=0.9)
    >>> listed, linked = experience.of(np.array([(0.1, 0.8, 0.8, 0.5, 0.5), (0.9, 0.2, 0.2, 0.5, 0.5)]))
    >>> bool(listed - linked > 0.5)
    True
    """

    def __init__(self) -> None:
        self._sums = np.zeros((RATES + 1, RATES))
        """Sums of products of rates; in the last row, of rates and what priorities left over."""
        self._others = np.zeros((RATES + 1, RATES))
        """The same of other crawls."""
        self._usual = np.zeros(RATES + 1)
        """Means of the latest visits: of each rate, and of what priorities left over."""
        self._visits = 0
        self._more: Doubles = np.zeros(RATES)
        """What each rate is worth beside its weight, in pages."""

    def outcome(self, rates: Sequence[float], priority: float, worth: float) -> float:
        """Take in what came of a link; return what is left over when experience has had its say."""
        seen = np.array((*rates, worth - priority / PRIORITY))
        change = seen - self._usual
        apart = change if self._visits else np.zeros(RATES + 1)
        self._visits += 1
        self._usual += change / min(self._visits, LATEST)
        rates_apart = apart[:-1]
        left = float(apart[-1] - rates_apart @ self._more)
        self._sums += apart[:, None] * rates_apart
        self._fit()
        return left

    def _fit(self) -> None:
        sums = _BELIEF + self._sums + self._others
        self._more = np.asarray(np.linalg.solve(sums[:-1], sums[-1]), np.float64)

    def of(self, rates: npt.NDArray[Any]) -> Doubles:
        """Return what the rates of some links, a row each, are worth beside their weights, in pages."""
        # A product of matrices adds up in another order for other numbers of rows; this does not.
        more: Doubles = np.einsum("ij,j->i", rates, self._more)
        return more

    def lessons(self) -> dict[str, Any]:
        """Return what was learned as sums that add up over crawls."""
        return {"products": self._sums[:-1].tobytes(), "sums": self._sums[-1].tobytes()}

    def adopt(self, others: dict[str, Any]) -> None:
        """Go by what other crawls have learned as well: weights that differ are no common measure."""
        self._others = _rows(others["products"] + others["sums"])
        self._fit()

    def state(self) -> dict[str, Any]:
        """Return all that was learned here."""
        return {"visits": self._visits, "usual": self._usual.tobytes(), **self.lessons()}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from there; others tell what they know again."""
        self._visits = state["visits"]
        self._usual = np.frombuffer(state["usual"]).copy()
        self._sums = _rows(state["products"] + state["sums"])
        self._others = np.zeros((RATES + 1, RATES))
        self._fit()


def _rows(kept: bytes) -> Doubles:
    return np.frombuffer(kept).reshape(RATES + 1, RATES).copy()
