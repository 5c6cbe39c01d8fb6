"""The words of the synthetic web: what a topic and a language consist of.

Templates hold places for two strong terms of a topic, `{0}` and `{1}`, and a weak one, `{2}`.
Strong terms belong to one topic; weak ones turn up in neighbouring topics too.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property

_NOT_IN_SLUGS = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True)
class TopicWords:
    """Vocabulary of one topic in one language."""

    name: str
    strong: tuple[str, ...]
    weak: tuple[str, ...]
    near: tuple[str, ...]
    """Names of the neighbouring topics."""
    titles: tuple[str, ...]
    sentences: tuple[str, ...]

    @cached_property
    def slugs(self) -> tuple[str, ...]:
        """The strong terms as they stand in URLs; empty where a script has no ASCII form."""
        return tuple(_slug(term) for term in self.strong)


@dataclass(frozen=True)
class Language:
    """Everything the pages of one language are written with."""

    code: str
    topics: tuple[TopicWords, ...]
    sentences: tuple[str, ...]
    """Sentences that fit any topic; `{2}` is a weak term."""
    anchors: tuple[str, ...]
    """Anchors that say nothing about their target."""
    carriers: tuple[str, ...]
    """Sentences around a link, which takes the place `{}`."""
    home: str
    related: str
    overview: str
    """Title of an index page, of a topic's term `{0}` and a page number `{1}`."""
    footer: str
    plain_title: str
    """Title of a page about nothing in particular, with a number."""
    space: str = " "
    """What stands between two sentences."""


def terms(text: str) -> tuple[str, ...]:
    """Split a list of terms at its commas."""
    return tuple(term.strip() for term in text.split(","))


def _slug(term: str) -> str:
    plain = unicodedata.normalize("NFKD", term.lower().replace("ß", "ss"))
    return _NOT_IN_SLUGS.sub("-", plain.encode("ascii", "ignore").decode()).strip("-")
