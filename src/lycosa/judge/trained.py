"""What judges that train a classifier share, to inherit: where training pages come from, and when to train.

In: labelled classes of the topic; or else its examples, and the pages of the crawl as they are judged. Out:
judgements by the classifier, and before it is first trained by the tag-weighted vector space judge.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np

from lycosa.errors import LycosaError
from lycosa.judge.base import BORDER
from lycosa.judge.sample import Bag, Sample, bag_of, matrix_of
from lycosa.judge.scored import Parts
from lycosa.judge.vsm import TagWeightedVSM
from lycosa.model import JSON, Judgement, Page
from lycosa.text import background
from lycosa.topic import Contribution, Topic

if TYPE_CHECKING:
    from scipy import sparse  # type: ignore[import-untyped]

WARM_UP = 30
"""Pages of the crawl before the first training; the next comes after twice as many, and so on."""
BEFORE = 0
"""The warm-up of a judge that is trained before the crawl, where the topic allows it."""
SAMPLE_PAGES = 1_000
"""Pages of the crawl kept to learn from."""
EVERYDAY_TEXTS = 20
"""Texts of everyday words, drawn from the background statistics, that stand among the unlabelled pages."""
EVERYDAY_ALONE = 100
"""As many where they stand alone, before the crawl."""
FOUND_PAGES = 20
"""Without examples, the first so many pages found relevant stand in for them; fewer than 3 are too few."""
_FEWEST_FOUND = 3


class TrainedJudge(ABC):
    """The common ground of judges that learn.

    A subclass trains in `train` and `train_on_classes`, rates texts in `rate`, and names its
    contributions in `explain_trained`.

    Parameters
    ----------
    topic
        What pages are judged by.
    threshold
        Score from which a page is relevant; `"auto"` leaves it to the classifier.
    warm_up
        Pages of the crawl before the first training; 0: a topic with examples is learned before the
        crawl, against texts of everyday words, and again after 30 pages.
    sample_pages
        Pages of the crawl kept to learn from.
    """

    name: ClassVar[str]
    own_thresholds: ClassVar[tuple[str, ...]] = ("auto",)
    """Thresholds that leave the decision to the classifier."""

    def __init__(
        self,
        topic: Topic,
        threshold: float | str = "auto",
        warm_up: int = WARM_UP,
        sample_pages: int = SAMPLE_PAGES,
    ) -> None:
        self.topic = topic
        self.threshold = threshold
        self.warm_up = warm_up
        self.sample_pages = sample_pages

    @abstractmethod
    def train(self, positive: sparse.csr_array, unlabelled: sparse.csr_array) -> Any:
        """Return a classifier trained on examples and pages that may be anything.

        The first rows of `unlabelled` are the sample's pages, the last are texts of everyday words.
        """

    @abstractmethod
    def train_on_classes(self, counts: sparse.csr_array, labels: list[str]) -> Any:
        """Return a classifier trained on labelled documents."""

    @abstractmethod
    def untrained(self) -> Any:
        """Return a classifier to restore."""

    @abstractmethod
    def rate(self, tokens: Sequence[str], groups: bytes) -> tuple[float, bool, Parts]:
        """Return the score in [0, 1] by the trained classifier, its own verdict, and the parts."""

    @abstractmethod
    def explain_trained(self, page: Page) -> list[Contribution]:
        """Return what each term of the page adds to the verdict of the trained classifier."""

    def judge(self, page: Page) -> Judgement:
        """Judge a page, then keep it to learn from."""
        if isinstance(self.threshold, str) and self.threshold not in self.own_thresholds:
            known = " or ".join(self.own_thresholds)
            raise LycosaError(
                f"threshold {self.threshold!r} of the judge {self.name!r} is not a number or {known}"
            )
        self._train_if_due()
        judgement = self.fallback.judge(page) if self.model is None else self._judgement(page)
        if self.model is None:
            reason = f"{judgement.reason}; {self.fallback.name}, for want of pages to learn from"
            judgement = judgement._replace(reason=reason)
        if not self.topic.classes and page.url not in self._example_urls:
            self._keep(page, judgement.relevant)
        return judgement

    def score(self, tokens: Sequence[str], groups: bytes = b"") -> float:
        """Score a piece of text."""
        self._train_if_due()
        return self.fallback.score(tokens, groups) if self.model is None else self.rate(tokens, groups)[0]

    def explain(self, page: Page) -> list[Contribution]:
        """Return what each term of the page adds to its score, the most telling first."""
        self._train_if_due()
        return self.fallback.explain(page) if self.model is None else self.explain_trained(page)

    def state(self) -> dict[str, JSON]:
        """Return the pages kept and the classifier; nothing where labelled classes determine it."""
        if self.topic.classes:
            return {}
        return {
            "sample": self.sample.state(),
            "found": [[bag.ids.tolist(), bag.counts.tolist()] for bag in self._found],
            "due": self._due,
            "fallback": self.fallback.state(),
            "trained": None if self.model is None else [self.width, self.trained_on, self.model.state()],
        }

    def restore(self, state: dict[str, JSON]) -> None:
        """Become the judge that returned `state`."""
        if not state:
            return
        plain = cast("dict[str, Any]", state)
        self.sample.restore(plain["sample"])
        self._found = [Bag(np.array(ids, dtype=np.int64), np.array(counts)) for ids, counts in plain["found"]]
        self._due = plain["due"]
        self.fallback.restore(plain["fallback"])
        if plain["trained"] is not None:
            self.width, self.trained_on, learned = plain["trained"]
            self.model = self.untrained().restore(learned)

    @cached_property
    def fallback(self) -> TagWeightedVSM:
        """The judge before the first training."""
        return TagWeightedVSM(self.topic)

    @cached_property
    def sample(self) -> Sample:
        """Pages that may be anything: the topic's unlabelled ones, and those of the crawl."""
        sample = Sample(self.sample_pages)
        for page in self.topic.unlabelled:
            sample.add(page)
        return sample

    @cached_property
    def model(self) -> Any:
        """The classifier; None before it is trained."""
        return None

    @property
    def trained(self) -> bool:
        """Whether the classifier decides, and not the fallback."""
        return self.model is not None

    @property
    def least(self) -> float:
        """The score from which a text is relevant."""
        if not self.trained:
            return self.fallback.least
        return BORDER if isinstance(self.threshold, str) else self.threshold

    @cached_property
    def width(self) -> int:
        """Words of the vocabulary that the classifier knows."""
        return 0

    @cached_property
    def trained_on(self) -> str:
        """What the classifier was trained on, for people."""
        return ""

    def bag(self, tokens: Sequence[str], groups: bytes) -> Bag:
        """Count the words of a text that the classifier knows."""
        ids, counts = bag_of(self.sample.words, tokens, groups)
        known = int(np.searchsorted(ids, self.width))
        return Bag(ids[:known], counts[:known])

    def _judgement(self, page: Page) -> Judgement:
        score, relevant, parts = self.rate(page.tokens, page.groups)
        if isinstance(self.threshold, str):
            return Judgement(relevant, score, parts, f"{self._decided}: {self.trained_on}")
        reason = f"threshold {self.threshold:.3f}: given; {self.trained_on}"
        return Judgement(score >= self.threshold, score, parts, reason)

    @property
    def _decided(self) -> str:
        return f"{self.name} vote" if self.threshold == "vote" else f"threshold 0.500 of {self.name}"

    def _keep(self, page: Page, relevant: bool) -> None:
        if relevant and not self.topic.examples and len(self._found) < FOUND_PAGES:
            self._found += self.sample.bags_of([page])
        else:
            self.sample.add(page)

    def _train_if_due(self) -> None:
        if self.topic.classes:
            if self.model is None:
                self._train_on_classes()
        elif self.sample.seen >= self._due:
            self._due = 2 * self.sample.seen or WARM_UP
            self._train_on_sample()

    def _train_on_classes(self) -> None:
        _ = self.topic.label
        bags = [bag for pages in self.topic.classes.values() for bag in self.sample.bags_of(pages)]
        labels = [name for name, pages in self.topic.classes.items() for _ in pages]
        self.width = len(self.sample.words)
        self.model = self.train_on_classes(matrix_of(bags, self.width), labels)
        self.trained_on = f"{len(labels)} documents in {len(self.topic.classes)} classes"

    def _train_on_sample(self) -> None:
        positive = self.sample.bags_of(self.topic.examples) or self._found
        unlabelled = self.sample.bags + self._everyday()
        if len(positive) < (1 if self.topic.examples else _FEWEST_FOUND) or not unlabelled:
            return
        width = len(self.sample.words)
        try:
            self.model = self.train(matrix_of(positive, width), matrix_of(unlabelled, width))
        except LycosaError:  # the pages have too few words in common; more pages may have more
            return
        self.width = width
        others = f"{len(self.sample)} other pages" if self.sample else "texts of everyday words"
        self.trained_on = f"trained on {len(positive)} examples and {others}"

    def _everyday(self) -> list[Bag]:
        """Draw texts in which each everyday word stands as often as background statistics say."""
        seen, rng = background(self.topic.language), np.random.default_rng(0)
        words = list(cast("dict[str, int]", seen.state()["counts"]))
        rates = np.array([seen.df(word) for word in words]) / seen.size
        texts = EVERYDAY_TEXTS if self.sample else EVERYDAY_ALONE
        return [
            bag_of(
                self.sample.words,
                [words[i] for i in np.flatnonzero(rng.random(len(words)) < rates)],
                learn=True,
            )
            for _ in range(texts if words else 0)
        ]

    @cached_property
    def _example_urls(self) -> frozenset[str]:
        return frozenset(page.url for page in self.topic.examples)

    @cached_property
    def _found(self) -> list[Bag]:
        return []

    @cached_property
    def _due(self) -> int:
        return self.warm_up
