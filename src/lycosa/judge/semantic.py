"""The semantic judge: what a page means, by vectors of its words, and which words it shares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar

import numpy as np

from lycosa.judge.scored import Parts, Scored
from lycosa.judge.vsm import TagWeightedVSM
from lycosa.model import Page
from lycosa.text.cache import BoundedCache
from lycosa.text.semantics import Floats, WordVectors, unit, word_vectors
from lycosa.topic import Contribution, Topic


class Semantic(Scored):
    """Cosine of meanings, mixed with the tag-weighted cosine of words.

    The meaning of a text is the mean of the vectors of its words, weighted by TF-IDF; that of
    the topic is the mean of its examples and of the author's terms.

    Parameters
    ----------
    topic, threshold
        As in every judge by score.
    mix
        Weight of meaning against words.

    Examples
    --------
    >>> from lycosa import Page, Topic
    >>> judge = Semantic(Topic.from_keywords(["storm"]))
    >>> judge.score(["rain"]) > judge.score(["guitar"])
    True
    """

    name: ClassVar[str] = "semantic"

    def __init__(self, topic: Topic, threshold: float | str = "auto", mix: float = 0.5) -> None:
        super().__init__(topic, threshold)
        self.mix = mix

    @cached_property
    def words(self) -> TagWeightedVSM:
        """The judge of shared words."""
        return TagWeightedVSM(self.topic, self.threshold)

    @cached_property
    def vectors(self) -> WordVectors:
        """The vectors of words."""
        return word_vectors(self.topic.language)

    @cached_property
    def centre(self) -> Floats:
        """What the topic means."""
        texts = [self._telling(page.tokens) for page in self.topic.positives]
        if self.topic.given or not texts:
            given = self.topic.given.weights or self.topic.vector.weights
            texts.append({term: weight * self._idf[term] for term, weight in given.items()})
        total: Floats = np.sum([self.vectors.mean(text) for text in texts], axis=0)
        return unit(total)

    def measure(self, page: Page) -> tuple[float, Parts]:
        """Compare a page."""
        meaning, words = self._meaning(page.tokens), self.words.measure(page)[0]
        return self._mixed(meaning, words), (("meaning", meaning), ("words", words))

    def score(self, tokens: Sequence[str], groups: bytes = b"") -> float:
        """Compare a piece of text."""
        return self._mixed(self._meaning(tokens), self.words.score(tokens, groups))

    def explain(self, page: Page) -> list[Contribution]:
        """Return what each word of the page adds by its meaning, and what each term adds by itself."""
        telling = self._telling(page.tokens)
        rows = self.vectors.of(list(telling))
        amounts = np.fromiter(telling.values(), dtype=np.float32, count=len(telling))
        length = float(np.linalg.norm(amounts @ rows)) or 1.0
        near = (rows @ self.centre).tolist()
        meanings = [
            Contribution(f"meaning: {term}", cosine, weight, self.mix * weight * cosine / length)
            for (term, weight), cosine in zip(telling.items(), near, strict=True)
        ]
        words = [row._replace(amount=(1 - self.mix) * row.amount) for row in self.words.explain(page)]
        return sorted((*meanings, *words), key=lambda row: -row.amount)

    def _mixed(self, meaning: float, words: float) -> float:
        return self.mix * meaning + (1 - self.mix) * words

    def _meaning(self, tokens: Sequence[str]) -> float:
        cosine = float(self.vectors.mean(self._telling(tokens)) @ self.centre)
        return min(1.0, max(0.0, cosine))

    def _telling(self, tokens: Sequence[str]) -> Mapping[str, float]:
        """Return each word with its TF-IDF."""
        idf = self._idf
        return {token: count * idf[token] for token, count in Counter(tokens).items()}

    @cached_property
    def _idf(self) -> _Idf:
        return _Idf(self.topic)


class _Idf(BoundedCache[str, float]):
    """Remembers inverse document frequencies: a page asks for hundreds."""

    def __init__(self, topic: Topic) -> None:
        super().__init__()
        self._idf = topic.frequencies.idf

    def __missing__(self, term: str) -> float:
        return self.remember(term, self._idf(term))
