"""Hosts that are not asked any more: why each was closed, and what steps have not said of it yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from lycosa.engine.duplicates.duplicates import Duplicates
from lycosa.engine.links.gate import Gate
from lycosa.errors import Kind
from lycosa.frontier import Frontier


class Closings:
    """Closes hosts that waste the crawl's time or have spent their share."""

    def __init__(
        self, frontier: Frontier, gate: Gate, duplicates: Duplicates | None, costly_pages: int
    ) -> None:
        self._frontier = frontier
        self._gate = gate
        self._duplicates = duplicates
        self._costly_pages = costly_pages
        self._costly_of_host: Counter[str] = Counter()
        self._news: list[tuple[str, Kind]] = []

    def close(self, host: str, kind: Kind) -> int:
        """Let go of everything queued for a host, and of what will be found; return the number of links."""
        self._gate.close(host, kind)
        self._news.append((host, kind))
        return self._frontier.drop_host(host)

    def after_page(self, host: str) -> Kind | None:
        """Count a page; return why its host is to be closed, if it is."""
        spent = self._gate.count(host)
        if spent is None and self._duplicates and self._duplicates.exhausted(host):
            return Kind.TRAP
        return spent

    def after_costly_page(self, host: str) -> Kind | None:
        """Count a page that took too long to read; return why its host is to be closed, if it is."""
        self._costly_of_host[host] += 1
        return Kind.TRAP if self._costly_of_host[host] >= self._costly_pages else None

    def restore(self, costly_of_host: Mapping[str, int]) -> None:
        """Go on from the costly pages that were counted before."""
        self._costly_of_host.update(costly_of_host)

    def take_news(self) -> tuple[tuple[str, Kind], ...]:
        """Return the hosts closed since the last time."""
        news = tuple(self._news)
        self._news.clear()
        return news
