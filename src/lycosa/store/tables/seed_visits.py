"""What became of the links a crawl began with: seeds that gave no page, and why."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

_TROUBLED = """SELECT links.url, coalesce(visits.error, links.refused, hosts.closed, ''),
    coalesce(visits.detail, '') FROM links JOIN hosts ON hosts.id = links.host
    LEFT JOIN visits ON visits.number = links.visit
    WHERE links.id < ? AND links.parent = -1
    AND coalesce(visits.error, links.refused, hosts.closed) IS NOT NULL AND visits.relevant IS NULL
    ORDER BY links.id LIMIT ?"""


class SeedTrouble(NamedTuple):
    """A seed that gave no page."""

    url: str
    kind: str
    detail: str


def seed_troubles(db: sqlite3.Connection, seeds: int, most: int) -> list[SeedTrouble]:
    """Return some of the seeds that failed or were refused; seeds are the first links of a crawl."""
    return [SeedTrouble(*map(str, row)) for row in db.execute(_TROUBLED, (seeds, most))]
