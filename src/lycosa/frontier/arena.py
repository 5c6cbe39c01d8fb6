"""Where the text of URLs is kept: in goes one URL per link, in order of id; out comes the URL of an id."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Protocol


class UrlStore(Protocol):
    """The text of every URL the frontier has seen, by link id."""

    def append(self, url: str) -> None:
        """Keep the URL of the next id."""

    def get(self, link: int) -> str:
        """Return the URL of a link."""

    def expect(self, links: Iterable[int]) -> None:
        """Make ready for being asked for the URLs of some links."""

    def __len__(self) -> int:
        """Return the number of URLs held."""


class UrlArena:
    """URLs end to end in one piece of memory, at 8 bytes each beyond their text."""

    def __init__(self) -> None:
        self._text = bytearray()
        self._starts = array("Q", [0])

    def append(self, url: str) -> None:
        """Keep the URL of the next id."""
        self._text += url.encode()
        self._starts.append(len(self._text))

    def expect(self, links: Iterable[int]) -> None:
        """Do nothing: all are in memory."""

    def get(self, link: int) -> str:
        """Return the URL of a link."""
        return self._text[self._starts[link] : self._starts[link + 1]].decode()

    def __len__(self) -> int:
        return len(self._starts) - 1
