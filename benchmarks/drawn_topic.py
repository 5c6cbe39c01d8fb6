"""A topic told by pages drawn from a web, and the seeds among them: what crawls in benchmarks start from."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from lycosa.lab.web.base import Web
from lycosa.model import Fetched, Page
from lycosa.page import analyse
from lycosa.topic import Topic

EXAMPLES = 10
SEEDS = 3


def drawn_topic(web: Web, label: str, urls: Iterable[str], random_seed: int) -> tuple[Topic, list[str]]:
    """Draw examples from `urls`, passing over pages that cannot be read; the first of them are the seeds."""
    candidates = sorted(urls)
    pages: list[Page] = []
    for place in np.random.default_rng(random_seed).permutation(len(candidates)):
        page = _read(web, candidates[place])
        if page is not None:
            pages.append(page)
        if len(pages) == EXAMPLES:
            break
    return Topic.from_pages(pages, label), [page.url for page in pages[:SEEDS]]


def _read(web: Web, url: str) -> Page | None:
    stored = web.page(url)
    if stored is None:
        return None
    page = analyse(Fetched(url, 200, (("content-type", stored.content_type),), stored.html))
    return page if isinstance(page, Page) else None
