"""The frontier: in go the links of every page, out come the ones to ask for next.

Every link ever seen has an id, counted from 0 in order of discovery, and a state. A link is
`push`ed (queued) or `mark_seen` (recorded only); a strategy looks through the methods of `View`
and names one; the engine `take`s it, and then either `release`s it or `put_back`s it. Time is
always passed in. URLs are told apart by a 64-bit hash: two of ten million links are mistaken for
one another with a probability of three in a million.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from math import inf

from lycosa.errors import LycosaError
from lycosa.frontier.arena import UrlStore
from lycosa.frontier.base import Evidence
from lycosa.frontier.new_links import NewLinks
from lycosa.frontier.seen import hash_of
from lycosa.frontier.table import State
from lycosa.frontier.worth import rank_of
from lycosa.model import Queued


class Frontier(NewLinks):
    """Links per host, ranked by their evidence, handed out politely.

    Parameters
    ----------
    evidence
        The parts of a link's worth, with weights and rules of combination.
    urls
        Where URLs are kept; in memory by default.
    delay_s
        Seconds a host is left alone after the start and after the end of a request.
    max_active
        Requests to one host that may be in flight at once; None for any number.
    horizon_s
        Links of a host that is not ready for longer than this are not compared with others.
    key
        Secret of up to 16 bytes by which URLs are hashed. Nothing but speed depends on it: the order of links
        is the same with any.

    Examples
    --------
    >>> from lycosa.frontier import Evidence, Frontier, Part
    >>> frontier = Frontier(Evidence((Part("score"),)), delay_s=1.0, max_active=1)
    >>> frontier.push("http://a.test/", "a.test", [0.5])
    (0, True)
    >>> frontier.push("http://a.test/x", "a.test", [0.9])
    (1, True)
    >>> frontier.take(frontier.best(), now=0.0).url
    'http://a.test/x'
    >>> frontier.release(1, now=0.3)
    >>> frontier.best(), frontier.next_wakeup()
    (None, 1.3)
    >>> frontier.tick(1.3)
    >>> frontier.best()
    0
    """

    def __init__(
        self,
        evidence: Evidence,
        urls: UrlStore | None = None,
        delay_s: float = 0.0,
        max_active: int | None = None,
        horizon_s: float = inf,
        *,
        key: bytes = b"",
    ) -> None:
        super().__init__(evidence, urls, max_active, horizon_s, key)
        self._delay_s = delay_s

    def push(
        self, url: str, host: str, parts: Sequence[float], depth: int = 0, parent: int = -1
    ) -> tuple[int, bool]:
        """Queue a link; return its id, and whether it is new.

        The parts of a known link are combined with the new ones, and its place in the queue
        follows. One that was discarded before is queued now; one skipped, taken or done is not.
        """
        values = self._worth.values(parts, url)
        link, new = self._add(url, host, values, depth, parent, state=State.QUEUED)
        if new:
            self._schedule.enter(link)
        else:
            self._show_again(link, values, url)
        return link, new

    def show_again(self, link: int, url: str, parts: Sequence[float]) -> None:
        """Do what `push` does for a known link, whose id need not be looked up again."""
        self._show_again(link, self._worth.values(parts, url), url)

    def mark_seen(
        self,
        url: str,
        host: str,
        parts: Sequence[float] = (),
        depth: int = 0,
        parent: int = -1,
        *,
        state: State = State.DISCARDED,
    ) -> int:
        """Record a link without queuing it; return its id. A link already known stays as it is."""
        values = self._worth.values(parts or [0.0] * self._worth.width, url)
        return self._add(url, host, values, depth, parent, state=state)[0]

    def revive(self, link: int) -> None:
        """Queue a link that was skipped or discarded."""
        self._move(link, (State.SKIPPED, State.DISCARDED), State.QUEUED)
        self._schedule.enter(link)

    def reinstate(self, link: int) -> None:
        """Give a link the place that its parts deserve, after it was put back with another priority."""
        self._set_parts(link, array("f", self._table.parts(link)), self._urls.get(link))

    def update(self, url: str, parts: Sequence[float]) -> bool:
        """Replace the parts of a queued link; return whether there is one."""
        link = self.find(url)
        if link is None:
            return False
        self._set_parts(link, self._worth.values(parts, url), url)
        return True

    def update_all(self, parts: Mapping[str, Sequence[float]]) -> list[int]:
        """Replace the parts of queued links, by URL; return those that there are."""
        found = [(self.find(url), url, values) for url, values in parts.items()]
        queued = [(link, url, values) for link, url, values in found if link is not None]
        if not queued:
            return []
        links, urls, kept = zip(*queued, strict=True)
        self.set_parts(links, self._worth.table(kept, urls), urls)
        return list(links)

    def _add(
        self, url: str, host: str, parts: array[float], depth: int, parent: int, *, state: State
    ) -> tuple[int, bool]:
        """Record a link, unless it is known; return its id, and whether it is new."""
        rank = self._worth.rank(parts, url)
        link = self._seen.add(hash_of(url, self.key))
        new = link == len(self._table.state)
        if new:
            self._append_row(url, host, depth, parent, state=state, rank=rank, parts=parts)
        elif self._table.state[link] == State.NUMBERED:
            self._table.complete(link, depth, parent, state=state, rank=rank, parts=parts)
            new = True
        return link, new

    def _show_again(self, link: int, parts: array[float], url: str) -> None:
        """Take in what another page says of a link."""
        shown = self._table.shown[link] + 1
        if parts:
            self._set_parts(link, self._worth.combine(self._table.parts(link), parts, shown), url)
        self._table.shown[link] = shown
        if self._table.state[link] == State.DISCARDED:
            self.revive(link)

    def _set_parts(self, link: int, parts: array[float], url: str) -> None:
        rank = self._worth.rank(parts, url)
        self._table.set_parts(link, parts)
        if rank != self._table.rank[link]:
            if self._table.state[link] == State.QUEUED:
                self._schedule.move(link, rank)
            else:
                self._table.rank[link] = rank

    def _move(self, link: int, before: tuple[State, ...], after: State) -> None:
        """Change the state of a link that must be in one of some states."""
        state = State(self._table.state[link])
        if state not in before:
            expected = " or ".join(state.name.lower() for state in before)
            raise LycosaError(f"link {link} ({self._urls.get(link)}) is {state.name.lower()}, not {expected}")
        self._table.state[link] = after

    def take(self, link: int, now: float) -> Queued:
        """Hand out a ready link."""
        if not self.ready(link):
            raise LycosaError(f"link {link} ({self._urls.get(link)}) is not ready: take one that is")
        self._schedule.tick(now)
        self._table.state[link] = State.LEASED
        host = self._schedule.leave(link)
        host.active += 1
        host.taken += 1
        host.next_at = max(host.next_at, now + self._delay_s)
        self._schedule.settle(host)
        return self.get(link)

    def release(self, link: int, now: float, delay_s: float | None = None) -> None:
        """Finish with a link handed out; its host is left alone for `delay_s`."""
        self._move(link, (State.LEASED,), State.DONE)
        self._end_request(link, now, delay_s)

    def put_back(
        self, link: int, now: float, delay_s: float | None = None, priority: float | None = None
    ) -> None:
        """Queue again a link handed out, to be tried later; a priority given holds until the next change."""
        self._move(link, (State.LEASED,), State.QUEUED)
        if priority is not None:
            self._table.rank[link] = rank_of(priority)
        self._schedule.host_of(link).taken -= 1
        self._schedule.enter(link)
        self._end_request(link, now, delay_s)

    def _end_request(self, link: int, now: float, delay_s: float | None) -> None:
        host = self._schedule.host_of(link)
        host.active -= 1
        host.next_at = max(host.next_at, now + (self._delay_s if delay_s is None else delay_s))
        self._schedule.tick(now)
        self._schedule.settle(host)

    def park(self, host: str, until: float) -> None:
        """Leave a host alone until then."""
        parked = self._schedule.host(host)
        parked.next_at = max(parked.next_at, until)
        self._schedule.settle(parked)

    def unpark(self, host: str, now: float) -> None:
        """Let a host be asked now, however long it was to be left alone."""
        parked = self._schedule.host(host)
        parked.next_at = min(parked.next_at, now)
        self._schedule.settle(parked)

    def drop_host(self, host: str) -> int:
        """Skip every queued link of a host; return how many there were."""
        dropped = self._schedule.host(host)
        links = self._schedule.links_of(dropped)
        for link in links:
            self._table.state[link] = State.SKIPPED
            self._schedule.leave(link)
        self._schedule.settle(dropped)
        return len(links)

    def tick(self, now: float) -> None:
        """Let time pass: hosts whose time has come are ready from now on."""
        self._schedule.tick(now)

    def set_aside(self) -> None:
        """Compare nothing with the links of hosts that are busy or rest, until these are ready again."""
        self._schedule.set_aside()
