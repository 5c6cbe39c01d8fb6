"""Reads a folder of saved HTML files as a frozen web: the path of a file makes its URL."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

from lycosa.errors import LycosaError
from lycosa.lab.web.base import WebPage
from lycosa.lab.web.source import Record, Redirect

HTML_SUFFIXES = frozenset({".html", ".htm", ".xhtml"})
_INDEX_NAMES = frozenset({"index.html", "index.htm", "index.xhtml"})
_NOT_IN_HOSTS = re.compile(r"[^a-z0-9]+")


def html_files(folder: Path) -> tuple[Path, ...]:
    """Return the HTML files below a folder, sorted."""
    return tuple(sorted(f for f in folder.rglob("*") if f.suffix.lower() in HTML_SUFFIXES and f.is_file()))


def read_folder(folder: Path, files: Sequence[Path]) -> Iterator[Record]:
    """Yield every file as `http://<folder>.local/<path>`; a folder's own URL leads to its index file."""
    host = _NOT_IN_HOSTS.sub("-", folder.resolve().name.lower()).strip("-")[:50].strip("-") or "folder"
    for file in files:
        path = quote(file.relative_to(folder).as_posix())
        url = f"http://{host}.local/{path}"
        try:
            yield WebPage(url, file.read_bytes(), content_type="text/html")
        except OSError as error:
            raise LycosaError(f"cannot read {file}: {error.strerror}") from error
        if file.name in _INDEX_NAMES:
            yield Redirect(url.removesuffix(file.name), url)
