"""Raw and broken HTTP/1 answers of web-platform-tests, served byte for byte from a plain socket."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.hostile.servers import answer, once, serve

from lycosa.errors import Kind
from lycosa.fetch.dns import Resolver
from lycosa.fetch.http import HttpFetcher
from lycosa.fetch.limits import FetchLimits
from lycosa.model import Fetched

LIMITS = FetchLimits(connect_s=2.0, first_byte_s=1.0, idle_s=1.0, total_s=5.0)
DECODED = {
    "foo.text": b"foo" * 3500,
    "foo.octetstream": b"foo" * 3500,
    "hello.html": b"Hello world",
}


async def ask_twice(data: bytes) -> tuple[Fetched, Fetched, int]:
    """Fetch the answer twice and count the connections that took."""
    async with serve(once(data)) as server:
        fetcher = HttpFetcher(LIMITS, Resolver(), "lycosa", resolve_map={"*": ("127.0.0.1", server.port)})
        first = await fetcher.fetch("http://example.org/")
        second = await fetcher.fetch("http://example.org/")
        await fetcher.close()
        return first, second, server.connections


def encoded_answer(raw: Path, name: str) -> bytes:
    folder = raw / "content-encoding"
    headers = (folder / f"{name}.headers").read_text("ascii").splitlines()
    return answer((folder / name).read_bytes(), headers=headers)


@pytest.fixture
def raw(shared: Path) -> Path:
    return shared / "conformance" / "wpt-h1-raw"


async def test_odd_bytes_end_in_an_answer_or_a_protocol_error(raw: Path) -> None:
    files = sorted((raw / "asis").glob("*.asis"))
    assert len(files) == 103
    for file in files:
        first, second, connections = await ask_twice(file.read_bytes())
        assert first.error in {None, Kind.PROTOCOL}, file.name
        assert (first.error, first.body) == (second.error, second.body), file.name
        assert connections == 2, file.name


async def test_status_lines(raw: Path) -> None:
    table = json.loads((raw / "status_line.json").read_text("utf-8"))
    assert len(table) == 16
    for row in table:
        data = f"HTTP/1.1 {row['input']}\r\nContent-Length: 0\r\n\r\n".encode()
        fetched, _, _ = await ask_twice(data)
        expected = row["expected"] and row["expected"]["status"]
        if expected is None or expected < 100:
            assert (fetched.status, fetched.error) == (0, Kind.PROTOCOL), row
        else:
            assert fetched.status == expected, row


@pytest.mark.parametrize("suffix", ["gz", "br", "zst"])
async def test_encoded_bodies(raw: Path, suffix: str) -> None:
    for stem, body in DECODED.items():
        fetched, _, _ = await ask_twice(encoded_answer(raw, f"{stem}.{suffix}"))
        assert (fetched.error, fetched.body) == (None, body), stem


@pytest.mark.parametrize("name", ["big.text.gz", "big.text.br", "big.text.zst", "big.window.zst"])
async def test_bodies_that_expand_far_are_refused(raw: Path, name: str) -> None:
    fetched, _, _ = await ask_twice(encoded_answer(raw, name))
    assert (fetched.body, fetched.error in {Kind.BOMB, Kind.DECODING}) == (b"", True)
