"""BCW, the Bayes classifier with tag weights (Liu et al. 2025, Eq. 5-9).

In: counts of terms in documents, by tag group or not, and a class for each document. Out: the
class of other documents, with probabilities.
"""

from __future__ import annotations

from typing import Any, Literal, Self, TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse  # type: ignore[import-untyped]
from sklearn.base import BaseEstimator, ClassifierMixin  # type: ignore[import-untyped]
from sklearn.utils import check_array  # type: ignore[import-untyped]
from sklearn.utils.multiclass import check_classification_targets  # type: ignore[import-untyped]
from sklearn.utils.validation import (  # type: ignore[import-untyped]
    check_is_fitted,
    check_non_negative,
    validate_data,
)

from lycosa.errors import LycosaError
from lycosa.judge.learn.counts import canonical, document_frequency, ungroup
from lycosa.model import JSON
from lycosa.topic import TAG_WEIGHTS

LabelWeighting: TypeAlias = Literal["exponent", "literal", "none"]
Floats: TypeAlias = NDArray[np.float64]


class BCW(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Naive Bayes with TF-IDF likelihoods, in which a word counts by the tag it stands in.

    A class is as likely as its share of the training documents. A term is as likely in a class
    as its count there times its inverse document frequency, and never less likely than a term
    the class does not have. At prediction the evidence of each word, the logarithm of its
    likelihood, is multiplied by the weight of its tag group. Training is unweighted.

    Parameters
    ----------
    label_weighting
        `exponent`: tag weights multiply the logarithms. `literal`: they stand inside them, as
        printed in Eq. 9. `none`: every word weighs 1.
    tag_weights
        Weight of each tag group. A group of weight 0 is left out under every weighting.
    grouped
        Whether matrices given to `fit` are grouped (see `lycosa.judge.learn.counts`). A model
        so trained also predicts plain matrices: then every word weighs 1.

    Notes
    -----
    Two errata of the paper. With term frequencies normalised below 1, as printed under Eq. 8, a
    word of the class is less likely than a word it never had; so the raw count is used, and
    the likelihood of an absent word is the floor. And a weight inside the logarithm adds the
    same to every class: `literal` never changes the winner. Terms that no training document
    has say nothing about any class.

    The floor swallows a term whose count times idf is below 1: one that half of the documents
    have must occur four times in a class before it counts there.

    Examples
    --------
    >>> from lycosa.judge.learn import BCW, count_matrix, vocabulary
    >>> texts = [["rain", "flood"], ["rain", "storm"], ["goal", "match"], ["goal", "team"]] * 3
    >>> terms = vocabulary(texts)
    >>> model = BCW().fit(count_matrix(texts, terms), ["weather", "weather", "sport", "sport"] * 3)
    >>> model.predict(count_matrix([["flood", "rain"]], terms)).tolist()
    ['weather']
    """

    def __init__(
        self,
        label_weighting: LabelWeighting = "exponent",
        tag_weights: tuple[float, ...] = TAG_WEIGHTS,
        grouped: bool = False,
    ) -> None:
        self.label_weighting = label_weighting
        self.tag_weights = tag_weights
        self.grouped = grouped

    def fit(self, X: ArrayLike | sparse.csr_array, y: ArrayLike) -> Self:
        """Learn from counts `X` and one class per row `y`."""
        weights = self._checked_weights()
        counts, labels = validate_data(self, X, y, accept_sparse="csr", dtype=float)
        check_classification_targets(labels)
        check_non_negative(counts, "BCW.fit")
        counts = canonical(counts)
        if self.grouped:
            if counts.shape[1] % len(weights):
                raise LycosaError(
                    f"{counts.shape[1]} columns are not {len(weights)} tag groups of equal width; "
                    "see grouped_count_matrix"
                )
            counts = ungroup(counts, (weights > 0).astype(float))
        self.classes_, of_class = np.unique(labels, return_inverse=True)
        self.class_count_ = np.bincount(of_class)
        member = sparse.csr_array((np.ones(len(of_class)), (of_class, np.arange(len(of_class)))))
        self.feature_count_ = (member @ counts).toarray()
        self.document_frequency_ = document_frequency(counts)
        return self._derive()

    def predict(self, X: ArrayLike | sparse.csr_array) -> NDArray[Any]:
        """Return the most likely class of each row."""
        winners = self.joint_log10(X).argmax(axis=1)
        return cast("NDArray[Any]", self.classes_[winners])

    def predict_log_proba(self, X: ArrayLike | sparse.csr_array) -> Floats:
        """Return the natural logarithm of each class's probability, classes in columns."""
        joint = self.joint_log10(X) * np.log(10.0)
        return cast("Floats", joint - np.logaddexp.reduce(joint, axis=1, keepdims=True))

    def predict_proba(self, X: ArrayLike | sparse.csr_array) -> Floats:
        """Return each class's probability, classes in columns."""
        return cast("Floats", np.exp(self.predict_log_proba(X)))

    def joint_log10(self, X: ArrayLike | sparse.csr_array) -> Floats:
        """Return log10 of prior times likelihoods (Eq. 9), classes in columns."""
        check_is_fitted(self)
        weighted, offset = self._weighted(X)
        return cast("Floats", weighted @ self.feature_log_prob_.T + self.class_log_prior_ + offset)

    def state(self) -> dict[str, JSON]:
        """Return what was learned, as plain data."""
        check_is_fitted(self)
        rows: list[JSON] = []
        for counts in self.feature_count_:
            seen = np.flatnonzero(counts)
            rows.append({"columns": cast("list[JSON]", seen.tolist()), "counts": counts[seen].tolist()})
        return {
            "classes": self.classes_.tolist(),
            "documents": self.class_count_.tolist(),
            "frequency": self.document_frequency_.tolist(),
            "rows": rows,
        }

    def restore(self, state: dict[str, JSON]) -> Self:
        """Become the model that returned `state`; it must have had the same parameters."""
        plain = cast("dict[str, Any]", state)
        self.classes_ = np.array(plain["classes"])
        self.class_count_ = np.array(plain["documents"])
        self.document_frequency_ = np.array(plain["frequency"])
        self.feature_count_ = np.zeros((len(self.classes_), len(self.document_frequency_)))
        for counts, row in zip(self.feature_count_, plain["rows"], strict=True):
            counts[row["columns"]] = row["counts"]
        self.n_features_in_ = self.feature_count_.shape[1] * (len(self.tag_weights) if self.grouped else 1)
        return self._derive()

    def _derive(self) -> Self:
        documents, known = self.class_count_.sum(), self.document_frequency_ > 0
        idf = np.log10(documents / np.maximum(self.document_frequency_, 1) + 0.01)
        words = self.feature_count_.sum(axis=1, keepdims=True) + known.sum()
        likelihood = np.log10(np.maximum(self.feature_count_ * idf, 1.0)) - np.log10(np.maximum(words, 1.0))
        # By columns, so that the product with one sparse page does not copy the whole array.
        self.feature_log_prob_ = np.asfortranarray(np.where(known, likelihood, 0.0))
        self.class_log_prior_ = np.log10(self.class_count_ / documents)
        return self

    def _weighted(self, X: ArrayLike | sparse.csr_array) -> tuple[sparse.csr_array, Floats | float]:
        """Return counts per term, weighted by tag, and what `literal` adds to every class."""
        if self.grouped and getattr(X, "shape", (0, 0))[1] == self.feature_count_.shape[1]:
            return sparse.csr_array(check_array(X, accept_sparse="csr", dtype=float)), 0.0
        counts = sparse.csr_array(validate_data(self, X, accept_sparse="csr", dtype=float, reset=False))
        if not self.grouped:
            return counts, 0.0
        weights = self._checked_weights()
        heard = (weights > 0).astype(float)
        if self.label_weighting == "exponent":
            return ungroup(counts, weights), 0.0
        if self.label_weighting == "none":
            return ungroup(counts, heard), 0.0
        logs = np.log10(np.where(weights > 0, weights, 1.0))
        return ungroup(counts, heard), ungroup(counts, logs).sum(axis=1)[:, None]

    def _checked_weights(self) -> Floats:
        if self.label_weighting not in ("exponent", "literal", "none"):
            raise LycosaError(
                f"label_weighting {self.label_weighting!r} is unknown; use exponent, literal or none"
            )
        weights = np.asarray(self.tag_weights, dtype=float)
        if not (np.isfinite(weights) & (weights >= 0)).all() or not weights.any():
            raise LycosaError(f"tag_weights {self.tag_weights} must be finite, not negative, and not all 0")
        return weights

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        tags.classifier_tags.poor_score = True  # for word counts, not for clouds of points
        return tags
