"""A topic as learned so far: the two sides, the spread of ordinary pages and where one half lies.

In: what is given, and pages read with how likely each is on topic. Out: a `Model` that never changes;
learning makes another one. What pages found may add is bounded, so a crawl cannot talk itself into
another topic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lycosa.judge.contrast_model.calibration import Calibration, Spread, calibrated, spread
from lycosa.judge.contrast_model.features import Features, Floats, Stack, stack, unit
from lycosa.judge.contrast_model.given import PRIOR_PAGES, Given
from lycosa.judge.contrast_model.lexicon import lexicon
from lycosa.judge.contrast_model.sides import AGAINST, Group, PageMean, Sides, centred, mean, mixed

FOUND = 0.8
"""Pages at least as likely as this on topic join the topic's side."""
FOUND_SHARE = 0.4
"""What they weigh there at most; the rest is the author's."""
OTHER = 0.3
"""Pages less likely than this join the background."""
OTHER_SHARE = 0.5
"""What they weigh there at most; the rest is what ordinary pages look like."""
MOST_LEFT_OUT = 30
"""Examples of a group that are left out in turn; more change nothing worth their cost."""


@dataclass(frozen=True)
class Model:
    """What a page is judged by."""

    sides: Sides
    spread: Spread
    calibration: Calibration

    def standards(self, pages: Stack) -> Floats:
        """Return the standard scores of many pages in their nearest groups."""
        best: Floats = self.spread.standard(*self.sides.of_many(pages)).max(axis=1)
        return best

    def probabilities(self, pages: Stack) -> Floats:
        """Return how likely each of many pages is on topic."""
        return self.calibration.probability(self.standards(pages))

    @property
    def drift(self) -> float:
        """How far the topic has moved from what its author gave: 0 not at all, 1 altogether."""
        away = [_distance(group.own.words, group.mean.words) for group in self.sides.groups]
        away += [_distance(group.own.vector, group.mean.vector) for group in self.sides.groups]
        return max(0.0, sum(away) / len(away))


def learned(given: Given, pages: Sequence[Features] = (), likely: Floats | None = None) -> Model:
    """Learn from what is given, and from pages read with their probabilities so far."""
    likely = np.zeros(0, np.float32) if likely is None else likely
    read = stack(pages)
    background = _background(given, pages, read.vectors, np.flatnonzero(likely < OTHER).tolist())
    centres = _centres(given, background, read.languages)
    own = centred(given.stack, centres)
    found = np.flatnonzero(likely >= FOUND).tolist()
    groups = _groups(given, own, [pages[i] for i in found], centred(read, centres)[found])
    sides = Sides(groups, background, centres)
    scores = sides.of_many(read)
    measured = _spread(given, sides, scores, 1 - likely, len(found))
    seen = measured.standard(*scores).max(axis=1)
    return Model(sides, measured, calibrated(*_left_out(given, sides, measured, own), seen))


def _background(given: Given, pages: Sequence[Features], vectors: Floats, others: list[int]) -> PageMean:
    """Mix what ordinary pages look like with pages read that are about something else."""
    if not others:
        return given.background
    theirs = mean([pages[i] for i in others], np.ones(len(others), np.float32), vectors[others])
    known = PRIOR_PAGES + len(given.others)
    return mixed(given.background, theirs, min(OTHER_SHARE, len(others) / (len(others) + known)))


def _centres(given: Given, background: PageMean, languages: Sequence[str]) -> dict[str, Floats]:
    """Return where each language centres: as shipped, and as learned for the topic's own."""
    centres = {given.language: background.vector}
    for language in dict.fromkeys((*given.stack.languages, *languages)):
        shipped = lexicon(language).background.centre
        if language not in centres and shipped is not None:
            centres[language] = shipped[: len(background.vector)]
    return centres


def _groups(given: Given, own: Floats, found: Sequence[Features], away: Floats) -> list[Group]:
    """Put each page found to the group of anchors that it is nearest to."""
    rows = [np.array(group, dtype=np.intp) for group in given.groups]
    directions = np.stack([unit(given.weights[row] @ own[row]) for row in rows])
    nearest = np.argmax(away @ directions.T, axis=1)
    groups = []
    for number, row in enumerate(rows):
        weights = given.weights[row]
        anchored = mean([given.anchors[i].features for i in row], weights, own[row])
        mine = np.flatnonzero(nearest == number).tolist()
        theirs = mean([found[i] for i in mine], np.ones(len(mine), np.float32), away[mine])
        share = min(FOUND_SHARE, len(mine) / (len(mine) + float(weights.sum()) + 1e-9))
        groups.append(
            Group(
                PageMean(anchored.words, directions[number]),
                PageMean(theirs.words, unit(theirs.vector)),
                share,
            )
        )
    return groups


def _spread(
    given: Given, sides: Sides, scores: tuple[Floats, Floats], unlikely: Floats, found: int
) -> Spread:
    pages = given.pages + found
    words, vectors = scores
    if given.others:
        of_words, of_vectors = sides.of_many(given.other_stack)
        words, vectors = np.concatenate([words, of_words]), np.concatenate([vectors, of_vectors])
        unlikely = np.concatenate([unlikely, np.ones(len(given.others), np.float32)])
    return spread(words, vectors, unlikely, (pages + 0.5) / (pages + 1.5))


def _left_out(given: Given, sides: Sides, measured: Spread, own: Floats) -> tuple[Floats, Floats]:
    """Return the standard score that each example has by the topic without it, and its weight."""
    scores, weights = [], []
    for number, (places, group) in enumerate(zip(given.groups, sides.groups, strict=True)):
        row = np.array(places, dtype=np.intp)
        total, summed = float(given.weights[row].sum()), given.weights[row] @ own[row]
        pages = [place for place in places if given.anchors[place].kind != "words"]
        for place in pages[:MOST_LEFT_OUT]:
            page, weight = given.anchors[place].features, float(given.weights[place])
            if total - weight <= 0:
                continue
            # Without the page a mean m of weight W becomes (W m - w page) / (W - w).
            by_own = (total * _dot(group.own.words, page) - weight * float(page.weights @ page.weights)) / (
                total - weight
            )
            by_found = _dot(group.found.words, page)
            words = (1 - group.share) * by_own + group.share * by_found
            words -= AGAINST * _dot(sides.background.words, page)
            rest = unit(summed - np.float32(weight) * own[place])
            direction = unit((1 - group.share) * rest + group.share * group.found.vector)
            both = np.array([words, direction @ own[place]], np.float32)
            scores.append(float(measured.standard(both[0], both[1])[number]))
            weights.append(weight)
    return np.array(scores, np.float32), np.array(weights, np.float32)


def _dot(words: Floats, page: Features) -> float:
    return float(words[page.buckets] @ page.weights)


def _distance(first: Floats, second: Floats) -> float:
    return 1.0 - float(unit(first) @ unit(second))
