"""Reads web archives (WARC files) as a frozen web: HTML answers, redirects and revisits."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path

from lycosa.errors import LycosaError
from lycosa.fetch.decode import decode
from lycosa.fetch.limits import DecodeLimits
from lycosa.lab.web.base import WebPage
from lycosa.lab.web.source import Record, Redirect, Repeat
from lycosa.url import link_target

with warnings.catch_warnings():
    # fastwarc 1.1 warns about its own legacy classes while it is imported.
    warnings.simplefilter("ignore", DeprecationWarning)
    from fastwarc.warc import ArchiveIterator, WarcRecord, WarcRecordType

WARC_SUFFIXES = (".warc", ".warc.gz")
BODY_BYTES_MAX = 32 * 1024 * 1024
"""A longer page is cut; an archive of the open web may hold a decompression bomb."""
HEAD_BYTES_MAX = 1024 * 1024
"""Far more than any server sends: an archive with a longer head is not read on."""

_DECODED = DecodeLimits(decoded_bytes=BODY_BYTES_MAX, ratio=BODY_BYTES_MAX)
_HTML = frozenset({"text/html", "application/xhtml+xml"})
_REDIRECTS = frozenset({301, 302, 303, 307, 308})


def read_warcs(files: Sequence[Path]) -> Iterator[Record]:
    """Yield the pages, redirects and revisits of some archives, in the order of the files."""
    originals: dict[str, str] = {}
    for file in files:
        try:
            yield from _records(file, originals)
        except LycosaError:
            raise
        # fastwarc lets errors of several libraries through, without a common class.
        except (OSError, ValueError, EOFError, RuntimeError) as error:
            raise LycosaError(f"cannot read {file}: {error}; expected a WARC file") from error


def _records(file: Path, originals: dict[str, str]) -> Iterator[Record]:
    seen = 0
    types = WarcRecordType.response | WarcRecordType.revisit
    with file.open("rb") as stream:
        for record in ArchiveIterator(
            stream, parse_http=True, auto_decode="transfer", max_header_len=HEAD_BYTES_MAX
        ):
            seen += 1
            if record.record_type & types and (found := _record(record, originals)) is not None:
                yield found
    if not seen:
        raise LycosaError(f"cannot read {file}: it holds no WARC record")


def _record(record: WarcRecord, originals: dict[str, str]) -> Record | None:
    """Turn one record into a page, a redirect or a repeat; None if it is neither."""
    url = _header(record, "WARC-Target-URI").strip("<>")
    digest = _header(record, "WARC-Payload-Digest")
    status = record.http_headers.status_code if record.is_http_parsed else None
    if status in _REDIRECTS:
        location = record.http_headers.get("Location") or ""
        target = link_target(location, url) if location else None
        return Redirect(url, target) if target else None
    if record.record_type == WarcRecordType.revisit:
        original = _header(record, "WARC-Refers-To-Target-URI").strip("<>") or originals.get(digest, "")
        return Repeat(url, original) if original else None
    if status != 200 or (record.http_content_type or "text/html").lower() not in _HTML:
        return None
    # Not by fastwarc: a single answer with a false or broken encoding would end the reading of the archive.
    encodings = [
        value for name, value in record.http_headers.to_tuples() if name.lower() == "content-encoding"
    ]
    decoded = decode(record.reader.read(BODY_BYTES_MAX), ",".join(encodings), _DECODED)
    if decoded.error is not None:
        return None
    if digest:
        originals.setdefault(digest, url)
    content_type = record.http_headers.get("Content-Type") or "text/html"
    return WebPage(url, decoded.body, content_type=content_type)


def _header(record: WarcRecord, name: str) -> str:
    return record.headers.get(name) or ""
