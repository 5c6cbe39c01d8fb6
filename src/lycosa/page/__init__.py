"""Bytes to `Page`: encoding, one parse, blocks and links."""

from lycosa.page.document import analyse, parse_html
from lycosa.page.encoding import sniff_encoding
from lycosa.page.limits import PageLimits
from lycosa.page.mime import MediaType, parse_content_type

__all__ = ["MediaType", "PageLimits", "analyse", "parse_content_type", "parse_html", "sniff_encoding"]
