"""Pages from files: saved HTML or plain text, one file or all files of a folder."""

from __future__ import annotations

from pathlib import Path

from lycosa.errors import LycosaError
from lycosa.model import Page
from lycosa.page import parse_html, sniff_encoding
from lycosa.page.encoding import decode
from lycosa.page.mime import begins_like_html
from lycosa.text import detect, tokens

MAX_FILE_BYTES = 16 * 1024 * 1024
MAX_FILES = 100_000
TEXT_GROUP = 4
"""Tag group of plain text: that of a paragraph."""
_HTML_SUFFIXES = frozenset({".html", ".htm", ".xhtml"})


def read_pages(place: Path) -> list[Page]:
    """Read a file, or the files of a folder at any depth in the order of their names.

    Files without a word in them are passed over in a folder; a place that gives no page is an error.
    """
    if not place.exists():
        raise LycosaError(f"{place}: no such file or folder")
    files = _files_in(place) if place.is_dir() else [place]
    pages = [page for file in files if (page := read_page(file)).tokens]
    if not pages:
        raise LycosaError(f"{place}: there is no text in it to describe a topic with")
    return pages


def read_page(file: Path) -> Page:
    """Read one file: HTML if its name or beginning says so, otherwise plain text."""
    try:
        if file.stat().st_size > MAX_FILE_BYTES:
            raise LycosaError(f"{file}: larger than {MAX_FILE_BYTES} bytes, the limit for a page")
        body = file.read_bytes()
    except OSError as error:
        raise LycosaError(f"{file}: cannot be read: {error.strerror}") from error
    if b"\0" in body[:1024] and not body.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise LycosaError(f"{file}: neither HTML nor text")
    address = file.resolve().as_uri()
    if file.suffix.lower() in _HTML_SUFFIXES or begins_like_html(body):
        return parse_html(body, address)
    return text_page(decode(body, sniff_encoding(body)), address)


def text_page(text: str, url: str, language: str = "") -> Page:
    """Make a page of plain text; its first line is the title."""
    spoken = language or detect(text)
    found = tuple(tokens(text, spoken))
    title = text.lstrip().partition("\n")[0].strip()[:200]
    return Page(url, title, language=spoken, flow=text, tokens=found, groups=bytes([TEXT_GROUP]) * len(found))


def _files_in(folder: Path) -> list[Path]:
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    if len(files) > MAX_FILES:
        raise LycosaError(f"{folder}: {len(files)} files are more than the limit of {MAX_FILES}")
    return files
