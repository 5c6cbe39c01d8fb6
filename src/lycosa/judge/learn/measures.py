"""How good a classifier is (Peng and Liu 2013, Eq. 4-7): precision, recall, F, and ERR."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from lycosa.errors import LycosaError


class Scores(NamedTuple):
    """Precision, recall and their weighted harmonic mean."""

    precision: float
    recall: float
    f: float


def scores(truth: ArrayLike, predicted: ArrayLike, beta: float = 1.0) -> Scores:
    """Compare what is positive with what was called so (Eq. 4-6); no hit at all scores 0.

    Examples
    --------
    >>> scores([1, 1, 0, 0], [1, 0, 0, 1])
    Scores(precision=0.5, recall=0.5, f=0.5)
    """
    positive, called = np.asarray(truth, dtype=bool), np.asarray(predicted, dtype=bool)
    if positive.shape != called.shape:
        raise LycosaError(f"{called.size} predictions for {positive.size} documents; give one for each")
    hits = int((positive & called).sum())
    if not hits:
        return Scores(0.0, 0.0, 0.0)
    precision, recall = hits / int(called.sum()), hits / int(positive.sum())
    return Scores(precision, recall, (beta**2 + 1) * precision * recall / (beta**2 * precision + recall))


def err(negatives: ArrayLike, hidden_positive: ArrayLike) -> float:
    """Return the share of the positives hidden among the unlabelled that were taken as negative (Eq. 7).

    Parameters
    ----------
    negatives
        Rows of the unlabelled documents taken as reliable negatives.
    hidden_positive
        For each unlabelled document, whether it is in truth positive.

    Examples
    --------
    >>> err([0, 2], [True, False, False, True])
    0.5
    """
    hidden = np.asarray(hidden_positive, dtype=bool)
    if not hidden.any():
        raise LycosaError("ERR needs at least one positive among the unlabelled documents")
    return int(hidden[np.asarray(negatives, dtype=np.intp)].sum()) / int(hidden.sum())
