"""What is asked of a search engine: a query in, hits out, or a `LycosaError` that says what went wrong.

Engines never open a connection: they are given a `Fetch`, which asks once and follows nothing.
What it brings is hostile input, bounded in size before anything is read from it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple, Protocol, TypeAlias

from lycosa.errors import LycosaError
from lycosa.model import Fetched
from lycosa.url import canonical, origin_of

ANSWER_BYTES_MAX = 4 * 1024 * 1024
"""A page of results is a few hundred kilobytes at most."""
PAGES_MAX = 10
"""Pages of results asked of one engine for one query."""
TITLE_CHARS_MAX = 300

Fetch: TypeAlias = Callable[[str], Awaitable[Fetched]]
"""Asks for a URL once, without following redirects."""


class Hit(NamedTuple):
    """A URL that a search found."""

    url: str
    """Canonical."""
    rank: int
    """1 is best."""
    engines: tuple[str, ...]
    """Who found it: several, if the engine that was asked had asked others."""
    title: str = ""


class SearchEngine(Protocol):
    """Something that can be searched."""

    @property
    def name(self) -> str:
        """What people call it; holds no key."""

    async def search(self, query: str, count: int) -> list[Hit]:
        """Return up to `count` URLs, best first."""


class Result(NamedTuple):
    """A result as an answer states it."""

    url: str
    title: str = ""
    engines: tuple[str, ...] = ()


class Ranking:
    """Collects the results of one search as hits; what is no http(s) URL, or comes again, is left out."""

    def __init__(self, engine: str, count: int) -> None:
        self._engine = engine
        self._count = count
        self._hits: dict[str, Hit] = {}

    @property
    def hits(self) -> list[Hit]:
        """The hits so far, best first."""
        return list(self._hits.values())

    @property
    def full(self) -> bool:
        """Whether there are as many hits as were asked for."""
        return len(self._hits) >= self._count

    def add(self, results: list[Result]) -> bool:
        """Rank more results behind those so far; return whether to ask for more."""
        before = len(self._hits)
        for result in results:
            url = canonical(result.url)
            if url is not None and url not in self._hits and not self.full:
                title = " ".join(result.title[:TITLE_CHARS_MAX].split())
                engines = result.engines or (self._engine,)
                self._hits[url] = Hit(url, len(self._hits) + 1, engines, title)
        return len(self._hits) > before and not self.full


def body_of(fetched: Fetched, name: str) -> bytes:
    """Return what an engine answered; anything but an answer is an error that names the engine.

    It does not name the URL, which may hold a key. For the same reason redirects are not followed.
    """
    if fetched.location:
        target = origin_of(fetched.location) or "nowhere"
        raise LycosaError(f"{name} answers with a redirect to {target}; give the address it leads to")
    if fetched.error is not None:
        status = f", status {fetched.status}" if fetched.status else ""
        raise LycosaError(f"{name} cannot be searched: {fetched.error}{status}")
    if fetched.truncated or len(fetched.body) > ANSWER_BYTES_MAX:
        raise LycosaError(f"{name} cannot be searched: its answer is longer than {ANSWER_BYTES_MAX:,} bytes")
    return fetched.body
