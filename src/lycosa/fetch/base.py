"""What the engine asks for answers: one link, one answer, never an exception for what the web does.

A `Fetcher` turns a URL into what came back. A `Source` gives the engine all it wants to know of a link: what
came back, and the page in it. Where pages have been read before, it need not do either.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol, runtime_checkable

from lycosa.errors import Kind
from lycosa.model import Fetched, Page, Queued

_REDIRECTS = 5
"""Followed to a page that describes a topic."""


class Since(NamedTuple):
    """What an earlier answer is recognised by: only what has changed since is wanted."""

    etag: str = ""
    last_modified: str = ""


class Answer(NamedTuple):
    """All there is to know of a link."""

    fetched: Fetched
    page: Page | Kind | None
    """The page, or why there is none; None if the fetch itself failed or leads elsewhere."""
    read_ns: int = 0
    """Processor time of this process that reading the page took."""


class Fetcher(Protocol):
    """Turns a URL into an answer or an error kind.

    A plug-in of the family `lycosa.fetchers` has a `name` and is made with the `FetchLimits`, the user agent
    and its own parameters. What robots.txt forbids it is not asked for; addresses it must check itself.
    """

    async def fetch(self, url: str, *, etag: str = "", last_modified: str = "") -> Fetched:
        """Ask once, without following redirects. Failures are values, never exceptions.

        With a validator of an earlier answer, `Kind.NOT_MODIFIED` may answer instead of what has not changed.
        """

    async def close(self) -> None:
        """Let go of connections and files."""


@runtime_checkable
class Source(Protocol):
    """Where a crawl gets its pages from."""

    async def obtain(self, link: Queued, since: Since | None = None) -> Answer:
        """Return the answer to a link; with `since`, `Kind.NOT_MODIFIED` if it has not changed."""

    async def close(self) -> None:
        """Let go of processes, connections and files."""


class Marks(Protocol):
    """Which page is being worked on, kept so that it is known even if it ends this process."""

    def deaths(self, link: int) -> int:
        """Return how often a process has ended while it worked on a link's page."""

    def begin(self, link: int) -> None:
        """Say that work on a link's page begins."""

    def end(self) -> None:
        """Say that it went well."""


async def fetch_through(fetcher: Fetcher, url: str) -> Fetched:
    """Ask for a page that no crawl has queued, and go where its redirects lead."""
    target = url
    for _ in range(_REDIRECTS + 1):
        fetched = await fetcher.fetch(target)
        if not fetched.location:
            return fetched
        target = fetched.location
    return Fetched(url, error=Kind.TOO_MANY_REDIRECTS, detail=f"more than {_REDIRECTS}, the last to {target}")
