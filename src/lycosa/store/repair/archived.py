"""What the WARC files of a crawl still know: its id, its judgements, and the visits its answers are of."""

from __future__ import annotations

import json
from base64 import b32decode
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple
from urllib.parse import urljoin
from uuid import UUID, uuid5

from lycosa.errors import Kind
from lycosa.store.warc.scan import Record, ScannedFile, header_lines
from lycosa.url import canonical

_ANSWERS = ("response", "revisit")


class StoredRecord(NamedTuple):
    """A record, and the file it is in."""

    serial: int
    record: Record

    @property
    def url(self) -> str | None:
        """The address that was asked for."""
        return canonical(self.record.headers.get("warc-target-uri", ""))


class ArchivedRecords:
    """All records of a crawl, given its WARC files by their serial number."""

    def __init__(self, files: Mapping[int, ScannedFile]) -> None:
        self._all = [
            StoredRecord(serial, record) for serial, file in files.items() for record in file.records
        ]
        self._answers = {s.record.id: s for s in self._all if s.record.kind in _ANSWERS}
        self._numbers: dict[str, int] = {}
        self.judgements = self._judgements()
        """By the id of the answer they are about."""

    def __len__(self) -> int:
        """Return the number of answers."""
        return len(self._answers)

    def _judgements(self) -> dict[str, dict[str, Any]]:
        found = {}
        for _, record in self._all:
            if record.kind == "metadata":
                try:
                    facts = json.loads(record.content[: record.content_bytes])
                except ValueError:
                    continue
                if isinstance(facts, dict):
                    found[record.headers.get("warc-concurrent-to", "")] = facts
        return found

    def identity(self) -> UUID:
        """Return the id that a file gives to the crawl."""
        for _, record in self._all:
            if record.kind == "warcinfo":
                named = header_lines(b"\r\n" + record.content).get("ispartof", "")
                try:
                    return UUID(named)
                except ValueError:
                    continue
        return UUID(bytes=bytes(16))

    def strategy(self) -> str:
        """Return the strategy that a judgement names; empty if none does."""
        named = (facts.get("strategy") for facts in self.judgements.values())
        return next((name for name in named if isinstance(name, str)), "")

    def answers_by_visit(self, crawl: UUID, last: int) -> dict[int, StoredRecord]:
        """Return the answers by number of visit: a record's id follows from the crawl and the number."""
        for number in range(last + 1):
            self._numbers[f"<urn:uuid:{uuid5(crawl, f'{number}/response')}>"] = number
        return {self._numbers[id]: stored for id, stored in self._answers.items() if id in self._numbers}

    def visit_row(self, number: int, link: int, url: str, stored: StoredRecord) -> dict[str, Any]:
        """Return the row of a visit, as far as its answer and its judgement tell."""
        facts = self.judgements.get(stored.record.id, {})
        record = stored.record
        head = record.content.partition(b"\r\n\r\n")[0]
        status, headers = _status(head), header_lines(head)
        location = canonical(urljoin(url, headers["location"])) if "location" in headers else None
        score = facts.get("score")
        judged = isinstance(score, int | float)
        return {
            "number": number,
            "link": link,
            "fetched_at": _seconds(record.headers.get("warc-date", "")),
            "elapsed_s": 0.0,
            "status": status,
            "error": None if judged else _error(status),
            "location": location,
            "content_type": headers.get("content-type"),
            "body_bytes": max(0, record.content_bytes - len(head) - 4),
            "truncated": int("warc-truncated" in record.headers),
            "links": 0,
            "found": 0,
            "relevant": int(bool(facts.get("relevant"))) if judged else None,
            "score": float(score) if judged else None,  # type: ignore[arg-type]
            "score_parts": json.dumps(facts["parts"]) if facts.get("parts") else None,
            "reason": str(facts["reason"]) if facts.get("reason") else None,
            "digest": _digest(record.headers.get("warc-payload-digest", "")),
            "payload_of": self._numbers.get(record.headers.get("warc-refers-to", "")),
            "archive": stored.serial,
            "record_offset": record.offset,
            "record_bytes": record.length,
        }


def _status(head: bytes) -> int:
    try:
        status = int(head.split(b" ", 2)[1])
    except (IndexError, ValueError):
        return 0
    return status if 0 <= status <= 999 else 0


def _error(status: int) -> str | None:
    if status == 410:
        return Kind.GONE.value
    return {4: Kind.HTTP_CLIENT.value, 5: Kind.HTTP_SERVER.value}.get(status // 100)


def _seconds(date: str) -> float:
    try:
        return datetime.fromisoformat(date).replace(tzinfo=UTC).timestamp()
    except ValueError:
        return 0.0


def _digest(text: str) -> bytes | None:
    try:
        return b32decode(text.removeprefix("sha1:"))
    except ValueError:
        return None
