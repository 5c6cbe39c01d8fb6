"""What the learners from positive and unlabelled documents share: hyperplanes that vote.

In: counts of documents. Out: 1 for positive, 0 for the rest.
"""

from __future__ import annotations

from typing import Any, Literal, Self, TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse  # type: ignore[import-untyped]
from sklearn.base import BaseEstimator, ClassifierMixin  # type: ignore[import-untyped]
from sklearn.utils.validation import (  # type: ignore[import-untyped]
    check_is_fitted,
    check_non_negative,
    validate_data,
)

from lycosa.errors import LycosaError
from lycosa.judge.learn.counts import canonical
from lycosa.judge.learn.radial import Radial
from lycosa.judge.learn.weighting import idf, tfc
from lycosa.model import JSON

Weighting: TypeAlias = Literal["tfipndf", "tfidf"]
Floats: TypeAlias = NDArray[np.float64]
_LEARNED = ("idf", "coef", "intercept", "vote")


class LinearVote(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Base of classifiers that are one or more hyperplanes over tfc vectors, each with a vote.

    A subclass has the parameters `weighting` and `min_documents`, and sets in `fit`: `idf_` (the
    weight of each term in tfc vectors), `coef_` (planes x terms, stored by columns so that
    the product with one sparse document does not copy it), `intercept_` and `vote_` (planes;
    votes add up to 1).
    """

    weighting: Weighting
    min_documents: int
    idf_: Floats
    coef_: Floats
    intercept_: Floats
    vote_: Floats
    radial_: Radial | None = None
    """Machines with a radial kernel, which have no planes; `coef_` is empty then."""

    def predict(self, X: ArrayLike | sparse.csr_array) -> NDArray[np.int64]:
        """Return 1 for each document the weighted majority calls positive, else 0."""
        return (self.decision_function(X) > 0).astype(np.int64)

    def decision_function(self, X: ArrayLike | sparse.csr_array) -> Floats:
        """Return votes for minus votes against, in [-1, 1]."""
        votes: Floats = np.where(self._distances(X) > 0, 1.0, -1.0) @ self.vote_
        return votes

    def margin(self, X: ArrayLike | sparse.csr_array) -> Floats:
        """Return the mean signed distance from the planes, weighted by vote: finer than the vote."""
        mean: Floats = self._distances(X) @ self.vote_
        return mean

    def state(self) -> dict[str, JSON]:
        """Return what was learned, as plain data."""
        check_is_fitted(self)
        learned: dict[str, JSON] = {name: getattr(self, f"{name}_").tolist() for name in _LEARNED}
        return learned | ({"radial": self.radial_.state()} if self.radial_ else {})

    def restore(self, state: dict[str, JSON]) -> Self:
        """Become the model that returned `state`."""
        for name in _LEARNED:
            setattr(self, f"{name}_", np.array(state[name], dtype=float, order="F"))
        self.radial_ = Radial.restored(cast("dict[str, Any]", state["radial"])) if "radial" in state else None
        self.classes_ = np.array([0, 1])
        self.n_features_in_ = len(self.idf_)
        return self

    def _distances(self, X: ArrayLike | sparse.csr_array) -> Floats:
        check_is_fitted(self)
        counts = sparse.csr_array(validate_data(self, X, accept_sparse="csr", dtype=float, reset=False))
        return self._apart(tfc(counts, self.idf_))

    def _apart(self, vectors: sparse.csr_array) -> Floats:
        """Return the signed distance of tfc vectors from each machine."""
        found = self.radial_.distances(vectors) if self.radial_ else vectors @ self.coef_.T
        return cast("Floats", found + self.intercept_)

    def distances(self, ids: NDArray[np.int64], weights: Floats) -> Floats:
        """Return the signed distance of one tfc vector, given by its terms, from each machine."""
        if self.radial_ is None:
            plain: Floats = self.coef_[:, ids] @ weights + self.intercept_
            return plain
        ends = np.array([0, len(ids)], dtype=np.int32)
        row = sparse.csr_array((weights, ids.astype(np.int32), ends), shape=(1, len(self.idf_)))
        return cast("Floats", self._apart(row)[0])

    def _begin(
        self, X: ArrayLike | sparse.csr_array, y: ArrayLike
    ) -> tuple[sparse.csr_array, NDArray[np.bool_]]:
        """Set `idf_`; return counts, and which documents are positive (`y` is 1), not unlabelled (0)."""
        if self.weighting not in ("tfipndf", "tfidf"):
            raise LycosaError(f"weighting {self.weighting!r} is unknown; use tfipndf or tfidf")
        counts, labels = validate_data(self, X, y, accept_sparse="csr", dtype=float)
        check_non_negative(counts, f"{type(self).__name__}.fit")
        if not np.isin(labels, (0, 1)).all():
            raise LycosaError("labels must be 1 (positive) or 0 (unlabelled)")
        if not (labels == 1).any():
            raise LycosaError("there is no positive document (label 1) to learn from")
        self.classes_ = np.array([0, 1])
        counts = canonical(counts)
        self.idf_ = idf(counts, self.min_documents)
        if not self.idf_.any():
            raise LycosaError(
                f"no term is in {self.min_documents} documents or more and yet not in all; "
                "give more documents or a lower min_documents"
            )
        return counts, labels == 1

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        tags.classifier_tags.multi_class = False
        return tags
