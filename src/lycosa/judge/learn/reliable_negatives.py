"""Documents surely not positive, found among unlabelled ones: 1-DNF and 1-DNFC (Peng and Liu 2013, 4.1).

In: counts of positive and of unlabelled documents over the same terms. Out: the positive
features, and the rows of the unlabelled documents that have none of them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse  # type: ignore[import-untyped]

from lycosa.errors import LycosaError
from lycosa.judge.learn.counts import document_frequency

LAMBDA = 0.2
"""A positive feature of 1-DNFC is in more than this share of the positive documents."""


class ReliableNegatives(NamedTuple):
    """What 1-DNF and 1-DNFC find."""

    features: NDArray[np.intp]
    """Columns of the positive features."""
    negatives: NDArray[np.intp]
    """Rows of the unlabelled documents without any positive feature."""


def one_dnfc(
    positive: sparse.csr_array, unlabelled: sparse.csr_array, lam: float = LAMBDA
) -> ReliableNegatives:
    """Do as 1-DNF, but demand that more than the share `lam` of positive documents has the term.

    Examples
    --------
    >>> from scipy.sparse import csr_array
    >>> positive = csr_array([[1, 1, 0], [2, 0, 0]])
    >>> unlabelled = csr_array([[1, 0, 1], [0, 1, 1], [0, 0, 1]])
    >>> one_dnfc(positive, unlabelled, lam=0.5).negatives.tolist()
    [1, 2]
    """
    if not 0 <= lam < 1:
        raise LycosaError(f"lambda must be at least 0 and below 1, not {lam}")
    if not positive.shape[0] or not unlabelled.shape[0]:
        raise LycosaError(
            f"reliable negatives need positive and unlabelled documents; "
            f"got {positive.shape[0]} and {unlabelled.shape[0]}"
        )
    in_positive = document_frequency(positive) / positive.shape[0]
    in_unlabelled = document_frequency(unlabelled) / unlabelled.shape[0]
    features = np.flatnonzero((in_positive > in_unlabelled) & (in_positive > lam))
    return ReliableNegatives(features, np.flatnonzero(features_held(unlabelled, features) == 0))


def features_held(documents: sparse.csr_array, features: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return for each document the number of positive features it has."""
    wanted = np.zeros(documents.shape[1])
    wanted[features] = 1.0
    held: NDArray[np.float64] = (documents != 0) @ wanted
    return held
