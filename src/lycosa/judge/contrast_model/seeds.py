"""What seeds count for: as much as they agree with what the author gave, and with each other."""

from __future__ import annotations

from collections.abc import Sequence

from lycosa.judge.contrast_model.calibration import BASE_RATE
from lycosa.judge.contrast_model.features import stack
from lycosa.judge.contrast_model.given import Anchor, Given
from lycosa.judge.contrast_model.model import learned

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
        return [*seeds[:-1], _weighed_by(given, seeds[:-1], seeds[-1])]
    found = [seed._replace(weight=0.0) for seed in seeds]
    for _ in range(ROUNDS):
        found = [
            _weighed_by(given, (*found[:place], *found[place + 1 :]), seed)
            for place, seed in enumerate(found)
        ]
    return found


def _weighed_by(given: Given, others: Sequence[Anchor], seed: Anchor) -> Anchor:
    """Weigh a seed by all that is known without it."""
    likely = float(learned(given.with_seeds(others)).probabilities(stack([seed.features]))[0])
    return seed._replace(weight=seed.prose * _as_chosen(likely))


def _as_chosen(likely: float) -> float:
    """Return how likely a page chosen for the topic is on it, if any other page like it is so likely."""
    times = SEED_RATE / (1 - SEED_RATE) * (1 - BASE_RATE) / BASE_RATE
    return times * likely / (1 - likely + times * likely)
