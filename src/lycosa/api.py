"""The Python interface: `async for visit in lycosa.crawl(...)`, and the same without async."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, contextmanager
from pathlib import Path
from typing import Any

from lycosa.config import Settings, build, overlay
from lycosa.model import Judgement, Page, Visit
from lycosa.registry import judges
from lycosa.session import Session
from lycosa.session.notebook import NotebookProgress, in_notebook
from lycosa.store.opened import OpenedCrawl, open_crawl

__all__ = ["OpenedCrawl", "crawl", "crawl_sync", "open_crawl", "settings_for"]


async def crawl(
    topic: str | Iterable[str],
    seeds: Iterable[str] = (),
    *,
    pages: int | None = 1000,
    judge: str | Callable[[Page], float | Judgement] = "",
    out: str | Path | None = None,
    progress: bool | None = None,
    **settings: Any,
) -> AsyncGenerator[Visit, None]:
    """Crawl the web for a topic and give every page read, relevant or not, as it comes.

    Parameters
    ----------
    topic
        A sentence, or keywords.
    seeds
        URLs to start from.
    pages
        Pages to download; None for no limit.
    judge
        Who judges pages in place of the strategy's own judge: a name, or a function that takes a page and
        returns a score in [0, 1].
    out
        Folder to keep the crawl in; a crawl already there is resumed. None keeps nothing.
    progress
        Show a table that follows the crawl, by IPython; None shows it in notebooks only.
    **settings
        Any other setting, with `__` for the dot: `politeness__delay_s=2`.

    Examples
    --------
    ::

        async for visit in lycosa.crawl("flash floods", ["https://example.org/"], pages=100):
            if visit.relevant:
                print(visit.score, visit.url, visit.page.title)
    """
    if judge:
        settings["strategy__judge__name"] = _named(judge)
    followers = [NotebookProgress()] if progress or (progress is None and in_notebook()) else []
    folder = Path(out) if out is not None else None
    session = Session(settings_for(topic, seeds, pages, settings), folder, followers)
    async with aclosing(session.steps()) as steps:
        async for step in steps:
            if step.visit.page is not None:
                yield step.visit


def _named(judge: str | Callable[[Page], float | Judgement]) -> str:
    """Return the name of a judge; a function is made known by its own."""
    from lycosa.judge.function import FunctionJudge, judge_from  # noqa: PLC0415  # few need it

    if isinstance(judge, str):
        return judge
    made = judge_from(judge)
    if made.name in judges.classes and issubclass(judges.classes[made.name], FunctionJudge):
        del judges.classes[made.name]  # a notebook runs its cells again
    judges.add(made)
    return made.name


def crawl_sync(topic: str | Iterable[str], seeds: Iterable[str] = (), **settings: Any) -> Iterator[Visit]:
    """Do what `crawl` does without `async`, in a plain program or inside a running loop (a notebook)."""
    visits = crawl(topic, seeds, **settings)

    async def following() -> Visit | None:
        return await anext(visits, None)

    with _runner() as run:
        try:
            while (visit := run(following())) is not None:
                yield visit
        finally:
            run(visits.aclose())


@contextmanager
def _runner() -> Iterator[Callable[[Coroutine[Any, Any, Any]], Any]]:
    """Give a way to run coroutines one after another; a thread of its own where a loop runs already."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        with asyncio.Runner() as runner:
            yield runner.run
        return
    with ThreadPoolExecutor(1, "lycosa") as thread:
        runner = asyncio.Runner()
        try:
            yield lambda work: thread.submit(runner.run, work).result()
        finally:
            thread.submit(runner.close).result()


def settings_for(
    topic: str | Iterable[str], seeds: Iterable[str], pages: int | None, more: dict[str, Any]
) -> Settings:
    """Put the settings of a crawl together from what a caller gives."""
    about = {"sentence": topic} if isinstance(topic, str) else {"keywords": list(topic)}
    data: dict[str, Any] = {"topic": about, "seeds": list(seeds)}
    if pages is not None:
        data["budget"] = {"pages": pages}
    for key, value in more.items():
        overlay(data, key.replace("__", "."), value)
    return build(Settings, data, "crawl()")
