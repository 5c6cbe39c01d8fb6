"""Bytes to `Page`: encoding, one parse, blocks and links."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from lycosa.page.limits import PageLimits

if TYPE_CHECKING:
    from lycosa.page.document import analyse, parse_html
    from lycosa.page.encoding import sniff_encoding
    from lycosa.page.mime import MediaType, parse_content_type

__all__ = ["MediaType", "PageLimits", "analyse", "parse_content_type", "parse_html", "sniff_encoding"]

_FIRST_USE = {
    "MediaType": "lycosa.page.mime",
    "analyse": "lycosa.page.document",
    "parse_content_type": "lycosa.page.mime",
    "parse_html": "lycosa.page.document",
    "sniff_encoding": "lycosa.page.encoding",
}


def __getattr__(name: str) -> Any:
    """Import what is heavy when it is first asked for: a process that reads links needs no words."""
    if name not in _FIRST_USE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_FIRST_USE[name]), name)
