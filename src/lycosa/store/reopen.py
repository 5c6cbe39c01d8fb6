"""Brings back what a crawl has given up for reasons that may have passed: hosts, and links that failed."""

from __future__ import annotations

import json
import sqlite3
from typing import NamedTuple

from lycosa.errors import Kind
from lycosa.frontier import State

_PASSING = [kind for kind in Kind if kind.transient or kind is Kind.HOST_PARKED]


class Reopened(NamedTuple):
    """How much was brought back."""

    hosts: int
    links: int


def reopen(connection: sqlite3.Connection) -> Reopened:
    """Open the hosts that were given up, and queue their links and those that failed, to be asked for anew.

    Hosts closed for another reason (a share that is spent, a trap) stay closed. Called in a transaction,
    when there is no news to carry over.
    """
    hosts = connection.execute(
        "UPDATE hosts SET closed = NULL, failures = 0 WHERE closed = ?", (Kind.HOST_PARKED,)
    ).rowcount
    links = connection.execute(
        "UPDATE links SET state = ?, refused = NULL WHERE refused = ?", (State.QUEUED, Kind.HOST_PARKED)
    ).rowcount
    failed = connection.execute(
        # Without its visit a link has no attempts behind it and nothing to wait for.
        "UPDATE links SET state = ?, visit = NULL WHERE state IN (?, ?) AND visit IN"
        " (SELECT number FROM visits WHERE error IN (SELECT value FROM json_each(?)))",
        (State.QUEUED, State.QUEUED, State.DONE, json.dumps(_PASSING)),
    ).rowcount
    connection.execute("UPDATE hosts SET failures = 0")
    return Reopened(hosts, links + failed)
