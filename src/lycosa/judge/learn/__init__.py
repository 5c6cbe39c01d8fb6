"""Text classifiers of the papers as scikit-learn estimators over sparse count matrices.

They know nothing of crawling: rows are documents, columns are the terms of a vocabulary.
Importing this package loads scikit-learn (about a second), so import it where it is needed.
"""

from __future__ import annotations

from lycosa.judge.learn.bcw import BCW
from lycosa.judge.learn.counts import count_matrix, grouped_count_matrix, vocabulary
from lycosa.judge.learn.measures import Scores, err, scores
from lycosa.judge.learn.one_class import OneClass
from lycosa.judge.learn.pebl import PEBL
from lycosa.judge.learn.reliable_negatives import ReliableNegatives, one_dnfc
from lycosa.judge.learn.weighting import idf, tfc, tfipndf
from lycosa.judge.learn.wvc import WVC

__all__ = [
    "BCW",
    "PEBL",
    "WVC",
    "OneClass",
    "ReliableNegatives",
    "Scores",
    "count_matrix",
    "err",
    "grouped_count_matrix",
    "idf",
    "one_dnfc",
    "scores",
    "tfc",
    "tfipndf",
    "vocabulary",
]
