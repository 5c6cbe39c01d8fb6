"""Rebuilds a crawl from its database: frontier, counts, host shares, attempts and redirects under way."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter

from lycosa.engine.crawl import Crawl
from lycosa.engine.learning.rescoring import Pass
from lycosa.engine.learning.revision import RevisionPass
from lycosa.engine.pacing.retries import UNREACHABLE, Failing, Retries
from lycosa.errors import Kind
from lycosa.frontier import Evidence, Part
from lycosa.store.reopen import Reopened, reopen
from lycosa.store.tables.counts import stored_tally
from lycosa.store.tables.edges import load_graph
from lycosa.store.tables.links import carry_over, frontier_rows, pending_news
from lycosa.store.tables.meta import get_meta
from lycosa.store.tables.visits import remembered_pages

_LET_IN = "SELECT url FROM links WHERE refused IS NULL AND state NOT IN (4, 5)"
_WAITING = """SELECT name, max(min(fetched_at + elapsed_s + retry_in_s - :at, retry_in_s)) AS rest
    FROM links JOIN visits ON visits.number = links.visit JOIN hosts ON hosts.id = links.host
    WHERE state = 0 AND retry_in_s IS NOT NULL GROUP BY name"""  # no clock that was ahead makes a wait longer
LONGEST_WAIT_S = 86_400.0
"""Longest rest of a host that is believed: what `fetch.retry_after_s` allows."""
_LONGEST_CHAIN = 1000
_FAILED = """WITH failing AS (
        SELECT hosts.id, name, failures, fetched_at,
            row_number() OVER (PARTITION BY hosts.id ORDER BY number DESC) AS back
        FROM hosts JOIN links ON links.host = hosts.id JOIN visits ON visits.link = links.id
        WHERE failures > 0 AND closed IS NULL)
    SELECT name, failures, fetched_at FROM failing WHERE back <= failures ORDER BY back DESC"""
"""The first of each host's failures in a row comes first."""
_ATTEMPTS = """SELECT link, coalesce(error, ''), count(*) FROM visits
    WHERE link IN (SELECT id FROM links WHERE state = 0 AND visit IS NOT NULL) GROUP BY link, error"""
_COSTLY = """SELECT name, count(*) FROM visits JOIN links ON links.id = visits.link
    JOIN hosts ON hosts.id = links.host WHERE error = :kind GROUP BY name"""
_REDIRECTED = """SELECT links.id, parent FROM visits JOIN links ON links.id = visits.link
    WHERE location IS NOT NULL AND error IS NULL"""
_TARGETS = """SELECT id, parent FROM links WHERE state = 0
    AND parent IN (SELECT link FROM visits WHERE location IS NOT NULL AND error IS NULL)"""


def restore_crawl(
    connection: sqlite3.Connection, crawl: Crawl, now: float, at: float, *, reopens: bool = False
) -> Reopened:
    """Fill an empty crawl, whose strategy has the state that was kept.

    Links that were in flight are queued again. `now` is the time by the engine's clock, `at`
    the time of day: hosts that asked for a pause are left alone for the rest of it. `reopens` brings
    back what was given up.
    """
    check_links(connection)
    evidence, frontier = _stored_evidence(connection) or crawl.strategy.evidence, crawl.frontier
    width = len(evidence.parts)
    carry_over(connection, pending_news(connection, width), evidence)
    reopened = reopen(connection) if reopens else Reopened(0, 0)
    frontier.reweigh(evidence)
    frontier.load(frontier_rows(connection, width))
    crawl.strays.load(connection.execute("SELECT url, link FROM stray_list ORDER BY id DESC"))
    load_graph(connection, frontier.graph)
    for host, pages in connection.execute("SELECT name, pages FROM hosts WHERE pages > 0"):
        crawl.gate.count(host, pages)
    for host, rest_s in connection.execute(_WAITING, {"at": at}):
        if rest_s > 0:
            frontier.park(host, now + min(rest_s, LONGEST_WAIT_S))
    for host, kind in connection.execute("SELECT name, closed FROM hosts WHERE closed IS NOT NULL"):
        crawl.gate.close(host, Kind(kind))
    for (url,) in connection.execute(_LET_IN):
        crawl.gate.let_in(url)
    if crawl.duplicates is not None:
        crawl.duplicates.load(remembered_pages(connection))
    crawl.restore(
        stored_tally(connection),
        attempts=_attempts(connection, crawl.retries),
        chains=_chains(connection),
        failing=_failing(connection, now, at),
        costly=dict(connection.execute(_COSTLY, {"kind": Kind.PAGE_TOO_COSTLY})),
        revision=RevisionPass(*json.loads(get_meta(connection, "revision") or "[]")),
        rescoring=Pass(*json.loads(get_meta(connection, "rescoring") or "[]")),
    )
    return reopened


def missing_parts(connection: sqlite3.Connection, evidence: Evidence) -> list[str]:
    """Return the parts of a link's worth that a strategy has and the links of a crawl on record lack."""
    stored = get_meta(connection, "evidence")
    if stored is None:  # what is lost is taken to be as it was
        return []
    known = {part["name"] for part in json.loads(stored)}
    return [part.name for part in evidence.parts if part.name not in known]


def _attempts(connection: sqlite3.Connection, retries: Retries) -> dict[int, int]:
    """Return how often each queued link was asked for, without the failures that were its host's."""
    attempts: Counter[int] = Counter()
    for link, error, count in connection.execute(_ATTEMPTS):
        if not retries.give_up_s or error not in UNREACHABLE:
            attempts[link] += count
    return attempts


def _failing(connection: sqlite3.Connection, now: float, at: float) -> dict[str, Failing]:
    """Return the hosts whose last visits failed: how many of them, and since when by the engine's clock.

    No clock that was ahead makes a failure one of the future, after which a host could never be given up.
    """
    failing: dict[str, Failing] = {}
    for host, tries, failed_at in connection.execute(_FAILED):
        failing.setdefault(host, Failing(tries, now - max(at - failed_at, 0.0)))
    return failing


def _stored_evidence(connection: sqlite3.Connection) -> Evidence | None:
    """Return the parts of a link's worth, with their weights when the crawl stopped; None if that is lost."""
    parts = json.loads(get_meta(connection, "evidence") or "[]")
    return Evidence(tuple(Part(**part) for part in parts)) if parts else None


def _chains(connection: sqlite3.Connection) -> dict[int, tuple[int, ...]]:
    """Return, for every queued target of a redirect, the links that led to it, first to last."""
    came_from = dict(connection.execute(_REDIRECTED))
    chains = {}
    for target, link in connection.execute(_TARGETS):
        chain: list[int] = []
        while link in came_from and len(chain) < _LONGEST_CHAIN:  # a damaged crawl may go round in a ring
            chain.append(link)
            link = came_from[link]  # noqa: PLW2901  # walks up
        chains[target] = tuple(reversed(chain))
    return chains


def check_links(connection: sqlite3.Connection) -> None:
    """Refuse links that the frontier cannot have given: it numbers them without a gap, parents first."""
    first, last, count = connection.execute("SELECT min(id), max(id), count(*) FROM links").fetchone()
    if count and (first, last) != (0, count - 1):
        raise ValueError(f"{count} links are numbered {first} to {last}")
    odd = connection.execute(
        "SELECT id FROM links WHERE parent < -1 OR parent >= :count OR state NOT BETWEEN 0 AND 5"
        " OR typeof(url) <> 'text' OR typeof(parts) <> 'blob' LIMIT 1",
        {"count": count},
    ).fetchone()
    if odd is not None:
        raise ValueError(f"link {odd[0]} has values that no crawl writes")
