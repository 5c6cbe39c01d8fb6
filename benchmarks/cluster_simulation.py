"""64 shards in one process, on the links of the synthetic web, under a virtual clock.

Ownership, handover, level and budget are those of a real cluster, and so are the decisions of each crawl;
pages are not written and read, but judged by their labels with errors, and links by what their anchors
promise. Shows how evenly shards work, what travels between them, and what they harvest against one process:
`python -m benchmarks.cluster_simulation --pages 100000 --shards 64`. After every 50,000 pages it says how it
stands, so that a run that was broken off has told something, too.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import sqlite3
import sys
import time
from collections.abc import Mapping, Sequence
from math import cos, log, sqrt, tau
from random import Random
from typing import Any, ClassVar

import numpy as np
from xxhash import xxh3_64_intdigest

from lycosa.cluster.coordinator import Coordinator
from lycosa.cluster.ledger import Ledger
from lycosa.cluster.mail import Batch, Receipt
from lycosa.cluster.mailbox import Mailbox
from lycosa.cluster.member import Allowance, Lessons, Member, Report
from lycosa.cluster.ownership import Ownership
from lycosa.cluster.shard import DELIVER_A_SHARD_S, DELIVER_EVERY_S
from lycosa.cluster.worth import worth_of
from lycosa.engine import Crawl, Step
from lycosa.engine.budget import Budget, Stop
from lycosa.engine.links.gate import Gate, GateRules, Shares
from lycosa.engine.work import Work
from lycosa.frontier import Evidence, Frontier, Part
from lycosa.frontier.base import View
from lycosa.lab.synth.atlas import Atlas
from lycosa.lab.synth.layout import PagePlace
from lycosa.lab.synth.links import Links
from lycosa.lab.synth.params import TOPICS, SynthParams
from lycosa.model import Block, Expansion, Fetched, Judgement, Link, Outcome, Page, Proposal, Queued, Span
from lycosa.store.database import transaction

TICK_S = 0.1
TELL_PAGES = 50_000
"""Pages after which a simulation says how it stands."""
DELAY_S = 1.0
RULES = GateRules(traps=None, shares=Shares(urls_per_shape=None, hosts_per_domain=None))
"""There are no traps in a web of links only; to look for them takes an eighth of the time."""
SPREAD = 0.22
"""Deviation of scores from 0.8 for what is on topic and from 0.2 for what is not: one in twelve is wrong."""


class DrawnWeb:
    """Pages of the synthetic web as links and labels only."""

    def __init__(self, params: SynthParams, topic: int) -> None:
        self.atlas = Atlas(params)
        self.links = Links(self.atlas)
        self.params = params
        self.topic = topic
        self.domain = {host: f"http://site{host}.test" for host in range(params.hosts)}

    def url(self, place: Any) -> str:
        return f"{self.domain[place.host]}/{place.number}"

    def relevant(self, url: str) -> bool:
        return self.atlas.topic(self._place(url)) == self.topic

    def _place(self, url: str) -> Any:
        host, _, number = url.removeprefix("http://site").partition(".test/")
        return PagePlace(int(host), int(number))

    def page(self, url: str) -> Page:
        place = self._place(url)
        rng = Random(hash((place.host, place.number)))
        drawn = self.links.draw_all(rng, place.host, self.atlas.topic(place))
        shown = []
        for link in drawn:
            if link.target is not None:
                truth = rng.random()
                says = link.topic if truth < self.params.anchor_truth else -2
                words = Span(0, 0)
                shown.append(
                    Link(
                        self.url(link.target),
                        f"{says}",
                        words,
                        words,
                        words,
                        0,
                        -1,
                        "",
                        (),
                        len(shown),
                    )
                )
        return Page(url, links=tuple(shown), blocks=(Block((), tuple(range(len(shown)))),))

    def seeds(self, count: int) -> list[str]:
        places = self.atlas.layout.labelled(self.topic)
        return [self.url(place) for place, _ in zip(places, range(count), strict=False)]


class ByPromise:
    """Best first by the page that shows a link and by what its anchor promises."""

    name: ClassVar[str] = "by promise"
    reads_layout: ClassVar[bool] = False
    waits_for_better = True
    evidence = Evidence((Part("page", 0.5, "max"), Part("anchor", 0.5, "max")))

    def __init__(self, web: DrawnWeb) -> None:
        self._web = web

    def attach(self, view: View) -> None:
        pass

    def judge(self, page: Page) -> Judgement:
        score = _guess(self._web.relevant(page.url), page.url)
        return Judgement(score >= 0.5, score)

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        topic = str(self._web.topic)
        return Expansion(
            tuple(
                Proposal(shown, (judgement.score, _guess(shown.anchor == topic, page.url + shown.url)))
                for shown in page.links
            )
        )

    def learn(self, outcome: Outcome) -> None:
        pass

    def choose(self, frontier: View) -> int | None:
        return frontier.best()

    def state(self) -> dict[str, Any]:
        return {}

    def restore(self, state: dict[str, Any]) -> None:
        pass


def _guess(truth: bool, name: str) -> float:
    """Return a score as a judge might give it, always the same for the same text."""
    drawn = xxh3_64_intdigest(name.encode())
    near, angle = (drawn >> 32) + 1, drawn & 0xFFFFFFFF
    normal = sqrt(-2.0 * log(near * 2.0**-32)) * cos(tau * angle * 2.0**-32)
    return min(1.0, max(0.0, (0.8 if truth else 0.2) + SPREAD * normal))


class SimulatedShard:
    """The decisions and the mailbox of one shard, without a fetcher and a store."""

    def __init__(self, number: int, web: DrawnWeb, ownership: Ownership) -> None:
        self.number = number
        self.web = web
        strategy = ByPromise(web)
        gate = Gate(RULES, lambda host: ownership.shard_of(host) == number)
        frontier = Frontier(strategy.evidence, delay_s=DELAY_S, max_active=1)
        self.crawl = Crawl(strategy, frontier, gate, duplicates=None)  # type: ignore[arg-type]
        self.database = sqlite3.connect(":memory:", isolation_level=None)
        self.database.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID")
        self.database.execute("CREATE TABLE links (id INTEGER PRIMARY KEY, state INTEGER)")
        self.mailbox = Mailbox(number, ownership)
        self.mailbox.open(self.database)
        self.delivered: dict[int, int] = {}
        self.allowed = 0
        self.asked: list[str] = []
        self.on_topic = 0
        self.batches = 0

    def work(self, now: float, pages: int) -> int:
        """Read up to so many pages; return how many there were to read."""
        read = 0
        while read < pages and self.crawl.tally.pages < self.allowed:
            link = self.crawl.next(now)
            if link is None:
                break
            read += 1
            page = self.web.page(link.url)
            step = self.crawl.settle(link, Fetched(link.url, 200), page, now)
            assert step is not None
            self.asked.append(link.url)
            self.on_topic += self.web.relevant(link.url)
            self._record(step)
        return read

    def _record(self, step: Step) -> None:
        with transaction(self.database):
            self.mailbox.record(step)

    def send(self, shards: Mapping[int, SimulatedShard]) -> None:
        for receiver in self.mailbox.receivers:
            while (after := self.delivered.get(receiver, 0)) < self.mailbox.last(receiver):
                batch = self.mailbox.batch(receiver, after, 100)
                receipt = shards[receiver].take(batch)
                self.batches += 1
                self.delivered[receiver] = receipt.received
                self.mailbox.confirm(receiver, receipt.received)

    def take(self, batch: Batch) -> Receipt:
        fresh = self.mailbox.fresh(batch)
        if fresh:
            self.crawl.referred.take(fresh, self.crawl.strategy, self.crawl.tally)
            with transaction(self.database):
                self.mailbox.take(batch, {})
            self.mailbox.taken(batch)
        return self.mailbox.receipt(batch.sender)

    # A `Member`, as the coordinator wants it

    async def report(self, turn: int, best: int) -> Report:
        tally, frontier = self.crawl.tally, self.crawl.frontier
        return Report(
            self.number,
            tally.pages,
            tally.relevant,
            tally.visits,
            queued=len(frontier),
            allowed=self.allowed,
            received=self.mailbox.received,
            links_sent=self.mailbox.links_sent,
            worth=worth_of(frontier, best),
        )

    async def allow(self, allowance: Allowance) -> int | None:
        assert allowance.pages is not None
        self.allowed = max(allowance.pages, self.crawl.tally.pages)
        self.crawl.floor = allowance.floor
        return self.allowed

    async def deliver(self, batch: Batch) -> Receipt:
        return self.take(batch)

    async def turn(self, address: str) -> float:
        return 0.0

    async def lessons(self) -> Lessons | None:
        return None

    async def merge(self, lessons: Sequence[Lessons]) -> Lessons:
        return {}

    async def adopt(self, lessons: Lessons) -> None:
        pass

    async def stop(self, reason: Stop) -> None:
        pass


class Simulation:
    """Shards that crawl one web, second by virtual second.

    Parameters
    ----------
    web
        What they crawl.
    shards
        How many there are.
    pages
        Their budget.
    rate
        Pages that one can read in a second.
    seeds
        Where they begin.
    """

    def __init__(self, web: DrawnWeb, shards: int, pages: int, rate: float, seeds: list[str]) -> None:
        ownership = Ownership(shards)
        self.shards = {number: SimulatedShard(number, web, ownership) for number in range(shards)}
        for shard in self.shards.values():
            shard.crawl.seed(seeds)
        self.now = 0.0
        members: dict[int, Member] = dict(self.shards)
        self.leader = Coordinator(
            shards,
            lambda: members,
            Ledger(pages),
            budget=Budget(pages),
            work=Work(concurrency=64),
            clock=lambda: self.now,
        )
        self._rate = rate
        self._ticks = 0
        self._round_at = 0.0
        self._idle = 0
        self._began = time.process_time()

    def run(self) -> dict[str, Any]:
        """Crawl to the end of the budget; return what came of it."""
        shards = self.shards.values()
        send_ticks = round(max(DELIVER_EVERY_S, DELIVER_A_SHARD_S * len(shards)) / TICK_S)
        told = 0
        while self._led() is None:
            for shard in shards:
                self._idle += not shard.work(self.now, round(self._rate * TICK_S))
            for shard in shards if self._ticks % send_ticks == 0 else ():
                shard.send(self.shards)
            self._ticks += 1
            self.now += TICK_S
            if (reached := sum(shard.crawl.tally.pages for shard in shards) // TELL_PAGES) > told:
                told = reached
                print(json.dumps(self.standing()), file=sys.stderr, flush=True)
        return self.standing()

    def _led(self) -> Stop | None:
        """Let the leader lead if it is time; return the reason to stop, if there is one."""
        if self.now < self._round_at:
            return None
        self._round_at = self.now + self.leader.round_s
        return asyncio.run(self.leader.round())

    def standing(self) -> dict[str, Any]:
        """Return what has come of it so far."""
        shards = self.shards.values()
        by_shard = [len(shard.asked) for shard in shards]
        pages = sum(by_shard)
        cpu_s = time.process_time() - self._began
        return {
            "shards": len(shards),
            "pages": pages,
            "twice": pages - len({url for shard in shards for url in shard.asked}),
            "harvest": round(sum(shard.on_topic for shard in shards) / pages, 4),
            "most / mean pages": round(max(by_shard) / float(np.mean(by_shard)), 2),
            "least / mean pages": round(min(by_shard) / float(np.mean(by_shard)), 2),
            "deviation of pages": round(float(np.std(by_shard) / np.mean(by_shard)), 2),
            "links handed over a page": round(sum(one.mailbox.links_sent for one in shards) / pages, 2),
            "rows a page": round(sum(one.mailbox.rows_sent for one in shards) / pages, 2),
            "batches a second": round(sum(one.batches for one in shards) / self.now, 1),
            "virtual seconds": round(self.now, 1),
            "pages a second": round(pages / self.now, 1),
            "idle share": round(self._idle / (self._ticks * len(shards)), 2),
            "queued": sum(len(shard.crawl.frontier) for shard in shards),
            "cpu seconds": round(cpu_s, 1),
            "ms a page": round(1000 * cpu_s / pages, 2),
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=100_000, help="Pages that each crawl reads.")
    parser.add_argument("--web", type=int, default=1_000_000, help="Pages of the web.")
    parser.add_argument("--hosts", type=int, default=20_000)
    parser.add_argument("--shards", type=int, nargs="+", default=[1, 64])
    parser.add_argument("--rate", type=float, default=100.0, help="Pages that a shard can read in a second.")
    parser.add_argument("--topics", type=int, default=len(TOPICS), help="Topics of the web.")
    parser.add_argument("--topic", type=int, default=0)
    args = parser.parse_args()
    gc.disable()  # there are no cycles, and millions of objects to look for them in
    topics = TOPICS[: args.topics]
    params = SynthParams(pages=args.web, hosts=args.hosts, topics=topics, dead=0.0, redirects=0.0)
    web = DrawnWeb(params, args.topic)
    seeds = web.seeds(20)
    for shards in args.shards:
        simulation = Simulation(web, shards, args.pages, args.rate, seeds)
        print(json.dumps(simulation.run()), flush=True)


if __name__ == "__main__":
    main()
