"""The source of a live crawl: ask the fetcher, then read what came back within bounds."""

from __future__ import annotations

from dataclasses import replace

from lycosa.errors import Kind
from lycosa.fetch.base import Answer, Fetcher, Marks, Since
from lycosa.model import Fetched, Queued
from lycosa.page.reader import Reader

DEATHS_MAX = 3
"""A page on which this process ended so often is not asked for again. The first time sends it to another
process for good; a second may have been anybody's doing, such as a kill at the wrong moment."""


class ReadingSource:
    """Fetches links and reads their pages.

    Parameters
    ----------
    fetcher
        Whom to ask.
    reader
        Who reads.
    marks
        Where the page being read is noted; None notes nothing.
    """

    def __init__(self, fetcher: Fetcher, reader: Reader | None = None, marks: Marks | None = None) -> None:
        self.fetcher = fetcher
        self.reader = reader or Reader()
        self._marks = marks

    async def obtain(self, link: Queued, since: Since | None = None) -> Answer:
        """Ask for a link and read its page; a page that has ended this process before, elsewhere."""
        deaths = self._marks.deaths(link.id) if self._marks is not None else 0
        if deaths >= DEATHS_MAX:
            detail = f"quarantined: the crawl ended {deaths} times while it worked on this page"
            return Answer(Fetched(link.url, error=Kind.PAGE_TOO_COSTLY, detail=detail), None)
        validators = since._asdict() if since else {}
        fetched = await self.fetcher.fetch(link.url, **validators)
        if fetched.error is not None or fetched.location:
            return Answer(fetched, None)
        return await self._read(link, fetched, here=self.reader.reads_here and not deaths)

    async def _read(self, link: Queued, fetched: Fetched, *, here: bool) -> Answer:
        reading = None
        if here:
            if self._marks is not None:
                self._marks.begin(link.id)
            reading = self.reader.read_here(fetched)
            if self._marks is not None:
                self._marks.end()
        reading = reading or await self.reader.read_apart(fetched)
        if reading.detail:
            fetched = replace(fetched, detail=reading.detail)
        return Answer(fetched, reading.page, reading.cpu_ns)

    async def close(self) -> None:
        """End the reader's processes; the fetcher belongs to whoever made it."""
        self.reader.close()
