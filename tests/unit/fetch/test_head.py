"""Strict reading of answer heads, and of Retry-After."""

from __future__ import annotations

import pytest

from lycosa.fetch.head import BadHead, read_head, retry_after_s

NOW = 784_111_777.0  # Sun, 06 Nov 1994 08:49:37 GMT


def test_names_are_lowered_values_trimmed_and_bytes_kept() -> None:
    head = read_head(b"HTTP/1.0 404 Nicht da\r\nX-Name: \t a\xe9b \r\nX-Name:2\r\n\r\n")
    assert head == (404, (("x-name", "a\xe9b"), ("x-name", "2")))


@pytest.mark.parametrize(
    "raw",
    [
        b"HTTP/1.1 200 OK\r\nA: b\nC: d\r\n\r\n",
        b"HTTP/1.1 200 OK\nA: b\r\n\n",
        b"HTTP/1.1 200 OK\nA: b\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nA: b\r\n\n",
        b"HTTP/1.1 200 OK\nA: b\0\n\n",
        b"HTTP/1.1 200 OK\nContent-Length: 1\nTransfer-Encoding: chunked\n\n",
        b"HTTP/1.1 200 OK\nContent-Length: 1\nContent-Length: 2\n\n",
        b"HTTP/1.1 200 OK\nA: b\n c: d\n\n",
        b"HTTP/1.1 200 OK\r\nA: b\rc\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nA: b\0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nA b\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nA : b\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n A: b\r\n\r\n",
        b"HTTP/1.1 2000 OK\r\n\r\n",
        b"HTTP/1.1 099 OK\r\n\r\n",
        b"HTTP/2 200\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: +1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: ²\r\n\r\n".encode("latin-1"),
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n\r\n",
    ],
)
def test_ambiguous_head_is_refused(raw: bytes) -> None:
    with pytest.raises(BadHead):
        read_head(raw)


def test_same_length_twice_is_one_length() -> None:
    assert read_head(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\n").status == 200


@pytest.mark.parametrize(
    ("value", "wait_s"),
    [
        ("120", 120.0),
        ("0", 0.0),
        ("9" * 400, 3600.0),
        ("Sun, 06 Nov 1994 08:50:37 GMT", 60.0),
        ("Sun, 06 Nov 1994 08:00:00 GMT", 0.0),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 3600.0),
        ("Fri, 99 Dec 99999 99:99:99 GMT", None),
        ("-5", None),
        ("1e9", None),
        ("", None),
    ],
)
def test_retry_after_is_seconds_or_a_date(value: str, wait_s: float | None) -> None:
    assert retry_after_s([value], NOW, 3600.0) == wait_s


def test_head_whose_lines_all_end_in_line_feeds_is_read() -> None:
    head = read_head(b"HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Length: 5\n\n")
    assert head.status == 200
    assert head.values("content-length") == ["5"]
