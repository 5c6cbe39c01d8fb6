"""Looks at a crawl under way: an engine in, what it is doing and waiting for out."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

from lycosa.engine.pacing.host_waits import host_waits
from lycosa.engine.pacing.outlook import AWAITED, AwaitedHost, Outlook, TopLink, ends_in_s

if TYPE_CHECKING:
    from lycosa.engine.crawl import Crawl
    from lycosa.engine.engine import Engine

_TOP = 12
"""Links named."""


def outlook_of(engine: Engine) -> Outlook:
    """Say what a crawl is doing, which hosts it waits for, and when it will end."""
    now, crawl, frontier = engine.clock(), engine.crawl, engine.crawl.frontier
    passed_over = crawl.passed_over
    awaited = frontier.awaited(passed_over) if passed_over is not None else []
    level = engine.patience.level(crawl, engine.under_way, now)
    rate = engine.rate.pages_per_s(now, crawl.tally.pages)
    return Outlook(
        under_way=engine.under_way,
        slots=engine.work.concurrency,
        level=None if level == inf else level,
        better=frontier.better(passed_over) if passed_over is not None else 0,
        awaited_hosts=len(awaited),
        awaited=tuple(
            AwaitedHost(host, better, None if at is None else max(0.0, at - now))
            for host, better, at in awaited[:AWAITED]
        ),
        ends_in_s=ends_in_s(engine.budget, crawl.tally, rate, engine.spending.seconds_left(now)),
        paused=engine.spending.paused,
        pages_per_s=rate,
        page_budget=engine.budget.pages,
        queued=len(frontier),
        queued_hosts=frontier.hosts(),
        known=frontier.known,
        waits=host_waits(crawl, now),
        top=_top(crawl),
        remaining=engine.remaining.now if engine.remaining is not None else None,
    )


def last_outlook(engine: Engine, at_work: Outlook | None) -> Outlook:
    """Say how a crawl that has ended stands; what it waited for is told as it was when it was `at_work`."""
    now = outlook_of(engine)
    if engine.remaining is not None and now.remaining is not None:
        now = replace(now, remaining=engine.remaining.estimate())  # as of the last page
    if at_work is None:
        return now
    return replace(
        now,
        under_way=at_work.under_way,
        level=at_work.level,
        better=at_work.better,
        awaited_hosts=at_work.awaited_hosts,
        awaited=at_work.awaited,
        ends_in_s=at_work.ends_in_s,
    )


def _top(crawl: Crawl) -> tuple[TopLink, ...]:
    links = crawl.frontier.top(_TOP, resting=True)
    crawl.frontier.urls(links)  # all at once
    found = (crawl.frontier.get(link) for link in links)
    return tuple(TopLink(link.id, link.url, link.priority, tuple(link.parts)) for link in found)
