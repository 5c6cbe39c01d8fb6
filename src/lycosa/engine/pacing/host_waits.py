"""Why hosts are not asked: the hosts of a crawl that are busy or rest in, a reason in words for each out."""

from __future__ import annotations

from lycosa.engine.crawl import Crawl
from lycosa.engine.pacing.outlook import HostWait
from lycosa.frontier.standing import Unready

NAMED = 12
"""Hosts named."""


def host_waits(crawl: Crawl, now: float, count: int = NAMED) -> tuple[HostWait, ...]:
    """Return the hosts asked most that cannot be asked now, and why."""
    return tuple(
        HostWait(
            host.host,
            host.queued,
            host.taken,
            _reason(crawl, host, now),
            None if host.ready_at is None else max(0.0, host.ready_at - now),
        )
        for host in crawl.frontier.unready(count)
    )


def _reason(crawl: Crawl, host: Unready, now: float) -> str:
    if host.ready_at is None:
        return "answer under way"
    if crawl.faults.outage.active:
        return "no server answers"
    tries = crawl.faults.tries(host.host)
    if tries:
        return f"failed {'once' if tries == 1 else f'{tries} times'}"
    (url,) = crawl.frontier.urls([host.best])
    return crawl.pace.rest_reason(url, host.ready_at - now)
