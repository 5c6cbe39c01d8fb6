"""The genre-aware judge: the kind of page, its subject and its URL apart (Siqueira et al. 2017)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import ClassVar

from lycosa.judge.scored import Parts, Scored
from lycosa.model import Page
from lycosa.text import Terms, tokenise
from lycosa.topic import Contribution, Topic, TopicVector
from lycosa.url import url_words


class GenreAwareJudge(Scored):
    """Cosines with genre terms, content terms and URL terms, combined.

    Parameters
    ----------
    topic, threshold
        As in every judge by score.
    url_weight
        Weight of the URL against the page.
    genre_weight
        Weight of genre against content on the page.

    Notes
    -----
    A topic without content terms is judged by its topic vector instead; one without genre terms by
    content alone. URL terms that are not given are the genre and content terms, or else the
    author's words, or else the topic vector's.

    Examples
    --------
    >>> from lycosa import Page, Topic
    >>> from lycosa.topic import GenreTerms
    >>> judge = GenreAware(Topic("", genre=GenreTerms(("syllabus",), ("databases",))), threshold=0.5)
    >>> page = Page("http://a.example/syllabus", tokens=("syllabus",), groups=bytes([4]))
    >>> judge.judge(page).parts
    (('genre', 1.0), ('content', 0.0), ('url', 0.7071067811865475))

    References
    ----------
    Siqueira, Assis, Ferreira, Nascimento e Silva, Mangaravite and Pádua (2017). Strategies for automatic
    determination of similarity threshold for genre-aware focused crawling processes. IADIS International
    Journal on WWW/Internet 15(1), 15-30.

    Section 2.1. Every term weighs the same; the two weights are this project's choice.
    """

    name: ClassVar[str] = "genre-aware"

    def __init__(
        self,
        topic: Topic,
        threshold: float | str = "auto",
        url_weight: float = 0.2,
        genre_weight: float = 0.5,
    ) -> None:
        super().__init__(topic, threshold)
        self.url_weight = url_weight
        self.genre_weight = genre_weight

    @cached_property
    def genre(self) -> TopicVector:
        """The genre terms."""
        return self._vector(self.topic.genre.genre)

    @cached_property
    def content(self) -> TopicVector:
        """The content terms."""
        return self._vector(self.topic.genre.content) if self.topic.genre else self.topic.vector

    @cached_property
    def of_url(self) -> TopicVector:
        """The URL terms."""
        if terms := self.topic.genre.of_url:
            return self._vector(terms)
        stems = self.topic.given.weights or self.topic.vector.weights
        return TopicVector(dict.fromkeys(stems, 1.0), self.topic.frequencies.idf)

    def measure(self, page: Page) -> tuple[float, Parts]:
        """Compare a page and its URL."""
        genre, content = self.genre.cosine(page.tokens), self.content.cosine(page.tokens)
        url = self.of_url.cosine(self.url_tokens(page.url))
        score = self.url_weight * url + (1 - self.url_weight) * self._page(genre, content)
        return score, (("genre", genre), ("content", content), ("url", url))

    def score(self, tokens: Sequence[str], groups: bytes = b"") -> float:
        """Compare a piece of text; there is no URL to it."""
        return self._page(self.genre.cosine(tokens), self.content.cosine(tokens))

    def explain(self, page: Page) -> list[Contribution]:
        """Return the terms found, marked by the side they belong to."""
        on_page, genre = 1 - self.url_weight, self._genre_share
        sides = (
            ("genre", self.genre, page.tokens, on_page * genre),
            ("content", self.content, page.tokens, on_page * (1 - genre)),
            ("url", self.of_url, self.url_tokens(page.url), self.url_weight),
        )
        rows = [
            row._replace(term=f"{side}: {row.term}", amount=weight * row.amount)
            for side, vector, tokens, weight in sides
            for row in vector.contributions(vector.found(tokens))
        ]
        return sorted(rows, key=lambda row: -row.amount)

    def url_tokens(self, url: str) -> list[str]:
        """Return the words of a URL as tokens."""
        return tokenise(url_words(url), self.topic.language)[0]

    @cached_property
    def _genre_share(self) -> float:
        if not len(self.genre):
            return 0.0
        return self.genre_weight if len(self.content) else 1.0

    def _page(self, genre: float, content: float) -> float:
        return self._genre_share * genre + (1 - self._genre_share) * content

    def _vector(self, terms: Iterable[str]) -> TopicVector:
        stems = Terms.of(dict.fromkeys(terms, 1.0), self.topic.language)
        return TopicVector(stems.weights, self.topic.frequencies.idf)
