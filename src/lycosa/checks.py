"""Contract checks for plug-ins, to run on your own: `check_strategy(MyStrategy)` raises on the first breach.

The same checks run in this project's tests over everything in the registry.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from time import process_time
from typing import Any, get_args

import numpy as np

from lycosa.engine.crawl import Crawl
from lycosa.engine.learned import Learned
from lycosa.errors import Kind, LycosaError
from lycosa.judge.base import Judge
from lycosa.model import Fetched, Judgement, OutcomeKind, Page, Proposal, Queued, SavedState
from lycosa.page import parse_html
from lycosa.strategy.base import Strategy
from lycosa.topic import Topic

_TOPICAL = ("flood", "rain", "river", "storm", "water")
_OTHER = ("music", "guitar", "recipe", "planet", "market", "road", "people", "house", "garden")
MANY_LINKS = 5_000
MANY_LINKS_CPU_S = 5.0
"""Generous, so that a slow machine passes and a quadratic plug-in does not."""

Maker = Callable[[Topic, int], Any]


class BrokenContract(LycosaError):
    """A plug-in does not keep what its family promises."""


def sample_topic() -> Topic:
    """Return a topic with keywords and examples."""
    examples = tuple(_page(f"http://example{i}.test/", i, topical=0.8) for i in range(5))
    return Topic("flood", {"flood": 1.0, "heavy rain": 0.5}, examples)


def check_strategy(make: Maker, topic: Topic | None = None) -> None:
    """Check a strategy; `make` is its class, or anything else that takes a topic and a seed."""
    about = topic or sample_topic()
    _finite_scores(make, about)
    _rescores_what_it_says(make, about)
    _same_seed_same_order(make, about)
    _restored_goes_on_alike(make, about)
    _learns_from_every_outcome(make, about)
    _reads_what_it_says(make, about)
    _odd_pages(make, about)
    _bounded_cost(make, about)


def check_judge(make: Callable[[Topic], Judge], topic: Topic | None = None) -> None:
    """Check a judge: finite scores in [0, 1], the same again after a restore, odd pages, inputs unchanged."""
    about = topic or sample_topic()
    judge = make(about)
    pages = [*_pages(8), *_odd()]
    verdicts = [judge.judge(page) for page in pages]
    for page, verdict in zip(pages, verdicts, strict=True):
        _require(math.isfinite(verdict.score), f"score of {page.url} is {verdict.score}")
        for tokens, groups in ((page.tokens, page.groups), (page.tokens[:5], b""), ((), b"")):
            score = judge.score(tokens, groups)
            _require(0.0 <= score <= 1.0, f"score of {len(tokens)} tokens is {score}, not in [0, 1]")
    again = make(about)
    again.restore(stored(judge.state()))
    _require([again.judge(page) for page in pages] == verdicts, "a restored judge judges differently")


def check_ranker(make: Callable[[Topic], Any], topic: Topic | None = None) -> None:
    """Check a ranker: one finite value for each part of its evidence, for every link."""
    ranker = make(topic or sample_topic())
    for page in [*_pages(8), *_odd()]:
        _check_proposals(page, ranker.rank(page, Judgement(True, 0.5)), len(ranker.evidence.parts))


def _finite_scores(make: Maker, topic: Topic) -> None:
    strategy: Strategy = make(topic, 1)
    for page in _pages(12):
        judgement = strategy.judge(page)
        _require(math.isfinite(judgement.score), f"score of {page.url} is {judgement.score}")
        expansion = strategy.expand(page, judgement, _link(page.url, strategy))
        _check_proposals(page, expansion.proposals, len(strategy.evidence.parts))


def _check_proposals(page: Page, proposals: tuple[Proposal, ...], width: int) -> None:
    shown = {link.url for link in page.links}
    for proposal in proposals:
        _require(proposal.link.url in shown, f"{proposal.link.url} is not a link of {page.url}")
        _require(len(proposal.parts) == width, f"{len(proposal.parts)} parts for {width} of the evidence")
        _require(all(map(math.isfinite, proposal.parts)), f"parts {proposal.parts} are not finite")


def _same_seed_same_order(make: Maker, topic: Topic) -> None:
    first, second = (_visits(make(topic, 7), 40) for _ in range(2))
    _require(first == second, f"the same seed gave two orders: {_difference(first, second)}")


def _restored_goes_on_alike(make: Maker, topic: Topic) -> None:
    """Save and restore in the middle of a crawl; it must go on as if nothing had been."""
    whole = _visits(make(topic, 7), 40)
    parted = _visits(make(topic, 7), 40, swap_at=20, swap=lambda old: _successor(make, topic, old))
    _require(whole == parted, f"a restored strategy goes another way: {_difference(whole, parted)}")


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
        (Fetched("", 200), _page("http://h0.test/", 1)),
        (Fetched("", 200), _page("http://h0.test/", 1)),
        (Fetched("", 301, location="http://h4.test/"), None),
        (Fetched("", 404, error=Kind.HTTP_CLIENT), None),
    ]
    kinds = set()
    for link in map(crawl.frontier.lookup, [f"http://h{i}.test/" for i in range(len(answers))]):
        fetched, page = answers.pop(0)
        queued = crawl.frontier.take(link or 0, 0.0)
        step = crawl.settle(queued, replace(fetched, url=queued.url), page, 0.0)
        kinds.add(step.visit.outcome.kind if step else "")
        stored(strategy.state())
    _require(kinds == set(get_args(OutcomeKind)), f"only {sorted(kinds)} were tried")  # a check of this check


def _rescores_what_it_says(make: Maker, topic: Topic) -> None:
    """Score queued links anew: a finite value for each, the same for the same links, and none changed."""
    strategy: Any = make(topic, 7)
    if not hasattr(strategy, "rescore"):
        return
    names = [part.name for part in strategy.evidence.parts]
    part = getattr(strategy, "rescores", None)
    _require(part in names, f"it rescores {part!r}, which is none of its parts {names}")
    crawl = Crawl(strategy)
    crawl.seed(f"http://h{i}.test/0" for i in range(3))
    try:
        _visit(crawl, 20, [])
    except LycosaError as error:
        raise BrokenContract(str(error)) from error
    ids, _, _ = crawl.frontier.queue_from(0, 0, 1_000)
    columns = crawl.frontier.columns(ids)
    before: list[Any] = [column.copy() for column in columns]
    scores = np.asarray(strategy.rescore(columns))
    _require(scores.shape == ids.shape, f"{scores.shape} scores for {len(ids)} links")
    _require(bool(np.isfinite(scores).all()), "a score is not finite")
    after: list[Any] = list(columns)
    same = all(np.array_equal(old, new) for old, new in zip(before, after, strict=True))
    _require(same, "rescore changed its columns")
    _require(np.array_equal(scores, strategy.rescore(columns)), "the same links got other scores")
    apart = strategy.rescore(crawl.frontier.columns(ids[::2]))
    _require(np.array_equal(scores[::2], apart), "a score depends on the links it is asked for with")


def _reads_what_it_says(make: Maker, topic: Topic) -> None:
    """Take the layout away from a strategy that says it does not read it; nothing may change."""
    strategy: Strategy = make(topic, 7)
    if not strategy.reads_layout:
        without, given = _visits(strategy, 40, layout=False), _visits(make(topic, 7), 40)
        breach = "reads_layout is False, but without layout it goes another way"
        _require(without == given, f"{breach}: {_difference(without, given)}")


def _odd_pages(make: Maker, topic: Topic) -> None:
    for page in _odd():
        before = repr(page)
        strategy: Strategy = make(topic, 1)
        judgement = strategy.judge(page)
        strategy.expand(page, judgement, _link(page.url, strategy))
        _require(repr(page) == before, f"the page {page.url} was changed")


def _bounded_cost(make: Maker, topic: Topic) -> None:
    links = "".join(f'<a href="/{i}">{_OTHER[i % len(_OTHER)]} {i}</a> ' for i in range(MANY_LINKS))
    page = parse_html(f"<div>{links}</div>".encode(), "http://many.test/")
    strategy: Strategy = make(topic, 1)
    start = process_time()
    strategy.expand(page, strategy.judge(page), _link(page.url, strategy))
    spent = process_time() - start
    _require(spent < MANY_LINKS_CPU_S, f"{MANY_LINKS} links took {spent:.1f} s")


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
    while len(visited) < count and (link := crawl.next(0.0)) is not None:
        visited.append(link.url)
        page = _page(link.url, sum(link.url.encode()), layout=layout)
        crawl.settle(link, Fetched(link.url, 200), page, 0.0)


def _pages(count: int) -> Iterator[Page]:
    return (_page(f"http://h{i % 3}.test/{i}", i) for i in range(count))


def _odd() -> list[Page]:
    """Return pages with nothing on them, or with nothing but oddities."""
    return [
        Page("http://unknown.test/"),
        parse_html(b"", "http://empty.test/"),
        parse_html(b"\x00\xff<a href='/x'>\xf0\x9f</a>", "http://odd.test/"),
        parse_html("<p>洪水 <a href='/洪水'>暴雨</a></p>".encode(), "http://zh.test/"),
    ]


def _page(url: str, number: int, topical: float = 0.4, *, layout: bool = True) -> Page:
    rng = random.Random(number)  # noqa: S311  # sample data

    def words(count: int) -> str:
        return " ".join(rng.choice(_TOPICAL if rng.random() < topical else _OTHER) for _ in range(count))

    blocks = "".join(
        f"<div><p>{words(12)} <a href='http://h{rng.randrange(4)}.test/{rng.randrange(400)}'>{words(3)}</a></p></div>"
        for _ in range(6)
    )
    html = f"<html lang=en><title>{words(4)}</title><body>{blocks}</body></html>"
    return parse_html(html.encode(), url, layout=layout)


def _link(url: str, strategy: Strategy) -> Queued:
    parts = tuple(1.0 for _ in strategy.evidence.parts)
    return Queued(0, url, "unknown.test", 0, -1, strategy.evidence.priority(parts), parts)


def stored(state: SavedState) -> dict[str, Any]:
    """Return what is left of a state after a crash: what JSON can hold, and bytes."""
    try:
        return Learned.of(state).state()
    except (TypeError, ValueError) as error:
        raise BrokenContract(f"the state is neither plain data nor bytes: {error}") from error


def _difference(first: list[str], second: list[str]) -> str:
    place = next(
        (i for i, (a, b) in enumerate(zip(first, second, strict=False)) if a != b),
        min(len(first), len(second)),
    )
    return f"at visit {place} {first[place : place + 1]} and {second[place : place + 1]}"


def _require(holds: bool, breach: str) -> None:
    if not holds:
        raise BrokenContract(breach)
