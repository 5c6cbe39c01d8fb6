"""The best links that were discarded, kept so that they can come back: a bounded memory, by host."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from lycosa.model import JSON

_HOSTS = 1_000


class Discarded:
    """Remembers the best discarded links of every host.

    Parameters
    ----------
    count
        Links kept for a host, and links called back at a time.

    Examples
    --------
    >>> discarded = Discarded(count=1)
    >>> discarded.add("http://a.test/", "a.test", 0.1)
    >>> discarded.add("http://b.test/", "b.test", 0.2)
    >>> discarded.call(lambda host: True)
    >>> discarded.called()
    ['http://b.test/']
    """

    def __init__(self, count: int = 3) -> None:
        self.count = count
        self._best: dict[str, dict[str, float]] = {}
        self._called: list[str] = []
        self.returned = 0
        """Links that have come back."""

    def add(self, url: str, host: str, priority: float) -> None:
        """Remember a link, if it is among the best of its host; the worst host goes when there is no room."""
        links = self._best.setdefault(host, {})
        links[url] = priority
        if len(links) > self.count:
            del links[min(links, key=links.__getitem__)]
        if len(self._best) > _HOSTS:
            del self._best[min(self._best, key=lambda name: max(self._best[name].values()))]

    def call(self, wanted: Callable[[str], bool]) -> None:
        """Call back the best links on the hosts that are wanted; they are forgotten here."""
        if self._called:
            return
        links = [
            (-priority, url, host)
            for host, best in self._best.items()
            if wanted(host)
            for url, priority in best.items()
        ]
        for _, url, host in sorted(links)[: self.count]:
            self._called.append(url)
            del self._best[host][url]
            if not self._best[host]:
                del self._best[host]

    def called(self) -> list[str]:
        """Return the links called back since the last time."""
        called, self._called = self._called, []
        self.returned += len(called)
        return called

    def state(self) -> dict[str, JSON]:
        """Return the links as plain data."""
        return {
            "best": cast("dict[str, JSON]", self._best),
            "called": cast("list[JSON]", self._called),
            "returned": self.returned,
        }

    def restore(self, state: Mapping[str, JSON]) -> None:
        """Become the memory that returned `state`."""
        best = cast("dict[str, dict[str, float]]", state["best"])
        self._best = {host: dict(links) for host, links in best.items()}
        self._called = list(cast("list[str]", state["called"]))
        self.returned = cast("int", state["returned"])
