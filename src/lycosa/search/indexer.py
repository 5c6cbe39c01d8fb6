"""Follows a crawl and keeps its search index; whatever goes wrong with the index, the crawl goes on.

Pages are collected and written some hundred at a time, by a thread: SQLite does its part of the work beside
the crawl. A process that is killed leaves out the last ones, which are read from the archive when the crawl
is resumed or searched.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType

from lycosa.engine.step import Listener, Step
from lycosa.errors import LycosaError
from lycosa.model import Page
from lycosa.search.fields import fields_of
from lycosa.search.index import Entry, SearchIndex
from lycosa.search.meaning import meaning_of
from lycosa.search.topics.grouping import Grouping

log = logging.getLogger("lycosa.search")
BATCH = 128
"""Pages written together; 64 take a third more time each."""
LONGEST_WAIT_S = 2.0
"""Time after which a page is written though there are not so many."""


def entry_of(visit: int, page: Page, *, relevant: bool) -> Entry:
    """Return what the index keeps of a page; its meaning only if it is relevant."""
    fields = fields_of(page)
    if not relevant:
        return Entry(visit, fields, page.language)
    return Entry(visit, fields, page.language, *meaning_of(fields, page.language))


class Indexer(Listener):
    """Takes in the pages of a crawl, but those that ask not to be indexed or repeat others.

    Parameters
    ----------
    index
        Open for writing, and up to date with the crawl; closed at the end.
    seed
        Start of all randomness.
    clock
        Seconds of any beginning.
    """

    def __init__(
        self, index: SearchIndex, seed: int = 0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._index = index
        self._grouping = Grouping(index, seed)
        self._clock = clock
        self._entries: list[Entry] = []
        self._last = index.last
        self._written_at = clock()
        self._thread = ThreadPoolExecutor(1, "lycosa-search")
        self._writing: Future[None] | None = None
        self._works = True

    def record(self, step: Step) -> None:
        """Take in the page of a step."""
        visit = step.visit
        if not self._works or visit.number <= self._last:
            return
        self._last = visit.number
        if visit.page is not None and visit.judgement is not None and visit.error is None:
            self._entries.append(entry_of(visit.number, visit.page, relevant=visit.relevant))
        self.keep_up()

    def keep_up(self) -> None:
        """Write pages that are many or have waited for long; called now and then by a crawl that rests."""
        if self._entries and (
            len(self._entries) >= BATCH or self._clock() - self._written_at >= LONGEST_WAIT_S
        ):
            self._write()

    def close(self) -> None:
        """Write what is left, group the pages, and let go of the index."""
        try:
            if self._works:
                self._write()
            self._wait()
            if self._works:
                self._writing = self._thread.submit(self._grouping.finish)
                self._wait()
        finally:
            self._thread.shutdown()
            self._index.close()

    def _write(self) -> None:
        """Hand over what has been collected, once what was handed over before is written."""
        self._written_at = self._clock()
        self._wait()
        if self._entries and self._works:
            self._writing = self._thread.submit(self._add, self._entries, self._last)
            self._entries = []

    def _add(self, entries: list[Entry], last: int) -> None:
        self._index.add(entries, last)
        self._grouping.update()

    def _wait(self) -> None:
        """Wait for the thread; if the index cannot be written, do without from now on."""
        writing, self._writing = self._writing, None
        try:
            if writing is not None:
                writing.result()
        except (sqlite3.Error, OSError, LycosaError) as error:
            self._works = False
            self._entries = []
            log.warning("pages are not indexed any more (%s): `lycosa search` makes up for it", error)

    def __enter__(self) -> Indexer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
