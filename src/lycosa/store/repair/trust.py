"""A crawl folder may come from somebody else: its names and numbers are data, and are checked before use.

Nothing that a folder says can lead out of it. A WARC file has a name of our own pattern, lies in `warc`
and is a plain file; nothing we read or write in the folder is a link; a record lies within its file and
unfolds to no more than the largest answer a crawl can store.
"""

from __future__ import annotations

import os
import re
import stat
import zlib
from pathlib import Path
from typing import BinaryIO

from lycosa.errors import LycosaError
from lycosa.fetch.limits import FetchLimits

WARC = "warc"
TOPIC = "topic"
RECORD_BYTES = 2 * (FetchLimits().decode.decoded_bytes + FetchLimits().wire_bytes)
"""What a record may unfold to: more than any answer that the limits let through."""
_ARCHIVE_NAME = re.compile(r"lycosa-[0-9]{14}-[0-9]{5,9}\.warc\.gz")
OWN_FILES = (
    *("state.sqlite", "state.sqlite-wal", "state.sqlite-shm", "state.sqlite-journal"),
    *("search.sqlite", "search.sqlite-wal", "search.sqlite-shm", "search.sqlite-journal"),
    *("crawl.toml", ".crawl.toml", "report.html.part", "state.sqlite.marks", WARC, TOPIC),
    *("topic/topic.toml", "topic/model.json.zst"),
)
"""What a crawl keeps in its folder and cannot do without, but for the report."""


def refuse_links(folder: Path) -> None:
    """Refuse a folder in which a file of a crawl is a link to somewhere else."""
    for name in OWN_FILES:
        if (folder / name).is_symlink():
            raise LycosaError(
                f"{folder / name} is a symbolic link: a crawl reads and writes its own files only; put the "
                "file itself there"
            )


def is_archive_name(name: object) -> bool:
    """Return whether a name is one that we give to WARC files."""
    return isinstance(name, str) and _ARCHIVE_NAME.fullmatch(name) is not None


def archive_path(folder: Path, name: object) -> Path:
    """Return where a WARC file of a crawl is; refuse a name that is not ours, or a link."""
    if not is_archive_name(name):
        raise LycosaError(
            f"{folder} names the archive {name!r}, which no crawl of ours writes: `lycosa repair {folder}`"
        )
    refuse_links(folder)
    place = folder / WARC / str(name)
    if place.is_symlink():
        raise LycosaError(f"{place} is a symbolic link: put the file itself there")
    return place


def open_archive(folder: Path, name: object) -> BinaryIO:
    """Open a WARC file for reading; whatever is no plain file is refused without waiting for it."""
    place = archive_path(folder, name)
    try:
        handle = os.open(place, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise LycosaError(f"cannot read {place}: {error.strerror}") from error
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise LycosaError(f"{place} is not a file")
    return os.fdopen(handle, "rb")


def read_member(folder: Path, name: object, offset: object, length: object) -> bytes:
    """Return the bytes of a record as stored: a gzip member of its own."""
    with open_archive(folder, name) as stream:
        size = os.fstat(stream.fileno()).st_size
        if not (isinstance(offset, int) and isinstance(length, int) and offset >= 0 and length > 0):
            raise LycosaError(f"{name}: a record cannot be at {offset!r} with {length!r} bytes")
        if offset + length > size:
            raise LycosaError(f"{name} has {size} bytes: a record at {offset} with {length} is not in it")
        stream.seek(offset)
        return stream.read(length)


def unpack_member(member: bytes, limit: int = RECORD_BYTES) -> bytes:
    """Return what one whole gzip member holds; more than `limit` bytes are refused before they exist."""
    unpacker = zlib.decompressobj(wbits=31)
    try:
        plain = unpacker.decompress(member, limit)
    except zlib.error as error:
        raise LycosaError(f"a record is damaged: {error}") from error
    if unpacker.unconsumed_tail:
        raise LycosaError(f"a record unfolds to more than {limit} bytes, the limit for a record")
    if not unpacker.eof:
        raise LycosaError("a record is cut off")
    return plain
