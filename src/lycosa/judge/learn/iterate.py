"""Train SVMs on positives and a growing set of negatives (Peng and Liu 2013, Algorithm 3, lines 3-13).

In: counts, and which documents are positive; the rest are unlabelled. Out: one hyperplane per
round. What a round calls negative feeds the next, until nothing is new.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, TypeAlias, cast, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse  # type: ignore[import-untyped]
from sklearn.svm import SVC, LinearSVC  # type: ignore[import-untyped]

from lycosa.errors import LycosaError
from lycosa.judge.learn.linear_vote import Floats, LinearVote, Weighting
from lycosa.judge.learn.radial import Radial
from lycosa.judge.learn.reliable_negatives import features_held, one_dnfc
from lycosa.judge.learn.weighting import MIN_DOCUMENTS, tfc, tfipndf

Kernel: TypeAlias = Literal["linear", "rbf"]
FALLBACK_SHARE = 0.05
"""Share of the unlabelled documents taken as negative where none is free of positive features."""


class Round(NamedTuple):
    """One SVM of the iteration."""

    machine: Any
    intercept: float
    accepted: float
    """Share of the positive documents it calls positive."""
    negatives: int
    """Negatives it was trained on."""

    @property
    def coef(self) -> Floats:
        """The plane of a linear machine."""
        return cast("Floats", self.machine.coef_[0])


class IteratedSVM(LinearVote):
    """Base of WVC and PEBL: the rounds of SVMs, before anyone says how they vote.

    Parameters
    ----------
    weighting
        Weights of training vectors: `tfipndf` or `tfidf`. Prediction uses tfc.
    min_documents
        Terms in fewer training documents are dropped.
    C
        Penalty of the SVMs.
    max_rounds
        Bound on the number of SVMs.
    seed
        Seed of the SVM solver.
    kernel
        `linear`, or `rbf` with gamma 1 / number of terms, which is what LIBSVM does by default.

    Attributes
    ----------
    rounds_
        The SVMs in order.
    fallback_
        Whether every unlabelled document had a positive feature, so that those with the smallest
        share of them had to serve as first negatives. The papers do not say what to do then.
    """

    def __init__(
        self,
        *,
        weighting: Weighting = "tfipndf",
        min_documents: int = MIN_DOCUMENTS,
        C: float = 1.0,
        max_rounds: int = 50,
        seed: int = 0,
        kernel: Kernel = "linear",
    ) -> None:
        self.kernel = kernel
        self.weighting = weighting
        self.min_documents = min_documents
        self.C = C
        self.max_rounds = max_rounds
        self.seed = seed

    def _iterate(self, X: ArrayLike | sparse.csr_array, y: ArrayLike, lam: float) -> None:
        if self.kernel not in get_args(Kernel):
            raise LycosaError(f"kernel {self.kernel!r} is unknown; use {' or '.join(get_args(Kernel))}")
        if self.max_rounds < 1:
            raise LycosaError(f"max_rounds must be at least 1, not {self.max_rounds}")
        counts, positive = self._begin(X, y)
        negative, self.fallback_ = _first_negatives(counts[:, np.flatnonzero(self.idf_)], positive, lam)
        vectors = tfc(counts, self.idf_)
        self.rounds_: list[Round] = []
        while len(self.rounds_) < self.max_rounds:
            svm = self._train(counts, positive, negative)
            accepts = svm.decision_function(vectors) > 0
            accepted, size = float(accepts[positive].mean()), int(negative.sum())
            self.rounds_.append(Round(svm, float(svm.intercept_[0]), accepted, size))
            if not (new := ~positive & ~negative & ~accepts).any():
                break
            negative = negative | new

    def _train(
        self, counts: sparse.csr_array, positive: NDArray[np.bool_], negative: NDArray[np.bool_]
    ) -> Any:
        rows = np.flatnonzero(positive | negative)
        if self.weighting == "tfipndf":
            vectors = tfipndf(counts[rows], positive[rows], self.idf_)
        else:
            vectors = tfc(counts[rows], self.idf_)
        if self.kernel == "rbf":
            return SVC(C=self.C, gamma=self._gamma).fit(vectors, positive[rows])
        return LinearSVC(C=self.C, random_state=self.seed, max_iter=10_000).fit(vectors, positive[rows])

    @property
    def _gamma(self) -> float:
        return 1 / max(1, int(np.count_nonzero(self.idf_)))

    def _keep(self, rounds: Sequence[Round]) -> None:
        """Take the machines of rounds as what was learned."""
        self.intercept_ = np.array([each.intercept for each in rounds])
        if self.kernel == "rbf":
            self.radial_ = Radial.of(self._gamma, [each.machine for each in rounds])
            self.coef_ = np.zeros((0, 0))
        else:
            self.radial_ = None
            self.coef_ = np.stack([each.coef for each in rounds], axis=1).T


def _first_negatives(
    counts: sparse.csr_array, positive: NDArray[np.bool_], lam: float
) -> tuple[NDArray[np.bool_], bool]:
    """Return which documents are reliable negatives, and whether the fallback had to find them."""
    unlabelled = np.flatnonzero(~positive)
    found = one_dnfc(counts[positive], counts[unlabelled], lam)
    chosen = found.negatives
    if not len(chosen):
        terms = np.maximum(np.diff(counts[unlabelled].indptr), 1)
        share = features_held(counts[unlabelled], found.features) / terms
        chosen = np.argsort(share, kind="stable")[: max(1, int(FALLBACK_SHARE * len(unlabelled)))]
    negative = np.zeros(len(positive), dtype=bool)
    negative[unlabelled[chosen]] = True
    return negative, not len(found.negatives)
