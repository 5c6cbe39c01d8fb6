"""One visit as WARC 1.1 records: in goes the visit, out come the bytes, one gzip member for each record.

A visit gives a request (if one was sent), the judgement as a metadata record (if there is one),
and last the response. A payload stored before is not stored again: a revisit record stands for
it. The head of an answer is kept as received, but for Transfer-Encoding, which the payload no
longer has. Record ids are derived from the crawl and the number of the visit, so that a later
record can refer to an earlier one.
"""

from __future__ import annotations

import json
from base64 import b32encode
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from hashlib import sha1
from http import HTTPStatus
from io import BytesIO
from typing import NamedTuple
from uuid import UUID, uuid5

from lycosa.errors import Kind
from lycosa.model import Fetched, Judgement, Visit
from lycosa.store._fastwarc import GzipWriter, WarcRecord, WarcRecordType
from lycosa.version import __version__

_IDENTICAL = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
_TRUNCATED: dict[Kind | None, str] = {
    Kind.RESET: "disconnect",
    Kind.INCOMPLETE: "disconnect",
    Kind.TOTAL_TIMEOUT: "time",
    Kind.IDLE_TIMEOUT: "time",
    Kind.TOO_SLOW: "time",
}
_PHRASES = {status.value: status.phrase for status in HTTPStatus}
_CHANGED_BY_DECODING = frozenset({"content-encoding", "transfer-encoding", "content-length"})

Headers = Sequence[tuple[str, str]]


class Original(NamedTuple):
    """The visit whose record holds a payload."""

    number: int
    url: str
    fetched_at: float


class Provenance(NamedTuple):
    """Where a link came from, and who judged its page."""

    strategy: str
    parent: str
    """URL of the page that showed the link first; empty for a seed."""
    anchor: str


class Answer(NamedTuple):
    """An answer as the archive keeps it."""

    head: bytes
    payload: bytes
    digest: bytes
    """SHA-1 of the payload."""


def answer_of(fetched: Fetched) -> Answer | None:
    """Return what there is to archive of an answer; None if no answer came."""
    if not fetched.status:
        return None
    if fetched.exchange is None:
        head, payload = _made_head(fetched), fetched.body
    else:
        payload = fetched.exchange.payload
        head = _plain_head(fetched.exchange.head, len(payload))
    return Answer(head, payload, sha1(payload, usedforsecurity=False).digest())


def _made_head(fetched: Fetched) -> bytes:
    """Return a head for an answer that never went over a wire."""
    lines = [f"HTTP/1.1 {fetched.status} {_PHRASES.get(fetched.status, '')}"]
    for name, value in fetched.headers:
        if name not in _CHANGED_BY_DECODING:
            lines.append(f"{name}: {' '.join(value.split())}")
    lines.append(f"content-length: {len(fetched.body)}")
    return "\r\n".join((*lines, "", "")).encode("latin-1", "replace")


def _plain_head(head: bytes, payload_bytes: int) -> bytes:
    """Return a head without Transfer-Encoding, which says how long the payload is instead."""
    lines = head.split(b"\r\n")
    kept = [line for line in lines if not line.lower().startswith(b"transfer-encoding:")]
    if len(kept) == len(lines):
        return head
    return b"\r\n".join((*kept[:-2], b"Content-Length: %d" % payload_bytes, b"", b""))


class RecordWriter:
    """Makes the records of one crawl.

    Parameters
    ----------
    crawl
        Identifies the crawl; record ids are derived from it.
    level
        Effort of compression, 1 to 9. Beyond 1 it costs more time than all the rest of storing.
    """

    def __init__(self, crawl: UUID, level: int = 1) -> None:
        self._crawl = crawl
        self._buffer = BytesIO()
        self._gzip = GzipWriter(self._buffer, compression_level=level)

    def file_head(self, serial: int, name: str, at: float) -> bytes:
        """Return the record a file begins with."""
        fields = (
            f"software: lycosa/{__version__}",
            "format: WARC File Format 1.1",
            "conformsTo: https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
            f"isPartOf: {self._crawl}",
        )
        block = "".join(f"{field}\r\n" for field in fields).encode()
        headers = (("WARC-Filename", name), ("Content-Type", "application/warc-fields"))
        return self._record(WarcRecordType.warcinfo, f"file/{serial}", at, headers, block)

    def visit(
        self,
        visit: Visit,
        answer: Answer,
        origin: Provenance,
        original: Original | None,
        *,
        serial: int,
        at: float,
    ) -> tuple[bytes, bytes]:
        """Return the records of a visit: those that go before, and that of the answer."""
        fetched, number = visit.fetched, visit.number
        common = (
            ("WARC-Target-URI", visit.link.url),
            ("WARC-Warcinfo-ID", f"<{self._id(f'file/{serial}')}>"),
        )
        beside = (*common, ("WARC-Concurrent-To", f"<{self._id(f'{number}/response')}>"))
        before = b""
        if fetched.exchange is not None:
            http = (*beside, *_address(fetched), ("Content-Type", "application/http;msgtype=request"))
            request = fetched.exchange.request
            before += self._record(WarcRecordType.request, f"{number}/request", at, http, request)
        if visit.judgement is not None:
            block = _judgement_json(visit, visit.judgement, origin)
            typed = (*beside, ("Content-Type", "application/json"))
            before += self._record(WarcRecordType.metadata, f"{number}/metadata", at, typed, block)
        headers = (*common, *_address(fetched), *self._about(fetched, answer, original))
        kind = WarcRecordType.response if original is None else WarcRecordType.revisit
        block = answer.head if original else answer.head + answer.payload
        return before, self._record(kind, f"{number}/response", at, headers, block)

    def _about(
        self, fetched: Fetched, answer: Answer, original: Original | None
    ) -> Iterator[tuple[str, str]]:
        """Yield the headers that only an answer has."""
        yield "Content-Type", "application/http;msgtype=response"
        yield "WARC-Payload-Digest", _digest_text(answer.digest)
        if original is not None:
            yield "WARC-Profile", _IDENTICAL
            yield "WARC-Refers-To", f"<{self._id(f'{original.number}/response')}>"
            yield "WARC-Refers-To-Target-URI", original.url
            yield "WARC-Refers-To-Date", _date(original.fetched_at)
        elif fetched.truncated and fetched.header("content-length") != str(len(answer.payload)):
            yield "WARC-Truncated", _TRUNCATED.get(fetched.error, "length")

    def _id(self, name: str) -> str:
        return f"urn:uuid:{uuid5(self._crawl, name)}"

    def _record(self, kind: WarcRecordType, name: str, at: float, headers: Headers, block: bytes) -> bytes:
        record = WarcRecord()
        record.init_headers(record_type=kind, record_urn=self._id(name).removeprefix("urn:").encode())
        record.headers["WARC-Date"] = _date(at)
        for key, value in headers:
            record.headers[key] = value
        record.headers["WARC-Block-Digest"] = _digest_text(sha1(block, usedforsecurity=False).digest())
        record.set_bytes_content(block)
        record.write(self._gzip)
        self._gzip.finish()
        member = self._buffer.getvalue()
        self._buffer.seek(0)
        self._buffer.truncate()
        return member


def _judgement_json(visit: Visit, judgement: Judgement, origin: Provenance) -> bytes:
    facts = {
        "visit": visit.number,
        "strategy": origin.strategy,
        "relevant": judgement.relevant,
        "score": judgement.score,
        "parts": dict(judgement.parts),
        "reason": judgement.reason,
        "depth": visit.link.depth,
        "parent": origin.parent,
        "anchor": origin.anchor,
    }
    return json.dumps(facts).encode()


def _address(fetched: Fetched) -> Headers:
    exchange = fetched.exchange
    return (("WARC-IP-Address", exchange.address),) if exchange and exchange.address else ()


def _digest_text(digest: bytes) -> str:
    return f"sha1:{b32encode(digest).decode()}"


def _date(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
