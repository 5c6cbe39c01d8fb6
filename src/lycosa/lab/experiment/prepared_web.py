"""A web made ready for experiments: its pages parsed, its links counted out."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from multiprocessing.connection import wait
from threading import Thread

import numpy as np

from lycosa.errors import LycosaError
from lycosa.lab.web.analysis import Analysis, open_analysis
from lycosa.lab.web.base import Web
from lycosa.lab.web.graph import WebGraph, end_of_redirects
from lycosa.lab.web.graph_cache import open_graph
from lycosa.lab.web.named import web_from
from lycosa.model import Page
from lycosa.url import host_of


@dataclass(frozen=True)
class PreparedWeb:
    """What the crawls of an experiment share."""

    web: Web
    pages: Analysis
    graph: WebGraph

    def example(self, url: str) -> Page:
        """Return a page that describes the topic."""
        page = self.pages[url]
        if not isinstance(page, Page):
            raise LycosaError(f"example page {url} cannot be read: {page}")
        return page

    def readable(self, urls: Iterable[str], count: int) -> tuple[str, ...]:
        """Return the first so many pages that can be read; others describe nothing."""
        return tuple(islice((url for url in urls if isinstance(self.pages[url], Page)), count))

    @cached_property
    def hosts(self) -> int:
        """The number of hosts."""
        return len({host_of(url) for url in self.graph.urls})

    def lands_on(self, url: str) -> int | None:
        """Return the number of the page that a URL leads to, also by redirects; None if there is none."""
        return self.graph.number.get(end_of_redirects(self.web, url))

    def reachable(self, topic: str, seeds: Iterable[str]) -> int:
        """Return how many on-topic pages can be reached from seeds."""
        labelled = self.web.on_topic(topic)
        on_topic = np.array([url in labelled for url in self.graph.urls])
        starts = [page for url in seeds if (page := self.lands_on(url)) is not None]
        return int((on_topic & (self.graph.distances(starts) >= 0)).sum())


def end_with_parent() -> None:
    """Let a worker process end when its parent is killed: it would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()


def _end_after(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


def prepare_web(spec: str, jobs: int = 1) -> PreparedWeb:
    """Open a web; the first time, its pages are parsed in so many processes, which may take minutes."""
    web = web_from(spec)
    with ProcessPoolExecutor(jobs, initializer=end_with_parent) as pool:  # no work, no process
        pages = open_analysis(web, pool)
    return PreparedWeb(web, pages, open_graph(web, pages))
