"""PEBL, the rival of WVC: 1-DNF, iterated SVMs, and the last one decides (Peng and Liu 2013, 6.1.2)."""

from __future__ import annotations

from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse  # type: ignore[import-untyped]

from lycosa.judge.learn.iterate import IteratedSVM


class PEBL(IteratedSVM):
    """Positive example based learning (Yu, Han, Chang 2002).

    As `WVC`, with two differences: the first negatives come from plain 1-DNF, and the SVM of the
    last round alone classifies. The parameters are those of `IteratedSVM`; `tfipndf` weights are
    what Peng and Liu 2013 ran it with.
    """

    def fit(self, X: ArrayLike | sparse.csr_array, y: ArrayLike) -> Self:
        """Learn from counts `X`; `y` is 1 for a positive document and 0 for an unlabelled one."""
        self._iterate(X, y, lam=0.0)
        self._keep(self.rounds_[-1:])
        self.vote_ = np.ones(1)
        return self
