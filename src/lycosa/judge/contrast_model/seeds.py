"""What seeds count for: as much as they agree with what the author gave, and with each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from lycosa.judge.contrast_model.calibration import BASE_RATE
from lycosa.judge.contrast_model.features import BUCKETS, stack
from lycosa.judge.contrast_model.given import Anchor, Given
from lycosa.judge.contrast_model.model import learned
from lycosa.judge.contrast_model.sides import PageMean

SEED_RATE = 0.5
"""Share of seeds expected on topic before they are read: they were chosen for it."""
TOGETHER = 8
"""Seeds weighed together, if there are no examples; later ones are held against them."""
ROUNDS = 4
"""Rounds of weighing each by the others. In the first a word alone speaks for them; it may stand on few
pages of its topic, and then they speak for each other."""


def weighed(given: Given, seeds: Sequence[Anchor]) -> list[Anchor]:
    """Return seeds with what they count for, the last one being new."""
    together = len(seeds) <= TOGETHER and all(anchor.kind != "example" for anchor in given.anchors)
    if not together:
        return [*seeds[:-1], seeds[-1]._replace(weight=_weight(given, seeds[:-1], seeds[-1]))]
    given, found = _narrowed(given, [seed._replace(weight=0.0) for seed in seeds])
    for _ in range(ROUNDS):
        found = [
            seed._replace(weight=_weight(given, (*found[:place], *found[place + 1 :]), seed))
            for place, seed in enumerate(found)
        ]
    return [seed._replace(weight=own.weight) for seed, own in zip(seeds, found, strict=True)]


def _narrowed(given: Given, seeds: Sequence[Anchor]) -> tuple[Given, list[Anchor]]:
    """Return the same with the words numbered anew that stand in anchors and seeds: a hundredth of all.

    A model takes a step for each word that it has room for, and eight seeds are weighed by 144 of them.
    """
    anchors = (*given.anchors, *seeds)
    columns = [anchor.features.buckets for anchor in anchors]
    words = np.concatenate(columns)
    is_used = np.zeros(BUCKETS, np.bool_)
    is_used[words] = True
    (used,) = is_used.nonzero()
    number = np.empty(BUCKETS, np.uint32)
    number[used] = np.arange(len(used), dtype=np.uint32)
    places = np.split(number.take(words), np.cumsum([*map(len, columns)])[:-1])
    narrow = [
        anchor._replace(features=anchor.features._replace(buckets=own))
        for anchor, own in zip(anchors, places, strict=True)
    ]
    plain, first = given.background, len(given.anchors)
    background = PageMean(plain.words.take(used), plain.vector)
    return replace(given, anchors=tuple(narrow[:first]), known_background=background), narrow[first:]


def _weight(given: Given, others: Sequence[Anchor], seed: Anchor) -> float:
    """Return what a seed counts for by all that is known without it."""
    likely = float(learned(given.with_seeds(others)).probabilities(stack([seed.features]))[0])
    return seed.prose * _as_chosen(likely)


def _as_chosen(likely: float) -> float:
    """Return how likely a page chosen for the topic is on it, if any other page like it is so likely."""
    times = SEED_RATE / (1 - SEED_RATE) * (1 - BASE_RATE) / BASE_RATE
    return times * likely / (1 - likely + times * likely)
