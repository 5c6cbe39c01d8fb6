"""Term weights of Peng and Liu 2013: TFIPNDF for training (Eq. 1-2), tfc for prediction (Eq. 3).

In: counts, and inverse document frequencies of a collection. Out: vectors of length 1 (or 0, for
a document without a weighted term). The base of the logarithm cancels out.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse  # type: ignore[import-untyped]

from lycosa.judge.learn.counts import document_frequency

MIN_DOCUMENTS = 5
"""Terms in fewer documents are dropped (Peng and Liu 2013, 6.1.2)."""

Floats = NDArray[np.float64]


def idf(counts: sparse.csr_array, min_documents: int = MIN_DOCUMENTS) -> Floats:
    """Return log(N / n) of each term; 0, so that it never counts, for a term in too few documents."""
    frequency = document_frequency(counts)
    kept = frequency >= max(min_documents, 1)
    return np.where(kept, np.log(counts.shape[0] / np.maximum(frequency, 1)), 0.0)


def tfc(counts: sparse.csr_array, idf: Floats) -> sparse.csr_array:
    """Weigh terms by count times inverse document frequency, and scale each document to length 1."""
    return _unit_rows(_times_columns(counts, idf))


def tfipndf(counts: sparse.csr_array, positive: NDArray[np.bool_], idf: Floats) -> sparse.csr_array:
    """Weigh as `tfc`, and by the share of the documents of the document's own label that have the term."""
    weighted = _times_columns(counts, idf)
    share = [document_share(counts[positive == label]) for label in (False, True)]
    label_of_entry = np.repeat(positive.astype(np.intp), np.diff(weighted.indptr))
    weighted.data *= np.stack(share)[label_of_entry, weighted.indices]
    return _unit_rows(weighted)


def document_share(counts: sparse.csr_array) -> Floats:
    """Return for each term the share of the documents that have it."""
    share: Floats = document_frequency(counts) / max(counts.shape[0], 1)
    return share


def _times_columns(counts: sparse.csr_array, factors: Floats) -> sparse.csr_array:
    parts = (counts.data * factors[counts.indices], counts.indices, counts.indptr)
    return sparse.csr_array(parts, shape=counts.shape)


def _unit_rows(vectors: sparse.csr_array) -> sparse.csr_array:
    entries = np.diff(vectors.indptr)
    rows = np.repeat(np.arange(vectors.shape[0]), entries)
    length = np.sqrt(np.bincount(rows, weights=vectors.data**2, minlength=vectors.shape[0]))
    vectors.data /= np.where(length > 0, length, 1.0)[rows]
    return vectors
