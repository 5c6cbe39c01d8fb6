"""Search and sub-topics for the live view: what somebody typed in, hits out; the groups of relevant pages.

Sub-topics are named from the words of all their pages, which takes a while: they are read beside the
snapshots, and again when there are more relevant pages or some time has passed.
"""

from __future__ import annotations

import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from lycosa.search.index import FILE
from lycosa.store.lookup.hits import Filter, SearchHit
from lycosa.store.lookup.search import search, similar
from lycosa.store.lookup.topics import known_topics
from lycosa.ui.queries import clipped
from lycosa.ui.snapshot import TopicCount

TYPED_CHARS = 500
"""The longest query, or URL, that is looked for."""
_HITS = 20
_TOPICS = 12
_SELDOM = 50
_LEAST_S = 10.0
"""Sub-topics are read again after so long at the earliest, and after this many times as long as it took."""


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A page that a search brings."""

    visit: int
    url: str
    title: str
    relevant: bool
    score: float
    snippet: str
    marks: list[tuple[int, int]]
    """Places in the snippet that fit the query, counted as browsers count: some signs are two units long."""


def searchable(folder: Path) -> bool:
    """Whether a crawl has an index."""
    return (folder / FILE).is_file()


def found_pages(folder: Path, typed: str, like: str, *, everything: bool) -> dict[str, Any]:
    """Search a crawl for what somebody typed, or for pages like one page; return plain data."""
    chosen = Filter(everything=everything)
    if like:
        hits = similar(folder, like[:TYPED_CHARS], chosen, count=_HITS)
    else:
        hits = search(folder, typed[:TYPED_CHARS], chosen, count=_HITS)
    return {"found": hits.found, "hits": [asdict(_found(hit)) for hit in hits]}


def _found(hit: SearchHit) -> FoundPage:
    text = "".join(letter if letter.isprintable() else " " for letter in hit.snippet.text)
    marks = [(_units(text[:start]), _units(text[:stop])) for start, stop in hit.snippet.marks]
    return FoundPage(hit.visit, hit.url, clipped(hit.title), hit.relevant, hit.score, text, marks)


def _units(text: str) -> int:
    """Return how long a text is in a browser."""
    return len(text.encode("utf-16-le")) // 2


class SubTopicReader:
    """The sub-topics of one crawl as they were last read, in a thread of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._thread = ThreadPoolExecutor(1, "lycosa-topics")
        self._reading: Future[list[TopicCount]] | None = None
        self._known: list[TopicCount] | None = None
        self._began = self._due = 0.0
        self._pages = -1

    def latest(self, relevant: int) -> list[TopicCount] | None:
        """Return what is known; None if the crawl has no sub-topics. Never waits."""
        now = time.monotonic()
        if self._reading is not None and self._reading.done():
            if self._reading.exception() is None:
                self._known = self._reading.result() or None
            self._due = now + max(_LEAST_S, _SELDOM * (now - self._began))
            self._reading = None
        if self._reading is None and now >= self._due and relevant != self._pages:
            self._pages, self._began = relevant, now
            self._reading = self._thread.submit(self._read)
        return self._known

    def close(self) -> None:
        """Read no more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _read(self) -> list[TopicCount]:
        topics = known_topics(self._folder, points=0).topics
        return [TopicCount(clipped(topic.name), topic.pages) for topic in topics[:_TOPICS]]
