"""What a judge is given of a topic, as experiments put it: `sentence + seed`, `3 examples`, `terms`.

Besides words and examples, authors of papers give their crawlers terms, labelled classes, an ontology. An
experiment holds them ready for a topic; a description says which of them a judge is given.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from pydantic import ConfigDict

from lycosa.errors import LycosaError
from lycosa.model import Page
from lycosa.topic import UNNAMED, GenreTerms, Topic
from lycosa.topic.genre_finding import find_terms

_PART = re.compile(
    r"(?P<word>sentence|keywords|terms|found terms|classes|ontology)"
    r"|((?P<count>[1-9]\d*) )?(?P<pages>examples?|results?|seeds?)"
)
HOW = (
    "sentence, keywords, terms, found terms, ontology, classes, seed, 3 seeds, 1 example, 10 examples or"
    " 50 results, joined by +"
)
OWN_CLASS = "topic"
"""What the topic's class is called: its label is what is to be found."""


@dataclass(frozen=True)
class Words:
    """A topic as somebody would put it, for descriptions that ask for words."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    sentence: str = ""
    keywords: tuple[str, ...] = ()


@dataclass(frozen=True)
class Inputs:
    """A topic as the authors of papers give it."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    genre: tuple[str, ...] = ()
    """Words that pages of the kind have."""
    content: tuple[str, ...] = ()
    """Words about the subject."""
    url_genre: tuple[str, ...] = ()
    url_content: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    """Labels of other pages of the web, whose documents are the other classes."""
    class_pages: int = 20
    """Documents drawn of each of them."""
    ontology: str = ""
    """An OWL, RDF or SKOS file; in an experiment file, by its path from there."""
    concept: str = ""
    """The topic's concept in it; by default the one a term of the topic names, or the root."""

    @property
    def terms(self) -> GenreTerms:
        """The terms of both sides."""
        return GenreTerms(self.genre, self.content, self.url_genre, self.url_content)

    def relative_to(self, folder: Path) -> Inputs:
        """Return the inputs with the ontology looked for in a folder."""
        return replace(self, ontology=str(folder / self.ontology)) if self.ontology else self

    def recorded(self) -> dict[str, Any]:
        """Return what was given as plain data, files by their names."""
        unlike = {name: value for name, value in asdict(self).items() if value != getattr(Inputs, name)}
        return {**unlike, "ontology": Path(self.ontology).name} if self.ontology else unlike

    def with_terms(self, topic: Topic) -> Topic:
        """Add genre, content and URL terms."""
        return replace(topic, genre=self.terms)

    def with_ontology(self, topic: Topic) -> Topic:
        """Add the ontology."""
        from lycosa.topic.ontology.owl import read_ontology  # noqa: PLC0415  # loads rdflib

        return replace(topic, ontology=read_ontology(Path(self.ontology)), concept=self.concept)


_NO_INPUTS = Inputs()


@dataclass(frozen=True)
class Description:
    """Which of a topic's words and pages a judge is given."""

    sentence: bool = False
    keywords: bool = False
    terms: bool = False
    """Genre, content and URL terms."""
    found_terms: bool = False
    """The same, found on the pages that describe it."""
    classes: bool = False
    """Labelled documents of other classes; the examples are those of its own."""
    ontology: bool = False
    examples: int = 0
    """Pages that describe it."""
    results: int = 0
    """Pages that a search finds, whatever their label, in place of examples."""
    seeds: int = 0
    """Pages that the crawl starts from and the judge is told of; 0: it does not know them."""

    @classmethod
    def parse(cls, text: str) -> Description:
        """Read a description such as `10 examples + sentence`."""
        found: dict[str, Any] = {}
        for part in text.split("+"):
            match = _PART.fullmatch(part.strip())
            if match is None:
                raise LycosaError(f"described_by is {text!r}; it must be {HOW}")
            if match["word"]:
                found[match["word"].replace(" ", "_")] = True
            else:
                found[match["pages"].rstrip("s") + "s"] = int(match["count"] or 1)
        made = cls(**found)
        made._check(text)
        return made

    def _check(self, text: str) -> None:
        if self.examples and self.results:
            raise LycosaError(f"described_by is {text!r}: either examples or results describe the topic")
        if self.found_terms and (self.terms or not self.pages):
            raise LycosaError(
                f"described_by is {text!r}: terms are either given or found on examples, which must be there"
            )
        if self.classes and not self.pages:
            raise LycosaError(
                f"described_by is {text!r}: classes need examples, which are the topic's own class"
            )
        if not (self.sentence or self.keywords or self.terms or self.ontology or self.pages):
            raise LycosaError(f"described_by is {text!r}: seeds alone describe nothing")

    @property
    def pages(self) -> int:
        """Pages that describe it, wherever they come from."""
        return self.examples or self.results

    def check(self, words: Words, topic: str = "the topic", inputs: Inputs = _NO_INPUTS) -> None:
        """Complain of words and inputs that are asked for and missing."""
        there = {
            **{"sentence": words.sentence, "keywords": words.keywords, "terms": inputs.terms},
            **{"classes": inputs.classes, "ontology": inputs.ontology},
        }
        for name, given in there.items():
            if getattr(self, name) and not given:
                raise LycosaError(f"no {name} given, by which {topic} is to be described")

    def topic(
        self,
        words: Words,
        pages: Sequence[Page],
        seeds: tuple[str, ...],
        inputs: Inputs = _NO_INPUTS,
        others: Sequence[Sequence[Page]] = (),
    ) -> Topic:
        """Describe a topic, without its label; `others` are documents of other classes."""
        topic = replace(
            self._base(words, pages),
            sentence=words.sentence if self.sentence else "",
            keywords=dict.fromkeys(words.keywords, 1.0) if self.keywords else {},
            seeds=seeds if self.seeds or self.pages else (),
        )
        topic = inputs.with_terms(topic) if self.terms else topic
        if self.found_terms:
            topic = replace(topic, genre=find_terms(topic.examples))
        topic = inputs.with_ontology(topic) if self.ontology else topic
        return _with_classes(topic, others) if self.classes else topic

    def _base(self, words: Words, pages: Sequence[Page]) -> Topic:
        if self.pages:
            return Topic.from_pages(pages[: self.pages])
        if self.sentence:
            return Topic.from_sentence(words.sentence, UNNAMED)
        return Topic(UNNAMED)


def _with_classes(topic: Topic, others: Sequence[Sequence[Page]]) -> Topic:
    """Make the examples the topic's class, beside documents of other classes."""
    named = {f"other {number}": tuple(pages) for number, pages in enumerate(others, 1)}
    classes = {OWN_CLASS: topic.examples, **named}
    return replace(topic, examples=(), classes=classes, own_class=OWN_CLASS)
