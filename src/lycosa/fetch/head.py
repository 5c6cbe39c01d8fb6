"""Reads the head of an HTTP answer strictly: status line and headers in, a `Head` or `BadHead` out.

libcurl forgives what two readers of one stream may understand differently (both framings, bare
line ends, odd statuses). Whatever is ambiguous is refused here, and the connection with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from email.utils import mktime_tz, parsedate_tz
from typing import NamedTuple

_STATUS_LINE = re.compile(r"HTTP/1\.[01] ([1-9][0-9][0-9])(?: .*)?")

_LENGTH = re.compile(r"[0-9]{1,18}")


class BadHead(ValueError):
    """The head breaks a rule; the message says which."""


class AnswerHead(NamedTuple):
    """Status and headers; names in lower case, text as Latin-1 so that no byte is lost."""

    status: int
    headers: tuple[tuple[str, str], ...]

    def values(self, name: str) -> list[str]:
        """Return the values of every header of that (lower-case) name."""
        return [value for key, value in self.headers if key == name]


def read_head(raw: bytes) -> AnswerHead:
    """Parse a head that ends in an empty line."""
    text = raw.decode("latin-1")
    lines = text.split("\r\n")
    breaks = len(lines) - 1
    if "\0" in text or text.count("\r") != breaks or text.count("\n") != breaks:
        raise BadHead("NUL, bare CR or bare LF in the head")
    match = _STATUS_LINE.fullmatch(lines[0])
    if match is None:
        raise BadHead(f"status line {lines[0][:60]!r}")
    head = AnswerHead(int(match[1]), tuple(map(_field, lines[1:-2])))
    _check_framing(head)
    return head


def _field(line: str) -> tuple[str, str]:
    name, colon, value = line.partition(":")
    if not colon or name != name.strip():
        raise BadHead(f"header line {line[:60]!r}")
    return name.lower(), value.strip(" \t")


def _check_framing(head: AnswerHead) -> None:
    """Refuse a body whose end is not certain."""
    lengths = set(head.values("content-length"))
    codings = [coding.lower() for coding in head.values("transfer-encoding")]
    if lengths and codings:
        raise BadHead("both Content-Length and Transfer-Encoding")
    if len(lengths) > 1 or not all(map(_LENGTH.fullmatch, lengths)):
        raise BadHead(f"Content-Length {', '.join(sorted(lengths))[:60]!r}")
    if codings not in ([], ["chunked"]):
        raise BadHead(f"Transfer-Encoding {', '.join(codings)[:60]!r}")


def retry_after_s(values: Iterable[str], now: float, longest_s: float) -> float | None:
    """Read Retry-After, seconds or a date, as a wait of at most `longest_s`; None if there is none."""
    for value in values:
        if value.isascii() and value.isdigit():
            return min(float(value[:12]), longest_s)
        date = parsedate_tz(value[:64])
        if date is not None:
            with suppress(ValueError, OverflowError):
                return min(max(mktime_tz(date) - now, 0.0), longest_s)
    return None
