"""What a document says about itself in `meta`, `link` and `base`: attributes in, notes as written out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from lycosa.page.directives import AGENT
from lycosa.page.encoding import charset_in

Attrs: TypeAlias = dict[str, str | None]

_NOTES_KEPT = 16
"""Notes of one kind kept: an honest page has one or two, a hostile one a million."""


@dataclass(slots=True)
class Head:
    """Notes of a document about itself."""

    language: str = ""
    description: str = ""
    keywords: str = ""
    canonical: str = ""
    refresh: str = ""
    bases: list[str] = field(default_factory=list)
    robots: list[str] = field(default_factory=list)
    charsets: list[str] = field(default_factory=list)
    """Labels of encodings."""

    def read_base(self, attrs: Attrs) -> None:
        """Note a base for relative addresses."""
        if href := attrs.get("href"):
            _keep(self.bases, href)

    def read_link(self, attrs: Attrs) -> None:
        """Note the first canonical address."""
        if not self.canonical and "canonical" in (attrs.get("rel") or "").lower().split():
            self.canonical = attrs.get("href") or ""

    def read_meta(self, attrs: Attrs, chars_max: int) -> str:
        """Note what a `meta` says; return what it adds to the words of the page."""
        content = attrs.get("content") or ""
        if label := attrs.get("charset"):
            _keep(self.charsets, label)
        if pragma := attrs.get("http-equiv"):
            self._read_pragma(pragma.lower(), content)
        if name := attrs.get("name"):
            return self._read_named(name.strip().lower(), content, chars_max)
        return ""

    def _read_pragma(self, pragma: str, content: str) -> None:
        if pragma == "content-type":
            _keep(self.charsets, charset_in(content))
        elif pragma == "refresh" and not self.refresh:
            self.refresh = content

    def _read_named(self, name: str, content: str, chars_max: int) -> str:
        if name in ("robots", AGENT):
            _keep(self.robots, content)
        elif name == "description" and not self.description:
            self.description = " ".join(content.split())[:chars_max]
            return self.description
        elif name == "keywords" and not self.keywords:
            self.keywords = content[:chars_max]
            return self.keywords
        return ""


def _keep(notes: list[str], note: str) -> None:
    if note and len(notes) < _NOTES_KEPT:
        notes.append(note)
