"""The frontier against a slow and obvious one, over random sequences of operations."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from lycosa.frontier import Evidence, Frontier, Part, State
from lycosa.frontier.rank_counts import GRAIN
from lycosa.frontier.worth import priority_of, rank_of

RULES = ("first", "last", "max", "mean", "sum")
FEW = st.sampled_from([-1.0, 0.0, 0.25, 1.0, 3.0])
PARTS = st.tuples(*[FEW] * len(RULES))
WEIGHTS = st.tuples(*[FEW] * len(RULES))
NUMBERS = st.integers(0, 11)
SECONDS = st.sampled_from([0.0, 0.5, 1.0, 4.0])


def url_of(number: int) -> tuple[str, str]:
    host = f"h{number % 3}"
    return f"http://{host}/{number}", host


def evidence_of(weights: tuple[float, ...]) -> Evidence:
    return Evidence(tuple(Part(rule, weight, rule) for rule, weight in zip(RULES, weights, strict=True)))


def single(value: float) -> float:
    """Round to 32 bits."""
    return float(np.float32(value))


def grain_of(priority: float) -> int:
    """Return what links are counted by: the lower, the better, and equal for priorities that nearly agree."""
    return rank_of(priority) // GRAIN


@dataclass
class Link:
    url: str
    host: str
    parts: tuple[float, ...]
    state: State
    shown: int = 1
    priority: float = 0.0

    def show(self, new: tuple[float, ...]) -> None:
        old = self.parts
        self.shown += 1
        mean = old[3] + (new[3] - old[3]) / self.shown
        self.parts = (old[0], new[1], max(old[2], new[2]), single(mean), single(old[4] + new[4]))


@dataclass
class Host:
    active: int = 0
    next_at: float = -inf
    aside: bool = False
    """Not ready for so long that its links are not compared with others."""


@dataclass
class Reference:
    """Every link in a list, every question answered by looking at all of them."""

    weights: tuple[float, ...]
    max_active: float
    horizon_s: float
    links: list[Link] = field(default_factory=list)
    hosts: dict[str, Host] = field(default_factory=lambda: {f"h{n}": Host() for n in range(3)})
    now: float = -inf

    def weigh(self, link: Link) -> None:
        priority = 0.0
        for weight, part in zip(self.weights, link.parts, strict=True):
            priority += weight * part
        link.priority = single(priority)

    def ids(self, *states: State) -> list[int]:
        return [number for number, link in enumerate(self.links) if link.state in states]

    def free(self, link: Link) -> bool:
        return link.state is State.QUEUED and self.hosts[link.host].active < self.max_active

    def ready(self) -> list[int]:
        """Ready links, best first."""
        ids = [
            number
            for number, link in enumerate(self.links)
            if self.free(link) and self.hosts[link.host].next_at <= self.now
        ]
        return sorted(ids, key=lambda number: (-self.links[number].priority, number))

    def compared(self) -> list[Link]:
        """Queued links, without those of hosts that are not ready for too long."""
        queued = [link for link in self.links if link.state is State.QUEUED]
        ready = {self.links[number].host for number in self.ready()}
        for name, host in self.hosts.items():
            if name in ready or all(link.host != name for link in queued):
                host.aside = False
            elif host.next_at - self.now > self.horizon_s:
                host.aside = True
        return [link for link in queued if not self.hosts[link.host].aside]

    def next_wakeup(self) -> float | None:
        times = [self.hosts[link.host].next_at for link in self.links if self.free(link)]
        return min((time for time in times if self.now < time < inf), default=None)


class FrontierMachine(RuleBasedStateMachine):
    @initialize(
        weights=WEIGHTS,
        delay_s=SECONDS,
        max_active=st.sampled_from([1, 2, None]),
        horizon_s=st.sampled_from([0.7, 2.0, inf]),
    )
    def start(
        self, weights: tuple[float, ...], delay_s: float, max_active: int | None, horizon_s: float
    ) -> None:
        self.delay_s = delay_s
        self.frontier = Frontier(evidence_of(weights), None, delay_s, max_active, horizon_s)
        self.reference = Reference(weights, inf if max_active is None else max_active, horizon_s)
        self.max_active = max_active
        self.finished: list[int] = []

    def known(self, url: str) -> int | None:
        return next((n for n, link in enumerate(self.reference.links) if link.url == url), None)

    def discover(self, number: int, parts: tuple[float, ...], state: State) -> int:
        url, host = url_of(number)
        link = Link(url, host, parts, state)
        self.reference.weigh(link)
        self.reference.links.append(link)
        return len(self.reference.links) - 1

    @rule(number=NUMBERS, parts=PARTS)
    def push(self, number: int, parts: tuple[float, ...]) -> None:
        url, host = url_of(number)
        known = self.known(url)
        if known is None:
            assert self.frontier.push(url, host, parts) == (self.discover(number, parts, State.QUEUED), True)
            return
        assert self.frontier.push(url, host, parts) == (known, False)
        link = self.reference.links[known]
        link.show(parts)
        self.reference.weigh(link)
        if link.state is State.DISCARDED:
            link.state = State.QUEUED

    @rule(number=NUMBERS, parts=PARTS)
    def update(self, number: int, parts: tuple[float, ...]) -> None:
        url, _ = url_of(number)
        known = self.known(url)
        queued = known is not None and self.reference.links[known].state is State.QUEUED
        assert self.frontier.update(url, parts) == queued
        if known is not None and queued:
            self.reference.links[known].parts = parts
            self.reference.weigh(self.reference.links[known])

    @rule(number=NUMBERS, parts=PARTS, state=st.sampled_from([State.SKIPPED, State.DISCARDED]))
    def mark_seen(self, number: int, parts: tuple[float, ...], state: State) -> None:
        url, host = url_of(number)
        known = self.known(url)
        expected = self.discover(number, parts, state) if known is None else known
        assert self.frontier.mark_seen(url, host, parts, state=state) == expected

    @precondition(lambda self: self.reference.ids(State.SKIPPED, State.DISCARDED))
    @rule(data=st.data())
    def revive(self, data: st.DataObject) -> None:
        number = data.draw(st.sampled_from(self.reference.ids(State.SKIPPED, State.DISCARDED)))
        self.frontier.revive(number)
        self.reference.links[number].state = State.QUEUED

    @rule(weights=WEIGHTS)
    def reweigh(self, weights: tuple[float, ...]) -> None:
        self.frontier.reweigh(evidence_of(weights))
        self.reference.weights = weights
        for link in self.reference.links:
            self.reference.weigh(link)

    @precondition(lambda self: self.reference.ready())
    @rule(data=st.data(), any_link=st.booleans(), later=SECONDS)
    def take(self, data: st.DataObject, any_link: bool, later: float) -> None:
        ready = self.reference.ready()
        number = data.draw(st.sampled_from(ready)) if any_link else ready[0]
        self.pass_time(later)
        link = self.frontier.take(number, self.reference.now)
        expected = self.reference.links[number]
        assert (link.id, link.url, link.host) == (number, expected.url, expected.host)
        assert (link.priority, link.parts) == (expected.priority, expected.parts)
        expected.state = State.LEASED
        host = self.reference.hosts[expected.host]
        host.active += 1
        host.next_at = max(host.next_at, self.reference.now + self.delay_s)

    @precondition(lambda self: self.reference.ids(State.LEASED))
    @rule(data=st.data(), again=st.booleans(), later=SECONDS, delay_s=st.none() | SECONDS)
    def finish(self, data: st.DataObject, again: bool, later: float, delay_s: float | None) -> None:
        number = data.draw(st.sampled_from(self.reference.ids(State.LEASED)))
        self.pass_time(later)
        now = self.reference.now
        if again:
            self.frontier.put_back(number, now, delay_s)
        else:
            self.frontier.release(number, now, delay_s)
            self.finished.append(number)
        link = self.reference.links[number]
        link.state = State.QUEUED if again else State.DONE
        host = self.reference.hosts[link.host]
        host.active -= 1
        host.next_at = max(host.next_at, now + (self.delay_s if delay_s is None else delay_s))

    @rule(host=st.integers(0, 2), later=SECONDS)
    def park(self, host: int, later: float) -> None:
        self.pass_time(0.0)
        until = self.reference.now + later
        self.frontier.park(f"h{host}", until)
        self.reference.hosts[f"h{host}"].next_at = max(self.reference.hosts[f"h{host}"].next_at, until)

    @rule(host=st.integers(0, 2))
    def drop_host(self, host: int) -> None:
        links = [self.reference.links[number] for number in self.reference.ids(State.QUEUED)]
        dropped = [link for link in links if link.host == f"h{host}"]
        for link in dropped:
            link.state = State.SKIPPED
        assert self.frontier.drop_host(f"h{host}") == len(dropped)

    @rule(later=SECONDS)
    def tick(self, later: float) -> None:
        self.pass_time(later)
        self.frontier.tick(self.reference.now)

    @rule()
    def set_aside(self) -> None:
        self.reference.compared()
        ready = self.ready_hosts()
        self.frontier.set_aside()
        for number in self.reference.ids(State.QUEUED):
            host = self.reference.links[number].host
            self.reference.hosts[host].aside |= host not in ready

    def pass_time(self, later: float) -> None:
        self.reference.now = max(self.reference.now, 0.0) + later
        self.frontier.tick(self.reference.now)

    @precondition(lambda self: not self.reference.ids(State.LEASED))
    @rule()
    def resume(self) -> None:
        """Go on with a frontier loaded from the rows of this one; hosts start afresh."""
        rows = list(self.frontier.rows())
        evidence = evidence_of(self.reference.weights)
        self.frontier = Frontier(evidence, None, self.delay_s, self.max_active, self.reference.horizon_s)
        self.frontier.load(rows)
        self.frontier.tick(self.reference.now)
        self.reference.hosts = {name: Host() for name in self.reference.hosts}

    @invariant()
    def agrees_on_what_is_ready(self) -> None:
        ready = self.reference.ready()
        assert self.frontier.best() == (ready[0] if ready else None)
        assert self.frontier.top(3) == ready[:3]
        assert self.frontier.top(99) == ready
        assert self.frontier._schedule.ready_links == len(ready)
        assert self.frontier.next_wakeup() == self.reference.next_wakeup()
        for count in (1, 4):
            drawn = self.frontier.sample(count, np.random.default_rng(0))
            assert len(set(drawn)) == len(drawn) == min(count, len(ready))
            assert set(drawn) <= set(ready)

    @invariant()
    def agrees_on_what_is_better(self) -> None:
        compared = [grain_of(link.priority) for link in self.reference.compared()]
        best = priority_of(min(compared) * GRAIN) if compared else 0.0
        for number in self.reference.ids(State.QUEUED):
            own = self.reference.links[number]
            assert self.frontier.better(number) == sum(other < grain_of(own.priority) for other in compared)
            held = self.frontier.awaited(number)
            for host in {link.host for link in self.reference.compared()} - self.ready_hosts():
                better = sum(
                    link.host == host and link.priority > own.priority for link in self.reference.compared()
                )
                assert sum(one.better for one in held if one.host == host) == better
        if best > 0:
            assert self.frontier.comparable(0.5) == sum(other <= grain_of(best / 2) for other in compared)

    def ready_hosts(self) -> set[str]:
        return {self.reference.links[number].host for number in self.reference.ready()}

    @invariant()
    def agrees_on_what_is_known(self) -> None:
        queued = self.reference.ids(State.QUEUED)
        assert len(self.frontier) == len(queued)
        assert self.frontier.hosts() == len({self.reference.links[number].host for number in queued})
        for number, link in enumerate(self.reference.links):
            assert self.frontier.state(number) is link.state
            assert self.frontier.get(number).priority == link.priority
            assert self.frontier.find(link.url) == (number if link.state is State.QUEUED else None)

    def teardown(self) -> None:
        """Nothing is lost, and nothing is handed out twice."""
        queued = self.reference.ids(State.QUEUED)
        for number in self.reference.ids(State.LEASED):
            self.frontier.release(number, inf)
        self.frontier.tick(inf)
        drained = []
        while (best := self.frontier.best()) is not None and len(drained) <= len(queued):
            drained.append(self.frontier.take(best, inf).id)
            self.frontier.release(best, inf)
        assert sorted(drained) == queued
        assert not set(drained) & set(self.finished)


TestFrontier = FrontierMachine.TestCase
TestFrontier.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
