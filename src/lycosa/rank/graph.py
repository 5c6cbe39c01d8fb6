"""The web as a ranker weighs it: in go pages and the relevance of each anchor, out come weighted edges.

Who links to whom, and where on the page, is in the crawl's link graph; here is only what a ranker adds to it,
for the pages it has ranked: one edge for each URL of a page, with the relevance its best anchor had then. A
link costs 8 bytes. Links go by the ids of the crawl; a ranker on its own numbers them itself.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from lycosa.frontier.arena import UrlArena
from lycosa.frontier.seen import SeenSet, hash_of
from lycosa.model import SavedState
from lycosa.rank.packed import pack, pack_lines, unpack, unpack_lines

_COLUMNS = {"page_of": "i", "shown_by": "i", "nodes": "I", "starts": "Q", "targets": "I", "anchors": "f"}


class LinkIds(Protocol):
    """Who numbers links."""

    def number(self, url: str) -> int:
        """Return the id of a link, a new one if need be."""

    def numbers(self, urls: Sequence[str]) -> list[int]:
        """Return the ids of many links, as `number` does."""

    def urls(self, links: Sequence[int]) -> list[str]:
        """Return the URLs of some links."""


class OwnIds:
    """Numbers links in the order they come."""

    def __init__(self) -> None:
        self._seen = SeenSet()
        self._urls = UrlArena()

    def number(self, url: str) -> int:
        """Return the id of a link, a new one if need be."""
        node = self._seen.add(hash_of(url))
        if node == len(self._urls):
            self._urls.append(url)
        return node

    def numbers(self, urls: Sequence[str]) -> list[int]:
        """Return the ids of many links, as `number` does."""
        return list(map(self.number, urls))

    def urls(self, links: Sequence[int]) -> list[str]:
        """Return the URLs of some links."""
        return [self._urls.get(link) for link in links]

    def all(self) -> list[str]:
        """Return all URLs, in order."""
        return self.urls(range(len(self._urls)))


class ReadWeb:
    """Pages ranked so far, and the links on them.

    Examples
    --------
    >>> web = ReadWeb()
    >>> web.add("http://a.test/", {"http://b.test/": 0.5})
    0
    >>> web.urls(web.links(0))
    ['http://b.test/']
    """

    def __init__(self) -> None:
        self.ids: LinkIds = OwnIds()
        self.page_of: array[Any] = array("i")
        """Number of a node's page; -1 while it is unread."""
        self.shown_by: array[Any] = array("i")
        """Number of the page that showed a node first; -1 if none did."""
        self.nodes: array[Any] = array("I")
        """Node of each page."""
        self.starts: array[Any] = array("Q", [0])
        """Where a page's links begin, and where the last page's end."""
        self.targets: array[Any] = array("I")
        self.anchors: array[Any] = array("f")
        """Relevance of each link's anchor."""

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self.page_of)

    @property
    def pages(self) -> int:
        """The number of pages read."""
        return len(self.nodes)

    def url(self, node: int) -> str:
        """Return the URL of a node."""
        return self.ids.urls([node])[0]

    def urls(self, nodes: Sequence[int]) -> list[str]:
        """Return the URLs of some nodes."""
        return self.ids.urls(nodes)

    def number(self, url: str) -> int:
        """Return the node of a URL, a new one if need be."""
        node = self.ids.number(url)
        self._reach(node)
        return node

    def _reach(self, node: int) -> None:
        missing = node + 1 - len(self.page_of)
        if missing > 0:
            self.page_of.extend([-1] * missing)
            self.shown_by.extend([-1] * missing)

    def add(self, url: str, links: Mapping[str, float]) -> int:
        """Take in a page that was read, with the anchor relevance of each link; return its number."""
        page = self.pages
        node, *targets = self.ids.numbers([url, *links])
        self._reach(max(node, *targets) if targets else node)
        self.page_of[node] = page
        self.nodes.append(node)
        self.targets.extend(targets)
        shown_by = self.shown_by
        for target in targets:
            if shown_by[target] < 0:
                shown_by[target] = page
        self.anchors.extend(links.values())
        self.starts.append(len(self.targets))
        return page

    def links(self, page: int) -> array[int]:
        """Return the nodes a page links to, in its order."""
        return self.targets[self.starts[page] : self.starts[page + 1]]

    def edges(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint32], npt.NDArray[np.float32]]:
        """Return page, target and anchor relevance of every link; no page can be added while they live."""
        starts = np.asarray(self.starts).astype(np.int64)
        pages = np.repeat(np.arange(self.pages), starts[1:] - starts[:-1])
        return pages, np.asarray(self.targets), np.asarray(self.anchors)

    def state(self) -> SavedState:
        """Return all pages; URLs only if nobody else knows them."""
        columns = {name: pack(getattr(self, name)) for name in _COLUMNS}
        return {"urls": pack_lines(self.ids.all()), **columns} if isinstance(self.ids, OwnIds) else columns

    def restore(self, state: Mapping[str, Any]) -> None:
        """Become the web that returned `state`."""
        for url in unpack_lines(state["urls"]) if "urls" in state else ():
            self.number(url)
        for name, typecode in _COLUMNS.items():
            setattr(self, name, unpack(typecode, state[name]))
