"""Where commands get pages from: a frozen web, the live web, files."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from lycosa.errors import LycosaError

if TYPE_CHECKING:
    from lycosa.model import Fetched, Page
    from lycosa.topic.settings import ReadPage


def page_reader(web: str) -> ReadPage:
    """Return how to read the page at a URL: from the web in a folder, or live where none is given."""
    if not web:
        return lambda url: _page_in(asyncio.run(_fetch(url)))
    from lycosa.lab.web.named import web_from
    from lycosa.model import Fetched

    opened = web_from(web)

    def read(url: str) -> Page:
        stored = opened.page(url)
        if stored is None:
            raise LycosaError(f"{url} is not in the web {web}")
        return _page_in(Fetched(url, 200, (("content-type", stored.content_type),), stored.html))

    return read


def read_place(place: str, web: str) -> list[Page]:
    """Return the page at a URL, or the pages in a file or folder."""
    from lycosa.topic.reading import read_pages

    if "://" not in place:
        return read_pages(Path(place))
    page = page_reader(web)(place)
    return [] if page is None else [page]


def _page_in(fetched: Fetched) -> Page:
    from lycosa.model import Page
    from lycosa.page import analyse

    page = fetched.error or analyse(fetched)
    if not isinstance(page, Page):
        raise LycosaError(f"{fetched.url} cannot be read: {page} {fetched.detail}".rstrip())
    return page


async def _fetch(url: str) -> Fetched:
    """Ask the live web, if robots.txt allows it."""
    from lycosa.fetch.base import fetch_through
    from lycosa.fetch.dns import Resolver
    from lycosa.fetch.http import HttpFetcher
    from lycosa.fetch.limits import FetchLimits
    from lycosa.fetch.robots_cache import RobotsCache, RobotsFetcher
    from lycosa.version import __version__

    agent = f"lycosa/{__version__}"
    http = HttpFetcher(FetchLimits(), Resolver(), agent)
    fetcher = RobotsFetcher(http, RobotsCache(http, agent))
    try:
        return await fetch_through(fetcher, url)
    finally:
        await fetcher.close()
