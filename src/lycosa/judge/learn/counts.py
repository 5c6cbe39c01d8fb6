"""From token lists to count matrices: one row per document, one column per term of a vocabulary.

A grouped matrix has one such block of columns for each tag group (0 to 5), side by side: the
count of term `t` in group `g` stands in column `g * number of terms + t`.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import sparse  # type: ignore[import-untyped]

from lycosa.errors import LycosaError
from lycosa.text.vector import Vocabulary

GROUPS = 6
"""Tag groups of a page: 1 (title, h1) to 5 (other text); 0 is attribute text."""


def vocabulary(documents: Iterable[Iterable[str]], min_documents: int = 1) -> Vocabulary:
    """Return the terms that occur in at least `min_documents` documents, in alphabetical order."""
    frequency = Counter(term for document in documents for term in set(document))
    return Vocabulary(sorted(term for term, count in frequency.items() if count >= min_documents))


def count_matrix(documents: Iterable[Iterable[str]], terms: Vocabulary) -> sparse.csr_array:
    """Count the terms of each document; tokens outside the vocabulary are left out.

    Examples
    --------
    >>> terms = vocabulary([["rain", "flood"], ["rain", "goal"]])
    >>> count_matrix([["rain", "rain", "unknown"]], terms).toarray().tolist()
    [[0.0, 0.0, 2.0]]
    """
    columns, ends = array("i"), array("i", [0])
    for tokens in documents:
        columns.extend(column for token in tokens if (column := terms.id(token)) >= 0)
        ends.append(len(columns))
    return _matrix(columns, ends, len(terms))


def grouped_count_matrix(
    documents: Iterable[Sequence[str]], groups: Iterable[Sequence[int]], terms: Vocabulary
) -> sparse.csr_array:
    """Count the terms of each document by tag group; `groups` has one number per token."""
    columns, ends = array("i"), array("i", [0])
    width = len(terms)
    for tokens, of_tokens in zip(documents, groups, strict=True):
        if len(tokens) != len(of_tokens) or max(of_tokens, default=0) >= GROUPS:
            raise LycosaError(
                f"document {len(ends)} has {len(tokens)} tokens and {len(of_tokens)} tag groups; "
                f"each token needs one from 0 to {GROUPS - 1}"
            )
        columns.extend(
            group * width + column
            for token, group in zip(tokens, of_tokens, strict=True)
            if (column := terms.id(token)) >= 0
        )
        ends.append(len(columns))
    return _matrix(columns, ends, GROUPS * width)


def ungroup(counts: sparse.csr_array, weights: NDArray[np.float64]) -> sparse.csr_array:
    """Add up the blocks of a grouped matrix, each times its weight."""
    terms = counts.shape[1] // len(weights)
    group, column = np.divmod(counts.indices, terms)
    parts = (counts.data * weights[group], column, counts.indptr.copy())
    folded = sparse.csr_array(parts, shape=(counts.shape[0], terms))
    folded.sum_duplicates()
    return folded


def canonical(counts: sparse.csr_array) -> sparse.csr_array:
    """Return the matrix with one entry per cell, leaving the one given as it is."""
    matrix = sparse.csr_array(counts)
    if not matrix.has_canonical_format:
        matrix = matrix.copy()
        matrix.sum_duplicates()
    return matrix


def document_frequency(counts: sparse.csr_array) -> NDArray[np.int64]:
    """Return for each term the number of documents it occurs in."""
    present = counts.indices[counts.data != 0]
    return np.bincount(present, minlength=counts.shape[1])


def _matrix(columns: array[int], ends: array[int], width: int) -> sparse.csr_array:
    parts = (np.ones(len(columns)), np.array(columns), np.array(ends))
    matrix = sparse.csr_array(parts, shape=(len(ends) - 1, width))
    matrix.sum_duplicates()
    return matrix
