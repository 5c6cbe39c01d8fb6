"""Answers from a web that holds still instead of the network: same interface, no waiting, no clock."""

from __future__ import annotations

from typing import Protocol

from lycosa.errors import Kind
from lycosa.model import Fetched


class Stored(Protocol):
    """A page as a source keeps it."""

    @property
    def html(self) -> bytes:
        """Body of the answer."""

    @property
    def content_type(self) -> str:
        """Value of the header of that name."""


class ReplayedWeb(Protocol):
    """Where replayed answers come from: any web of the laboratory."""

    def page(self, url: str) -> Stored | None:
        """Return the page at a URL; None if there is none."""

    def redirect(self, url: str) -> str | None:
        """Return the URL that `url` redirects to; None if it does not redirect."""


class ReplayFetcher:
    """Serves the pages of a web with 200, its redirects with 301, and 404 for everything else."""

    def __init__(self, web: ReplayedWeb) -> None:
        self._web = web

    async def fetch(self, url: str, *, etag: str = "", last_modified: str = "") -> Fetched:
        """Answer at once and always the same."""
        page = self._web.page(url)
        if page is not None:
            return Fetched(url, 200, (("content-type", page.content_type),), page.html)
        target = self._web.redirect(url)
        if target is not None:
            return Fetched(url, 301, (("location", target),), location=target)
        return Fetched(url, 404, error=Kind.HTTP_CLIENT, detail="not in the replayed web")

    async def close(self) -> None:
        """Do nothing: the web belongs to whoever opened it."""
