"""What strategies promise, on a small web made up as a crawl goes."""

from __future__ import annotations

import math
from collections.abc import Callable
from time import process_time

from lycosa.checks.contract import Check, Maker, check_proposals, require, through_json
from lycosa.checks.samples import odd_pages, page_of_links, sample_page, sample_pages
from lycosa.engine.crawl import Crawl
from lycosa.model import Fetched, Queued
from lycosa.strategy.base import Strategy
from lycosa.topic import Topic

MANY_LINKS = 5_000
MANY_LINKS_CPU_S = 5.0
"""Generous, so that a slow machine passes and a quadratic plug-in does not."""


def _finite_scores(make: Maker, topic: Topic) -> None:
    strategy: Strategy = make(topic, 1)
    for page in sample_pages(12):
        judgement = strategy.judge(page)
        require(math.isfinite(judgement.score), f"score of {page.url} is {judgement.score}")
        expansion = strategy.expand(page, judgement, _link(page.url, strategy))
        check_proposals(page, expansion.proposals, len(strategy.evidence.parts))


def _same_seed_same_order(make: Maker, topic: Topic) -> None:
    first, second = (_visits(make(topic, 7), 40) for _ in range(2))
    require(first == second, f"the same seed gave two orders: {_difference(first, second)}")


def _restored_goes_on_alike(make: Maker, topic: Topic) -> None:
    """Save and restore in the middle of a crawl; it must go on as if nothing had been."""
    whole = _visits(make(topic, 7), 40)
    parted = _visits(make(topic, 7), 40, swap_at=20, swap=lambda old: _successor(make, topic, old))
    require(whole == parted, f"a restored strategy goes another way: {_difference(whole, parted)}")


def _successor(make: Maker, topic: Topic, old: Strategy) -> Strategy:
    new: Strategy = make(topic, 99)
    new.restore(through_json(old.state()))
    return new


def _reads_what_it_says(make: Maker, topic: Topic) -> None:
    """Take the layout away from a strategy that says it does not read it; nothing may change."""
    strategy: Strategy = make(topic, 7)
    if not strategy.reads_layout:
        without, given = _visits(strategy, 40, layout=False), _visits(make(topic, 7), 40)
        breach = "reads_layout is False, but without layout it goes another way"
        require(without == given, f"{breach}: {_difference(without, given)}")


def _odd_pages(make: Maker, topic: Topic) -> None:
    for page in odd_pages():
        before = repr(page)
        strategy: Strategy = make(topic, 1)
        judgement = strategy.judge(page)
        strategy.expand(page, judgement, _link(page.url, strategy))
        require(repr(page) == before, f"the page {page.url} was changed")


def _bounded_cost(make: Maker, topic: Topic) -> None:
    page = page_of_links(MANY_LINKS)
    strategy: Strategy = make(topic, 1)
    start = process_time()
    strategy.expand(page, strategy.judge(page), _link(page.url, strategy))
    spent = process_time() - start
    require(spent < MANY_LINKS_CPU_S, f"{MANY_LINKS} links took {spent:.1f} s")


def _visits(
    strategy: Strategy,
    count: int,
    swap_at: int = -1,
    swap: Callable[[Strategy], Strategy] | None = None,
    *,
    layout: bool = True,
) -> list[str]:
    """Return the order in which a strategy visits a small web, made up as it goes."""
    crawl = Crawl(strategy)
    crawl.seed(f"http://h{i}.test/0" for i in range(3))
    visited: list[str] = []
    while len(visited) < count and (link := crawl.next(0.0)) is not None:
        visited.append(link.url)
        page = sample_page(link.url, sum(link.url.encode()), layout=layout)
        crawl.settle(link, Fetched(link.url, 200), page, 0.0)
        if swap is not None and len(visited) == swap_at:
            crawl.strategy = swap(crawl.strategy)
    return visited


def _link(url: str, strategy: Strategy) -> Queued:
    parts = tuple(1.0 for _ in strategy.evidence.parts)
    return Queued(0, url, "unknown.test", 0, -1, strategy.evidence.priority(parts), parts)


def _difference(first: list[str], second: list[str]) -> str:
    place = next(
        (i for i, (a, b) in enumerate(zip(first, second, strict=False)) if a != b),
        min(len(first), len(second)),
    )
    return f"at visit {place} {first[place : place + 1]} and {second[place : place + 1]}"


STRATEGY = (
    Check("scores are finite, and every link has a value for each part of its worth", _finite_scores),
    Check("the same seed gives the same order of visits", _same_seed_same_order),
    Check("saved and restored in the middle of a crawl, it goes on alike", _restored_goes_on_alike),
    Check("it reads the layout of pages only if it says so", _reads_what_it_says),
    Check("empty, broken and foreign pages do no harm, and are not changed", _odd_pages),
    Check(f"a page of {MANY_LINKS:,} links takes bounded time", _bounded_cost),
)
