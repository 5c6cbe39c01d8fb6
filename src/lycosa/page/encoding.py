"""Which encoding a page is in: bytes and a label from the transport in, a name and text out.

Follows the sniffing order of the HTML standard: byte-order mark, transport, `<meta>`, then a guess.
Names are those of the Encoding Standard in lower case. UTF-7 is not among them and never used.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import turbohtml
from turbohtml.detect import detect

DEFAULT = "windows-1252"
SAMPLE_BYTES = 65_536
"""Read for a guess: guessing costs about 65 ms for each megabyte that is not UTF-8."""

_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16le"), (b"\xfe\xff", "utf-16be"))
_XML_STARTS = ((b"<\0?\0x\0", "utf-16le"), (b"\0<\0?\0x", "utf-16be"))
_SPACES = "\t\n\f\r "


class Encoding(NamedTuple):
    """An encoding, and whether the document itself may still change it."""

    name: str
    certain: bool


def named(label: str) -> str:
    """Return the encoding a label stands for; empty if it stands for none."""
    return _named(label.strip(_SPACES).lower()) if len(label) <= 64 else ""


@lru_cache(maxsize=1024)
def _named(label: str) -> str:
    try:
        return (turbohtml.parse(b"", encoding=label).encoding or "").lower()
    except (LookupError, UnicodeError, ValueError):
        return ""


def declared(label: str) -> str:
    """Return the encoding that a label inside a document stands for; empty if none.

    A document whose label could be read is not in UTF-16, whatever it says.
    """
    name = named(label)
    if name.startswith("utf-16"):
        return "utf-8"
    return DEFAULT if name == "x-user-defined" else name


def charset_in(content: str) -> str:
    """Return the label in `text/html; charset=label` as `<meta http-equiv>` has it; empty if none."""
    for found in content.lower().split("charset")[1:]:
        after = found.lstrip(_SPACES)
        if after.startswith("="):
            value = after[1:].lstrip(_SPACES)
            if value[:1] in ("'", '"'):
                label, quote, _ = value[1:].partition(value[0])
                return label if quote else ""
            return value.replace(";", " ").split(maxsplit=1)[0] if value.strip("; \t\n\f\r") else ""
    return ""


def sniff(body: bytes, transport: str = "") -> Encoding:
    """Return the encoding to read a body with, given the label its transport named."""
    for mark, name in _MARKS:
        if body.startswith(mark):
            return Encoding(name, certain=True)
    if name := named(transport):
        return Encoding(name, certain=True)
    for start, name in _XML_STARTS:
        if body.startswith(start):
            return Encoding(name, certain=True)
    return Encoding(_guess(body), certain=False)


def _guess(body: bytes) -> str:
    """Return what `<meta>` within 1,024 bytes says, else what the bytes look like."""
    sample = body
    if len(body) > SAMPLE_BYTES:
        end = body.rfind(b"<", 1, SAMPLE_BYTES)  # not inside a character
        sample = body[: end if end > 0 else SAMPLE_BYTES]
    name = (detect(sample).encoding or DEFAULT).lower()
    if name == DEFAULT and len(sample) < len(body) and sample.isascii():
        return "utf-8" if _is_utf8(body) and not body.isascii() else DEFAULT
    return name


def _is_utf8(body: bytes) -> bool:
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True


def sniff_encoding(body: bytes, content_type: str | None = None) -> str:
    """Return the name of the encoding a body seems to be in before it is parsed."""
    return sniff(body, charset_in(content_type or "")).name


def decode(body: bytes, name: str) -> str:
    """Return the text of a body without its byte-order mark; what cannot be decoded becomes U+FFFD."""
    if name == "utf-8":
        return body.decode("utf-8", "replace").removeprefix("\ufeff")
    return body.decode(f"whatwg-{name}", "replace").removeprefix("\ufeff")
