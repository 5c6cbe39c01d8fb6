"""The link graph of a frozen web: which page links to which, as the crawler itself sees it.

Every page is parsed once with the crawler's own parser, and the graph is kept in the cache, so
that the second experiment on a web starts at once. Only the lab uses it: to say which on-topic
pages a crawl could have reached, and for the oracle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

import numpy as np
import numpy.typing as npt

from lycosa.lab.web import Web
from lycosa.model import Fetched, Page
from lycosa.page import analyse
from lycosa.url import canonical

_HOPS = 10
_BATCH = 100

Batch = list[tuple[str, bytes, str]]


@dataclass(frozen=True)
class LinkGraph:
    """Pages as numbers: page i links to `targets[starts[i]:starts[i + 1]]`."""

    urls: tuple[str, ...]
    starts: npt.NDArray[np.int64]
    targets: npt.NDArray[np.int32]
    aliases: Mapping[str, int]
    """Where linked URLs that redirect end up."""

    @cached_property
    def number(self) -> dict[str, int]:
        """The number of the page that each URL leads to."""
        return {**self.aliases, **{url: i for i, url in enumerate(self.urls)}}

    def links(self, page: int) -> list[int]:
        """Return the pages a page links to."""
        numbers: list[int] = self.targets[self.starts[page] : self.starts[page + 1]].tolist()
        return numbers

    @cached_property
    def reverse(self) -> LinkGraph:
        """The same graph with every link turned round."""
        sources = np.repeat(np.arange(len(self.urls), dtype=np.int32), np.diff(self.starts))
        order = np.argsort(self.targets, kind="stable")
        counts = np.bincount(self.targets, minlength=len(self.urls))
        return LinkGraph(self.urls, np.concatenate(([0], np.cumsum(counts))), sources[order], {})

    def distances(self, sources: Iterable[int]) -> npt.NDArray[np.int32]:
        """Return how many links each page is away from the nearest source; -1 if out of reach."""
        distance = np.full(len(self.urls), -1, dtype=np.int32)
        layer = np.unique(np.fromiter(sources, dtype=np.int64))
        hops = 0
        while layer.size:
            distance[layer] = hops
            hops += 1
            lengths = self.starts[layer + 1] - self.starts[layer]
            before = np.cumsum(lengths) - lengths
            places = np.repeat(self.starts[layer] - before, lengths) + np.arange(int(lengths.sum()))
            reached = np.unique(self.targets[places])
            layer = reached[distance[reached] < 0].astype(np.int64)
        return distance


def build_graph(web: Web, pool: Executor) -> LinkGraph:
    """Parse every page of a web, in the processes of the pool."""
    urls = tuple(web.urls())
    number = {url: i for i, url in enumerate(urls)}
    aliases: dict[str, int | None] = {}
    starts, targets = [0], []
    for links in _parsed(web, urls, pool):
        found = set()
        for url in links:
            page = number.get(url)
            if page is None:
                if url not in aliases:
                    aliases[url] = number.get(_end_of_redirects(web, url))
                page = aliases[url]
            if page is not None:
                found.add(page)
        targets.extend(sorted(found))
        starts.append(len(targets))
    known = {url: page for url, page in aliases.items() if page is not None}
    return LinkGraph(urls, np.array(starts, dtype=np.int64), np.array(targets, dtype=np.int32), known)


def _parsed(web: Web, urls: Iterable[str], pool: Executor) -> Iterator[list[str]]:
    """Yield the link targets of every page in order, parsing some batches ahead."""
    waiting: list[Future[list[list[str]]]] = []
    remaining = iter(urls)
    while True:
        batch = [_content(web, url) for url in islice(remaining, _BATCH)]
        if batch:
            waiting.append(pool.submit(_targets, batch))
        if not waiting:
            return
        if not batch or len(waiting) > 4:
            yield from waiting.pop(0).result()


def _content(web: Web, url: str) -> tuple[str, bytes, str]:
    page = web.page(url)
    return (url, page.html, page.content_type) if page else (url, b"", "")


def _targets(batch: Batch) -> list[list[str]]:
    """Run in a worker process."""
    return [_links_of(*content) for content in batch]


def _links_of(url: str, html: bytes, content_type: str) -> list[str]:
    page = analyse(Fetched(url, 200, (("content-type", content_type),), html))
    return [link.url for link in page.links] if isinstance(page, Page) else []


def _end_of_redirects(web: Web, url: str) -> str:
    for _ in range(_HOPS):
        target = web.redirect(url)
        if target is None:
            return url
        url = canonical(target) or ""
    return ""
