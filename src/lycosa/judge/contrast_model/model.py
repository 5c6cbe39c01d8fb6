"""A topic as learned so far: the two sides and where one half lies.

In: what is given, and pages read with how likely each is on topic. Out: a `Model` that never changes;
learning makes another one. What pages found may add is bounded, so a crawl cannot talk itself into
another topic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lycosa.judge.contrast_model.calibration import Calibration, TwoViews, calibrated
from lycosa.judge.contrast_model.features import Features, Floats, Places, Stack, stack, unit
from lycosa.judge.contrast_model.given import PRIOR_PAGES, Given
from lycosa.judge.contrast_model.left_out import Joined, examples_without_themselves, pages_without_themselves
from lycosa.judge.contrast_model.lexicon import lexicon
from lycosa.judge.contrast_model.sides import Group, PageMean, Sides, centred, mean, mean_of, mixed

FOUND = 0.8
"""Pages at least as likely as this on topic join the topic's side."""
FOUND_SHARE = 0.4
"""What they weigh there at most; the rest is the author's."""
FOUND_PAGES = 1.0
"""Pages of the author's that they count for at most beside all that he gave, however many they are. With
three, one meaning of a topic of several drew in pages of none."""
OTHER = 0.3
"""Pages less likely than this join the background."""
OTHER_SHARE = 0.5
"""What they weigh there at most; the rest is what ordinary pages look like."""


@dataclass(frozen=True)
class Model:
    """What a page is judged by."""

    sides: Sides
    views: TwoViews
    calibration: Calibration
    learned_from: Floats
    """How likely each page learned from is on topic, by what is known without it."""
    examples: Floats
    """The meanings of the pages given, as directions from the ordinary."""

    def standards(self, pages: Stack) -> Floats:
        """Return the standard scores of many pages in their nearest groups."""
        best: Floats = self.views.standard(*self.sides.of_many(pages)).max(axis=1)
        return best

    def probabilities(self, pages: Stack) -> Floats:
        """Return how likely each of many pages is on topic."""
        return self.calibration.probability(self.standards(pages))

    @property
    def drift(self) -> float:
        """How far the topic has moved from what its author gave: 0 not at all, 1 altogether."""
        pairs = [(group.own, mean) for group, mean in zip(self.sides.groups, self.sides.means, strict=True)]
        away = [_distance(own.words, mean.words) for own, mean in pairs]
        away += [_distance(own.vector, mean.vector) for own, mean in pairs]
        return max(0.0, sum(away) / len(away))


def learned(
    given: Given,
    pages: Sequence[Features] = (),
    likely: Floats | None = None,
    read: Stack | None = None,
) -> Model:
    """Learn from what is given, and from pages read with their probabilities so far.

    `read` are the same pages, if they have been put together before.
    """
    likely = np.zeros(0, np.float32) if likely is None else likely
    read = stack(pages) if read is None else read
    others = _others(given, read, np.flatnonzero(likely < OTHER).tolist())
    background = mixed(given.background, others.mean, others.share) if others.rows else given.background
    centres = _centres(given, background, read.languages)
    own, away = centred(given.stack, centres), centred(read, centres)
    groups, found = _groups(given, own, pages, away, np.flatnonzero(likely >= FOUND))
    sides = Sides(groups, background, centres)
    scores = pages_without_themselves(sides, read, away, found, others)
    views = TwoViews.of(given.pages + sum(map(len, found)))
    seen = views.standard(*scores).max(axis=1)
    calibration = calibrated(*examples_without_themselves(given, sides, views, own), seen)
    return Model(sides, views, calibration, calibration.probability(seen), own[given.page_places])


def _others(given: Given, read: Stack, rows: list[int]) -> Joined:
    """Return the pages read that are about something else, and what they weigh beside ordinary ones."""
    if not rows:  # all seeds are weighed so
        return Joined(rows, given.background, 0.0, given.background)
    theirs = mean_of(read, rows)
    known = PRIOR_PAGES + len(given.others)
    return Joined(rows, theirs, min(OTHER_SHARE, len(rows) / (len(rows) + known)), given.background)


def _centres(given: Given, background: PageMean, languages: Sequence[str]) -> dict[str, Floats]:
    """Return where each language centres: as shipped, and as learned for the topic's own."""
    centres = {given.language: background.vector}
    for language in dict.fromkeys((*given.stack.languages, *languages)):
        shipped = lexicon(language).background.centre
        if language not in centres and shipped is not None:
            centres[language] = shipped[: len(background.vector)]
    return centres


def _groups(
    given: Given, own: Floats, pages: Sequence[Features], away: Floats, found: Places
) -> tuple[list[Group], list[list[int]]]:
    """Put each page found to the group of anchors that it is nearest to; return these pages, too."""
    rows = [np.array(group, dtype=np.intp) for group in given.groups]
    directions = np.stack([unit(given.weights[row] @ own[row]) for row in rows])
    nearest = np.argmax(away[found] @ directions.T, axis=1)
    groups, members = [], []
    for number, words in enumerate(given.group_words):
        mine = found[nearest == number].tolist()
        theirs = mean([pages[i] for i in mine], np.ones(len(mine), np.float32), away[mine], len(words))
        count = min(len(mine), FOUND_PAGES)
        share = min(FOUND_SHARE, count / (count + float(given.weights.sum()) + 1e-9))
        groups.append(
            Group(
                PageMean(words, directions[number]),
                PageMean(theirs.words, unit(theirs.vector)),
                share,
            )
        )
        members.append(mine)
    return groups, members


def _distance(first: Floats, second: Floats) -> float:
    return 1.0 - float(unit(first) @ unit(second))
