"""Misbehaving HTTP servers on loopback: one handler per way to misbehave, started and stopped by tests.

A handler is given a `Connection` and does with it what it likes. `CASES` names the ready-made ones
by the numbers of the hostile-web table, with a variant after a dash.
"""

from __future__ import annotations

import asyncio
import gzip
import itertools
import socket
import ssl
import struct
import time
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import cache

import brotli
from backports import zstd

Handler = Callable[["Connection"], Awaitable[None]]

MIB = 1024 * 1024
HELLO = b"<html><title>Hello</title><p>hello</html>"


class Connection:
    """One accepted connection, at the level of bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, number: int) -> None:
        self._reader = reader
        self._writer = writer
        self.number = number
        """How many connections the server had accepted before this one."""

    async def request(self) -> bytes:
        """Wait for a request and return its head."""
        return await self._reader.readuntil(b"\r\n\r\n")

    async def receive(self, count: int) -> bytes:
        """Wait for so many bytes of something else than HTTP."""
        return await self._reader.readexactly(count)

    async def send(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()
        await asyncio.sleep(0)

    async def gone(self) -> None:
        """Wait until the client closes."""
        while await self._reader.read(65536):
            pass

    def reset(self) -> None:
        """Close with a TCP reset instead of a goodbye."""
        raw = self._writer.get_extra_info("socket")
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._writer.transport.abort()

    async def close(self) -> None:
        self._writer.close()


class Server:
    """A running server and what it has seen."""

    def __init__(self, handler: Handler) -> None:
        self._handler = handler
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0
        self.connections = 0
        self.requests: list[bytes] = []
        self.times: list[float] = []
        """When each request came, by the clock that never runs backwards."""

    def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = Connection(reader, writer, self.connections)
        self.connections += 1
        task = asyncio.ensure_future(self._serve(connection))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, connection: Connection) -> None:
        asked = connection.request

        async def recorded() -> bytes:
            head = await asked()
            self.requests.append(head)
            self.times.append(time.monotonic())
            return head

        connection.request = recorded  # type: ignore[method-assign]
        try:
            await self._handler(connection)
        except (ConnectionError, asyncio.IncompleteReadError, ssl.SSLError):
            pass
        finally:
            await connection.close()

    def paths(self) -> list[str]:
        """Return the paths asked for, in order."""
        return [head.split(b" ")[1].decode() for head in self.requests]

    async def stop(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def serve(
    handler: Handler, tls: ssl.SSLContext | None = None, address: str = "127.0.0.1", port: int = 0
) -> AsyncIterator[Server]:
    """Run a server on loopback, by default on any free port."""
    server = Server(handler)
    listener = await asyncio.start_server(server.accept, address, port, ssl=tls, backlog=1024)
    server.port = listener.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listener.close()
        await server.stop()
        await listener.wait_closed()


def answer(body: bytes = b"", status: str = "200 OK", headers: Sequence[str] = ()) -> bytes:
    """Return a well-formed answer."""
    lines = [
        f"HTTP/1.1 {status}",
        "Content-Type: text/html",
        *headers,
        f"Content-Length: {len(body)}",
        "",
        "",
    ]
    return "\r\n".join(lines).encode("latin-1") + body


def redirect(location: str, status: str = "302 Found") -> bytes:
    """Return an answer that leads elsewhere."""
    return answer(b"moved", status, [f"Location: {location}"])


def always(data: bytes) -> Handler:
    """Send the same bytes for every request, and keep the connection open."""

    async def handler(connection: Connection) -> None:
        while True:
            await connection.request()
            await connection.send(data)

    return handler


def once(data: bytes) -> Handler:
    """Send the bytes for the first request, then close."""

    async def handler(connection: Connection) -> None:
        await connection.request()
        await connection.send(data)

    return handler


def site(pages: dict[str, bytes], missing: bytes = answer(b"no such page", "404 Not Found")) -> Handler:
    """Answer by path, with a ready answer for each."""

    async def handler(connection: Connection) -> None:
        while True:
            head = await connection.request()
            await connection.send(pages.get(head.split(b" ")[1].decode(), missing))

    return handler


async def silent(connection: Connection) -> None:
    """Accept and never answer."""
    await connection.request()
    await connection.gone()


async def slowloris(connection: Connection) -> None:
    """Send a body byte by byte, for ever."""
    await connection.request()
    await connection.send(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
    while True:
        await connection.send(b"x")
        await asyncio.sleep(0.01)


async def stalled(connection: Connection) -> None:
    """Fall silent in the middle of a body."""
    await connection.request()
    await connection.send(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf")
    await connection.gone()


def endless_chunks(chunk: bytes) -> Handler:
    """Send a chunked body without end."""
    piece = b"%x\r\n%s\r\n" % (len(chunk), chunk)
    batch = piece * max(1, 65536 // len(piece))

    async def handler(connection: Connection) -> None:
        await connection.request()
        await connection.send(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        while True:
            await connection.send(batch)

    return handler


async def reset_in_body(connection: Connection) -> None:
    """Break the connection after half of the body."""
    await connection.request()
    await connection.send(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf")
    await asyncio.sleep(0.02)
    connection.reset()


async def reset_at_once(connection: Connection) -> None:
    """Break the connection instead of answering."""
    await connection.request()
    connection.reset()


async def endless_interim(connection: Connection) -> None:
    """Promise an answer for ever."""
    await connection.request()
    while True:
        await connection.send(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")


def header_flood(line: bytes) -> Handler:
    """Send headers without end."""

    async def handler(connection: Connection) -> None:
        await connection.request()
        await connection.send(b"HTTP/1.1 200 OK\r\n")
        for number in itertools.count():
            await connection.send(line.replace(b"#", b"%d" % number))

    return handler


async def trailer_flood(connection: Connection) -> None:
    """Follow a chunked body with a megabyte of trailers."""
    await connection.request()
    await connection.send(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n")
    await connection.send(b"".join(b"X-Trailer-%d: %s\r\n" % (number, b"x" * 1000) for number in range(1000)))
    await connection.send(b"\r\n")
    await connection.gone()


@cache
def bomb(encoding: str, decoded_bytes: int = 20 * MIB) -> bytes:
    """Return a small body that unfolds to zeros."""
    zeros = bytes(decoded_bytes)
    if encoding == "br":
        return bytes(brotli.compress(zeros, quality=5))
    if encoding == "zstd":
        return bytes(zstd.compress(zeros))
    if encoding == "deflate":
        return zlib.compress(zeros)
    return gzip.compress(zeros, compresslevel=9)


def encoded(body: bytes, encoding: str, status: str = "200 OK", headers: Sequence[str] = ()) -> bytes:
    """Return an answer that says its body is encoded so."""
    return answer(body, status, [f"Content-Encoding: {encoding}", *headers])


def _head(*lines: bytes) -> bytes:
    return b"HTTP/1.1 200 OK\r\n" + b"".join(lines) + b"\r\n"


CASES: dict[str, Handler] = {
    "H01": silent,
    "H02": slowloris,
    "H02-stalled": stalled,
    "H03": endless_chunks(b"x" * 4096),
    "H04": endless_chunks(b"x"),
    "H05": once(_head(b"Content-Length: 100\r\n") + b"short"),
    "H05-chunked": once(_head(b"Transfer-Encoding: chunked\r\n") + b"5\r\nhello\r\n"),
    "H06": always(_head(b"Content-Length: 5\r\n") + b"hello, and much more"),
    "H07-negative": once(_head(b"Content-Length: -5\r\n") + b"hello"),
    "H07-text": once(_head(b"Content-Length: five\r\n") + b"hello"),
    "H07-huge": once(_head(b"Content-Length: 99999999999999999999999\r\n") + b"hello"),
    "H07-two": once(_head(b"Content-Length: 5\r\n", b"Content-Length: 3\r\n") + b"hello"),
    "H08-both": once(_head(b"Content-Length: 5\r\n", b"Transfer-Encoding: chunked\r\n") + b"0\r\n\r\n"),
    "H08-coding": once(_head(b"Transfer-Encoding: gzip, chunked\r\n") + b"0\r\n\r\n"),
    "H08-nul": once(_head(b"X-A: a\0b\r\n", b"Content-Length: 5\r\n") + b"hello"),
    "H08-cr": once(_head(b"X-A: a\rb\r\n", b"Content-Length: 5\r\n") + b"hello"),
    "H08-lf": once(_head(b"X-A: a\nX-B: b\r\n", b"Content-Length: 5\r\n") + b"hello"),
    "H08-space": once(_head(b"Content-Length : 5\r\n") + b"hello"),
    "H08-chunk": once(_head(b"Transfer-Encoding: chunked\r\n") + b"zz\r\nhello\r\n0\r\n\r\n"),
    "H09-http09": once(b"<html>hello</html>"),
    "H09-000": once(b"HTTP/1.1 000 Nothing\r\nContent-Length: 0\r\n\r\n"),
    "H09-99": once(b"HTTP/1.1 99 Low\r\nContent-Length: 0\r\n\r\n"),
    "H09-65736": once(b"HTTP/1.1 65736 Wraps\r\nContent-Length: 0\r\n\r\n"),
    "H09-text": once(b"HTTP/1.1 fine\r\nContent-Length: 0\r\n\r\n"),
    "H10-many": header_flood(b"X-Header-#: x\r\n" * 100),
    "H10-long": header_flood(b"x" * 65536),
    "H10-trailers": trailer_flood,
    "H11": reset_in_body,
    "H11-at-once": reset_at_once,
    "H12": endless_interim,
    "H12-upgrade": once(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"),
    "H13": always(answer(b"first") + answer(b"second")),
    "H16": always(encoded(bomb("gzip"), "gzip")),
    "H17-br": always(encoded(bomb("br"), "br")),
    "H17-zstd": always(encoded(bomb("zstd"), "zstd")),
    "H17-deflate": always(encoded(bomb("deflate"), "deflate")),
    "H18": always(encoded(gzip.compress(gzip.compress(gzip.compress(HELLO))), "gzip, gzip, gzip")),
    "H19": always(encoded(gzip.compress(b"") * 20_000, "gzip")),
    "H20-plain": always(encoded(HELLO, "gzip")),
    "H20-unlabelled": always(answer(gzip.compress(HELLO))),
    "H20-truncated": always(encoded(gzip.compress(HELLO * 100)[:-10], "gzip")),
    "H20-garbage": always(encoded(b"\x1f\x8b" + bytes(range(64)), "gzip")),
    "H21-redirect": always(encoded(bomb("gzip"), "gzip", "302 Found", ["Location: /elsewhere"])),
    "H21-404": always(encoded(bomb("gzip"), "gzip", "404 Not Found")),
    "H23-file": always(redirect("file:///etc/passwd")),
    "H23-data": always(redirect("data:text/html,x")),
    "H23-javascript": always(redirect("javascript:alert(1)")),
    "H23-ftp": always(redirect("ftp://example.org/")),
    "H28-empty": always(redirect("")),
    "H28-missing": always(answer(b"", "302 Found")),
    "H28-two": always(answer(b"", "302 Found", ["Location: /a", "Location: /b"])),
    "H28-invalid": always(redirect("http://[bad/")),
    "H28-long": always(redirect("/" + "a" * 60_000)),
    "H40-seconds": always(answer(b"", "429 Too Many Requests", ["Retry-After: 120"])),
    "H40-date": always(answer(b"", "503 Busy", ["Retry-After: Fri, 31 Dec 2999 23:59:59 GMT"])),
    "H40-past": always(answer(b"", "503 Busy", ["Retry-After: Fri, 31 Dec 1999 23:59:59 GMT"])),
    "H40-nonsense": always(answer(b"", "503 Busy", ["Retry-After: soon"])),
}
