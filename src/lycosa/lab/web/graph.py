"""The link graph of a frozen web: which page links to which, as the crawler itself sees it.

Only the lab uses it: to say which on-topic pages a crawl could have reached, and for the oracle.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from lycosa.graph import ends_to_starts, spread
from lycosa.lab.web.analysis import Analysis
from lycosa.lab.web.base import Web
from lycosa.model import Page
from lycosa.url import canonical

_HOPS = 10


@dataclass(frozen=True)
class WebGraph:
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
    def reverse(self) -> WebGraph:
        """The same graph with every link turned round."""
        return WebGraph(self.urls, *ends_to_starts(self.starts, self.targets, len(self.urls)), {})

    def distances(self, sources: Iterable[int]) -> npt.NDArray[np.int32]:
        """Return how many links each page is away from the nearest source; -1 if out of reach."""
        distance = np.full(len(self.urls), -1, dtype=np.int32)
        layer = np.unique(np.fromiter(sources, dtype=np.int64))
        hops = 0
        while layer.size:
            distance[layer] = hops
            hops += 1
            lengths = self.starts[layer + 1] - self.starts[layer]
            reached = np.unique(self.targets[spread(self.starts[layer], lengths)])
            layer = reached[distance[reached] < 0].astype(np.int64)
        return distance


def build_graph(web: Web, pages: Analysis) -> WebGraph:
    """Follow every link of every page of a web."""
    urls = tuple(web.urls())
    number = {url: i for i, url in enumerate(urls)}
    aliases: dict[str, int | None] = {}
    starts, targets = [0], []
    for source in urls:
        found = set()
        for url in _links_of(pages, source):
            page = number.get(url)
            if page is None:
                if url not in aliases:
                    aliases[url] = number.get(end_of_redirects(web, url))
                page = aliases[url]
            if page is not None:
                found.add(page)
        targets.extend(sorted(found))
        starts.append(len(targets))
    known = {url: page for url, page in aliases.items() if page is not None}
    return WebGraph(urls, np.array(starts, dtype=np.int64), np.array(targets, dtype=np.int32), known)


def _links_of(pages: Analysis, url: str) -> list[str]:
    page = pages[url]
    if not isinstance(page, Page):
        return []
    return [page.refresh] if page.refresh else [link.url for link in page.links]


def end_of_redirects(web: Web, url: str) -> str:
    """Return where a URL leads to; nothing if it leads on for ever."""
    for _ in range(_HOPS):
        target = web.redirect(url)
        if target is None:
            return url
        url = canonical(target) or ""
    return ""
