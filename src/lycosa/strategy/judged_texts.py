"""The weighted voting classifier for short texts: a dictionary of word weights, without arrays.

In: the judge of a crawl. Out: scores of texts, the same as the judge's, some twenty times faster for an
anchor, of which a page has a hundred.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import exp, sqrt
from typing import Any

import numpy as np

from lycosa.judge.wvc import STEEPNESS, WVCJudge
from lycosa.rank.memory import Remembered


class JudgedTexts:
    """What a judge says of short texts, each worked out once until the judge has learned more.

    Parameters
    ----------
    judge
        The judge; before its first training its fallback scores texts.
    """

    def __init__(self, judge: WVCJudge) -> None:
        self._judge = judge
        self._model: Any = None
        self._scores = Remembered[tuple[str, ...]](judge.fallback.score)

    @property
    def trained(self) -> bool:
        """Whether the judge has a verdict of its own."""
        return self._judge.model is not None

    @property
    def least(self) -> float:
        """The score from which a text is relevant."""
        if not self.trained:
            return self._judge.fallback.cut.value
        return 0.5 if isinstance(self._judge.threshold, str) else self._judge.threshold

    @property
    def scores(self) -> Remembered[tuple[str, ...]]:
        """Scores by tokens, from what the judge knows now."""
        if self._model is not self._judge.model:
            self._model = self._judge.model
            self._scores = Remembered(Hyperplane(self._judge).score)
        return self._scores


class Hyperplane:
    """The mean of the judge's planes, weighted by vote; distances from it are what the judge scores by.

    A text without any word that the planes weigh scores 0.

    Parameters
    ----------
    judge
        A judge that has been trained. What it learns later does not count here.
    """

    def __init__(self, judge: WVCJudge) -> None:
        machines, border = judge.model.machines, judge.model.border
        terms, weights = judge.sample.words.terms, machines.vote_ @ machines.coef_
        known = np.flatnonzero(machines.idf_)
        values = zip(machines.idf_[known].tolist(), weights[known].tolist(), strict=True)
        self._words = {
            terms[place]: (idf, idf * weight)
            for place, (idf, weight) in zip(known.tolist(), values, strict=True)
        }
        self._offset = float(machines.vote_ @ machines.intercept_) - border

    def score(self, tokens: Sequence[str]) -> float:
        """Return how far inside the border a text lies, in [0, 1]; 0.5 is the border."""
        square = dot = 0.0
        for word, count in Counter(filter(self._words.__contains__, tokens)).items():
            idf, weight = self._words[word]
            square += (count * idf) ** 2
            dot += count * weight
        if not square:
            return 0.0
        return 1 / (1 + exp(-STEEPNESS * (dot / sqrt(square) + self._offset)))
