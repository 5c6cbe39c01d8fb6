"""What robots.txt files and name servers answered, as WARC records, so that obedience can be shown later.

These answers come between visits. Their records are made at once and wait in memory; they go into the archive
in front of the next visit's.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from uuid import uuid4

from lycosa.model import Fetched
from lycosa.store.warc.records import _deflated, _record, answer_of, date_text, digest_text

_FULL_BYTES = 4 * 1024 * 1024


class EvidenceRecords:
    """Records that wait to be archived.

    Parameters
    ----------
    clock
        Seconds since the epoch.
    """

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._records: list[bytes] = []
        self._bytes = 0

    @property
    def full(self) -> bool:
        """Whether so much waits that it should not wait for the next visit."""
        return self._bytes >= _FULL_BYTES

    def robots(self, fetched: Fetched) -> None:
        """Take in an answer to the request for a robots.txt, whatever its status."""
        answer = answer_of(fetched)
        if answer is None:
            return
        exchange, identity = fetched.exchange, _identity()
        at = fetched.fetched_at or self._clock()
        common = f"WARC-Date: {date_text(at)}\r\nWARC-Target-URI: {fetched.url}\r\n"
        if exchange is not None and exchange.address:
            common += f"WARC-IP-Address: {exchange.address}\r\n"
        if exchange is not None:
            lines = (
                f"{common}WARC-Concurrent-To: {identity}\r\n"
                "Content-Type: application/http;msgtype=request\r\n"
            )
            self._add(_record("request", _identity(), lines, exchange.request))
        lines = (
            f"{common}Content-Type: application/http;msgtype=response\r\n"
            f"WARC-Payload-Digest: {digest_text(answer.digest)}\r\n"
        )
        if fetched.truncated:
            lines += "WARC-Truncated: length\r\n"
        self._add(_record("response", identity, lines, answer.head + answer.payload))

    def name(self, host: str, addresses: Sequence[str], lasts_s: float) -> None:
        """Take in the addresses of a host, which are used for so long."""
        at = self._clock()
        stamp = time.strftime("%Y%m%d%H%M%S", time.gmtime(at))
        rows = [
            f"{host}.\t{lasts_s:.0f}\tIN\t{'AAAA' if ':' in address else 'A'}\t{address}"
            for address in addresses
        ]
        lines = f"WARC-Date: {date_text(at)}\r\nWARC-Target-URI: dns:{host}\r\nContent-Type: text/dns\r\n"
        self._add(_record("resource", _identity(), lines, "\n".join((stamp, *rows, "")).encode()))

    def take(self) -> bytes:
        """Give what waits; it waits no longer."""
        data = b"".join(self._records)
        self._records.clear()
        self._bytes = 0
        return data

    def _add(self, record: bytes) -> None:
        packed = _deflated(record)
        self._records.append(packed)
        self._bytes += len(packed)


def _identity() -> str:
    return f"<urn:uuid:{uuid4()}>"
