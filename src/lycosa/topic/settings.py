"""What a topic may be made of, as settings; and the topic made from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lycosa.errors import LycosaError
from lycosa.model import Page
from lycosa.text.given import given_language
from lycosa.text.script import language_of_words, script_language
from lycosa.topic.genre import GenreTerms
from lycosa.topic.genre_finding import find_terms
from lycosa.topic.ontology import Ontology
from lycosa.topic.pages import language_of
from lycosa.topic.reading import read_pages
from lycosa.topic.topic import UNNAMED, Topic

ReadPage = Callable[[str], Page | None]
"""How to get the page at a URL; None if there is none."""


@dataclass(frozen=True)
class TopicSettings:
    """What the crawl is about; any mixture of these."""

    name: str = ""
    """What to call it."""
    sentence: str = ""
    """The topic in a sentence or a few words."""
    keywords: tuple[str, ...] = ()
    """Words and phrases; `term=2.5` gives one a weight."""
    language: str = ""
    """Language of the words, a two-letter code; empty: that of the examples or the sentence, else English."""
    examples: tuple[str, ...] = ()
    """Pages about the topic: URLs, files, or folders of files."""
    unlabelled: tuple[str, ...] = ()
    """Pages of every kind, to learn from what the topic is not: URLs, files, or folders of files."""
    classes: tuple[str, ...] = ()
    """Labelled documents: `name=folder` for each class, or one folder that holds a folder for each."""
    own_class: str = ""
    """The class that is the topic; empty: the one with the topic's name."""
    genre_terms: tuple[str, ...] = ()
    """Words of the kind of page wanted: syllabus, schedule."""
    content_terms: tuple[str, ...] = ()
    """Words of its subject: relational model, entity."""
    url_genre_terms: tuple[str, ...] = ()
    """Words of the kind of page in URLs; empty with `url_content_terms`: all genre and content terms."""
    url_content_terms: tuple[str, ...] = ()
    """Words of the subject in URLs."""
    find_terms: bool = False
    """Whether to look for genre, content and URL terms on the examples, where none are given."""
    ontology: str = ""
    """OWL, RDFS or SKOS file (Turtle or RDF/XML) of the domain."""
    concept: str = ""
    """The topic's concept in the ontology, by label or id; empty: by the name or a keyword, else the root."""
    saved: str = ""
    """Folder of a topic made by `lycosa topic build`; what else is set adds to it."""
    terms: int = 100
    """How many terms the topic vector keeps."""

    def __post_init__(self) -> None:
        given_language(self.language, "topic.language")


def topic_from(settings: TopicSettings, read_page: ReadPage) -> Topic:
    """Make a topic; pages at URLs come from `read_page`, files and folders are read here.

    Whatever makes the topic unusable is a `LycosaError` now, not in the middle of a crawl.
    """
    base = Topic.load(Path(settings.saved)) if settings.saved else Topic("")
    examples = (*base.examples, *_pages(settings.examples, read_page))
    language = given_language(settings.language) or _language(base, settings, examples)
    sentence = settings.sentence or base.sentence
    keywords = {**base.keywords, **dict(map(weighted_term, settings.keywords))}
    classes = {**base.classes, **_classes(settings.classes)}
    topic = replace(
        base,
        name=settings.name or base.name or _name(settings, sentence, keywords),
        keywords=keywords,
        examples=examples,
        language=language,
        size=settings.terms,
        sentence=sentence,
        unlabelled=(*base.unlabelled, *_pages(settings.unlabelled, read_page)),
        classes=classes,
        own_class=settings.own_class or base.own_class,
        genre=_genre(settings, base.genre, examples),
        ontology=_ontology(settings.ontology, language) if settings.ontology else base.ontology,
        concept=settings.concept or base.concept,
    )
    topic.check()
    return topic


def weighted_term(text: str) -> tuple[str, float]:
    """Read `term` or `term=2.5`; an unweighted term weighs 1."""
    term, equals, weight = text.rpartition("=")
    if not equals:
        return text, 1.0
    try:
        value = float(weight)
    except ValueError:
        value = -1.0
    if not (term and 0 < value < float("inf")):
        raise LycosaError(f"keyword {text!r} is not a term, or a term and a weight above 0 such as flood=2.5")
    return term, value


def _language(base: Topic, settings: TopicSettings, examples: Iterable[Page]) -> str:
    terms = (*settings.keywords, *settings.content_terms, *settings.genre_terms)
    told = language_of(examples) or language_of_words(settings.sentence)
    return told or script_language(" ".join(terms)) or base.language


def _name(settings: TopicSettings, sentence: str, keywords: Iterable[str]) -> str:
    words = (*keywords, *settings.content_terms, *settings.genre_terms)
    return settings.own_class or settings.concept or sentence or ", ".join(words[:3]) or UNNAMED


def _pages(places: Iterable[str], read_page: ReadPage) -> list[Page]:
    found: list[Page] = []
    for place in places:
        if "://" not in place:
            found += read_pages(Path(place))
            continue
        page = read_page(place)
        if page is None:
            raise LycosaError(f"there is no page at {place} to describe the topic with")
        found.append(page)
    return found


def _classes(entries: Iterable[str]) -> dict[str, tuple[Page, ...]]:
    folders: dict[str, Path] = {}
    for entry in entries:
        name, equals, folder = entry.partition("=")
        if equals:
            folders[name] = Path(folder)
            continue
        inside = sorted(path for path in Path(entry).glob("*") if path.is_dir())
        if not inside:
            raise LycosaError(
                f"classes {entry!r} is neither NAME=FOLDER nor a folder that holds one for each class"
            )
        folders.update((path.name, path) for path in inside)
    return {name: tuple(read_pages(folder)) for name, folder in folders.items()}


def _genre(settings: TopicSettings, base: GenreTerms, examples: Sequence[Page]) -> GenreTerms:
    given = GenreTerms(
        (*base.genre, *settings.genre_terms),
        (*base.content, *settings.content_terms),
        (*base.url_genre, *settings.url_genre_terms),
        (*base.url_content, *settings.url_content_terms),
    )
    return given if given or not settings.find_terms else find_terms(examples)


def _ontology(file: str, language: str) -> Ontology:
    # rdflib takes a third of a second to load, and few topics have an ontology.
    from lycosa.topic.ontology.owl import read_ontology  # noqa: PLC0415

    try:
        return read_ontology(Path(file), language=language)
    except LycosaError as error:
        raise LycosaError(str(error) if file in str(error) else f"{file}: {error}") from error
