"""A web of a few hand-made pages for tests: URL to HTML, with redirects and a log of what was asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from tests.virtual_time import run_virtual

from lycosa.engine import Budget, Crawl, Engine, Step, Work
from lycosa.errors import Kind
from lycosa.model import Fetched
from lycosa.strategy.base import Strategy


def page(*links: str, text: str = "words", title: str = "Title", head: str = "") -> str:
    """Return a page with one anchor for each link; `url|anchor text` sets the text."""
    anchors = "".join(
        f'<p><a href="{url}">{anchor or url}</a></p>'
        for url, _, anchor in (link.partition("|") for link in links)
    )
    return (
        f"<html lang=en><head><title>{title}</title>{head}</head><body><p>{text}</p>{anchors}</body></html>"
    )


class TinyWeb:
    """Serves hand-made pages; an `int` is a status, a `Kind` an error, `-> url` a redirect."""

    def __init__(self, pages: Mapping[str, str | int | Kind]) -> None:
        self.pages = dict(pages)
        self.asked: list[str] = []

    async def fetch(self, url: str) -> Fetched:
        self.asked.append(url)
        await asyncio.sleep(0)
        answer = self.pages.get(url, 404)
        if isinstance(answer, Kind):
            return Fetched(url, error=answer)
        if isinstance(answer, int):
            return Fetched(url, answer, error=Kind.HTTP_SERVER if answer >= 500 else Kind.HTTP_CLIENT)
        if answer.startswith("-> "):
            return Fetched(url, 301, location=answer[3:])
        return Fetched(url, 200, (("content-type", "text/html; charset=utf-8"),), answer.encode())

    async def close(self) -> None:
        pass


class Notebook:
    """Remembers every step."""

    def __init__(self) -> None:
        self.steps: list[Step] = []

    def record(self, step: Step) -> None:
        self.steps.append(step)

    @property
    def visited(self) -> list[str]:
        """URLs of the pages that were read, in order."""
        return [step.visit.link.url for step in self.steps if step.visit.page is not None]

    def error_of(self, url: str) -> Kind | None:
        """Return what went wrong the last time a URL was visited."""
        return next(step.visit.error for step in reversed(self.steps) if step.visit.link.url == url)


def crawl_of(
    strategy: Strategy,
    web: TinyWeb,
    *seeds: str,
    pages: int | None = None,
    concurrency: int = 1,
    **parts: object,
) -> tuple[Notebook, Engine]:
    """Crawl a tiny web to the end, in virtual time."""
    notebook = Notebook()

    async def main(clock: Callable[[], float]) -> Engine:
        crawl = Crawl(strategy, **parts)  # type: ignore[arg-type]
        crawl.seed(seeds)
        crawl.tell_all()
        work = Work(concurrency=concurrency)
        engine = Engine(crawl, web, Budget(pages), work, listeners=[notebook], clock=clock)
        await engine.run()
        return engine

    return notebook, run_virtual(main)
