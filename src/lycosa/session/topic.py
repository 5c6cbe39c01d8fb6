"""What a crawl is about and where it starts, as its settings or its folder say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from lycosa.config import Settings
from lycosa.errors import LycosaError
from lycosa.fetch.base import Fetcher, fetch_through
from lycosa.model import Page
from lycosa.page import PageLimits, analyse
from lycosa.store import CONFIG
from lycosa.topic import Topic, topic_from
from lycosa.topic.starting import starting_points
from lycosa.url import given_url, host_of

TOPIC = "topic"
"""Folder of a crawl's topic inside its own."""


async def topic_of(settings: Settings, folder: Path | None, fetcher: Fetcher) -> Topic:
    """Return what a crawl is about; one taken up keeps its topic, whatever became of the examples."""
    if folder is not None and (folder / CONFIG).is_file() and (folder / TOPIC).is_dir():
        return Topic.load(folder / TOPIC)
    described = settings.topic
    urls = [place for place in (*described.examples, *described.unlabelled) if "://" in place]
    pages = {url: await _read(fetcher, url, settings.page) for url in urls}
    return topic_from(described, pages.get)


def seeds_of(settings: Settings, topic: Topic) -> list[str]:
    """Return where to start; example pages serve where no seeds are given. There may be nothing."""
    return [*settings.seeds] or starting_points(topic)


def check_seeds(settings: Settings) -> None:
    """Raise the error of a seed that no crawl can start from."""
    for seed in settings.seeds:
        given_url(seed, "seed")


def own_seeds(seeds: Sequence[str], owns: Callable[[str], bool] | None) -> tuple[str, ...]:
    """Return the seeds that a crawl reads itself; `owns` says which hosts are its own, if not all are."""
    return tuple(seed for seed in seeds if owns is None or owns(host_of(given_url(seed, "seed"))))


async def _read(fetcher: Fetcher, url: str, limits: PageLimits) -> Page:
    """Fetch a page that describes the topic."""
    fetched = await fetch_through(fetcher, url)
    page = fetched.error or analyse(fetched, limits)
    if not isinstance(page, Page):
        raise LycosaError(f"example page {url} cannot be read: {page} {fetched.detail}".rstrip())
    return page
