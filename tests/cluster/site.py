"""A made-up web of many domains on loopback: pages that link forward and at random, redirects, dead links."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

PAGES = 420
HOSTS = 60


class Asked(NamedTuple):
    """A request as the server has seen it."""

    at_s: float
    host: str
    address: str
    path: str


def url_of(number: int, hosts: int = HOSTS) -> str:
    return f"http://host{number % hosts}.test/{number}"


def html_of(number: int, pages: int = PAGES, hosts: int = HOSTS) -> str:
    rng = random.Random(number)
    targets = [number + 1, number + 2, *(rng.randrange(pages) for _ in range(8))]
    links = "".join(f'<div><a href="{url_of(target, hosts)}">flood {target}</a></div>' for target in targets)
    words = "flood water river" if number % 3 else "kitchen bread music"
    text = f"{words} {number} " * rng.randrange(3, 40)
    return f"<html lang=en><title>Page {number}</title><p>{text}</p>{links}"


class Site:
    """Serves the web from a thread of its own; keeps what is asked for."""

    def __init__(
        self,
        pages: int = PAGES,
        wait_s: float = 0.0,
        hosts: int = HOSTS,
        addresses: Sequence[str] = ("127.0.0.1",),
    ) -> None:
        self.pages = pages
        self.wait_s = wait_s
        self.hosts = hosts
        self.addresses = addresses
        self.port = 0
        self.asked: Counter[str] = Counter()
        self.log: list[Asked] = []
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> Site:
        self._thread.start()
        self._ready.wait(30)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        for address in self.addresses:
            serving = asyncio.start_server(self._answer, address, self.port)
            self.port = self._loop.run_until_complete(serving).sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                host = ""
                while (header := await reader.readline()) not in (b"\r\n", b""):
                    name, _, value = header.decode("latin-1").partition(":")
                    host = value.strip() if name.lower() == "host" else host
                host, path = host.partition(":")[0], line.decode("latin-1").split()[1]
                address = writer.get_extra_info("sockname")[0]
                self.log.append(Asked(time.monotonic(), host, address, path))
                writer.write(await self._reply(host, path))
                await writer.drain()
        except (ConnectionError, IndexError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    async def _reply(self, host: str, path: str) -> bytes:
        self.asked[f"http://{host}{path}"] += 1
        await asyncio.sleep(self.wait_s)
        number = int(path[1:]) if path[1:].isdigit() else -1
        if number >= 0 and number % 9 == 8:
            return reply(301, "", f"Location: {url_of(number * 7 % self.pages, self.hosts)}\r\n")
        if not 0 <= number < self.pages or number % 11 == 10:
            return reply(404, "none")
        return reply(200, html_of(number, self.pages, self.hosts))


def reply(status: int, text: str, more: str = "") -> bytes:
    body = text.encode()
    head = f"HTTP/1.1 {status} X\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {len(body)}\r\n"
    return f"{head}{more}\r\n".encode() + body
