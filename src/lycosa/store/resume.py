"""Rebuilds a crawl from its database: frontier, counts, host shares, attempts and redirects under way."""

from __future__ import annotations

import json
import sqlite3

from lycosa.engine.crawl import Crawl
from lycosa.engine.rescoring import Pass
from lycosa.engine.tally import Tally
from lycosa.errors import Kind
from lycosa.frontier import Evidence, Part
from lycosa.store.edges import load_graph
from lycosa.store.links import carry_over, frontier_rows, pending_news
from lycosa.store.meta import get_meta
from lycosa.store.visits import remembered_pages

_LET_IN = "SELECT url FROM links WHERE refused IS NULL AND state NOT IN (4, 5)"
_WAITING = """SELECT name, max(fetched_at + elapsed_s + retry_in_s) AS until
    FROM links JOIN visits ON visits.number = links.visit JOIN hosts ON hosts.id = links.host
    WHERE state = 0 AND retry_in_s IS NOT NULL GROUP BY name"""
_ATTEMPTS = """SELECT link, count(*) FROM visits
    WHERE link IN (SELECT id FROM links WHERE state = 0 AND visit IS NOT NULL) GROUP BY link"""
_REDIRECTED = """SELECT links.id, parent FROM visits JOIN links ON links.id = visits.link
    WHERE location IS NOT NULL AND error IS NULL"""
_TARGETS = """SELECT id, parent FROM links WHERE state = 0
    AND parent IN (SELECT link FROM visits WHERE location IS NOT NULL AND error IS NULL)"""


def restore_crawl(connection: sqlite3.Connection, crawl: Crawl, now: float, at: float) -> None:
    """Fill an empty crawl, whose strategy has the state that was kept.

    Links that were in flight are queued again. `now` is the time by the engine's clock, `at`
    the time of day: hosts that asked for a pause are left alone for the rest of it.
    """
    evidence, frontier = stored_evidence(connection), crawl.frontier
    width = len(evidence.parts)
    carry_over(connection, pending_news(connection, width), evidence)
    frontier.reweigh(evidence)
    frontier.load(frontier_rows(connection, width))
    crawl.strays.load(connection.execute("SELECT url, link FROM stray_list ORDER BY id DESC"))
    load_graph(connection, frontier.graph)
    for host, pages in connection.execute("SELECT name, pages FROM hosts WHERE pages > 0"):
        crawl.gate.count(host, pages)
    for host, until in connection.execute(_WAITING):
        if until > at:
            frontier.park(host, now + until - at)
    for host, kind in connection.execute("SELECT name, closed FROM hosts WHERE closed IS NOT NULL"):
        crawl.gate.close(host, Kind(kind))
    for (url,) in connection.execute(_LET_IN):
        crawl.gate.let_in(url)
    if crawl.duplicates is not None:
        crawl.duplicates.load(remembered_pages(connection))
    crawl.restore(
        Tally.of(json.loads(get_meta(connection, "tally") or "{}")),
        attempts=dict(connection.execute(_ATTEMPTS)),
        chains=_chains(connection),
        failures_of_host=dict(connection.execute("SELECT name, failures FROM hosts WHERE failures > 0")),
        rescoring=Pass(*json.loads(get_meta(connection, "rescoring") or "[]")),
    )


def stored_evidence(connection: sqlite3.Connection) -> Evidence:
    """Return the parts of a link's worth, with their weights when the crawl stopped."""
    return Evidence(tuple(Part(**part) for part in json.loads(get_meta(connection, "evidence") or "[]")))


def _chains(connection: sqlite3.Connection) -> dict[int, tuple[int, ...]]:
    """Return, for every queued target of a redirect, the links that led to it, first to last."""
    came_from = dict(connection.execute(_REDIRECTED))
    chains = {}
    for target, link in connection.execute(_TARGETS):
        chain = []
        while link in came_from:
            chain.append(link)
            link = came_from[link]  # noqa: PLW2901  # walks up
        chains[target] = tuple(reversed(chain))
    return chains
