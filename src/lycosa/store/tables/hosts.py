"""The rows of `hosts`: a name in, its number out; a step in, its counts brought up to date."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from lycosa.engine.step import Step
from lycosa.errors import Kind


class Hosts:
    """The hosts of a crawl, numbered in the order they were first seen."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._ids: dict[str, int] = dict(connection.execute("SELECT name, id FROM hosts"))

    def id(self, name: str) -> int:
        """Return the number of a host, which may be new."""
        number = self._ids.get(name)
        if number is None:
            number = self._ids[name] = len(self._ids)
            self._connection.execute("INSERT INTO hosts (id, name) VALUES (?, ?)", (number, name))
        return number

    def count(self, step: Step) -> None:
        """Count a visit, and close the hosts that were given up."""
        visit = step.visit
        read = int(visit.page is not None)
        body_bytes = len(visit.fetched.body) if read else 0
        failed = int(visit.fetched.error is not None and visit.fetched.error.transient)
        self._connection.execute(
            "UPDATE hosts SET visits = visits + 1, pages = pages + ?, relevant = relevant + ?,"
            " body_bytes = body_bytes + ?, failures = (failures + 1) * ? WHERE id = ?",
            (read, int(visit.relevant), body_bytes, failed, self.id(visit.link.host)),
        )
        self.close(step.closed)

    def close(self, closed: Iterable[tuple[str, Kind]]) -> None:
        """Close hosts; one that is closed stays so for its reason."""
        for host, kind in closed:
            self._connection.execute(
                "UPDATE hosts SET closed = coalesce(closed, ?) WHERE id = ?", (kind, self.id(host))
            )
