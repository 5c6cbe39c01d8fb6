"""An index of WARC records for replay tools: one line a capture, sorted by address turned round (SURT)."""

from __future__ import annotations

import json
import re
import sqlite3
from base64 import b32encode
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

_WWW = re.compile(r"www\d*\.")
_DEFAULT_PORTS = {"http": 80, "https": 443}


def surt(url: str) -> str:
    """Return an address with its host turned round, so that a site's pages sort together.

    >>> surt("https://www.example.org:8080/News/?b=2&a=1")
    'org,example:8080)/news?a=1&b=2'
    """
    parts = urlsplit(url)
    host = _WWW.sub("", (parts.hostname or "").lower(), count=1)
    turned = host if ":" in host or host.replace(".", "").isdigit() else ",".join(reversed(host.split(".")))
    port = f":{parts.port}" if parts.port and parts.port != _DEFAULT_PORTS.get(parts.scheme) else ""
    path = parts.path.lower().rstrip("/") or "/"
    query = "&".join(sorted(parts.query.lower().split("&"))) if parts.query else ""
    return f"{turned}{port}){path}{f'?{query}' if query else ''}"


def index_line(row: sqlite3.Row, file: str, offset: int, length: int) -> str:
    """Return the line of one capture, given where its record is."""
    moment = datetime.fromtimestamp(_plausible(row["fetched_at"]), UTC).strftime("%Y%m%d%H%M%S")
    mime = (row["content_type"] or "unk").partition(";")[0].strip().lower() or "unk"
    facts = {
        "url": row["url"],
        "mime": "warc/revisit" if row["payload_of"] is not None else mime,
        "status": str(row["status"]),
        "digest": b32encode(row["digest"]).decode() if isinstance(row["digest"], bytes) else "-",
        "length": str(length),
        "offset": str(offset),
        "filename": file,
    }
    return f"{surt(row['url'])} {moment} {json.dumps(facts, ensure_ascii=True)}"


def _plausible(at: object) -> float:
    return at if isinstance(at, float) and 0 <= at < 1e11 else 0.0


def write_index(file: Path, lines: Iterable[str]) -> int:
    """Write an index, sorted byte by byte as replay tools search it; return how many lines it has."""
    ordered = sorted(line.encode() for line in lines)
    file.write_bytes(b"".join(line + b"\n" for line in ordered))
    return len(ordered)
