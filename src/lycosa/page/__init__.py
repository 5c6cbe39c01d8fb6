"""Bytes to `Page`: encoding, one parse, blocks and links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycosa.first_use import on_first_use
from lycosa.page.limits import PageLimits

if TYPE_CHECKING:
    from lycosa.page.document import analyse, parse_html
    from lycosa.page.encoding import sniff_encoding
    from lycosa.page.mime import MediaType, parse_content_type

__all__ = ["MediaType", "PageLimits", "analyse", "parse_content_type", "parse_html", "sniff_encoding"]

# A process that reads links needs no words.
_FIRST_USE = {
    "MediaType": "lycosa.page.mime",
    "analyse": "lycosa.page.document",
    "parse_content_type": "lycosa.page.mime",
    "parse_html": "lycosa.page.document",
    "sniff_encoding": "lycosa.page.encoding",
}
__getattr__ = on_first_use(__name__, _FIRST_USE)
