"""Every registered strategy, saved and restored again and again during a crawl, goes the same way.

The crawl is long enough for classifiers to be trained more than once, hosts to become tabu, ranks and
swarms to move and keyword tables to grow. Cut at moments that no interval of a strategy divides.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from lycosa import Page, Topic
from lycosa.checks.contract import stored
from lycosa.engine import Crawl
from lycosa.errors import Kind
from lycosa.lab.synth import SynthParams, SynthWeb
from lycosa.model import Fetched
from lycosa.page import parse_html
from lycosa.registry import strategies
from lycosa.strategy.base import Strategy

PAGES = 240
CUTS = frozenset({1, 2, 29, 31, 53, 64, 97, 128, 151, 199, 239})
LABEL = "music"
WEB = SynthWeb(
    SynthParams(seed=5, pages=600, hosts=5, topics=("music", "sports", "astronomy", "databases"), tunnels=())
)


@cache
def read(url: str) -> tuple[Fetched, Page | None]:
    """Return the answer to a request, and the page if there is one."""
    if target := WEB.redirect(url):
        return Fetched(url, 301, location=target), None
    found = WEB.page(url)
    if found is None:
        return Fetched(url, 404, error=Kind.HTTP_CLIENT), None
    return Fetched(url, 200), parse_html(found.html, url)


@cache
def topic_and_seeds() -> tuple[Topic, list[str]]:
    urls = sorted(WEB.on_topic(LABEL))[::9][:8]
    return Topic.from_pages([page for url in urls if (page := read(url)[1])], LABEL), urls[:2]


def restored(strategy: Strategy) -> Strategy:
    """Return another instance, with another seed, that has been given the state as it is kept."""
    again: Strategy = strategies.get(strategy.name)(topic_and_seeds()[0], seed=99)
    again.restore(stored(strategy.state()))
    return again


def crawled(name: str, cuts: frozenset[int]) -> tuple[list[str], Strategy]:
    """Crawl, with a new instance of the strategy after each cut; return the order of visits."""
    topic, seeds = topic_and_seeds()
    crawl = Crawl(strategies.get(name)(topic, seed=3))
    crawl.seed(seeds)
    visited: list[str] = []
    while len(visited) < PAGES and (link := crawl.next(0.0)) is not None:
        visited.append(link.url)
        crawl.settle(link, *read(link.url), 0.0)
        if len(visited) in cuts:
            crawl.strategy = restored(crawl.strategy)
    return visited, crawl.strategy


@pytest.fixture(scope="module", params=strategies.classes)
def both(request: pytest.FixtureRequest) -> Any:
    return crawled(request.param, frozenset()), crawled(request.param, CUTS)


def test_a_restored_strategy_visits_the_same_pages_in_the_same_order(both: Any) -> None:
    (whole, _), (parted, _) = both
    assert parted == whole


def test_a_restored_strategy_has_learned_the_same(both: Any) -> None:
    (_, whole), (_, parted) = both
    assert parted.state() == whole.state()
