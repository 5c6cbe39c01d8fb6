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
LEARN_UNTIL = 300
"""Pages after which it learns no more, but from answers: by then it has met the topic and its neighbours.
What a crawl reads later is ever further off; learned from, it moves the scale and wears the border away."""
LEAST_OWN = 30
"""Of these, pages that each of several crawls reads itself at least: it is to know its own hosts."""
KEPT_FOUND = 60
"""Pages found that it learns from: the first, because the likeliest of many would narrow the topic."""


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
        self.judged_elsewhere = 0
        """Pages that other crawls have judged."""
        self.due = LEARN_AFTER
        """Pages judged after which it learns again."""
        self._read = stack([])
        """The pages kept that the model knows, put together: nearly all of them stay from model to model."""

    def complete(self, judged: int) -> bool:
        """Whether a crawl that has judged so many pages itself has no more to learn from."""
        return judged >= LEAST_OWN and judged + self.judged_elsewhere >= LEARN_UNTIL

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
        too_many = np.flatnonzero(likely >= FOUND)[KEPT_FOUND:]
        chosen = np.delete(np.arange(len(likely)), too_many).tolist()
        self.kept = [Kept(self.kept[place].features, float(likely[place])) for place in chosen]
        whole = not len(too_many)
        self._read = joined(self._read, new) if whole else stack([kept.features for kept in self.kept])
        growth = int(judged * LEARN_AGAIN) - judged
        self.due = min(LEARN_UNTIL, judged + max(LEARN_AFTER, growth))

    def given(self, topic: Topic, seeds: Iterable[Anchor]) -> Given:
        """Return what is sure of a topic: what its author gave, the seeds, and pages labelled."""
        given = Given.of(topic).with_seeds(seeds)
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

    def adopt(self, pages: dict[bytes, float]) -> bool:
        """Learn from the pages of other crawls as well, when it next learns; return whether any is new."""
        before = {kept.features.packed() for kept in self.others}
        heard = bounded(pages)
        self.others = [Kept(unpacked(page), likely) for page, likely in heard.items()]
        return heard.keys() != before

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
    others = sorted(page for page, likely in pages.items() if likely < FOUND)[:LEARN_UNTIL]
    return {page: pages[page] for page in (*found, *others)}
