"""Crawls a tiny web one visit at a time, and notes the state of its strategy after each."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from tests.tinyweb import TinyWeb

from lycosa.engine import Crawl
from lycosa.page import analyse
from lycosa.strategy.base import Strategy

T = TypeVar("T")


def hinted(*links: str, text: str = "dry") -> str:
    """Return a page whose anchors say what they say in titles: `url|title`.

    Titles count for anchors but not for the page, so the two are relevant or not independently.
    """
    anchors = "".join(
        f'<p><a href="{url}" title="{title}">go</a></p>'
        for url, _, title in (link.partition("|") for link in links)
    )
    return f"<html lang=en><body><p>{text}</p>{anchors}</body></html>"


def trace_of(strategy: Strategy, web: TinyWeb, *seeds: str, note: Callable[[], T]) -> list[tuple[str, T]]:
    """Return the URLs visited to the end of a web, each with what `note` gave after the visit."""
    crawl = Crawl(strategy)
    crawl.seed(seeds)
    trace = []
    while (link := crawl.next(0.0)) is not None:
        fetched = asyncio.run(web.fetch(link.url))
        crawl.settle(link, fetched, analyse(fetched) if fetched.error is None else None, 0.0)
        trace.append((link.url, note()))
    return trace
