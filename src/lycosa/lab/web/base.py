"""A web that holds still: pages by URL, redirects, and labels that say what each page is about.

Frozen webs read from disk and the synthetic web answer the same few questions, so that an
experiment does not know which of them it runs on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Protocol

from lycosa.errors import LycosaError

HTML_UTF8 = "text/html; charset=utf-8"


@dataclass(frozen=True, slots=True)
class WebPage:
    """One page of a web, with what is known about it beforehand."""

    url: str
    html: bytes
    labels: tuple[str, ...] = ()
    """Topics the page is about; a page without labels is off every topic."""
    lang: str = ""
    kind: str = ""
    """Role of the page (`article`, `index`, `hub` …); empty when the web does not say."""
    content_type: str = HTML_UTF8


class Web(Protocol):
    """What experiments ask of a web."""

    @property
    def name(self) -> str:
        """Short name for tables and reports."""

    def __len__(self) -> int:
        """Return the number of pages."""

    def urls(self) -> Iterator[str]:
        """Yield the canonical URL of every page, always in the same order."""

    def page(self, url: str) -> WebPage | None:
        """Return the page at a URL; None if there is none."""

    def redirect(self, url: str) -> str | None:
        """Return the URL that `url` redirects to; None if it does not redirect."""

    def labels(self) -> dict[str, int]:
        """Return every label with its number of pages, most frequent first."""

    def on_topic(self, label: str) -> frozenset[str]:
        """Return the URLs of the pages with that label; an unknown label is a `LycosaError`."""

    def digest(self) -> str:
        """Return a digest of the content, to say on which data a result was measured."""

    def close(self) -> None:
        """Let go of files."""


def unknown_label(label: str, web: str, known: Iterable[str]) -> LycosaError:
    """Make the error for a label that no page has, naming the closest ones that exist."""
    names = list(known)
    close = get_close_matches(label, names, n=5, cutoff=0.4) or names[:5]
    hint = f"the closest are {', '.join(close)}" if close else "this web has no labels at all"
    return LycosaError(f"no page of the web {web!r} has the label {label!r}; {hint}")
