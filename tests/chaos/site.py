"""The web of the chaos suite: many healthy hosts and some that misbehave, all behind one port on loopback.

A host's name says what it does: `healthy-3.test` has `pages` pages that link to each other and to the next
host; `costly`, `slow`, `dead`, `reset`, `garbage` and `endless` answer as they are called. While the file
`outage` is there, every connection is reset: the network is down for all.
"""

from __future__ import annotations

import asyncio
import itertools
from contextlib import suppress
from pathlib import Path

from tests.hostile_markup import COSTLY, SLOW

HOSTILE = ("costly", "slow", "dead", "reset", "garbage", "endless")
_COSTLY = [*COSTLY.values(), *(markup for markup in SLOW.values() if len(markup) < 600_000)]
_ROBOTS = "User-agent: *\nDisallow:\n"


def healthy(hosts: int) -> list[str]:
    """Return the names of the healthy hosts."""
    return [f"healthy-{number}.test" for number in range(hosts)]


def urls(hosts: int, pages: int, port: int) -> set[str]:
    """Return every page that a crawl must find."""
    return {f"http://{host}:{port}/{page}" for host in healthy(hosts) for page in range(pages)}


class Site:
    """Answers for all hosts."""

    def __init__(self, folder: Path, hosts: int, pages: int) -> None:
        self.folder = folder
        self.hosts = hosts
        self.pages = pages
        self.port = 0
        self._costly = itertools.cycle(_COSTLY)

    async def start(self) -> asyncio.Server:
        """Listen on loopback."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        return server

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(
            OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, asyncio.CancelledError
        ):
            while not (self.folder / "outage").exists():
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                if (self.folder / "outage").exists():
                    break
                path = head.split(" ", 2)[1]
                host = head.lower().partition("\r\nhost: ")[2].partition(":")[0]
                if not await self._answer(writer, host, path):
                    break
        writer.transport.abort()

    async def _answer(self, writer: asyncio.StreamWriter, host: str, path: str) -> bool:
        """Answer one request; say whether the connection stays open."""
        kind, _, number = host.removesuffix(".test").partition("-")
        if path == "/robots.txt":
            writer.write(_message(_ROBOTS, "text/plain"))
        elif kind == "healthy":
            writer.write(_message(self._page(int(number), path)))
        elif kind == "costly":
            writer.write(_message(next(self._costly)))
        elif kind == "slow":
            head, _, body = _message("<p>flood" * 100).partition(b"<p>")
            writer.write(head)
            for byte in body:
                if writer.transport.is_closing():
                    return False
                writer.write(bytes([byte]))
                await asyncio.sleep(0.2)
        elif kind == "garbage":
            writer.write(b"\x16\x03\x01\0\xff" * 20)
        elif kind == "endless":
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>flood")
            with suppress(ConnectionError):
                while not writer.transport.is_closing():
                    writer.write(b"<b>rain</b>" * 4_000)
                    await writer.drain()
            return False
        else:
            return False
        await writer.drain()
        return kind != "garbage" or path == "/robots.txt"

    def _page(self, number: int, path: str) -> str:
        page = int(path.strip("/") or 0) if path.strip("/").isdigit() else 0
        links = [f"/{other}" for other in (2 * page + 1, 2 * page + 2) if other < self.pages]
        links += [f"http://healthy-{(number + 1) % self.hosts}.test:{self.port}/0"]
        links += [f"http://{kind}-{number % 3}.test:{self.port}/{page}" for kind in HOSTILE if page % 20 == 0]
        anchors = "".join(f"<p><a href='{link}'>flood</a></p>" for link in links)
        words = " ".join(f"flood{number}x{page}x{word}" for word in range(60))
        return f"<html lang=en><title>Flood {number} {page}</title><p>{words}</p>{anchors}</html>"


def _message(body: str, content_type: str = "text/html; charset=utf-8") -> bytes:
    data = body.encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\nContent-Length: {len(data)}\r\n\r\n"
    return head.encode() + data
