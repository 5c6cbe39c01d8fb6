"""The pages that the contrast judge learns from: a bounded choice of those read, and those labelled.

In: pages as they are judged, answers as they come. Out: the model that follows from them. Nothing is drawn at
random, so a crawl repeats exactly, and one taken up goes on as if it had never stopped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from lycosa.judge.contrast_model.answers import odds, shift
from lycosa.judge.contrast_model.features import Features, joined, stack, unpacked, unpacked_all
from lycosa.judge.contrast_model.given import Anchor, Given
from lycosa.judge.contrast_model.model import FOUND, Model, learned
from lycosa.model import SavedState
from lycosa.topic import Topic

LEARN_AFTER = 5
"""Pages before the first learning, and the fewest between two: what the pages of a web have in common is
learned before many verdicts rest on it. With 25, average precision at the visit is 0.02 lower."""
LEARN_AGAIN = 1.2
"""Later it learns when it has read a fifth more: what it knows changes ever less."""
MOST_BETWEEN = 1000
"""The most pages between two learnings: all of them are kept until then."""
KEPT_FOUND, KEPT_OTHERS = 60, 400
"""Pages kept to learn from: the first found, because the likeliest of many would narrow the topic, and the
first of the others, because a crawl meets ever fewer neighbours of the topic, and they are its border. When
there are as many, little changes any more but by answers: a long crawl can do no harm."""


class Kept(NamedTuple):
    """A page read, to learn from."""

    features: Features
    likely: float
    """How likely it was on topic when the judge last learned; below 0 if it came since."""


class LearnedLabel(NamedTuple):
    """What a person said of a page."""

    relevant: bool
    weight: float
    """Pages that it counts for."""
    odds: float
    """Log-odds that it had before, without the shift that earlier answers gave."""


class TrainingPages:
    """What there is to learn from beside the topic as it was given."""

    def __init__(self) -> None:
        self.kept: list[Kept] = []
        self.labels: dict[bytes, LearnedLabel] = {}
        self.others: list[Kept] = []
        """Pages that other crawls have read."""
        self.due = LEARN_AFTER
        """Pages judged after which it learns again."""
        self._read = stack([])
        """The pages kept that the model knows, put together: nearly all of them stay from model to model."""

    def keep(self, page: Features) -> None:
        """Keep a page just read."""
        self.kept.append(Kept(page.halved(), -1.0))

    def label(self, page: bytes, relevant: bool, weight: float, model: Model) -> None:
        """Take what a person says of a page; `model` is what it was judged by."""
        before = self.labels.get(page)
        likely = float(model.probabilities(stack([unpacked(page)]))[0])
        given = odds(likely) - model.calibration.shift
        self.labels[page] = LearnedLabel(relevant, weight, given if before is None else before.odds)

    def choose(self, model: Model, judged: int) -> None:
        """Judge the pages kept again, and let go of those too many; `judged` are all so far."""
        known = len(model.learned_from)
        new = stack([kept.features for kept in self.kept[known:]])
        likely = np.concatenate([model.learned_from, model.probabilities(new)])
        found = np.flatnonzero(likely >= FOUND)[:KEPT_FOUND]
        others = np.flatnonzero(likely < FOUND)[:KEPT_OTHERS]
        chosen = np.sort(np.concatenate([found, others])).tolist()
        if len(chosen) == len(self.kept):
            self._read = joined(self._read, new)
        elif chosen != list(range(known)):
            self._read = stack([self.kept[place].features for place in chosen])
        self.kept = [Kept(self.kept[place].features, float(likely[place])) for place in chosen]
        growth = int(judged * LEARN_AGAIN) - judged
        self.due = judged + min(MOST_BETWEEN, max(LEARN_AFTER, growth))

    def given(self, topic: Topic, seeds: Iterable[Anchor]) -> Given:
        """Return what is sure of a topic: what its author gave, the seeds, and pages labelled."""
        given = Given.of(topic)
        for seed in seeds:
            given = given.with_seed(seed)
        for page, label in self.labels.items():
            given = given.with_label(unpacked(page), label.relevant, label.weight)
        return given

    def model(self, given: Given) -> Model:
        """Return what pages are judged by, as far as it is known."""
        own = [kept for kept in self.kept if kept.likely >= 0]
        known = [*own, *self.others]
        likely = np.array([kept.likely for kept in known], np.float32)
        read = self._read
        if self.others:
            read = joined(read, stack([kept.features for kept in self.others]))
        model = learned(given, [kept.features for kept in known], likely, read)
        moved = shift([(label.odds, label.relevant) for label in self.labels.values()])
        calibration = replace(model.calibration, shift=moved)
        return replace(model, calibration=calibration, learned_from=model.learned_from[: len(own)])

    def lessons(self) -> dict[bytes, float]:
        """Return the pages read and judged, with how likely they are on topic."""
        return {kept.features.packed(): kept.likely for kept in self.kept if kept.likely >= 0}

    def adopt(self, pages: dict[bytes, float]) -> None:
        """Learn from the pages of other crawls as well, from when it next learns."""
        self.others = [Kept(unpacked(page), likely) for page, likely in bounded(pages).items()]

    def state(self) -> SavedState:
        """Return all of it."""
        return {
            "due": self.due,
            "taught": [list(label) for label in self.labels.values()],
            "taught_pages": b"".join(self.labels),
            "kept": [kept.likely for kept in self.kept],
            "kept_pages": b"".join(kept.features.packed() for kept in self.kept),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Become what returned `state`."""
        self.due = state["due"]
        labels = zip(unpacked_all(state["taught_pages"]), state["taught"], strict=True)
        self.labels = {page.packed(): LearnedLabel(*label) for page, label in labels}
        kept = zip(unpacked_all(state["kept_pages"]), state["kept"], strict=True)
        self.kept = [Kept(page, likely) for page, likely in kept]
        self._read = stack([kept.features for kept in self.kept if kept.likely >= 0])


def bounded(pages: Mapping[bytes, float]) -> dict[bytes, float]:
    """Return pages of several crawls, no more of each side than one crawl keeps, in an order of their own."""
    found = sorted(page for page, likely in pages.items() if likely >= FOUND)[:KEPT_FOUND]
    others = sorted(page for page, likely in pages.items() if likely < FOUND)[:KEPT_OTHERS]
    return {page: pages[page] for page in (*found, *others)}
