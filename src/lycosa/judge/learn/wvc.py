"""WVC, the weighted voting classifier from positives and unlabelled (Peng and Liu 2013, Algorithm 3)."""

from __future__ import annotations

from typing import Literal, Self, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse  # type: ignore[import-untyped]

from lycosa.errors import LycosaError
from lycosa.judge.learn.iterate import IteratedSVM, Kernel
from lycosa.judge.learn.linear_vote import Weighting
from lycosa.judge.learn.reliable_negatives import LAMBDA
from lycosa.judge.learn.weighting import MIN_DOCUMENTS

Vote: TypeAlias = Literal["accepted", "precision"]


class WVC(IteratedSVM):
    """SVMs trained on ever more negatives, all of which vote.

    1-DNFC finds reliable negatives among the unlabelled documents. An SVM is trained on them
    and the positives; what it calls negative among the rest joins the negatives, and so on
    until nothing new is found. Each SVM votes with the share of the positives it accepts.

    Parameters
    ----------
    lam
        Lambda of 1-DNFC.
    vote
        What an SVM votes with: the share of the positives it accepts (`accepted`), or its `precision` on
        them, as printed. The other parameters are those of `IteratedSVM`.

    Notes
    -----
    Algorithm 3 weighs by precision on P, which holds positives only: there precision is 1 for
    every SVM that accepts anything, and those that do vote alike. The share of P accepted is what
    tells the SVMs apart, and is used by default; if no SVM accepts any positive, all votes are equal.
    Inverse document frequencies are those of all training documents, unlabelled ones included, in every
    round. SVMs are linear by default: the paper names no kernel.

    Examples
    --------
    >>> from lycosa.judge.learn import WVC, count_matrix, vocabulary
    >>> texts = [["rain", "flood"]] * 4 + [["rain", "storm"]] + [["goal", "match"]] * 5
    >>> terms = vocabulary(texts)
    >>> model = WVC(min_documents=1).fit(count_matrix(texts, terms), [1] * 4 + [0] * 6)
    >>> model.predict(count_matrix([["flood"], ["goal"]], terms)).tolist()
    [1, 0]
    """

    def __init__(
        self,
        *,
        lam: float = LAMBDA,
        weighting: Weighting = "tfipndf",
        min_documents: int = MIN_DOCUMENTS,
        C: float = 1.0,
        max_rounds: int = 50,
        seed: int = 0,
        kernel: Kernel = "linear",
        vote: Vote = "accepted",
    ) -> None:
        super().__init__(
            weighting=weighting,
            min_documents=min_documents,
            C=C,
            max_rounds=max_rounds,
            seed=seed,
            kernel=kernel,
        )
        self.lam = lam
        self.vote = vote

    def fit(self, X: ArrayLike | sparse.csr_array, y: ArrayLike) -> Self:
        """Learn from counts `X`; `y` is 1 for a positive document and 0 for an unlabelled one."""
        if self.vote not in get_args(Vote):
            raise LycosaError(f"vote {self.vote!r} is unknown; use {' or '.join(get_args(Vote))}")
        self._iterate(X, y, self.lam)
        accepted = np.array([each.accepted for each in self.rounds_])
        if self.vote == "precision":
            accepted = (accepted > 0).astype(float)
        votes = accepted if accepted.any() else np.ones(len(accepted))
        self.vote_ = votes / votes.sum()
        self._keep(self.rounds_)
        return self
