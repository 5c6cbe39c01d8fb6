"""One visit as WARC 1.1 records: in goes the visit, out come the bytes, one gzip member for each record.

A visit gives a request (if one was sent), the judgement as a metadata record (if there is one),
and last the response. A payload stored before is not stored again: a revisit record stands for
it. The head of an answer is kept as received, but for Transfer-Encoding, which the payload no
longer has. Record ids are derived from the crawl and the number of the visit, so that a later
record can refer to an earlier one.

Headers are written as plain lines: none of their values can hold a line break, as URLs are
canonical and everything else is our own.
"""

from __future__ import annotations

import json
import struct
import time
from functools import lru_cache
from hashlib import sha1
from http import HTTPStatus
from itertools import product
from math import modf
from typing import NamedTuple
from uuid import UUID

from isal import isal_zlib
from pydantic_core import to_json

from lycosa.errors import Kind
from lycosa.model import Fetched, Judgement, Visit
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
_GZIP_BITS = 31
"""Tells zlib to write a gzip member."""
_GZIP_HEAD = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
_GZIP_TAIL = struct.Struct("<II")
_BLOCK_HEAD = struct.Struct("<?HH")
_BLOCK_BYTES = 0xFFFF
_PAIRS = tuple(map("".join, product("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", repeat=2)))
"""Ten bits each as base 32 writes them."""
_FORTY_BITS = struct.Struct(">BIBIBIBI")
"""A SHA-1 in four parts, each a byte and 32 bits."""
_VARIANT = {digit: "89ab"[int(digit, 16) & 3] for digit in "0123456789abcdef"}


class Original(NamedTuple):
    """The visit whose record holds a payload."""

    number: int
    url: str
    fetched_at: float


class Provenance(NamedTuple):
    """A judgement, who made it, and where the link to its page came from."""

    judgement: Judgement
    strategy: str
    parent: str
    """URL of the page that showed the link first; empty for a seed."""
    anchor: str


class ArchivedAnswer(NamedTuple):
    """An answer as the archive keeps it."""

    head: bytes
    payload: bytes
    digest: bytes
    """SHA-1 of the payload."""


def answer_of(fetched: Fetched) -> ArchivedAnswer | None:
    """Return what there is to archive of an answer; None if no answer came."""
    if not fetched.status:
        return None
    if fetched.exchange is None:
        head, payload = _made_head(fetched), fetched.body
    else:
        payload = fetched.exchange.payload
        head = _plain_head(fetched.exchange.head, len(payload))
    return ArchivedAnswer(head, payload, sha1(payload, usedforsecurity=False).digest())


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
    if b"\r\ntransfer-encoding:" not in head.lower():
        return head
    kept = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"transfer-encoding:")]
    return b"\r\n".join((*kept[:-2], b"Content-Length: %d" % payload_bytes, b"", b""))


class RecordWriter:
    """Makes the records of one crawl.

    Parameters
    ----------
    crawl
        Identifies the crawl; record ids are derived from it.
    """

    def __init__(self, crawl: UUID) -> None:
        self._crawl = crawl
        self._names = sha1(crawl.bytes, usedforsecurity=False)
        self._file = -1, ""

    def file_head(self, serial: int, name: str, at: float) -> bytes:
        """Return the record a file begins with."""
        block = (
            f"software: lycosa/{__version__}\r\n"
            "format: WARC File Format 1.1\r\n"
            "conformsTo: https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/\r\n"
            f"isPartOf: {self._crawl}\r\n"
        ).encode()
        lines = (
            f"WARC-Date: {date_text(at)}\r\n"
            f"WARC-Filename: {name}\r\n"
            "Content-Type: application/warc-fields\r\n"
        )
        return _deflated(_record("warcinfo", self._id(f"file/{serial}"), lines, block))

    def visit(
        self,
        visit: Visit,
        answer: ArchivedAnswer,
        origin: Provenance | None,
        original: Original | None,
        *,
        serial: int,
        at: float,
    ) -> tuple[bytes, bytes]:
        """Return the records of a visit: those that go before, and that of the answer."""
        exchange, number = visit.fetched.exchange, visit.number
        identity = self._id(f"{number}/response")
        common = (
            f"WARC-Date: {date_text(at)}\r\n"
            f"WARC-Target-URI: {visit.link.url}\r\n"
            f"WARC-Warcinfo-ID: {self._file_id(serial)}\r\n"
        )
        concurrent = f"{common}WARC-Concurrent-To: {identity}\r\n"
        address = f"WARC-IP-Address: {exchange.address}\r\n" if exchange and exchange.address else ""
        before = b""
        if exchange is not None:
            lines = f"{concurrent}{address}Content-Type: application/http;msgtype=request\r\n"
            before += _deflated(_record("request", self._id(f"{number}/request"), lines, exchange.request))
        if origin is not None:
            lines = f"{concurrent}Content-Type: application/json\r\n"
            block = _judgement_json(visit, origin)
            before += _deflated(_record("metadata", self._id(f"{number}/metadata"), lines, block))
        lines = f"{common}{address}{self._about(visit.fetched, answer, original)}"
        if original is not None:
            return before, _deflated(_record("revisit", identity, lines, answer.head))
        pack = _stored if len(answer.payload) < len(visit.fetched.body) else _deflated
        return before, pack(_record("response", identity, lines, answer.head + answer.payload))

    def _about(self, fetched: Fetched, answer: ArchivedAnswer, original: Original | None) -> str:
        """Return the lines that only an answer has."""
        lines = (
            "Content-Type: application/http;msgtype=response\r\n"
            f"WARC-Payload-Digest: {digest_text(answer.digest)}\r\n"
        )
        if original is not None:
            lines += (
                f"WARC-Profile: {_IDENTICAL}\r\n"
                f"WARC-Refers-To: {self._id(f'{original.number}/response')}\r\n"
                f"WARC-Refers-To-Target-URI: {original.url}\r\n"
                f"WARC-Refers-To-Date: {date_text(original.fetched_at)}\r\n"
            )
        elif fetched.truncated and fetched.header("content-length") != str(len(answer.payload)):
            lines += f"WARC-Truncated: {_TRUNCATED.get(fetched.error, 'length')}\r\n"
        return lines

    def _file_id(self, serial: int) -> str:
        if self._file[0] != serial:
            self._file = serial, self._id(f"file/{serial}")
        return self._file[1]

    def _id(self, name: str) -> str:
        """Return what `uuid5` of the crawl and the name gives, without the objects it makes on the way."""
        names = self._names.copy()
        names.update(name.encode())
        digits = names.hexdigest()
        return (
            f"<urn:uuid:{digits[:8]}-{digits[8:12]}-5{digits[13:16]}-"
            f"{_VARIANT[digits[16]]}{digits[17:20]}-{digits[20:32]}>"
        )


def _record(kind: str, identity: str, lines: str, block: bytes) -> bytes:
    head = (
        "WARC/1.1\r\n"
        f"WARC-Type: {kind}\r\n"
        f"WARC-Record-ID: {identity}\r\n"
        f"{lines}"
        f"WARC-Block-Digest: {digest_text(sha1(block, usedforsecurity=False).digest())}\r\n"
        f"Content-Length: {len(block)}\r\n"
        "\r\n"
    )
    return b"%b%b\r\n\r\n" % (head.encode(), block)


def _deflated(record: bytes) -> bytes:
    """Return a gzip member, as small as zlib makes it at level 1 and in a third of the time."""
    return isal_zlib.compress(record, 1, wbits=_GZIP_BITS)


def _stored(record: bytes) -> bytes:
    """Return a gzip member of stored blocks, for a payload that came compressed: a second time gains 1 %.

    By hand, as zlib clears a quarter of a megabyte before it begins.
    """
    parts = [_GZIP_HEAD]
    for start in range(0, len(record), _BLOCK_BYTES):
        block = record[start : start + _BLOCK_BYTES]
        is_last = start + _BLOCK_BYTES >= len(record)
        parts += (_BLOCK_HEAD.pack(is_last, len(block), len(block) ^ 0xFFFF), block)
    parts.append(_GZIP_TAIL.pack(isal_zlib.crc32(record), len(record) & 0xFFFFFFFF))
    return b"".join(parts)


def _judgement_json(visit: Visit, origin: Provenance) -> bytes:
    judgement = origin.judgement
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
    try:
        return to_json(facts)
    except ValueError:  # half a surrogate pair has no UTF-8 form
        return json.dumps(facts).encode()


def digest_text(digest: bytes) -> str:
    """Return a SHA-1 as WARC files name it."""
    a, b, c, d, e, f, g, h = _FORTY_BITS.unpack(digest)
    return f"sha1:{_eight(a, b)}{_eight(c, d)}{_eight(e, f)}{_eight(g, h)}"


def _eight(high: int, low: int) -> str:
    """Return the eight digits of a byte and the 32 bits after it: small numbers are taken apart faster."""
    first, second = _PAIRS[high << 2 | low >> 30], _PAIRS[low >> 20 & 1023]
    return f"{first}{second}{_PAIRS[low >> 10 & 1023]}{_PAIRS[low & 1023]}"


def date_text(at: float) -> str:
    """Return a time, in seconds since the epoch, as WARC files name it."""
    part, whole = modf(at)
    microseconds = round(1_000_000 * part)
    return f"{_second_text(whole + microseconds // 1_000_000)}.{microseconds % 1_000_000:06}Z"


@lru_cache(16)
def _second_text(at: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(at))
