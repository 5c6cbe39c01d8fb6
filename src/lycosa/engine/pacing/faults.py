"""What a crawl makes of failures: an answer in, whether its link is asked for again, and when, out.

Failures of a page count against its link, failures of a host against the host (`HostFailures`), and those
of an outage against nobody (`Outage`). Whoever runs the crawl asks here whether it pauses and when to wake.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from math import inf

from lycosa.engine.pacing.outage import Outage
from lycosa.engine.pacing.retries import UNREACHABLE, Failing, HostFailures, Retries
from lycosa.errors import Kind
from lycosa.frontier import Frontier
from lycosa.model import Fetched, Queued

_NAMED = 3
_LAST = -1e9
"""The priority of a link that waits for its host to answer."""
_ROTATION = 8
"""Probes go to at most so many hosts in turn."""


class Faults:
    """The failures of one crawl.

    Parameters
    ----------
    frontier
        Hosts are left alone in it, and let go when an outage is over.
    retries
        How long the crawl keeps at what fails.
    longest_wait_s
        A host that asks for more is given up.
    """

    def __init__(self, frontier: Frontier, retries: Retries, longest_wait_s: float = inf) -> None:
        self._frontier = frontier
        self._retries = retries
        self._longest_wait_s = longest_wait_s
        self._hosts = HostFailures(retries)
        self._attempts: dict[int, int] = {}
        self._set_aside: dict[str, list[int]] = {}
        self._reached_at: float | None = None
        self.outage = Outage(retries)
        self.notices: list[tuple[str, str]] = []
        """What concerns the whole crawl and was not passed on yet: kind and text."""

    def restore(self, attempts: Mapping[int, int], failing: Mapping[str, Failing]) -> None:
        """Take up the failures of an earlier crawl."""
        self._attempts = dict(attempts)
        self._hosts.restore(failing)

    # What comes in

    def spares(self, link: Queued, fetched: Fetched, now: float) -> bool:
        """Queue a link again, as if nothing had been, whose host rests or that met an outage."""
        outage, error = self.outage, fetched.error
        if error is Kind.HOST_PARKED and fetched.retry_after_s is not None:
            self._frontier.put_back(link.id, now, fetched.retry_after_s)
            return True
        if fetched.status:
            self._reached_at = now
            for missed in self._set_aside.pop(link.host, ()):
                self._frontier.reinstate(missed)
            if outage.reached(link.host, now):
                self._end_outage(now)
            return False
        if error in UNREACHABLE:
            if outage.missed(link.host, link.id, now):
                self._begin_outage()
        elif outage.active and error is not None and (error.transient or error is Kind.DNS_NOT_FOUND):
            outage.missed(link.host, link.id, now)
        else:
            return False
        if outage.active:
            self._put_aside(link, now, outage.probe_s * min(len(outage.hosts), _ROTATION))
        return outage.active

    def _put_aside(self, link: Queued, now: float, delay_s: float) -> None:
        """Queue a link again behind all others, until its host answers: it may be that it alone fails."""
        self._frontier.put_back(link.id, now, delay_s, priority=_LAST)
        self._set_aside.setdefault(link.host, []).append(link.id)

    def gives_up(self, host: str, fetched: Fetched, now: float) -> bool:
        """Count failures in a row; a host that wants to be left alone, or fails for too long, is given up."""
        if fetched.error is None or not (fetched.error.transient or fetched.error is Kind.HOST_PARKED):
            self._hosts.forget(host)
            return False
        self._hosts.fail(host, now)
        asks_too_much = (fetched.retry_after_s or 0.0) > self._longest_wait_s
        lost = asks_too_much or self._hosts.exhausted(host, now) or fetched.error is Kind.HOST_PARKED
        if lost:
            self._hosts.forget(host)
            self._set_aside.pop(host, None)
        return lost

    def retry(self, link: Queued, fetched: Fetched, now: float, rest_s: float) -> float | None:
        """Queue a link again that may succeed later; return when it is tried again, None if it is not.

        Of a host's failures in a row only the first counts against the link.
        """
        attempt = self._attempts.pop(link.id, 0)
        if fetched.error is None or not fetched.error.transient:
            return None
        wait_s = fetched.retry_after_s or 0.0
        if self._hosts.spares_link(link.host, fetched.error, now):
            first = self._hosts.tries(link.host) == 1
            if first and attempt > self._retries.limit:
                return None
            self._attempts[link.id] = attempt + first
            wait_s = max(self._hosts.delay_s(link.host), wait_s)
            self._put_aside(link, now, max(wait_s, rest_s))
            return wait_s
        if attempt >= self._retries.limit:
            return None
        self._attempts[link.id] = attempt + 1
        wait_s = max(self._retries.delay_s * 2.0**attempt, wait_s)
        self._frontier.put_back(link.id, now, max(wait_s, rest_s))
        return wait_s

    def tries(self, host: str) -> int:
        """Return how often a host has failed in a row."""
        return self._hosts.tries(host)

    # What comes of it

    def pauses(self, now: float) -> bool:
        """Whether nothing is to be asked for now: nothing answers, and the next probe is not due."""
        if self._reached_at is None:
            self._reached_at = now
        return self.outage.active and now < self.outage.probe_at

    def next_wakeup(self) -> float | None:
        """Return when there may be something to do without an answer; None if nothing is to be waited for."""
        wakeup = self._frontier.next_wakeup()
        if self.outage.active:
            due = self.outage.probe_at if self._frontier.best() is not None or wakeup is None else wakeup
            return max(self.outage.probe_at, min(due, self.outage.until))
        if wakeup is not None and self._only_failing_left():
            return min(wakeup, self._linger_until)
        return wakeup

    def hopeless(self, now: float) -> bool:
        """Whether nothing that is left could be reached, and that for too long; of a crawl that is idle."""
        if self.outage.active:
            return now >= self.outage.until
        return now >= self._linger_until and self._only_failing_left()

    @property
    def _linger_until(self) -> float:
        return inf if self._reached_at is None else self._reached_at + self._retries.linger_s

    def _only_failing_left(self) -> bool:
        """Whether every queued link is of a host that fails."""
        left = self._frontier.hosts()
        if not 0 < left <= len(self._hosts):
            return False
        return left <= sum(self._frontier.host_counts(host).queued > 0 for host in self._hosts)

    def _begin_outage(self) -> None:
        """Pause. What has failed since the network went away counts against nobody."""
        for host in self.outage.hosts:
            self._hosts.forget(host)
        for link in self.outage.links & self._attempts.keys():
            self._attempts[link] -= 1
        names = ", ".join(islice(self.outage.hosts, _NAMED))
        text = f"no server answers ({names}): paused, asking again for up to {self.outage.bound_s:g} s"
        self.notices.append(("outage", text))

    def _end_outage(self, now: float) -> None:
        """Go on: every host that was missed may be asked at once."""
        for host in self.outage.hosts:
            self._frontier.unpark(host, now)
            for missed in self._set_aside.pop(host, ()):
                self._frontier.reinstate(missed)
        text = f"{len(self.outage.hosts)} hosts were not reached by {self.outage.misses} requests"
        self.notices.append(("outage over", text))
        self.outage.forget()
