"""Reads a WARC file from its beginning to its end, whatever is in between: every whole record, and every gap.

Each record is a gzip member of its own, so a damaged one hides no other: behind it the next member is looked
for. A member's checksum tells whether it is whole.
"""

from __future__ import annotations

import mmap
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lycosa.store.repair.trust import RECORD_BYTES

_MEMBER = b"\x1f\x8b\x08"
_CHUNK_BYTES = 1 << 16
_KEPT_BYTES = 1 << 20
"""Kept of a record's content: any head or judgement; of a page there is no need."""


@dataclass(frozen=True, slots=True)
class Record:
    """A whole record, and where it is."""

    offset: int
    length: int
    headers: dict[str, str]
    """By name in lower case."""
    content: bytes
    """Its beginning."""
    content_bytes: int

    @property
    def kind(self) -> str:
        """Return the type of the record."""
        return self.headers.get("warc-type", "")

    @property
    def id(self) -> str:
        """Return the identity of the record."""
        return self.headers.get("warc-record-id", "")


@dataclass(frozen=True, slots=True)
class Gap:
    """Bytes that are no record."""

    offset: int
    length: int


def scan_file(file: Path) -> list[Record | Gap]:
    """Return what a file holds, in order."""
    if not file.stat().st_size:
        return []
    with file.open("rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data:
        return list(_scan(data))


def _scan(data: mmap.mmap) -> Iterator[Record | Gap]:
    at = lost = 0
    while at < len(data):
        record = _record_at(data, at)
        if record is None:
            found = data.find(_MEMBER, at + 1)
            at = len(data) if found < 0 else found
            continue
        if lost < at:
            yield Gap(lost, at - lost)
        yield record
        at = lost = record.offset + record.length
    if lost < len(data):
        yield Gap(lost, len(data) - lost)


def _record_at(data: mmap.mmap, offset: int) -> Record | None:
    """Return the record whose member begins at an offset; None if there is no whole one."""
    unpacker = zlib.decompressobj(wbits=31)
    plain, size, at = bytearray(), 0, offset
    try:
        while not unpacker.eof:
            chunk = unpacker.unconsumed_tail or data[at : at + _CHUNK_BYTES]
            if not unpacker.unconsumed_tail:
                at += len(chunk)
            if not chunk:
                return None
            piece = unpacker.decompress(chunk, _KEPT_BYTES)
            size += len(piece)
            plain += piece[: max(0, _KEPT_BYTES - len(plain))]
            if size > RECORD_BYTES or not plain[:7].startswith(b"WARC/1."[: len(plain)]):
                return None
    except zlib.error:
        return None
    length = at - len(unpacker.unused_data) - offset
    head, _, content = bytes(plain).partition(b"\r\n\r\n")
    content_bytes = size - len(head) - 8  # a record ends with two empty lines
    if not head.startswith(b"WARC/1.") or content_bytes < 0:
        return None
    return Record(offset, length, header_lines(head), content, content_bytes)


def header_lines(head: bytes) -> dict[str, str]:
    """Return the headers of a record or an answer, names in lower case; of two with one name, the first."""
    found: dict[str, str] = {}
    for line in head.split(b"\r\n")[1:]:
        name, colon, value = line.decode("utf-8", "replace").partition(":")
        if colon:
            found.setdefault(name.strip().lower(), value.strip())
    return found


@dataclass(frozen=True, slots=True)
class ScannedFile:
    """A WARC file as it will be: without its gaps, the records moved together."""

    path: Path
    serial: int
    records: list[Record]
    gaps: list[Gap]

    @classmethod
    def of(cls, path: Path) -> ScannedFile:
        """Read a file."""
        records: list[Record] = []
        gaps: list[Gap] = []
        moved = 0
        for found in scan_file(path):
            if isinstance(found, Gap):
                gaps.append(found)
                moved += found.length
            else:
                place = found.offset - moved
                records.append(Record(place, found.length, found.headers, found.content, found.content_bytes))
        return cls(path, int(path.name.split("-")[2].partition(".")[0]), records, gaps)
