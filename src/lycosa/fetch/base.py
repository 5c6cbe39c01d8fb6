"""What the engine asks of a fetcher: one URL, one answer, never an exception."""

from __future__ import annotations

from typing import Protocol

from lycosa.model import Fetched


class Fetcher(Protocol):
    """Turns a URL into an answer or an error kind."""

    async def fetch(self, url: str) -> Fetched:
        """Ask once, without following redirects. Failures are values, never exceptions."""

    async def close(self) -> None:
        """Let go of connections and files."""
