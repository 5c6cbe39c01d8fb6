"""One-class SVM, the rival that looks at positive documents alone (Peng and Liu 2013, 6.1.2)."""

from __future__ import annotations

from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse  # type: ignore[import-untyped]
from sklearn.svm import OneClassSVM  # type: ignore[import-untyped]

from lycosa.errors import LycosaError
from lycosa.judge.learn.linear_vote import LinearVote, Weighting
from lycosa.judge.learn.weighting import MIN_DOCUMENTS, document_share, tfc


class OneClass(LinearVote):
    """The region that holds most positive documents, bounded by one hyperplane.

    Unlabelled documents serve the inverse document frequencies only; there may be none.

    Parameters
    ----------
    nu
        Upper bound on the share of positive documents left outside; 0.5 is the usual default.
    weighting
        Weights of all vectors: `tfipndf` (its branch for positives) or `tfidf`.
    min_documents
        Terms in fewer training documents are dropped.

    Notes
    -----
    With positives alone there is one branch of TFIPNDF, so documents to be classified are weighted
    like the training documents. Weighting them by plain tfc, as `WVC` must, leaves every one of
    them, and the training documents too, outside the learned region.
    """

    def __init__(
        self, nu: float = 0.5, weighting: Weighting = "tfipndf", min_documents: int = MIN_DOCUMENTS
    ) -> None:
        self.nu = nu
        self.weighting = weighting
        self.min_documents = min_documents

    def fit(self, X: ArrayLike | sparse.csr_array, y: ArrayLike) -> Self:
        """Learn from counts `X`; `y` is 1 for a positive document and 0 for an unlabelled one."""
        if not 0 < self.nu <= 1:
            raise LycosaError(f"nu must be above 0 and at most 1, not {self.nu}")
        counts, positive = self._begin(X, y)
        own = counts[positive]
        if self.weighting == "tfipndf":
            self.idf_ = self.idf_ * document_share(own)
        svm = OneClassSVM(kernel="linear", nu=self.nu).fit(tfc(own, self.idf_))
        self.coef_ = np.asarray((svm.dual_coef_ @ svm.support_vectors_).todense())
        self.intercept_ = np.array([float(svm.intercept_[0])])
        self.vote_ = np.ones(1)
        return self
