"""How long a crawl keeps at a link and at a host: failures in, whom they count against and the next wait out.

A server that is never reached says nothing of the page: such a failure is its host's. A host is tried again
after waits that double, and given up only when its failures have gone on for hours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from lycosa.errors import Kind
from lycosa.ranges import check_range

UNREACHABLE = frozenset({Kind.DNS_FAILED, Kind.DNS_TIMEOUT, Kind.CONNECT_FAILED, Kind.CONNECT_TIMEOUT})
"""No server was reached."""
_OF_HOST = UNREACHABLE | {Kind.ROBOTS_UNREACHABLE}
"""What closes a whole host for a time, whatever page is asked for."""
_DOUBLINGS = 30
_SHORTEST_S = 1.0
"""Between two tries of a host that fails, however short other waits are."""


@dataclass(frozen=True, slots=True)
class Retries:
    """How long a crawl keeps at one link, at one host, and without a network."""

    limit: int = 2
    """Further attempts after a passing failure."""
    delay_s: float = 5.0
    """Wait before the first further attempt; doubled each time."""
    redirects: int = 10
    """Hops followed from one link, meta refreshes included."""
    host_failures: int = 10
    """Failures of a host in a row before it may be given up."""
    costly_pages: int = 3
    """Pages of a host too costly to parse after which it is given up: each takes seconds."""
    give_up_s: float = 21_600.0
    """Failures in a row go on for so long before a host is given up; 0: their number alone decides."""
    longest_delay_s: float = 3600.0
    """Waits between two tries of a failing host double up to this."""
    outage_s: float = 3600.0
    """Longest pause while nothing answers; then the crawl ends, and can be resumed. 0: never pause."""
    linger_s: float = 600.0
    """The same when nothing has answered yet, or when only hosts are left that never did."""

    def __post_init__(self) -> None:
        check_range(self, *self.__slots__, least=0)

    def host_delay_s(self, tries: int) -> float:
        """Return the wait after so many failures of a host in a row."""
        longest_s = max(self.longest_delay_s, self.delay_s)
        return float(min(max(self.delay_s, _SHORTEST_S) * 2.0 ** min(tries - 1, _DOUBLINGS), longest_s))


class Failing(NamedTuple):
    """A host's failures in a row."""

    tries: int
    since: float
    """When the first of them was."""


class HostFailures:
    """The hosts that fail at the moment.

    Examples
    --------
    >>> failures = HostFailures(Retries(delay_s=5.0, host_failures=2, give_up_s=3600.0))
    >>> failures.fail("example.org", now=0.0)
    Failing(tries=1, since=0.0)
    >>> failures.fail("example.org", now=5.0), failures.exhausted("example.org", now=5.0)
    (Failing(tries=2, since=0.0), False)
    >>> failures.exhausted("example.org", now=3600.0)
    True
    """

    def __init__(self, retries: Retries) -> None:
        self._retries = retries
        self._hosts: dict[str, Failing] = {}

    def __len__(self) -> int:
        return len(self._hosts)

    def __iter__(self) -> Iterator[str]:
        return iter(self._hosts)

    def fail(self, host: str, now: float) -> Failing:
        """Count a failure."""
        tries, since = self._hosts.get(host, (0, now))
        found = self._hosts[host] = Failing(tries + 1, since)
        return found

    def forget(self, host: str) -> None:
        """Begin anew with a host: it has answered, or its failures were not its own."""
        self._hosts.pop(host, None)

    def exhausted(self, host: str, now: float) -> bool:
        """Whether a host has failed often enough, and for long enough, to be given up."""
        failing = self._hosts.get(host)
        return (
            failing is not None
            and failing.tries >= self._retries.host_failures
            and now - failing.since >= self._retries.give_up_s
        )

    def spares_link(self, host: str, kind: Kind, now: float) -> bool:
        """Whether a failure just counted is the host's and not its link's."""
        tries, since = self._hosts[host]
        closes_host = kind in _OF_HOST or tries >= self._retries.host_failures
        return closes_host and now - since < self._retries.give_up_s

    def tries(self, host: str) -> int:
        """Return how often a host has failed in a row."""
        return self._hosts[host].tries if host in self._hosts else 0

    def delay_s(self, host: str) -> float:
        """Return how long a failing host is left alone."""
        return self._retries.host_delay_s(self._hosts[host].tries)

    def restore(self, hosts: Mapping[str, Failing]) -> None:
        """Take up the failures of an earlier crawl."""
        self._hosts = dict(hosts)
