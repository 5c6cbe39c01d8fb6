"""Reads and writes the page list of a frozen web: one JSON object per line, compressed or not.

Fields of a line: `url` and `html`, then `labels`, `lang` and `kind`, which may be missing.
Redirects stand in a second file, alias and target separated by a tab.
"""

from __future__ import annotations

import gzip
import io
import json
import secrets
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, cast

import zstandard

from lycosa.errors import LycosaError
from lycosa.lab.web.base import HTML_UTF8, WebPage
from lycosa.lab.web.source import Record, Redirect
from lycosa.page.encoding import decode, sniff_encoding

PAGE_FILES = ("pages.jsonl.zst", "pages.jsonl.gz", "pages.jsonl")
REDIRECT_FILES = ("redirects.tsv.gz", "redirects.tsv")
LINE_BYTES_MAX = 64 * 1024 * 1024
"""A longer line is taken for a broken file, not read into memory."""


def read_jsonl(pages: Path, redirects: Path | None = None) -> Iterator[Record]:
    """Yield the pages, then the redirects, of a frozen web."""
    for number, line in _lines(pages):
        yield _page(line, f"{pages}, line {number}")
    if redirects is not None:
        for number, line in _lines(redirects):
            yield _redirect(line, f"{redirects}, line {number}")


def write_web(folder: Path, pages: Iterable[WebPage], redirects: Iterable[tuple[str, str]] = ()) -> None:
    """Write pages and redirects as a frozen web; the folder holds a whole web or none.

    Pages in other encodings become UTF-8. The page list is put in place last, so an interrupted call
    leaves no web that could be opened.
    """
    folder.mkdir(parents=True, exist_ok=True)
    pages_file, redirects_file = folder / PAGE_FILES[0], folder / REDIRECT_FILES[0]
    with (
        _replacing(redirects_file) as draft,
        gzip.GzipFile(filename="", mode="wb", fileobj=draft, mtime=0) as out,
    ):
        for alias, target in redirects:
            out.write(f"{alias}\t{target}\n".encode())
    packer = zstandard.ZstdCompressor(level=9)
    with _replacing(pages_file) as draft, packer.stream_writer(draft, closefd=False) as frame:
        for page in pages:
            frame.write(_json_line(page))


def _lines(file: Path) -> Iterator[tuple[int, bytes]]:
    number = 0
    try:
        with _open(file) as stream:
            while line := stream.readline(LINE_BYTES_MAX):
                number += 1
                if len(line) == LINE_BYTES_MAX:
                    raise LycosaError(f"{file}, line {number}: longer than {LINE_BYTES_MAX:,} bytes")
                if line.strip():
                    yield number, line
    except (OSError, EOFError, zlib.error, zstandard.ZstdError) as error:
        raise LycosaError(f"cannot read {file} after line {number}: {error}") from error


def _open(file: Path) -> IO[bytes]:
    if file.suffix == ".zst":
        return io.BufferedReader(cast(io.RawIOBase, zstandard.open(file, "rb")), 1 << 18)
    return cast(IO[bytes], gzip.open(file, "rb")) if file.suffix == ".gz" else file.open("rb")


def _page(line: bytes, where: str) -> WebPage:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise LycosaError(f"{where}: broken JSON ({error}); expected one object per line") from error
    if not isinstance(entry, dict):
        raise LycosaError(f"{where}: expected a JSON object with url and html")
    labels = entry.get("labels") or []
    if not isinstance(labels, list) or not all(isinstance(label, str) for label in labels):
        raise LycosaError(f"{where}: field 'labels' must be a list of texts")
    return WebPage(
        url=_text(entry, "url", where),
        html=_text(entry, "html", where).encode("utf-8", "replace"),
        labels=tuple(map(_whole, labels)),
        lang=_whole(_text(entry, "lang", where, default="")),
        kind=_whole(_text(entry, "kind", where, default="")),
    )


def _text(entry: dict[str, Any], field: str, where: str, default: str | None = None) -> str:
    value = entry.get(field)
    if value is None:
        value = default
    if value is None:
        raise LycosaError(f"{where}: field {field!r} is missing")
    if not isinstance(value, str):
        raise LycosaError(f"{where}: field {field!r} must be a text, not {type(value).__name__}")
    return value


def _whole(text: str) -> str:
    """Return a text without halves of characters, which JSON can hold and UTF-8 cannot."""
    return text.encode("utf-8", "replace").decode()


def _redirect(line: bytes, where: str) -> Redirect:
    columns = line.decode("utf-8-sig", "replace").rstrip("\r\n").split("\t")
    if len(columns) != 2 or not all(columns):
        raise LycosaError(f"{where}: expected two columns, alias and target, separated by a tab")
    return Redirect(*columns)


def _json_line(page: WebPage) -> bytes:
    entry = {
        "url": page.url,
        "html": _as_text(page),
        "labels": list(page.labels),
        "lang": page.lang,
        "kind": page.kind,
    }
    return json.dumps(entry, ensure_ascii=False).encode("utf-8", "replace") + b"\n"


def _as_text(page: WebPage) -> str:
    if page.content_type == HTML_UTF8:
        return page.html.decode("utf-8", "replace")
    return decode(page.html, sniff_encoding(page.html, page.content_type))


@contextmanager
def _replacing(file: Path) -> Iterator[IO[bytes]]:
    """Give a draft to write to, and put it in the file's place if all went well."""
    draft = file.with_name(f"{file.name}.{secrets.token_hex(6)}.tmp")
    try:
        with draft.open("wb") as stream:
            yield stream
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)
