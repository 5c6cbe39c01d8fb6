"""From scores to probabilities: standard scores against ordinary pages, one half between these and the topic.

In: raw scores by words and by vectors. Out: how likely a page is on topic. Where the topic's pages lie on
the scale is learned from its examples, each scored by the topic without it, and from the mixture of
scores seen. All that pages seen may change is bounded by what is known without them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import log, sqrt
from typing import NamedTuple

import numpy as np

from lycosa.judge.contrast_model.features import Floats
from lycosa.judge.contrast_model.given import PRIOR_PAGES

WORDS = (-0.01, 0.02)
"""Expected mean and deviation of ordinary pages' scores by words; measured on two real webs."""
VECTORS = (0.08, 0.15)
"""The same by vectors."""
TOPIC_MEAN = 2.5
"""How many deviations above ordinary pages those of a topic are expected; 1.3 to 3.6 when it is told by a
sentence, 3.6 to 5.9 by ten examples."""
TOPIC_PAGES = 3.0
"""Examples that this expectation counts for."""
LEAST_GAP = 1.5
"""Deviations that topic and background are apart at least: what is nearer cannot be told from it."""
TOPIC_DEVIATION = 1.5
"""How far a topic's pages lie about their mean, in deviations of ordinary pages: some are all about it, some
just about. So the border is nearer to the background, the more alike its pages score."""
BASE_RATE = 0.25
"""Share of pages expected on topic."""
STEEPNESS = 3.0
"""How fast probabilities rise: from 5 % to 95 % between the two means, the base rate aside. Softer than the
scores would allow, because neighbours of the topic lead to it."""
HALF = 0.5
"""The probability from which a page is likelier on topic than off."""
LEAST_SEEN = 0.03
"""Share of the pages seen that must be beyond midway before the border may come nearer to the background:
where nothing looks like the topic, pages that score alike do not say where it would begin."""
ROUNDS = 5
"""Rounds of telling the two kinds of pages apart and placing them anew; more change nothing."""
_PRIOR_ODDS = log(BASE_RATE / (1 - BASE_RATE))


class TwoViews(NamedTuple):
    """Both views of pages as one.

    Scores are told in deviations of ordinary pages' scores, as expected of any web. The pages of a crawl
    would tell them wrongly: most are neighbours of the topic, and of one of its meanings more than of others.
    """

    word_share: float
    """Weight of words against vectors, 0 to 1: the more pages tell the topic, the more words count."""

    @classmethod
    def of(cls, pages: float) -> TwoViews:
        """Return what suits a topic that so many pages tell."""
        return cls((pages + 0.5) / (pages + 1.5))

    def standard(self, words: Floats, vectors: Floats) -> Floats:
        """Return the scores of both views as one, in deviations."""
        return self.mixed(*self.apart(words, vectors))

    def apart(self, words: Floats, vectors: Floats) -> tuple[Floats, Floats]:
        """Return the scores of each view in deviations."""
        by_words = (words - np.float32(WORDS[0])) / np.float32(WORDS[1])
        return by_words, (vectors - np.float32(VECTORS[0])) / np.float32(VECTORS[1])

    def mixed(self, by_words: Floats, by_vectors: Floats) -> Floats:
        """Return scores in deviations as one."""
        mixed: Floats = (self.word_share * by_words + by_vectors) / np.float32(1.0 + self.word_share)
        return mixed


@dataclass(frozen=True)
class Calibration:
    """Where background and topic lie on the scale of standard scores."""

    background_mean: float = 0.0
    background_deviation: float = 1.0
    topic_mean: float = TOPIC_MEAN
    seen_topic: bool = True
    """Whether pages that are clearly on topic have been seen."""
    shift: float = 0.0
    """Log-odds that people's answers add to all pages."""

    @cached_property
    def half(self) -> float:
        """The standard score of a page as likely on topic as off."""
        return self._border - self.shift / self._slope

    @property
    def midway(self) -> float:
        """The standard score midway between both means, but for the prior odds."""
        gap = self.topic_mean - self.background_mean
        return self.background_mean + gap / 2 * (1.0 - _PRIOR_ODDS / STEEPNESS)

    def probability(self, standard: Floats) -> Floats:
        """Return the probabilities of standard scores."""
        odds = self._slope * (standard - self.half)
        likely: Floats = 1.0 / (1.0 + np.exp(np.minimum(np.maximum(-odds, -30.0), 30.0)))
        return likely

    @cached_property
    def _slope(self) -> float:
        return 2 * STEEPNESS / (self.topic_mean - self.background_mean)

    @cached_property
    def _border(self) -> float:
        """The standard score that is one half before people answered: where two bell curves cross.

        That of the background is narrow where ordinary pages score alike, that of the topic is wide. Between
        their means, x from the background's: x² / 2b² - (gap - x)² / 2t² = log(t / b) - prior odds. Where
        neighbours of the topic are read, which widen the background, it is midway but for the prior odds.
        """
        if not self.seen_topic:
            return self.midway
        gap = self.topic_mean - self.background_mean
        own, other = 0.5 / self.background_deviation**2, 0.5 / TOPIC_DEVIATION**2
        apart = log(TOPIC_DEVIATION / self.background_deviation) - _PRIOR_ODDS + other * gap * gap
        linear = other * gap
        # (own - other) x² + 2 linear x - apart = 0, solved so that equal curves are no special case.
        crossing = apart / (linear + sqrt(max(0.0, linear * linear + (own - other) * apart)))
        return min(self.background_mean + crossing, self.midway)


def calibrated(left_out: Floats, weights: Floats, seen: Floats) -> Calibration:
    """Place both kinds of pages by the standard scores of examples left out in turn, and of pages seen."""
    known = TOPIC_PAGES + float(weights.sum())
    expected = (TOPIC_PAGES * TOPIC_MEAN + float(weights @ left_out)) / known
    found = Calibration(topic_mean=max(LEAST_GAP, expected))
    for _ in range(ROUNDS if len(seen) else 0):
        likely = found.probability(seen)
        unlikely = 1 - likely
        pages = PRIOR_PAGES + float(unlikely.sum())
        off = float(unlikely @ seen) / pages
        deviation = sqrt((PRIOR_PAGES + float(unlikely @ (seen - off) ** 2)) / pages)
        mass = float(likely.sum())
        share = min(1.0, known / max(mass, 1e-9))
        on = (known * expected + share * float(likely @ seen)) / (known + share * mass)
        found = Calibration(off, deviation, max(off + LEAST_GAP, on))
        found = replace(found, seen_topic=bool(np.mean(seen >= found.midway) >= LEAST_SEEN))
    return found
