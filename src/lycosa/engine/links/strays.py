"""Links on pages that no strategy has proposed: in goes a URL, out comes its id in the link graph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from lycosa.frontier.seen import SeenSet, hash_of
from lycosa.graph import FIRST_STRAY, LinkGraph
from lycosa.model import Queued


class Stray(NamedTuple):
    """A link that is not in the frontier, met for the first time."""

    id: int
    """Below -1."""
    url: str


class Strays:
    """All strays of a crawl; a compact record of each, for most crawls have none and some have millions."""

    def __init__(self, graph: LinkGraph, key: bytes = b"") -> None:
        self._graph = graph
        self._key = key
        self._seen = SeenSet()
        self._new: list[Stray] = []
        self._adopted: list[tuple[int, int]] = []

    def id(self, url: str) -> int:
        """Return the id of a URL that is not the frontier's, a new one if need be."""
        known = len(self._seen)
        stray = FIRST_STRAY - self._seen.add(hash_of(url, self._key))
        if len(self._seen) > known:
            self._new.append(Stray(self._graph.new_stray(), url))
        return stray

    def adopt(self, url: str, link: int) -> None:
        """Take note that a URL is a link of the frontier from now on."""
        if not len(self._seen):
            return
        number = self._seen.find(hash_of(url, self._key))
        if number >= 0:
            self._graph.adopt(FIRST_STRAY - number, link)
            self._adopted.append((FIRST_STRAY - number, link))

    def adopt_all(self, urls: Sequence[str], links: Sequence[Queued]) -> None:
        """Take note that many URLs are links of the frontier from now on."""
        if len(self._seen):
            for url, link in zip(urls, links, strict=True):
                self.adopt(url, link.id)

    def news(self) -> tuple[tuple[Stray, ...], tuple[tuple[int, int], ...]]:
        """Return the strays that are new since the last time, and those that have become links."""
        news = tuple(self._new), tuple(self._adopted)
        self._new.clear()
        self._adopted.clear()
        return news

    def load(self, strays: Iterable[tuple[str, int | None]]) -> None:
        """Take in the URLs of an earlier crawl's strays in order, each with what it has become."""
        for url, link in strays:
            stray = self.id(url)
            if link is not None:
                self._graph.adopt(stray, link)
        self._new.clear()
