"""Which links stand on the same page: links found on pages go in, the siblings of a link come out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from lycosa.model import JSON, Queued


class Siblings:
    """Remembers the links of the pages read last.

    Parameters
    ----------
    links_max
        Links remembered in all; the oldest pages are forgotten first.

    Examples
    --------
    >>> siblings = Siblings(links_max=100)
    >>> siblings.remember(0, ["http://a.example/1", "http://a.example/2"])
    >>> siblings.of(Queued(1, "http://a.example/1", "a.example", 1, 0, 0.0, ()))
    ['http://a.example/2']
    """

    def __init__(self, links_max: int) -> None:
        self._links_max = links_max
        self._children: dict[int, dict[str, None]] = {}
        self._links = 0

    def remember(self, page: int, urls: Iterable[str]) -> None:
        """Note the links of a page, known by the id of the link that led to it."""
        self._children[page] = children = dict.fromkeys(urls)
        self._links += len(children)
        while self._links > self._links_max:
            self._links -= len(self._children.pop(next(iter(self._children))))

    def of(self, link: Queued) -> list[str]:
        """Return the other links of the page on which this one was first found, if it is remembered."""
        return [url for url in self._children.get(link.parent, ()) if url != link.url]

    def state(self) -> list[JSON]:
        """Return pages and their links as plain data, oldest first."""
        return [[page, list(urls)] for page, urls in self._children.items()]

    def restore(self, state: JSON) -> None:
        """Remember what the one that returned `state` remembered."""
        pages = cast("list[tuple[int, list[str]]]", state)
        self._children = {page: dict.fromkeys(urls) for page, urls in pages}
        self._links = sum(map(len, self._children.values()))
