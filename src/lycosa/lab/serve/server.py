"""A web on loopback: answers for all hosts of a frozen or synthetic web, with or without TLS, on one port.

The host is taken from the request, so a crawler needs only to be led here (`HttpFetcher`'s
`resolve_map`) and asks for the same URLs as in replay. It is a test server: it reads requests
without a body, in a few lines, and trusts whoever can reach loopback.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
import struct
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple, cast

from lycosa.errors import LycosaError
from lycosa.fetch.replay import ReplayedWeb
from lycosa.lab.serve.answers import ERROR, Answers
from lycosa.lab.serve.network_faults import Fate, NetworkFaults

LOOPBACK = "127.0.0.1"
_HEAD_BYTES_MAX = 64 * 1024
_TLS_HANDSHAKE = 0x16
"""First byte of a connection that begins with TLS; no HTTP method begins with it."""
_BACKLOG = 1024
_BEGINNING_BYTES = 512
_RESET = struct.pack("ii", 1, 0)
_CALM = NetworkFaults()


class Served(NamedTuple):
    """Where a web is served."""

    port: int

    @property
    def resolve_map(self) -> dict[str, tuple[str, int]]:
        """What leads an `HttpFetcher` here, whatever host it asks for."""
        return {"*": (LOOPBACK, self.port)}


@asynccontextmanager
async def serve(
    web: ReplayedWeb,
    *,
    robots: str = "",
    faults: NetworkFaults = _CALM,
    tls: ssl.SSLContext | None = None,
    port: int = 0,
) -> AsyncIterator[Served]:
    """Serve a web while the block runs; port 0 is any free one.

    `robots` is every host's robots.txt, none if empty; with `tls` (see `Authority.context`) https
    URLs are answered as well.
    """
    site = _Site(Answers(web, robots), faults, tls)
    loop = asyncio.get_running_loop()
    try:
        server = await loop.create_server(lambda: _Connection(site), LOOPBACK, port, backlog=_BACKLOG)
    except OSError as error:
        raise LycosaError(f"cannot listen on port {port} of {LOOPBACK}: {error.strerror}") from error
    try:
        yield Served(server.sockets[0].getsockname()[1])
    finally:
        server.close()
        for connection in list(site.connections):
            connection.close()
        await server.wait_closed()


class _Site:
    """What all connections share."""

    def __init__(self, answers: Answers, faults: NetworkFaults, tls: ssl.SSLContext | None) -> None:
        self.answers = answers
        self.faults = faults
        self.tls = tls
        self.connections: set[_Connection] = set()
        self._attempts: Counter[str] = Counter()

    def attempt(self, url: str) -> int:
        """Count a request for a URL; all are the first where it makes no difference."""
        if not self.faults.varies:
            return 1
        self._attempts[url] += 1
        return self._attempts[url]


class _Request(NamedTuple):
    url: str
    gzip: bool
    body: bool
    """Whether the body of the answer is wanted."""
    last: bool
    """Whether the connection ends with it."""


class _Connection(asyncio.Protocol):
    """Answers one request after the other."""

    def __init__(self, site: _Site) -> None:
        self._site = site
        self._transport: asyncio.Transport
        self._tls: _Tls | None = None
        self._received = b""
        self._begun = False
        self._busy = False
        self._blocked = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._site.connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._site.connections.discard(self)

    def pause_writing(self) -> None:
        self._blocked = True

    def resume_writing(self) -> None:
        self._blocked = False
        self._next()

    def close(self) -> None:
        self._transport.abort()

    def data_received(self, data: bytes) -> None:
        if not self._begun:
            self._begun = True
            if data[0] == _TLS_HANDSHAKE:
                if self._site.tls is None:
                    self.close()
                    return
                self._tls = _Tls(self._site.tls)
        try:
            self._received += data if self._tls is None else self._tls.receive(data)
        except ssl.SSLError:
            self.close()
            return
        if self._tls is not None:
            self._transport.write(self._tls.outgoing())
        if len(self._received) > _HEAD_BYTES_MAX:
            self.close()
        self._next()

    def _next(self) -> None:
        """Answer what has arrived in full, unless an earlier answer is still due."""
        while not self._busy and not self._blocked and not self._transport.is_closing():
            head, end, rest = self._received.partition(b"\r\n\r\n")
            if not end:
                return
            self._received = rest
            request = _read(head, "http" if self._tls is None else "https")
            if request is None:
                self._write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n", last=True)
                return
            self._take(request)

    def _take(self, request: _Request) -> None:
        """Answer a request now or, if the network is slow, later."""
        site, faults = self._site, self._site.faults
        # A robots.txt that fails would close its whole host, so it is always answered.
        if site.answers.is_robots(request.url):
            self._answer(request, Fate.ANSWERED)
            return
        attempt = site.attempt(request.url)
        fate, delay_s = faults.fate(request.url, attempt), faults.delay_s(request.url, attempt)
        if not delay_s:
            self._answer(request, fate)
            return
        self._busy = True
        asyncio.get_running_loop().call_later(delay_s, self._answer_late, request, fate)

    def _answer_late(self, request: _Request, fate: Fate) -> None:
        self._busy = False
        if not self._transport.is_closing():
            self._answer(request, fate)
            self._next()

    def _answer(self, request: _Request, fate: Fate) -> None:
        answer = ERROR if fate is Fate.ERROR else self._site.answers.get(request.url, request.gzip)
        if not request.body:
            answer = answer[: answer.index(b"\r\n\r\n") + 4]
        if fate is Fate.RESET:
            self._break_off(answer)
        else:
            self._write(answer, request.last)

    def _break_off(self, answer: bytes) -> None:
        """Begin an answer and reset the connection: clients silently repeat what got no answer at all."""
        self._busy = True
        self._write(answer[: min(_BEGINNING_BYTES, len(answer) // 2)], last=False)
        self._transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
        asyncio.get_running_loop().call_soon(self.close)

    def _write(self, answer: bytes, last: bool) -> None:
        self._transport.write(answer if self._tls is None else self._tls.send(answer))
        if last:
            self._transport.close()


class _Tls:
    """TLS over bytes that somebody else carries."""

    def __init__(self, context: ssl.SSLContext) -> None:
        self._in, self._out = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._session = context.wrap_bio(self._in, self._out, server_side=True)
        self._greeted = False

    def receive(self, data: bytes) -> bytes:
        """Take in what arrived; return what it says."""
        self._in.write(data)
        received = bytearray()
        try:
            if not self._greeted:
                self._session.do_handshake()
                self._greeted = True
            while piece := self._session.read(_HEAD_BYTES_MAX):
                received += piece
        except ssl.SSLWantReadError:
            pass
        return bytes(received)

    def send(self, data: bytes) -> bytes:
        """Return the bytes that say `data`."""
        rest = memoryview(data)
        while rest:
            rest = rest[self._session.write(rest) :]
        return self.outgoing()

    def outgoing(self) -> bytes:
        """Return bytes that are due by themselves: handshakes."""
        return self._out.read()


def _read(head: bytes, scheme: str) -> _Request | None:
    """Read a request, to a server or to a proxy; None if it is none that a crawler sends."""
    try:
        first, *lines = head.decode("latin-1").split("\r\n")
        method, target, version = first.split(" ")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        as_proxy = target.startswith("http://")
        url = target if as_proxy else f"{scheme}://{headers['host']}{target}"
    except (ValueError, KeyError):
        return None
    has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
    if method not in ("GET", "HEAD") or not (as_proxy or target.startswith("/")) or has_body:
        return None
    last = version == "HTTP/1.0" or headers.get("connection", "").lower() == "close"
    return _Request(url, "gzip" in headers.get("accept-encoding", ""), method == "GET", last)
