"""What strategies promise, on a small web made up as a crawl goes."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from time import process_time
from typing import Any, get_args

import numpy as np

from lycosa.checks.contract import BrokenContract, Check, Maker, check_proposals, require, stored
from lycosa.checks.samples import odd_pages, page_of_links, sample_page, sample_pages
from lycosa.engine.crawl import Crawl
from lycosa.engine.step import Step
from lycosa.errors import Kind, LycosaError
from lycosa.judge.base import Teaching
from lycosa.model import Fetched, OutcomeKind, Page, Queued
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
    require(bool(first), "it chose none of the links to start from")
    require(first == second, f"the same seed gave two orders: {_difference(first, second)}")


def _restored_goes_on_alike(make: Maker, topic: Topic) -> None:
    """Save and restore in the middle of a crawl; it must go on as if nothing had been."""
    whole = _visits(make(topic, 7), 40)
    parted = _visits(make(topic, 7), 40, swap_at=20, swap=lambda old: _successor(make, topic, old))
    require(whole == parted, f"a restored strategy goes another way: {_difference(whole, parted)}")


def _successor(make: Maker, topic: Topic, old: Strategy) -> Strategy:
    new: Strategy = make(topic, 99)
    new.restore(stored(old.state()))
    return new


def _learns_from_every_outcome(make: Maker, topic: Topic) -> None:
    """Give a strategy one outcome of each kind; none may break it, and its state can be kept after each."""
    strategy: Strategy = make(topic, 1)
    crawl = Crawl(strategy)
    crawl.seed(f"http://h{i}.test/" for i in range(len(get_args(OutcomeKind))))
    answers: list[tuple[Fetched, Page | None]] = [
        (Fetched("", 200), sample_page("http://h0.test/", 1)),
        (Fetched("", 200), sample_page("http://h0.test/", 1)),
        (Fetched("", 301, location="http://h4.test/"), None),
        (Fetched("", 404, error=Kind.HTTP_CLIENT), None),
    ]
    kinds = set()
    for link in map(crawl.frontier.lookup, [f"http://h{i}.test/" for i in range(len(answers))]):
        fetched, page = answers.pop(0)
        queued = crawl.frontier.take(link or 0, 0.0)
        step = _settled(crawl, queued, replace(fetched, url=queued.url), page)
        kinds.add(step.visit.outcome.kind if step else "")
        stored(strategy.state())
    require(kinds == set(get_args(OutcomeKind)), f"only {sorted(kinds)} were tried")  # a check of this check


def _rescores_what_it_says(make: Maker, topic: Topic) -> None:
    """Score queued links anew: a finite value for each, the same for the same links, and none changed."""
    strategy: Any = make(topic, 7)
    if not hasattr(strategy, "rescore"):
        return
    crawl = Crawl(strategy)
    crawl.seed(f"http://h{i}.test/0" for i in range(3))
    _visit(crawl, 20, [])
    ids, _, _ = crawl.frontier.queue_from(0, 0, 1_000)
    columns = crawl.frontier.columns(ids)
    before: list[Any] = [column.copy() for column in columns]
    scores = np.asarray(strategy.rescore(columns))
    require(len(scores) == len(ids), f"{scores.shape} scores for {len(ids)} links")
    require(bool(np.isfinite(scores).all()), "a score is not finite")
    after: list[Any] = list(columns)
    same = all(np.array_equal(old, new) for old, new in zip(before, after, strict=True))
    require(same, "rescore changed its columns")
    require(np.array_equal(scores, strategy.rescore(columns)), "the same links got other scores")
    apart = strategy.rescore(crawl.frontier.columns(ids[::2]))
    require(np.array_equal(scores[::2], apart), "a score depends on the links it is asked for with")


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


def _learns_together(make: Maker, topic: Topic) -> None:
    """Merge what three crawls have learned, in every order; one alone is merged to itself."""
    crawls: list[Strategy] = [make(topic, seed) for seed in (1, 2, 3)]
    if not isinstance(crawls[0], Teaching):
        return
    for visits, strategy in enumerate(crawls):
        _visits(strategy, 10 + 15 * visits)
    given = [stored(strategy.lessons()) for strategy in crawls if isinstance(strategy, Teaching)]
    first = crawls[0]
    require(stored(first.merge([given[0]])) == given[0], "the lessons of one crawl are changed by merging")
    merged = [stored(first.merge([given[place] for place in order])) for order in permutations(range(3))]
    require(all(one == merged[0] for one in merged), "merging lessons in another order gives others")
    first.adopt(merged[0])
    require(stored(first.lessons()) == given[0], "lessons of others are given as a crawl's own")


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
    if swap is not None:
        _visit(crawl, swap_at, visited, layout=layout)
        crawl.strategy = swap(crawl.strategy)
    _visit(crawl, count, visited, layout=layout)
    return visited


def _visit(crawl: Crawl, count: int, visited: list[str], *, layout: bool = True) -> None:
    """Visit pages until so many were visited."""
    try:
        while len(visited) < count and (link := crawl.next(0.0)) is not None:
            visited.append(link.url)
            page = sample_page(link.url, sum(link.url.encode()), layout=layout)
            _settled(crawl, link, Fetched(link.url, 200), page)
    except LycosaError as error:
        raise BrokenContract(str(error)) from error


def _settled(crawl: Crawl, link: Queued, fetched: Fetched, page: Page | None) -> Step | None:
    """Take in an answer; what the strategy raises costs a crawl only the page, but here it is a breach."""
    step = crawl.settle(link, fetched, page, 0.0)
    if step is not None and step.visit.error is Kind.PAGE_FAILED:
        raise BrokenContract(step.visit.fetched.detail.strip().rpartition("\n")[2])
    return step


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
    Check("queued links scored anew get finite scores of their own", _rescores_what_it_says),
    Check("the same seed gives the same order of visits", _same_seed_same_order),
    Check("saved and restored in the middle of a crawl, it goes on alike", _restored_goes_on_alike),
    Check("it learns from pages, copies, redirects and errors", _learns_from_every_outcome),
    Check("it reads the layout of pages only if it says so", _reads_what_it_says),
    Check("lessons of several crawls are merged alike in any order", _learns_together),
    Check("empty, broken and foreign pages do no harm, and are not changed", _odd_pages),
    Check(f"a page of {MANY_LINKS:,} links takes bounded time", _bounded_cost),
)
