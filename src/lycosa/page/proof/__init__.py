"""The proof that a page is cheap to parse, and the search for the tags it goes by."""

from __future__ import annotations

from lycosa.page.proof.cheap import MARKUP_CHARS, SCANNED_CHARS, attributes_of, is_cheap

__all__ = ["MARKUP_CHARS", "SCANNED_CHARS", "attributes_of", "is_cheap"]
