"""Makes one crawl of many shards: reports in, allowances out, and the end of all at the right time.

The coordinator holds nothing that cannot be had again: what shards have read is in their folders, what they
were granted is in the ledger. It can be killed at any time and started anew.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Set
from math import inf
from typing import TypeVar

from lycosa.cluster.credit import Credit, Loan
from lycosa.cluster.learning import LearningTogether
from lycosa.cluster.ledger import Ledger, wanted
from lycosa.cluster.member import Allowance, Member, Report, Unreachable
from lycosa.cluster.worth import Level, common_level
from lycosa.engine.budget import Budget, Stop
from lycosa.engine.pacing.patience import reach
from lycosa.engine.work import Work
from lycosa.errors import LycosaError

ROUND_S = 0.4
"""Time between two rounds: short, because a shard may read all the links that it may work on …"""
FIRST_ROUNDS_S = 0.05
"""… shorter in the beginning, when shards may work on few links and soon on more …"""
FIRST_PART = 0.15
"""… this part of the time since the first shard was heard …"""
LAST_ROUNDS = 5
"""… and at the end, when the last pages go from who is behind to who waits: so many in the time left …"""
ROUND_A_SHARD_S = 0.01
"""… and for each shard so much, where that is longer: the leader asks each twice a round."""
BEGIN_TOGETHER_S = 3.0
"""Time for which the first shard of a new crawl waits for the others: alone it would spend the budget on
links that are the best of its own only."""
WARM_UP = 0.3
"""Links worked on at once, as a share of the pages read: many shards could read all that is known before any
of it has told them what is worth reading."""
AHEAD_S = 0.5
"""Links worked on at once, at least, as the time in which so many pages are read: nobody is to run out of
them before he hears more."""
_NO_LIMIT = 1 << 20
"""Links of a queue that are looked at where there is no budget."""
Answer = TypeVar("Answer")


class Coordinator:
    """Leads the shards of one crawl.

    Parameters
    ----------
    shards
        How many there are.
    members
        Those that can be reached now.
    ledger
        Their grants.
    budget, work
        As in the settings of the crawl.
    broke
        Called with a shard that has broken off, and why.
    given_up
        Says which shards need not be waited for.
    clock
        Seconds; a time budget counts from now.
    """

    def __init__(
        self,
        shards: int,
        members: Callable[[], Mapping[int, Member]],
        ledger: Ledger,
        *,
        budget: Budget,
        work: Work,
        broke: Callable[[int, str], None] = lambda shard, reason: None,
        given_up: Callable[[], Set[int]] = frozenset,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._shards = shards
        self._members = members
        self._ledger = ledger
        self._budget = budget
        self._work = work
        self._broke = broke
        self._given_up = given_up
        self._clock = clock
        self._started = clock()
        self._turn = time.time_ns()
        self._before: object = None
        self._pages_a_s = 0.0
        """In the last second or so, by all shards."""
        self._reading_s = 0.0
        """Time since they began to read."""
        self._heard_at = self._started
        self._met_at: float | None = None
        """When the first shard was heard."""
        self._learning = LearningTogether(shards, members, self._ask)
        self._ahead = 0
        """Links that each shard should have, so as not to run out of them before it hears more."""
        self.reports: dict[int, Report] = {}
        """The latest of each shard."""
        self.unreachable: set[int] = set()
        """Shards that did not answer in the last round."""
        self.advanced: set[int] = set()
        """Shards that have made a visit since the round before."""
        self.level = Level(float("-inf"), {})
        self._credit = Credit(work.concurrency)
        self._loans: dict[int, Loan] = {}

    @property
    def round_s(self) -> float:
        """Time between two rounds: short while there is little behind the shards, or before them."""
        soon_s = ROUND_S if self._met_at is None else FIRST_PART * (self._clock() - self._met_at)
        soon_s = min(soon_s, self._left / max(self._pages_a_s, 1.0) / LAST_ROUNDS)
        return max(min(ROUND_S, max(FIRST_ROUNDS_S, soon_s)), ROUND_A_SHARD_S * self._shards)

    @property
    def _left(self) -> float:
        """Return how many pages are left to read."""
        if self._budget.pages is None:
            return inf
        return self._budget.pages - sum(report.pages for report in self.reports.values())

    async def stop(self, reason: Stop) -> None:
        """End all shards that can be reached."""
        self._learning.stop()
        await self._ask({shard: member.stop(reason) for shard, member in self._members().items()})

    async def round(self) -> Stop | None:
        """Hear all shards and allow each what it may do; return the reason to stop, if there is one."""
        best = self._best()
        self._ahead = int(AHEAD_S * self._pages_a_s / self._shards)
        heard = await self.hear(_NO_LIMIT if best is None else int(best) + 1)
        stop = self._reason_to_stop(heard)
        if stop is None and not self._waits_for_more():
            await self._allow(dict(self._members()), heard, best)
            await self._learning.go_on(sum(report.pages for report in self.reports.values()))
        return stop

    def _waits_for_more(self) -> bool:
        """Whether nobody has read anything yet and some shards are still to come."""
        if not (self.unreachable - self._given_up()) or any(one.pages for one in self.reports.values()):
            return False
        return self._met_at is None or self._clock() < self._met_at + BEGIN_TOGETHER_S

    async def hear(self, best: int = 1) -> dict[int, Report]:
        """Ask all shards how they stand, and what about so many of their best links are worth."""
        self._turn += 1
        members = self._members().items()
        heard = await self._ask({shard: member.report(self._turn, best) for shard, member in members})
        before = {shard: report.visits for shard, report in self.reports.items()}
        self.advanced = {shard for shard, one in heard.items() if one.visits > before.get(shard, one.visits)}
        self._note_pace(heard)
        if heard and self._met_at is None:
            self._met_at = self._clock()
        self.reports.update(heard)
        self.unreachable = set(range(self._shards)) - set(heard)
        return heard

    def _note_pace(self, heard: Mapping[int, Report]) -> None:
        """Take note of how fast pages are read."""
        now, before = self._clock(), self.reports
        read = sum(max(0, one.pages - before[shard].pages) for shard, one in heard.items() if shard in before)
        passed = now - self._heard_at
        if passed > 0 and (read or self._reading_s):
            self._reading_s += passed
            part = min(1.0, passed / min(1.0, self._reading_s))
            self._pages_a_s += part * (read / passed - self._pages_a_s)
        self._heard_at = now

    def _best(self) -> float | None:
        """Return how many of the best links shards may work on; None without a budget."""
        if self._budget.pages is None:
            return None
        read = self._budget.pages - self._left
        patient = min(reach(self._work.patience), 1.0) * self._left
        return max(min(patient, WARM_UP * read), self._work.concurrency, AHEAD_S * self._pages_a_s, 1)

    async def _allow(
        self, members: Mapping[int, Member], heard: Mapping[int, Report], best: float | None
    ) -> None:
        """Grant pages where the best links are; first take back what others do not need."""
        at_work = {shard: report for shard, report in heard.items() if report.stopped is None}
        if best is None:
            await self._tell(members, {shard: None for shard in at_work})
            return
        worths = {shard: report.worth for shard, report in at_work.items()}
        used = {shard: report.pages for shard, report in at_work.items()}
        self.level = common_level(worths, best)
        ledger = self._ledger
        for shard, report in heard.items():
            if report.allowed is not None:
                ledger.returned(shard, report.allowed)
        others = sum(pages for shard, pages in ledger.granted.items() if shard not in used)
        left = (self._budget.pages or 0) - others - sum(used.values())
        loans = self._loans = self._credit.lend(self.level, worths, used, self._ahead, left)
        left -= sum(loan.pages for loan in loans.values())
        ready = self._ready(left, len(used))
        first = {shard: used[shard] + (loans[shard].pages if shard in loans else ready) for shard in used}
        left -= sum(ready for shard in used if shard not in loans)
        want = wanted(first, self.level.shares, max(0, left))
        fewer = {shard: pages for shard, pages in want.items() if pages < ledger.granted.get(shard, 0)}
        for shard, holds in (await self._tell(members, fewer)).items():
            if holds is not None:
                ledger.returned(shard, holds)
        ledger.grant(want)
        rest = {shard: ledger.granted.get(shard, used[shard]) for shard in at_work if shard not in fewer}
        await self._tell(members, rest)

    def _ready(self, left: int, shards: int) -> int:
        """Return how many pages each shard is granted, whether it has links for them now or not.

        It may hear of links above the level before it hears from the leader again. The last pages go to links
        that are there.
        """
        spare = max(0, left - sum(self.level.links.values())) // max(1, shards)
        return min(self._ahead + self._work.concurrency, spare) if self._ahead else 0

    async def _tell(
        self, members: Mapping[int, Member], pages: Mapping[int, int | None]
    ) -> dict[int, int | None]:
        """Tell shards what they may do; return what those that have heard it hold to."""
        floors = {shard: loan.floor for shard, loan in self._loans.items()}
        allowances = {
            shard: Allowance(self._turn, count, floors.get(shard, self.level.floor))
            for shard, count in pages.items()
        }
        reached = [shard for shard in pages if shard in members]
        return await self._ask({shard: members[shard].allow(allowances[shard]) for shard in reached})

    def _reason_to_stop(self, heard: Mapping[int, Report]) -> Stop | None:
        budget, reports = self._budget, heard.values()
        if budget.seconds is not None and self._clock() - self._started >= budget.seconds:
            return Stop.TIME
        if budget.body_bytes is not None and sum(one.body_bytes for one in reports) >= budget.body_bytes:
            return Stop.BYTES
        if self.unreachable - self._given_up():
            self._before = None
            return None
        if budget.pages is not None and sum(one.pages for one in reports) >= budget.pages:
            return Stop.PAGES
        return self._exhausted(reports)

    def _exhausted(self, reports: Iterable[Report]) -> Stop | None:
        """Return why nothing is left to do, if two rounds have found the same and nobody at work.

        One is not enough: a shard may have been told of links after it was asked, by one asked later.
        """
        reports = list(reports)
        now = [(one.shard, one.visits, one.received, one.queued) for one in reports]
        before, self._before = self._before, now
        lost = self.unreachable | {one.shard for one in reports if one.stopped is not None}
        if now != before or not all(one.idle(lost) for one in reports):
            return None
        if any(one.stopped is Stop.DISK for one in reports):
            return Stop.DISK
        return (
            Stop.UNREACHABLE
            if self.unreachable or any(one.hopeless and one.queued for one in reports)
            else Stop.EXHAUSTED
        )

    async def _ask(self, questions: Mapping[int, Awaitable[Answer]]) -> dict[int, Answer]:
        """Return the answers of those who answer."""
        answers = await asyncio.gather(*questions.values(), return_exceptions=True)
        heard: dict[int, Answer] = {}
        for shard, answer in zip(questions, answers, strict=True):
            if isinstance(answer, LycosaError):
                if not isinstance(answer, Unreachable):
                    self._broke(shard, str(answer).strip().splitlines()[-1])
            elif isinstance(answer, BaseException):
                raise answer
            else:
                heard[shard] = answer
        return heard
