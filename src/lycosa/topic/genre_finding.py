"""Genre, content and URL terms found on example pages, which an expert would otherwise write down.

Siqueira et al. 2017 ask somebody who knows the topic for them. Two things tell the sides apart. What
makes pages of a kind stands on most of them, and there once or twice: `instructor`, `prerequisites`. What
a page is about comes again and again on it, and need not be the same on all pages: `programming`. Both are
rare in everyday language.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log, sqrt
from typing import NamedTuple

from lycosa.model import Page
from lycosa.text import background, tokenise
from lycosa.topic.genre import GenreTerms
from lycosa.topic.pages import language_of, visible_tokens
from lycosa.topic.sentence import written_forms
from lycosa.url import url_words

LEAST_SHARE = 0.3
"""Share of the examples that must have a term: what one page says, the others need not."""
LEAST_RARITY = 1.0
"""Of a term in everyday language, as an inverse document frequency: on one text of ten, or fewer."""
LEAST_LETTERS = 3
"""Shorter words are mostly abbreviations of a site, and numbers."""


class _Found(NamedTuple):
    """How a term stands on the examples."""

    share: float
    """Of the examples, those that have it."""
    rarity: float
    """In everyday language: its inverse document frequency."""
    repeated: float
    """How often it comes on an example that has it."""

    @property
    def genre(self) -> float:
        """How much it is of the kind: on most examples, rare elsewhere, seldom repeated."""
        return self.share**2 * self.rarity / sqrt(self.repeated)

    @property
    def content(self) -> float:
        """How much it is of the subject: repeated where it is, and rare elsewhere."""
        return self.share * self.rarity * log(self.repeated)


def find_terms(pages: Sequence[Page], size: int = 10) -> GenreTerms:
    """Find up to `size` terms for each side on example pages, and those of them in their URLs.

    A term belongs to the side on which it ranks higher. Without two pages to compare there are none.

    >>> from lycosa.topic.reading import text_page
    >>> lines = ("syllabus owls owls owls", "syllabus owls owls nests", "syllabus finches finches")
    >>> found = find_terms([text_page(line, f"http://a.example/{i}", "en") for i, line in enumerate(lines)])
    >>> found.genre, found.content
    (('syllabus',), ('owls',))
    """
    language = language_of(pages) or "en"
    found = _found([Counter(visible_tokens(page)) for page in pages], language)
    genre = _ranked({term: how.genre for term, how in found.items()})
    content = _ranked({term: how.content for term, how in found.items()})
    last = len(found)
    kind = [term for term in genre if genre[term] <= content.get(term, last)][:size]
    subject = [term for term in content if content[term] < genre.get(term, last)][:size]
    written, in_urls = written_forms(pages), _in_urls(pages, language)
    return GenreTerms(
        *(tuple(written.get(term, term) for term in side) for side in (kind, subject)),
        *(tuple(written.get(term, term) for term in side if term in in_urls) for side in (kind, subject)),
    )


def _found(counts: Sequence[Counter[str]], language: str) -> dict[str, _Found]:
    """Count out how terms stand on pages: those that enough of them have."""
    everyday, total = background(language), Counter[str]()
    having = Counter(term for page in counts for term in page)
    for page in counts:
        total.update(page)
    least = max(2, LEAST_SHARE * len(counts))
    return {
        term: _Found(pages / len(counts), rarity, total[term] / pages)
        for term, pages in having.items()
        if pages >= least
        and len(term) >= LEAST_LETTERS
        and not term.isdigit()
        and (rarity := everyday.idf(term)) >= LEAST_RARITY
    }


def _ranked(worth: Mapping[str, float]) -> dict[str, int]:
    """Return the terms that count for something and their places, the best first."""
    ordered = sorted((term for term in worth if worth[term] > 0), key=lambda term: (-worth[term], term))
    return {term: place for place, term in enumerate(ordered)}


def _in_urls(pages: Sequence[Page], language: str) -> set[str]:
    """Return the terms in the URLs of at least two pages."""
    having = Counter(term for page in pages for term in set(tokenise(url_words(page.url), language)[0]))
    return {term for term, count in having.items() if count > 1}
