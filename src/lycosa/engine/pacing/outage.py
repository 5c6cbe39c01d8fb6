"""Tells when the network itself is away: who was reached and who was not in, whether to pause and probe out.

A crawl whose every host fails at once has lost its own connection, not the web. It pauses, asks for one
page now and then, and goes on as if nothing had been when a server answers. Time is passed in.
"""

from __future__ import annotations

from itertools import islice, takewhile
from math import inf

from lycosa.engine.pacing.retries import Retries

_HOSTS = 3
"""Hosts that must fail together; fewer, if the crawl has asked no more."""
_QUIET_S = 10.0
"""For how long."""
_MEMORY_S = 60.0
"""A failure older than this says nothing about now."""
_PROBE_S = 1.0
_PROBE_LONGEST_S = 60.0
_REMEMBERED = 100_000


class Outage:
    """Whether the network is away, and when to look again.

    Examples
    --------
    >>> outage = Outage(Retries())
    >>> outage.reached("a.test", now=0.0)
    False
    >>> outage.missed("a.test", link=1, now=5.0), outage.missed("a.test", link=1, now=10.0)
    (False, False)
    >>> outage.missed("a.test", link=1, now=20.0), outage.active, outage.probe_at
    (True, True, 21.0)
    >>> outage.reached("a.test", now=49.0), outage.active
    (True, False)
    """

    def __init__(self, retries: Retries) -> None:
        self._retries = retries
        self.since: float | None = None
        """When the hosts began to fail together; None while the network is there."""
        self.probe_at = 0.0
        self.hosts: dict[str, float] = {}
        """Hosts that were not reached, and when that was last."""
        self.links: set[int] = set()
        """Links that were asked for in vain meanwhile."""
        self.misses = 0
        self.probe_s = _PROBE_S
        """Time between two probes; it doubles."""
        self._asked: set[str] = set()  # no more of them than are needed
        self._reached: dict[str, float] = {}

    @property
    def active(self) -> bool:
        """Whether the crawl pauses."""
        return self.since is not None

    @property
    def bound_s(self) -> float:
        """How long the pause may last."""
        known = any(host in self._reached for host in self.hosts)
        return self._retries.outage_s if known else min(self._retries.linger_s, self._retries.outage_s)

    @property
    def until(self) -> float:
        """When the crawl ends if nothing has answered."""
        return inf if self.since is None else self.since + self.bound_s

    def reached(self, host: str, now: float) -> bool:
        """Take in that a server answered; return whether that ends an outage."""
        self._ask(host)
        self._reached.pop(host, None)
        self._reached[host] = now
        if len(self._reached) > _REMEMBERED:
            del self._reached[next(iter(self._reached))]
        if not self.active:
            self.hosts.pop(host, None)
        ended, self.since = self.active, None
        return ended

    def forget(self) -> None:
        """Forget who was not reached, once everyone concerned has been told."""
        self.hosts.clear()
        self.links.clear()
        self.misses = 0
        self.probe_s = _PROBE_S

    def missed(self, host: str, link: int, now: float) -> bool:
        """Take in that no server was reached; return whether that begins an outage."""
        self._ask(host)
        if not self.active:
            self._prune(now)
        self.hosts.setdefault(host, now)
        self.links.add(link)
        self.misses += 1
        if self.active or not self._retries.outage_s:
            return False
        onset = min(self.hosts.values())
        if now - onset < _QUIET_S or len(self.hosts) < len(self._asked) or self._most_answer(onset):
            return False
        self.since = onset
        self.probe_at = now + self.probe_s
        return True

    def probe(self, now: float) -> None:
        """Take in that a link is asked for: while the network is away, the next one has to wait."""
        if self.active:
            self.probe_s = min(2 * self.probe_s, _PROBE_LONGEST_S)
            self.probe_at = now + self.probe_s

    def _ask(self, host: str) -> None:
        if len(self._asked) < _HOSTS:
            self._asked.add(host)

    def _most_answer(self, onset: float) -> bool:
        """Whether as many hosts have answered since then as have not."""
        lately = takewhile(lambda at: at >= onset, reversed(self._reached.values()))
        return sum(1 for _ in islice(lately, len(self.hosts))) == len(self.hosts)

    def _prune(self, now: float) -> None:
        for host in [host for host, at in self.hosts.items() if now - at > _MEMORY_S]:
            del self.hosts[host]
        if not self.hosts:
            self.links.clear()
            self.misses = 0
