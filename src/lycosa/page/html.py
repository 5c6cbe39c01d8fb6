"""The seam to the HTML parser: markup in, the tree a browser would build out, as events or whole.

Nothing else in Lycosa knows which parser is used. Events were chosen over a tree of objects because
they were the faster walk with attributes included, and nothing is left to free afterwards.
"""

from __future__ import annotations

from typing import Protocol, TypeAlias

import turbohtml
from turbohtml import Document, Element
from turbohtml.saxparse import sax_parse

__all__ = ["Attributes", "Document", "Element", "Events", "read", "tree"]

Attributes: TypeAlias = tuple[tuple[str, str | None], ...]
"""Names in lower case, each once; None for an attribute without a value."""


class Events(Protocol):
    """What listens to a document, in document order. An exception ends the reading."""

    def start_element(self, tag: str, attrs: Attributes, /) -> None:
        """Hear of an element, implied ones included."""

    def end_element(self, tag: str, /) -> None:
        """Hear that the innermost open element ends; void elements end too."""

    def characters(self, data: str, /) -> None:
        """Hear of text."""

    def comment(self, data: str, /) -> None:
        """Hear of a comment."""

    def doctype(self, name: str, public_id: str | None, system_id: str | None, /) -> None:
        """Hear of the document type."""

    def processing_instruction(self, target: str, data: str, /) -> None:
        """Hear of a processing instruction."""


def read(markup: str, events: Events) -> None:
    """Parse markup by the HTML standard with scripting off, and tell `events` about it."""
    sax_parse(markup, events)  # type: ignore[arg-type]  # wants its own base class, needs only the methods


def tree(markup: str) -> Document:
    """Parse markup to a tree of objects, for readers that look for a few elements and skip the rest."""
    return turbohtml.parse(markup, positions=False)
