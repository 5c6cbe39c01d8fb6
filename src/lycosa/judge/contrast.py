"""The contrast judge says whether a page is more like the topic or more like other pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from lycosa.errors import LycosaError
from lycosa.judge.contrast_model.explain import Nearest, decided_by, explain
from lycosa.judge.contrast_model.features import Features, Floats, stack, unpacked, unpacked_all
from lycosa.judge.contrast_model.given import Anchor, Given, prose
from lycosa.judge.contrast_model.lessons import JudgeLessons, merged
from lycosa.judge.contrast_model.lexicon import lexicon, read
from lycosa.judge.contrast_model.model import FOUND, Model, learned
from lycosa.judge.contrast_model.seeds import weighed
from lycosa.judge.contrast_model.sides import centred
from lycosa.judge.contrast_model.training import TrainingPages
from lycosa.model import Judgement, Page, SavedState
from lycosa.topic import Contribution, Topic

AT_ONCE = 4096
"""Pages judged again at once, to bound memory."""
HOPELESS_AFTER, HOPELESS_SHARE = 100, 0.02
"""With so many pages read, and no more of them on topic, a crawl should say that it finds nothing."""
MOST_SEEDS = 50
"""Seeds taken for examples. With each of them the model is made anew; a list of thousands is a plan of what
to visit, and no description of the topic."""


class Contrast:
    """Compares a page with the topic and with ordinary pages, by its words and by what they mean.

    The topic is the mean of its examples, its author's words and the seeds that agree with them; ordinary
    pages come as statistics with the package. A page's score is how likely it is on topic: 0.5 is more
    likely than not. In the first 300 pages of a crawl, those that are clearly on topic or clearly not join
    their side, up to a bounded weight, and the scale is placed anew; `rejudge` says what earlier pages score
    now. Everything learned is derived from a bounded choice of pages, without chance.

    Parameters
    ----------
    topic
        What pages are judged by. Its `seeds` are the first pages of the crawl.
    threshold
        Probability from which a page is relevant; `"auto"` is 0.5.
    adapt
        Whether to learn from the pages of the crawl.

    Examples
    --------
    >>> from lycosa import Topic
    >>> judge = Contrast(Topic.from_sentence("Birds, their plumage, nests and songs"))
    >>> sparrow = "sparrows build nests of feathers and sing in the hedge while the hen sits on her eggs"
    >>> motor = "the engine of the car has four cylinders, and its gearbox was made for long roads"
    >>> from lycosa.topic.reading import text_page
    >>> judge.judge(text_page(sparrow, "http://a.example/")).relevant
    True
    >>> judge.judge(text_page(motor, "http://b.example/")).relevant
    False
    """

    name: ClassVar[str] = "contrast"

    def __init__(self, topic: Topic, threshold: float | str = "auto", adapt: bool = True) -> None:
        self.topic = topic
        self.threshold = threshold
        self.adapt = adapt

    def judge(self, page: Page) -> Judgement:
        """Judge a page, then keep it to learn from."""
        features = read(page)
        self._last = page, features
        if self.judged < min(len(self.topic.seeds), MOST_SEEDS):
            self._take_seed(page, features)
        judgement = self._judgement(page, features)
        learns = self.adapt and not self._training.complete(self.judged)
        self.judged += 1
        self.relevant += judgement.relevant
        if learns:
            self._learn(page, features)
        return judgement

    def score(self, tokens: Sequence[str], groups: bytes = b"") -> float:
        """Return how likely a piece of text is on topic."""
        text = lexicon(self.topic.language).read(tokens, groups)
        return float(self.model.probabilities(stack([text]))[0])

    def score_texts(self, texts: Sequence[Sequence[str]], language: str = "") -> tuple[Floats, Floats]:
        """Return raw scores of many short texts by words and by vectors: more is nearer to the topic.

        They are comparable with each other only: short texts spread wider than pages. An empty text, or
        one of unknown words, scores 0.
        """
        words, vectors, _ = self.read_texts(texts, language)
        return words, vectors

    def read_texts(self, texts: Sequence[Sequence[str]], language: str = "") -> tuple[Floats, Floats, Floats]:
        """Return the raw scores of many short texts, and their meanings as directions from the ordinary."""
        sides, found = self.model.sides, lexicon(language or self.topic.language).read_texts(texts)
        directions = centred(found, sides.centres)
        words, vectors = sides.of_many(found, directions)
        return words.max(axis=1), vectors.max(axis=1), directions

    @property
    def towards(self) -> Floats:
        """The direction of the topic among meanings."""
        return self.model.sides.towards

    def features(self, page: Page) -> bytes:
        """Return what must be kept of a page to judge it again."""
        last, features = self._last
        return (features if features is not None and page is last else read(page)).packed()

    def settled(self, page: Page) -> bool:
        """Whether a page is one of the topic's examples, and so always relevant."""
        return page.url in self._example_urls

    def teach(self, page: bytes, relevant: bool, weight: float = 1.0) -> None:
        """Take a page that a person has labelled for a sure example, or for a sure counter-example."""
        self._training.label(page, relevant, weight, self.model)
        self.given = self._all_given(self._seeds)
        self._make_model()

    def rejudge(self, pages: Sequence[bytes]) -> Floats:
        """Return how likely earlier pages are on topic, by what is known now."""
        batches = (pages[start : start + AT_ONCE] for start in range(0, len(pages), AT_ONCE))
        found = [self.model.probabilities(stack([unpacked(page) for page in batch])) for batch in batches]
        return np.concatenate(found) if found else np.zeros(0, np.float32)

    @property
    def version(self) -> int:
        """A number that grows whenever the judge has learned: earlier verdicts may have changed."""
        return self._version

    @property
    def drift(self) -> float:
        """How far what pages are compared with has moved from what the author gave, 0 to 1."""
        return self.model.drift

    @property
    def notice(self) -> str:
        """What the author should know, in a sentence; empty if nothing."""
        if self.judged >= HOPELESS_AFTER and self.relevant <= HOPELESS_SHARE * self.judged:
            return (
                f"{self.relevant} of {self.judged} pages look like the topic: the seeds may not lead to it, "
                "or its words are not those of the pages"
            )
        return ""

    def explain(self, page: Page) -> list[Contribution]:
        """Return what words, meanings and examples add to the standard score: in favour first."""
        return explain(self.model, self.given, page)

    def state(self) -> SavedState:
        """Return the pages learned from, the seeds and the counts; the model follows from them."""
        return {
            "judged": self.judged,
            "relevant": self.relevant,
            "version": self._version,
            "seeds": [[seed.name, seed.weight, seed.prose] for seed in self._seeds],
            "seed_pages": b"".join(seed.features.packed() for seed in self._seeds),
            **self._training.state(),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Become the judge that returned `state`."""
        self.judged, self.relevant = state["judged"], state["relevant"]
        self._training.restore(state)
        seeds = zip(state["seeds"], unpacked_all(state["seed_pages"]), strict=True)
        anchors = [Anchor(seed, weight, name, "seed", *own) for (name, weight, *own), seed in seeds]
        self.given = self._training.given(self.topic, anchors)
        self._make_model()
        self._version = state["version"]

    def lessons(self) -> SavedState:
        """Return the pages and seeds that other crawls for the topic can learn from."""
        seeds = {seed.features.packed(): (seed.name, seed.weight) for seed in self._seeds}
        return JudgeLessons(self._training.lessons(), seeds, self.judged).state()

    def merge(self, lessons: Sequence[dict[str, Any]]) -> SavedState:
        """Return the pages and seeds of several crawls."""
        return merged(lessons)

    def adopt(self, lessons: dict[str, Any]) -> None:
        """Learn from the seeds of other crawls now, and from their pages when it next learns.

        All crawls together learn from as many pages as one would: the last ones they hear of count at once.
        """
        own, seeds = JudgeLessons.of(self.lessons()), self._seeds
        heard = JudgeLessons.of(lessons).without(own)
        news = not self._training.complete(self.judged) and self._training.adopt({**heard.pages})
        self._training.judged_elsewhere = heard.judged
        if len(heard.seeds) != len(self._adopted) or (news and self._training.complete(self.judged)):
            self._adopted = heard.anchors()
            self.given = self._all_given(seeds)
            self._make_model()

    def _all_given(self, seeds: Iterable[Anchor]) -> Given:
        """Return what is sure of the topic: as given, by the seeds of all crawls, and by people's answers."""
        return self._training.given(self.topic, seeds).with_seeds(self._adopted)

    @cached_property
    def _adopted(self) -> list[Anchor]:
        """Seeds of other crawls."""
        return []

    @cached_property
    def given(self) -> Given:
        """What the author gave, and the seeds read so far."""
        return Given.of(self.topic)

    @cached_property
    def model(self) -> Model:
        """What pages are judged by now."""
        return learned(self.given)

    @cached_property
    def judged(self) -> int:
        """Pages judged so far."""
        return 0

    @cached_property
    def relevant(self) -> int:
        """Pages that were relevant when they were judged."""
        return 0

    @property
    def cut(self) -> float:
        """The probability from which a page is relevant."""
        if isinstance(self.threshold, str) and self.threshold != "auto":
            raise LycosaError(
                f"threshold {self.threshold!r} of the judge {self.name!r} is not a number or auto; "
                "judges by score, such as vsm, know methods"
            )
        return 0.5 if isinstance(self.threshold, str) else self.threshold

    def _judgement(self, page: Page, features: Features) -> Judgement:
        model = self.model
        direction = model.sides.direction(features)
        by_words, by_vectors = model.views.apart(*model.sides.of(features, direction))
        standard = model.views.mixed(by_words, by_vectors)
        group = int(np.argmax(standard))
        likely = float(model.calibration.probability(standard[group]))
        parts = (("words", float(by_words[group])), ("meaning", float(by_vectors[group])))
        if page.url in self._example_urls:
            return Judgement(True, max(likely, FOUND), parts, "one of the topic's examples")
        reason = (
            f"{likely:.0%} likely: {abs(standard[group]):.1f} deviations "
            f"{'above' if standard[group] > 0 else 'below'} ordinary pages, "
            f"one half is at {model.calibration.half:.1f}"
            f"{decided_by(model, self.given, page, features, Nearest(group, direction))}"
        )
        return Judgement(likely >= self.cut, likely, parts, reason)

    def _take_seed(self, page: Page, features: Features) -> None:
        """Take a seed for an example, as far as it is no portal and agrees with what the author gave."""
        if page.url in self._example_urls or not len(features.buckets):
            return
        seed = Anchor(features.halved(), 0.0, page.title or page.url, "seed", prose(page))
        rest = self.given.without(self._seeds)
        self.given = rest.with_seeds(weighed(rest, [*self._seeds, seed]))
        self._make_model()

    def _learn(self, page: Page, features: Features) -> None:
        """Keep a page to learn from, and learn if enough have come."""
        if len(features.buckets) and page.url not in self._example_urls:
            self._training.keep(features)
        if self.judged >= self._training.due:
            self._training.choose(self.model, self.judged)
            self._make_model()

    def _make_model(self) -> None:
        self.model = self._training.model(self.given)
        self._version += 1

    @property
    def _seeds(self) -> list[Anchor]:
        adopted = set(map(id, self._adopted))
        seeds = (anchor for anchor in self.given.anchors if anchor.kind == "seed")
        return [seed for seed in seeds if id(seed) not in adopted]

    @cached_property
    def _training(self) -> TrainingPages:
        return TrainingPages()

    @cached_property
    def _last(self) -> tuple[Page | None, Features | None]:
        """The page judged last, and its features."""
        return None, None

    @cached_property
    def _version(self) -> int:
        return 0

    @cached_property
    def _example_urls(self) -> frozenset[str]:
        return frozenset(page.url for page in self.topic.positives)
