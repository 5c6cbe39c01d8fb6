"""What kind of document an answer is: its Content-Type and first bytes in, a media type out.

`parse_content_type` follows the MIME Sniffing Standard. `sniff` is for one question only, whether a
body can be read as HTML, so it knows fewer signatures than a browser.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from lycosa.errors import Kind

HTML = "text/html"
XHTML = "application/xhtml+xml"
BINARY = "application/octet-stream"

_TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_QUOTABLE = re.compile(r"[\t\x20-\x7e\x80-\xff]*")
_SPACES = "\t\n\r "
_XML = frozenset({"text/xml", "application/xml"})
_SNIFF_BYTES = 1_024
_USUAL_CHARS = 128
_NUL_SHARE = 0.05
"""A body with more NULs than this near its start is not text; a few may be an author's mistake."""
_UTF16_STARTS = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")
_TAG_ENDS = (b" ", b">", b"\n", b"\r", b"\t")
_TAG_NAMES = b"html head script iframe h1 div font table a style title b body br p meta link frameset center"
_TAGS = (b"<!doctype html", *(b"<" + name for name in _TAG_NAMES.split()))
_SIGNATURES = {
    b"%PDF-": "application/pdf",
    b"%!PS-Adobe-": "application/postscript",
    b"GIF8": "image/gif",
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"PK\x03\x04": "application/zip",
    b"\x1f\x8b\x08": "application/gzip",
    b"Rar!\x1a\x07": "application/vnd.rar",
    b"7z\xbc\xaf\x27\x1c": "application/x-7z-compressed",
    b"BZh": "application/x-bzip2",
    b"\xfd7zXZ\0": "application/x-xz",
    b"(\xb5/\xfd": "application/zstd",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "application/x-ole-storage",
    b"OggS\0": "application/ogg",
    b"ID3": "audio/mpeg",
    b"RIFF": BINARY,
    b"\x7fELF": BINARY,
    b"MZ\x90\0": BINARY,
}
"""How files that are no documents begin; enough to keep them from a parser."""
_STARTS = tuple(_SIGNATURES)


@dataclass(frozen=True, slots=True)
class MediaType:
    """A media type: `text/html` and its parameters in order."""

    essence: str
    parameters: tuple[tuple[str, str], ...] = ()

    @property
    def charset(self) -> str:
        """Label of the encoding; empty if none."""
        return next((value for name, value in self.parameters if name == "charset"), "")

    def __str__(self) -> str:
        return ";".join((self.essence, *(f"{name}={_serialised(value)}" for name, value in self.parameters)))


def _serialised(value: str) -> str:
    if _TOKEN.fullmatch(value):
        return value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def parse_content_type(header: str) -> MediaType | None:
    """Return the media type a Content-Type header names, or None if it names none."""
    return _known(header) if len(header) <= _USUAL_CHARS else _parsed(header)


def _parsed(header: str) -> MediaType | None:
    essence, _, rest = header.strip(_SPACES).partition(";")
    top, _, sub = essence.rstrip(_SPACES).partition("/")
    if not (_TOKEN.fullmatch(top) and _TOKEN.fullmatch(sub)):
        return None
    return MediaType(f"{top}/{sub}".lower(), tuple(_parameters(rest).items()))


_known = lru_cache(maxsize=256)(_parsed)  # a crawl meets a dozen different ones


def _parameters(text: str) -> dict[str, str]:
    """Return the valid parameters in `a=b;c="d"`, the first of each name."""
    found: dict[str, str] = {}
    place = 0
    while place < len(text):
        stop = _stop(text, place, ";=")
        name = text[place:stop].lstrip(_SPACES).lower()
        place = stop + 1
        if text[stop : stop + 1] != "=":
            continue
        if text[place : place + 1] == '"':
            value, place = _unquoted(text, place + 1)
            place = _stop(text, place, ";") + 1
        else:
            stop = _stop(text, place, ";")
            value, place = text[place:stop].rstrip(_SPACES), stop + 1
            if not value:
                continue
        if _TOKEN.fullmatch(name) and _QUOTABLE.fullmatch(value):
            found.setdefault(name, value)
    return found


def _stop(text: str, place: int, ends: str) -> int:
    """Return where the first of some characters stands, or the end of the text."""
    while place < len(text) and text[place] not in ends:
        place += 1
    return place


def _unquoted(text: str, place: int) -> tuple[str, int]:
    """Return the quoted string whose text begins at `place`, and where it ends."""
    value = []
    while place < len(text):
        char = text[place]
        place += 1
        if char == '"':
            break
        if char == "\\" and place < len(text):
            char = text[place]
            place += 1
        value.append(char)
    return "".join(value), place


def sniff(content_type: str, body: bytes) -> str:
    """Return the essence of what a body is; `text/html` or XHTML means that it can be parsed.

    A binary body is never HTML, whatever its label. Labels of other texts (`text/plain`, JSON,
    scripts) are believed: a server that shows HTML as plain text means its source. Any other label,
    or none, gives way to a body that begins like HTML.
    """
    media = parse_content_type(content_type)
    essence = media.essence if media else ""
    if binary := _binary(body, media.charset if media else ""):
        return binary
    if essence in (HTML, XHTML):
        return essence
    if essence in _XML or essence.endswith("+xml"):
        return XHTML if b"http://www.w3.org/1999/xhtml" in body[:_SNIFF_BYTES] else essence
    if essence.startswith("text/") or essence.endswith(("json", "javascript")):
        return essence
    return HTML if begins_like_html(body) else essence or BINARY


def _binary(body: bytes, charset: str) -> str:
    if body.startswith(_STARTS):
        return next(essence for signature, essence in _SIGNATURES.items() if body.startswith(signature))
    head = body[:_SNIFF_BYTES]
    is_utf16 = charset.lower().startswith("utf-16") or head.startswith(_UTF16_STARTS)
    return "" if is_utf16 or head.count(0) <= _NUL_SHARE * len(head) else BINARY


def begins_like_html(body: bytes) -> bool:
    """Whether the first thing in a body is a comment or a tag that HTML documents begin with."""
    head = body[:_SNIFF_BYTES].removeprefix(b"\xef\xbb\xbf").lstrip(b"\t\n\f\r ").lower()
    if head.startswith(b"<?xml"):
        return b"<html" in head
    if head.startswith(b"<!--"):
        return True
    return any(head.startswith(tag) and head[len(tag) : len(tag) + 1] in _TAG_ENDS for tag in _TAGS)


def refusal(content_type: str, body: bytes) -> Kind | None:
    """Return why an answer holds no page: `Kind.EMPTY` or `Kind.NOT_HTML`; None if it does."""
    if not body or body.isspace():
        return Kind.EMPTY
    return None if sniff(content_type, body) in (HTML, XHTML) else Kind.NOT_HTML


def charset_of(content_type: str) -> str:
    """Return the label of the encoding a header names, or an empty string."""
    media = parse_content_type(content_type)
    return media.charset if media else ""
