"""Genre and content terms: what kind of page is wanted, and what it is about (Siqueira et al. 2017).

A topic such as "syllabi of database courses" has two sides that a page must show apart from each
other: it is a syllabus (genre), and it is about databases (content).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class GenreTerms:
    """Terms as people write them, for each side of a topic; phrases may be among them."""

    genre: tuple[str, ...] = ()
    """Words that pages of the kind have: `syllabus`, `required text`."""
    content: tuple[str, ...] = ()
    """Words about the subject: `relational model`."""
    url_genre: tuple[str, ...] = ()
    """Words that the kind of page leaves in URLs: `courses`."""
    url_content: tuple[str, ...] = ()
    """Words that the subject leaves in URLs: `db`."""

    @cached_property
    def of_url(self) -> tuple[str, ...]:
        """Terms to look for in URLs; where none are given, those to look for in the text."""
        return (*self.url_genre, *self.url_content) or (*self.genre, *self.content)

    def __bool__(self) -> bool:
        return bool(self.genre or self.content)
