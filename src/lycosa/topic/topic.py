"""What a crawl is about, as its author described it, and what follows from that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from lycosa.errors import LycosaError
from lycosa.model import Page
from lycosa.text import DocumentFrequencies, Terms, background, heaviest, tfidf, tokens
from lycosa.text.given import given_language
from lycosa.text.script import language_of_words, script_language
from lycosa.topic.genre import GenreTerms
from lycosa.topic.ontology import (
    Factors,
    HierarchySettings,
    Lattice,
    Ontology,
    Similarity,
    document_lattice,
    lattice_ontology,
)
from lycosa.topic.ontology.similarity import EQUAL_WEIGHTS
from lycosa.topic.pages import language_of, visible_tokens
from lycosa.topic.sentence import sentence_terms, written_forms
from lycosa.topic.vector import TopicVector

NAME_CHARS = 60
UNNAMED = "topic"
"""What a topic is called that nobody named: this word says nothing about it."""
_NO_WORD = "⊤"
"""The root of an ontology without a name: the sign of the top of a lattice."""
DOMAIN_PAGES = 100
"""Pages that an ontology is built from, and words for stems are taken from; more would hardly add any."""


@dataclass(frozen=True)
class Topic:
    """A topic: any mixture of words, pages, labelled documents and an ontology.

    What its author leaves out is derived when it is asked for: keywords and their weights from
    the pages, weights of single words from how common they are in everyday language, an ontology
    from the example pages, the words of URLs from the genre and content terms.

    Parameters
    ----------
    name
        What to call it; a name that somebody gave is a term of the ontology built from the pages.
    keywords
        Terms as people write them, words or phrases, with their weights.
    examples
        Pages that are about it.
    language
        Language of the keywords and the sentence, a two-letter code.
    size
        How many terms the topic vector keeps.
    sentence
        The topic in a sentence; its words are keywords, weighted by how telling they are.
    unlabelled
        Pages of every kind.
    classes
        Labelled documents by class: two classes or more.
    own_class
        The class that is the topic; by default the one with the topic's name.
    genre
        Genre and content terms.
    ontology
        Concepts of the domain.
    concept
        The topic's concept, by label or id; by default the first that the topic's name or a
        keyword names, else the root.
    seeds
        Where a crawl for it starts: pages probably about it, which judges may learn from.

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
    sentence: str = ""
    unlabelled: tuple[Page, ...] = ()
    classes: Mapping[str, tuple[Page, ...]] = field(default_factory=dict)
    own_class: str = ""
    genre: GenreTerms = field(default_factory=GenreTerms)
    ontology: Ontology | None = None
    concept: str = ""
    seeds: tuple[str, ...] = ()

    @classmethod
    def from_sentence(cls, sentence: str, name: str = "", language: str = "") -> Topic:
        """Describe a topic in a sentence; its language is detected where it is not given."""
        spoken = given_language(language) or language_of_words(sentence) or "en"
        return cls(name or sentence.strip()[:NAME_CHARS], language=spoken, sentence=sentence)

    @classmethod
    def from_keywords(
        cls, words: Iterable[str] | Mapping[str, float], name: str = "", language: str = ""
    ) -> Topic:
        """Describe a topic by its terms; terms in another script tell their language."""
        weights = dict(words) if isinstance(words, Mapping) else dict.fromkeys(words, 1.0)
        spoken = given_language(language) or script_language(" ".join(weights)) or "en"
        return cls(name or ", ".join(list(weights)[:3]), weights, language=spoken)

    @classmethod
    def from_pages(cls, pages: Sequence[Page], name: str = UNNAMED) -> Topic:
        """Describe a topic by pages about it."""
        return cls(name, examples=tuple(pages), language=language_of(pages) or "en")

    @classmethod
    def load(cls, folder: Path) -> Topic:
        """Read a topic that `save` wrote."""
        from lycosa.topic.saved import load_topic  # noqa: PLC0415  # it needs this class

        return load_topic(folder)

    def save(self, folder: Path) -> None:
        """Write `topic.toml` for people and one model file beside it into a folder."""
        from lycosa.topic.saved import save_topic  # noqa: PLC0415

        save_topic(self, folder)

    def check(self) -> None:
        """Raise the error that would otherwise come at first use."""
        if self.classes:
            _ = self.label
        if self.ontology is not None:
            _ = self.concept_id
        _ = self.vector

    @cached_property
    def label(self) -> str:
        """The class that is the topic."""
        label = self.own_class or self.name
        if len(self.classes) < 2:
            only = next(iter(self.classes), "none")
            raise LycosaError(
                f"topic {self.name!r} has one class of documents, {only!r}: learning needs two or more"
            )
        if label not in self.classes:
            known = ", ".join(self.classes)
            raise LycosaError(
                f"topic {self.name!r}: {label!r} is none of its classes; set own_class to one of {known}"
            )
        if empty := next((name for name, pages in self.classes.items() if not pages), ""):
            raise LycosaError(f"topic {self.name!r}: the class {empty!r} has no documents")
        return label

    @cached_property
    def positives(self) -> tuple[Page, ...]:
        """Pages known to be about the topic: its examples, and the documents of its class."""
        return (*self.examples, *self.classes[self.label]) if self.classes else self.examples

    @cached_property
    def frequencies(self) -> DocumentFrequencies:
        """In how many texts each term occurs: everyday language and all pages of the topic together."""
        seen = DocumentFrequencies()
        seen.merge(background(self.language))
        for pages in (self.examples, *self.classes.values(), self.unlabelled):
            for page in pages:
                seen.add(page.tokens)
        return seen

    @cached_property
    def given(self) -> Terms:
        """The author's own terms: keywords, words of the sentence, genre and content terms."""
        sides = dict.fromkeys((*self.genre.genre, *self.genre.content), 1.0)
        words = sentence_terms(self.sentence, self.language) if self.sentence else {}
        return Terms.of({**sides, **words, **self.keywords}, self.language)

    @cached_property
    def vector(self) -> TopicVector:
        """The topic's heaviest terms; the author's own are always among them (Liu et al. 2025, Eq. 1)."""
        return TopicVector(self._weights(), self.frequencies.idf)

    @cached_property
    def written(self) -> dict[str, str]:
        """What people read instead of a stem: the author's word, or the one most often on the pages."""
        names = (
            [name for concept in self.ontology.concepts for name in concept.names] if self.ontology else []
        )
        return {
            **written_forms(self.positives[:DOMAIN_PAGES]),
            **{self._in_tokens(name): name for name in reversed(names)},
            **self.given.labels,
        }

    @cached_property
    def domain(self) -> Ontology:
        """The ontology: the author's, or one built from the example pages (Liu et al. 2023, 2.1)."""
        if self.ontology is not None:
            return self.ontology
        if not self.positives:
            raise LycosaError(f"topic {self.name!r} has no ontology, and no example pages to build one from")
        root = _NO_WORD if self.name in ("", UNNAMED) else self.name
        return lattice_ontology(self.lattice, root, self.written)

    @cached_property
    def lattice(self) -> Lattice:
        """The concept lattice of the example pages and the terms heaviest on them."""
        pages = self.positives[:DOMAIN_PAGES]
        settings = HierarchySettings(min_documents=min(2, len(pages)))
        telling = heaviest(self._learned(), settings.terms)
        return document_lattice(
            [[token for token in page.tokens if token in telling] for page in pages], settings
        )

    @cached_property
    def concept_id(self) -> str:
        """The topic's concept in its ontology."""
        domain = self.domain
        if self.concept in domain.by_id:
            return self.concept
        named = domain.index(self._in_tokens)
        names = [] if self.name in ("", UNNAMED) else [self.name]
        wanted = [self.concept] if self.concept else [*names, *self.given.weights]
        if found := next(filter(None, (named.get(self._in_tokens(term)) for term in wanted)), None):
            return found
        if not self.concept and len(domain.roots) == 1:
            return domain.roots[0]
        if not self.concept and not self.given and not self.positives:
            return max(domain.roots, key=lambda root: len(domain.descendants(root)))
        some = ", ".join(concept.label for concept in domain.concepts[:5])
        missing = self.concept or self.name
        raise LycosaError(
            f"the ontology has no concept {missing!r}; set concept to one it has, such as {some}"
        )

    @cached_property
    def ontology_vector(self) -> TopicVector:
        """W_T with equal weights of the five factors."""
        return self.semantic_vector()

    def semantic_vector(self, factors: Sequence[float] = EQUAL_WEIGHTS) -> TopicVector:
        """Return W_T: the ontology's terms, each with its similarity to the topic's concept.

        `factors` are the weights k1 to k5 of distance, density, depth, coincidence and relation
        (Liu et al. 2023, Eq. 1 and 2).
        """
        if len(factors) != len(EQUAL_WEIGHTS):
            raise LycosaError(f"similarity has five factors; {len(factors)} weights are given")
        named = self.domain.index(self._in_tokens)
        similar = Similarity(self.domain, Factors(*factors)).to_all(self.concept_id, set(named.values()))
        weights = {term: similar[id] for term, id in named.items() if term and similar[id] > 0}
        return TopicVector(heaviest(weights, self.size), self.frequencies.idf)

    def without(self, page: Page) -> Topic:
        """Return the topic as it would be without one of its examples or documents."""
        others = tuple(other for other in self.examples if other is not page)
        if not self.classes:
            return replace(self, examples=others)
        own = tuple(other for other in self.classes[self.label] if other is not page)
        return replace(self, examples=others, classes={**self.classes, self.label: own})

    def expanded(self, count: int = 10, weight: float = 0.5) -> Topic:
        """Return the topic with the words nearest in meaning to the author's terms added as keywords.

        A word weighs `weight` times its similarity to the terms.
        """
        from lycosa.text.semantics import word_vectors  # noqa: PLC0415  # loads slowly

        near = word_vectors(self.language).nearest(self.given.weights, count)
        own = {self.given.labels[term]: value for term, value in self.given.weights.items()}
        added = {word: weight * value for word, value in near.items() if word not in own}
        return replace(self, sentence="", keywords={**added, **own})

    def _in_tokens(self, term: str) -> str:
        return " ".join(tokens(term, self.language))

    def _weights(self) -> dict[str, float]:
        learned = heaviest(self._learned(), self.size)
        top = max(learned.values(), default=1.0)
        heaviest_given = max(self.given.weights.values(), default=1.0)
        weights = {term: top * weight / heaviest_given for term, weight in self.given.weights.items()}
        weights.update((term, weight) for term, weight in learned.items() if term not in weights)
        if not weights and self.ontology is not None:
            return self.ontology_vector.weights
        if not weights:
            vanished = ", ".join(filter(None, (self.sentence, *self.given.vanished)))
            hint = f": {vanished!r} says nothing on its own" if vanished else ""
            raise LycosaError(f"topic {self.name!r} has no terms{hint}; give keywords or example pages")
        return weights

    def _learned(self) -> dict[str, float]:
        counts = Counter(token for page in self.positives for token in visible_tokens(page))
        return {term: weight for term, weight in tfidf(counts, self.frequencies.idf).items() if weight > 0}
