"""Whole crawls of misbehaving webs: handlers by host name in, what the crawl left on disk out.

A `hostile_web` is one server for each host on loopback, and a `crawl` of it is a real `Session` with
a store. Whatever the servers do, every crawl here must end by itself, raise nothing, leave a reason
for every URL, and have read the page of the healthy host beside them.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from tests.hostile.servers import Connection, Handler, Server, answer, serve, site

from lycosa.config import Settings, build
from lycosa.engine import Stop
from lycosa.frontier import State
from lycosa.session import Session
from lycosa.store import read_state

HEALTHY = "http://healthy.test/"
ALLOW_ALL = answer(b"User-agent: *\nAllow: /\n")
SHORT_FETCH: dict[str, Any] = {
    "connect_s": 1.5,
    "first_byte_s": 1.5,
    "idle_s": 1.0,
    "total_s": 3.0,
    "rate_window_s": 1.5,
    "wire_bytes": 1 << 20,
}
"""Deadlines that a server which does not misbehave keeps on a busy machine too."""
_numbers = itertools.count()


def polite(handler: Handler, robots: bytes = ALLOW_ALL) -> Handler:
    """Answer for robots.txt sanely, and leave everything else to a handler."""

    async def served(connection: Connection) -> None:
        asked = connection.request

        async def past_robots() -> bytes:
            while (head := await asked()).startswith(b"GET /robots.txt "):
                await connection.send(robots)
            return head

        connection.request = past_robots  # type: ignore[method-assign]
        await handler(connection)

    return served


def html(body: str = "", head: str = "", title: str = "flood") -> bytes:
    """Return an answer with a small page about floods that is like no other."""
    word = f"water{next(_numbers)}"
    page = f"<html lang=en><title>{title}</title>{head}<body><p>flood {word}</p>{body}</html>"
    return answer(page.encode())


def linking(*targets: str, head: str = "", rel: str = "") -> bytes:
    """Return an answer with a page that links to the targets."""
    attribute = f' rel="{rel}"' if rel else ""
    return html("".join(f'<p><a href="{target}"{attribute}>flood</a></p>' for target in targets), head)


def everywhere(make: Callable[[str], bytes] = lambda _: html()) -> Handler:
    """Answer every path with a page of its own; `make` is given the path."""

    async def handler(connection: Connection) -> None:
        while True:
            head = await connection.request()
            await connection.send(make(head.split(b" ")[1].decode()))

    return handler


class Visit(NamedTuple):
    """A visit as `state.sqlite` has it."""

    url: str
    status: int
    error: str | None
    detail: str | None
    location: str | None
    retry_in_s: float | None
    truncated: int
    body_bytes: int
    links: int
    relevant: int | None
    score: float | None
    title: str | None
    same_as: int | None


class Seen(NamedTuple):
    """A link as `state.sqlite` has it."""

    state: str
    refused: str | None


@dataclass(frozen=True)
class Crawled:
    """What a crawl left behind."""

    folder: Path
    visits: list[Visit]
    links: dict[str, Seen]
    events: list[tuple[str, str]]

    def of(self, url: str) -> list[Visit]:
        """Return the visits of one URL, in order."""
        return [visit for visit in self.visits if visit.url == url]

    def error(self, url: str) -> str | None:
        """Return what went wrong at the last visit of a URL, or why there was none."""
        visits = self.of(url)
        return visits[-1].error if visits else self.links[url].refused

    def pages(self) -> list[str]:
        """Return the URLs of pages that were read, the healthy one apart, in order."""
        return [visit.url for visit in self.visits if visit.relevant is not None and visit.url != HEALTHY]


class HostileWeb:
    """Servers by host name."""

    def __init__(self, servers: Mapping[str, Server]) -> None:
        self.servers = servers

    def __getitem__(self, host: str) -> Server:
        return self.servers[host]

    def paths(self, host: str) -> list[str]:
        """Return what a host was asked for, robots.txt apart, in order."""
        return [path for path in self[host].paths() if path != "/robots.txt"]

    async def crawl(self, folder: Path, *seeds: str, ends: Stop = Stop.EXHAUSTED, **settings: Any) -> Crawled:
        """Crawl from the seeds and the healthy page; settings are tables such as `retries={...}`."""
        session = Session(self.settings(*seeds, **settings), folder)
        await finish(session, ends)
        crawled = read_crawl(folder)
        assert crawled.error(HEALTHY) is None
        if ends is Stop.EXHAUSTED:
            assert_every_link_has_an_end(crawled)
        return crawled

    def settings(self, *seeds: str, **settings: Any) -> Settings:
        """Return the settings of a quick crawl that finds these servers."""
        resolve = [f"{host}:127.0.0.1:{server.port}" for host, server in self.servers.items()]
        data: dict[str, Any] = {
            "topic": {"keywords": ["flood"]},
            "seeds": [*seeds, HEALTHY],
            "budget": {"seconds": 20},
            "politeness": {"delay_s": 0.0, "address_delay_s": 0.0},
            "work": {"concurrency": 8},
            "retries": {"limit": 1, "delay_s": 0.01, "give_up_s": 0.0},
            "robots": {"retry_s": 0.01},
            "fetch": SHORT_FETCH,
            "network": {"resolve": resolve},
        }
        for table, values in settings.items():
            data[table] = {**data.get(table, {}), **values} if isinstance(values, dict) else values
        return build(Settings, data, "test")


@asynccontextmanager
async def hostile_web(hosts: Mapping[str, Handler]) -> AsyncIterator[HostileWeb]:
    """Serve every host on a port of its own, and a healthy one beside them."""
    async with AsyncExitStack() as running:
        servers = {
            host: await running.enter_async_context(serve(handler))
            for host, handler in {**hosts, "healthy.test": polite(site({"/": html()}))}.items()
        }
        yield HostileWeb(servers)


async def finish(session: Session, ends: Stop = Stop.EXHAUSTED) -> None:
    """Run a session to its end; nothing may be left to the loop's handler of lost exceptions."""
    lost: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: lost.append(context))
    async for _ in session.steps():
        pass
    assert session.engine is not None
    assert session.engine.stopped is ends
    assert lost == []


def read_crawl(folder: Path) -> Crawled:
    """Read what a crawl left."""
    with closing(read_state(folder)) as state:
        visits = state.execute(
            "SELECT url, status, error, detail, location, retry_in_s, truncated, body_bytes, visits.links,"
            " relevant, score, title, same_as FROM visits JOIN links ON links.id = link ORDER BY number"
        ).fetchall()
        links = state.execute("SELECT url, state, refused FROM link_list ORDER BY id").fetchall()
        events = state.execute("SELECT kind, text FROM events ORDER BY id").fetchall()
    return Crawled(
        folder,
        [Visit(*row) for row in visits],
        {url: Seen(State(state).name.lower(), refused) for url, state, refused in links},
        events,
    )


def assert_every_link_has_an_end(crawled: Crawled) -> None:
    """Check that nothing is left queued, that what was skipped says why, and what failed too."""
    for url, (state, refused) in crawled.links.items():
        assert state in ("done", "skipped", "discarded"), url
        assert state != "skipped" or refused, url
    for visit in crawled.visits:
        assert visit.error or visit.location or visit.relevant is not None, visit
