"""Pages per CPU-second of our fetcher against plain aiohttp, from a local server in another process.

Both ask 500 hosts through 64 workers with connections kept alive and end with the decoded body in
memory. aiohttp checks no addresses, keeps no exchange and has no caps: it is a floor, not a peer.

    python -m benchmarks.fetch [pages]
"""

from __future__ import annotations

import asyncio
import gzip
import multiprocessing
import random
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from multiprocessing.connection import Connection

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

from lycosa.fetch.dns import Resolver
from lycosa.fetch.http import HttpFetcher
from lycosa.fetch.limits import FetchLimits

HOSTS = 500
WORKERS = 64
REPEATS = 5
WIRE_BYTES = {"/10": 10_000, "/50": 50_000}

Ask = Callable[[str], Awaitable[int]]


def page(wire_bytes: int) -> bytes:
    """Return a gzip body of that size: words of a small vocabulary in marked-up sentences."""
    dice = random.Random(7)
    words = ["".join(dice.choices("etaoinshrdlu", k=dice.randint(2, 9))) for _ in range(800)]
    sentences = [
        f"<p class='text'><a href='/{dice.choice(words)}'>{' '.join(dice.choices(words, k=12))}</a></p>"
        for _ in range(4000)
    ]
    low, high = 1, len(sentences)
    while low < high:
        middle = (low + high) // 2
        if len(gzip.compress("\n".join(sentences[:middle]).encode(), 6)) < wire_bytes:
            low = middle + 1
        else:
            high = middle
    return gzip.compress("\n".join(sentences[:low]).encode(), 6)


class Answering(asyncio.Protocol):
    """Writes a ready answer for every request."""

    answers: dict[bytes, bytes]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self.buffer = b""

    def data_received(self, data: bytes) -> None:
        *requests, self.buffer = (self.buffer + data).split(b"\r\n\r\n")
        for request in requests:
            self.transport.write(self.answers[request.split(b" ", 2)[1]])  # type: ignore[attr-defined]


def serve(port: Connection) -> None:
    head = (
        "HTTP/1.1 200 OK\r\nServer: bench\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
        "Content-Type: text/html; charset=utf-8\r\nLast-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
        'ETag: "x"\r\nVary: Accept-Encoding\r\nContent-Encoding: gzip\r\nContent-Length: {}\r\n\r\n'
    )
    bodies = {path: page(size) for path, size in WIRE_BYTES.items()}
    Answering.answers = {
        path.encode(): head.format(len(body)).encode() + body for path, body in bodies.items()
    }

    async def run() -> None:
        listener = await asyncio.get_running_loop().create_server(Answering, "127.0.0.1", 0, backlog=1024)
        port.send(listener.sockets[0].getsockname()[1])
        await listener.serve_forever()

    asyncio.run(run())


class Loopback(AbstractResolver):
    async def resolve(self, host: str, port: int = 0, family: int = 0) -> list[ResolveResult]:
        return [ResolveResult(hostname=host, host="127.0.0.1", port=port, family=2, proto=0, flags=0)]

    async def close(self) -> None:
        pass


async def work(ask: Ask, port: int, path: str, pages: int) -> None:
    numbers = iter(range(pages))

    async def worker() -> None:
        for number in numbers:
            body_bytes = await ask(f"http://host{number % HOSTS}.example:{port}{path}")
            assert body_bytes > WIRE_BYTES[path]

    await asyncio.gather(*(worker() for _ in range(WORKERS)))


async def with_lycosa(port: int, path: str, pages: int) -> None:
    fetcher = HttpFetcher(FetchLimits(), Resolver(), "bench/1.0", resolve_map={"*": ("127.0.0.1", port)})

    async def ask(url: str) -> int:
        return len((await fetcher.fetch(url)).body)

    await work(ask, port, path, pages)
    await fetcher.close()


async def with_aiohttp(port: int, path: str, pages: int) -> None:
    connector = aiohttp.TCPConnector(limit=0, resolver=Loopback())
    async with aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar()) as session:

        async def ask(url: str) -> int:
            async with session.get(url, allow_redirects=False) as response:
                return len(await response.read())

        await work(ask, port, path, pages)


def cpu_s(run: Callable[[int, str, int], Awaitable[None]], port: int, path: str, pages: int) -> float:
    started = time.process_time()
    asyncio.run(run(port, path, pages))  # type: ignore[arg-type]
    return time.process_time() - started


def main() -> None:
    pages = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    ours, theirs = multiprocessing.Pipe()
    server = multiprocessing.Process(target=serve, args=(theirs,), daemon=True)
    server.start()
    port = ours.recv()
    for path, wire_bytes in WIRE_BYTES.items():
        times: dict[str, list[float]] = {"lycosa": [], "aiohttp": []}
        for _ in range(REPEATS):
            times["lycosa"].append(cpu_s(with_lycosa, port, path, pages))
            times["aiohttp"].append(cpu_s(with_aiohttp, port, path, pages))
        rate = {name: pages / statistics.median(values) for name, values in times.items()}
        print(
            f"{wire_bytes // 1000} KB gzip: lycosa {rate['lycosa']:,.0f} pages per CPU-second, "
            f"aiohttp {rate['aiohttp']:,.0f}: {rate['lycosa'] / rate['aiohttp']:.2f} times"
        )
    server.terminate()


if __name__ == "__main__":
    main()
