"""The seam to the HTML parser: markup in, the tree a browser would build out, as events or whole.

Nothing else in Lycosa knows which parser is used. Events were chosen over a tree of objects because
they were the faster walk with attributes included, and nothing is left to free afterwards.
"""

from __future__ import annotations

from typing import Protocol, TypeAlias

import turbohtml
from turbohtml import Document, Element
from turbohtml.saxparse import sax_parse

from lycosa.page.proof import is_cheap

__all__ = [
    "Attributes",
    "Document",
    "Element",
    "Events",
    "Unproven",
    "beginning",
    "parse_unproven",
    "read",
    "tree",
]

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


class Unproven(Exception):
    """Markup is not proven cheap, and must be parsed where it can do no harm."""


_STEP_CHARS = 1 << 16
_needs_proof = True


def parse_unproven() -> None:
    """Parse whatever comes from now on: for a process whose memory and time are bounded."""
    global _needs_proof  # noqa: PLW0603  # true of the whole process, and for good
    _needs_proof = False


def beginning(markup: str, tags: int) -> str:
    """Return so much of long markup that it has about so many tags: nobody will look at the rest."""
    if len(markup) > tags:
        for start in range(0, len(markup), _STEP_CHARS):
            tags -= markup.count("<", start, start + _STEP_CHARS)
            if tags < 0:
                return markup[: start + _STEP_CHARS]
    return markup


def read(markup: str, events: Events) -> None:
    """Parse markup by the HTML standard with scripting off, and tell `events` about it."""
    if _needs_proof and not is_cheap(markup):
        raise Unproven
    sax_parse(markup, events)  # type: ignore[arg-type]  # wants its own base class, needs only the methods


def tree(markup: str, chars_max: int) -> Document:
    """Parse markup to a tree of objects, for readers that look for a few elements and skip the rest.

    Longer markup is not proven cheap, whatever it holds.
    """
    if _needs_proof and not is_cheap(markup, chars_max):
        raise Unproven
    return turbohtml.parse(markup, positions=False)
