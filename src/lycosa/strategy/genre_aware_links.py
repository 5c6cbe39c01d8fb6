"""Genre-aware crawling with a first guess at every link."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from lycosa.judge.genre_aware import GenreAwareJudge
from lycosa.model import Link, Page
from lycosa.rank.link_score import url_tokens
from lycosa.rank.memory import Remembered
from lycosa.strategy.genre_aware import GenreAware


class GenreAwareLinks(GenreAware):
    """Score a new link by its anchor, its title and its URL; then as `genre-aware` does.

    The guess is what the page behind the link would score if the anchor and the link's title were
    its text. Siblings of relevant pages still get the relevant page's score.

    Parameters
    ----------
    topic, seed, threshold, links_remembered
        As in `genre-aware`.

    Examples
    --------
    >>> from lycosa.plugin import FLOODS, Topic
    >>> print(*FLOODS.visits(GenreAwareLinks(Topic.from_keywords(["flood", "rain"]))))
    / /reports /band /sites /may /pictures /concerts http://river.test/ /kitchen /one http://river.test/levels

    References
    ----------
    Siqueira, Assis, Ferreira, Nascimento e Silva, Mangaravite and Pádua (2017). Strategies for automatic
    determination of similarity threshold for genre-aware focused crawling processes. IADIS International
    Journal on WWW/Internet 15(1), 15-30.

    Section 2.1, first improvement. Reconstruction: the paper names the three sources and does not say how
    they are combined.
    """

    name: ClassVar[str] = "genre-aware-links"
    fixed: ClassVar[Mapping[str, str]] = {
        **GenreAware.fixed,
        "judge": "the first guess at a link is made of the genre, content and URL terms of its own judge",
    }

    @cached_property
    def judge_of_pages(self) -> GenreAwareJudge:
        """The judge of genre and content."""
        return GenreAwareJudge(self.topic, self.threshold)

    @cached_property
    def of_url(self) -> Remembered[str]:
        """How much the words of a URL are the topic's."""
        cosine, language = self.judge_of_pages.of_url.cosine, self.topic.language
        return Remembered(lambda url: cosine(url_tokens(url, language)))

    @cached_property
    def of_text(self) -> Remembered[tuple[str, ...]]:
        """How much an anchor with its title is about genre and content."""
        return Remembered(self.judge_of_pages.score)

    def first_score(self, page: Page, target: Link) -> float:
        """Return what the link's own words say of the page behind it."""
        share = self.judge_of_pages.url_weight
        return share * self.of_url[target.url] + (1 - share) * self.of_text[page.at(target.words)]
