"""What a crawl is about: keywords, example pages, or both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from lycosa.errors import LycosaError
from lycosa.model import Page
from lycosa.text import DocumentFrequencies, Terms, background, heaviest, tfidf
from lycosa.topic.vector import TopicVector


@dataclass(frozen=True)
class Topic:
    """A topic, as its author described it; everything else is derived from that.

    Parameters
    ----------
    name
        What to call it.
    keywords
        Terms as people write them, words or phrases, with their weights.
    examples
        Pages that are about it.
    language
        Language of the keywords, a two-letter code.
    size
        How many terms the topic vector keeps.

    Examples
    --------
    >>> topic = Topic.from_keywords(["rainstorm", "flash flood"])
    >>> sorted(topic.vector.weights)
    ['flash flood', 'rainstorm']
    """

    name: str
    keywords: Mapping[str, float] = field(default_factory=dict)
    examples: tuple[Page, ...] = ()
    language: str = "en"
    size: int = 100

    @classmethod
    def from_keywords(
        cls, words: Iterable[str] | Mapping[str, float], name: str = "", language: str = "en"
    ) -> Topic:
        """Describe a topic by its terms."""
        weights = dict(words) if isinstance(words, Mapping) else dict.fromkeys(words, 1.0)
        return cls(name or ", ".join(list(weights)[:3]), weights, language=language)

    @classmethod
    def from_pages(cls, pages: Sequence[Page], name: str = "examples") -> Topic:
        """Describe a topic by pages about it."""
        languages = Counter(page.language for page in pages if page.language)
        language = languages.most_common(1)[0][0] if languages else "en"
        return cls(name, examples=tuple(pages), language=language)

    @cached_property
    def frequencies(self) -> DocumentFrequencies:
        """In how many texts each term occurs: everyday language and the examples together."""
        seen = DocumentFrequencies()
        seen.merge(background(self.language))
        for page in self.examples:
            seen.add(page.tokens)
        return seen

    @cached_property
    def vector(self) -> TopicVector:
        """The topic's heaviest terms; the author's own are always among them (paper 000, Eq. 1)."""
        return TopicVector(self._weights(), self.frequencies.idf)

    def without(self, page: Page) -> Topic:
        """Return the topic as it would be without one of its examples."""
        return replace(self, examples=tuple(other for other in self.examples if other is not page))

    def _weights(self) -> dict[str, float]:
        learned = heaviest(self._learned(), self.size)
        top = max(learned.values(), default=1.0)
        given = Terms.of(self.keywords, self.language)
        heaviest_given = max(given.weights.values(), default=1.0)
        weights = {term: top * weight / heaviest_given for term, weight in given.weights.items()}
        weights.update((term, weight) for term, weight in learned.items() if term not in weights)
        if not weights:
            said = f": {', '.join(given.vanished)} say nothing on their own" if given.vanished else ""
            raise LycosaError(f"topic {self.name!r} has no terms{said}; give keywords or example pages")
        return weights

    def _learned(self) -> dict[str, float]:
        counts = Counter(
            token
            for page in self.examples
            for token, group in zip(page.tokens, page.groups, strict=True)
            if group
        )
        return {term: weight for term, weight in tfidf(counts, self.frequencies.idf).items() if weight > 0}
