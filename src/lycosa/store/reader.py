"""Reads stored answers back from the WARC files: in goes the number of a visit, out comes its answer."""

from __future__ import annotations

import sqlite3
from io import BytesIO
from pathlib import Path

from lycosa.errors import LycosaError
from lycosa.fetch.decode import decode
from lycosa.fetch.limits import DecodeLimits
from lycosa.model import Fetched
from lycosa.store.repair.trust import WARC, read_member, unpack_member
from lycosa.store.warc._fastwarc import ArchiveIterator, WarcRecord

DEFAULT_LIMITS = DecodeLimits()


def read_answer(
    connection: sqlite3.Connection, folder: Path, number: int, limits: DecodeLimits = DEFAULT_LIMITS
) -> Fetched | None:
    """Return the answer of a visit, body decoded; None if nothing was stored."""
    found = connection.execute(
        "SELECT url, status, truncated, fetched_at, elapsed_s, location, coalesce(payload_of, number)"
        " FROM visits JOIN links ON links.id = visits.link WHERE number = ? AND archive IS NOT NULL",
        (number,),
    ).fetchone()
    if found is None:
        return None
    url, status, truncated, fetched_at, elapsed_s, location, holder = found
    record = _record(connection, folder, number)
    if record.http_headers is None:
        raise LycosaError(f"the record of visit {number} holds no answer: `lycosa repair {folder}`")
    headers = tuple((name.lower(), value) for name, value in record.http_headers.to_tuples())
    payload = (record if holder == number else _record(connection, folder, holder)).reader.read()
    encoding = ",".join(value for name, value in headers if name == "content-encoding")
    return Fetched(
        url,
        status,
        headers,
        decode(payload, encoding, limits).body,
        location=location or "",
        truncated=bool(truncated),
        fetched_at=fetched_at,
        elapsed_s=elapsed_s,
    )


def _record(connection: sqlite3.Connection, folder: Path, number: int) -> WarcRecord:
    found = connection.execute(
        "SELECT name, record_offset, record_bytes FROM visits JOIN archives ON archives.id = archive"
        " WHERE number = ?",
        (number,),
    ).fetchone()
    if found is None:
        raise LycosaError(f"the record of visit {number} is in no known archive: `lycosa repair {folder}`")
    name, offset, length = found
    try:
        record = unpack_member(read_member(folder, name, offset, length))
        # A server may send longer heads than fastwarc expects.
        return next(ArchiveIterator(BytesIO(record), parse_http=True, max_header_len=len(record)))
    # fastwarc lets errors of several libraries through, without a common class.
    except (LycosaError, OSError, ValueError, RuntimeError, StopIteration) as error:
        place = f"byte {offset} of {folder / WARC / str(name)}"
        raise LycosaError(
            f"cannot read visit {number} at {place}: {error or 'no record there'}; `lycosa repair {folder}`"
        ) from error
