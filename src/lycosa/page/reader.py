"""Reads the answers of a crawl without ever making it wait: cheap pages here, the rest in other processes."""

from __future__ import annotations

import asyncio
import traceback
from time import thread_time_ns
from typing import NamedTuple

from lycosa.errors import Kind
from lycosa.model import Fetched, Page
from lycosa.page.document import analyse_here
from lycosa.page.html import Unproven
from lycosa.page.isolation.bounds import Call, ParseFailed, TooCostly
from lycosa.page.limits import PageLimits
from lycosa.page.scan import scan_here
from lycosa.page.supervised import ParserPool


class Reading(NamedTuple):
    """What reading an answer gave."""

    page: Page | Kind
    detail: str = ""
    """For people: why there is no page, if that is more than its kind says."""
    cpu_ns: int = 0
    """Processor time of this process."""


class Reader:
    """Turns answers into pages; a page that breaks the parser or its bounds is only itself lost.

    Parameters
    ----------
    limits
        Of each page.
    layout
        Whether content blocks and paths are wanted.
    links_only
        Read links and nothing else.
    processes
        Processes that read all pages; 0 reads in this one what is proven cheap, and the rest in one other.
    """

    def __init__(
        self,
        limits: PageLimits | None = None,
        *,
        layout: bool = True,
        links_only: bool = False,
        processes: int = 0,
    ) -> None:
        self.limits = limits or PageLimits()
        self.reads_here = not processes
        self._function = scan_here if links_only else analyse_here
        self._options = {} if links_only else {"layout": layout}
        self._processes = processes or 1
        self._pool: ParserPool | None = None

    def read_here(self, fetched: Fetched) -> Reading | None:
        """Read an answer if it is proven cheap; None if it is not."""
        started = thread_time_ns()
        try:
            page = self._function(fetched, limits=self.limits, **self._options)
        except Unproven:
            return None
        except Exception:
            return Reading(Kind.PAGE_FAILED, traceback.format_exc(), thread_time_ns() - started)
        return Reading(page, cpu_ns=thread_time_ns() - started)

    async def read_apart(self, fetched: Fetched) -> Reading:
        """Read an answer in another process."""
        if self._pool is None:
            self._pool = ParserPool(self._processes)
        call = Call.of(self._function, fetched, limits=self.limits, **self._options)
        try:
            return Reading(await asyncio.wrap_future(self._pool.submit(call)))
        except TooCostly as error:
            return Reading(Kind.PAGE_TOO_COSTLY, str(error))
        except ParseFailed as error:
            return Reading(Kind.PAGE_FAILED, str(error))

    def close(self) -> None:
        """End the other processes; they start again when there is more to read."""
        if self._pool is not None:
            self._pool.close()
            self._pool = None
