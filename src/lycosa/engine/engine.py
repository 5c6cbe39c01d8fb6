"""The loop: ask for what the crawl chooses, bring it the answers, tell the listeners.

The engine is the only module that waits. It owns concurrency, budgets and stopping; the
decisions are the `Crawl`'s, taken one at a time in the order in which answers arrive. At
concurrency 1 that is the order in which links were chosen, so a crawl repeats exactly.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from math import inf
from typing import Any

from lycosa.engine.budget import Budget, Stop
from lycosa.engine.collector import calm_collector
from lycosa.engine.conclusion import conclude
from lycosa.engine.crawl import Crawl
from lycosa.engine.outlook_of import outlook_of
from lycosa.engine.pacing.outlook import Outlook, Rate
from lycosa.engine.pacing.patience import Patience
from lycosa.engine.pacing.slots import Slots
from lycosa.engine.remaining import RemainingPages
from lycosa.engine.spending import Spending
from lycosa.engine.step import DiskFull, Listener, NoticeListener, Step
from lycosa.engine.work import Work
from lycosa.fetch.base import Answer, Fetcher, Marks, Source
from lycosa.fetch.reading import ReadingSource
from lycosa.model import Queued
from lycosa.page import PageLimits
from lycosa.page.reader import Reader
from lycosa.strategy.base import Budgeted


def _ignore(*news: object) -> None:
    """Be told."""


class Engine:
    """Runs one crawl over one source until a budget is spent or no link is left.

    A plain fetcher becomes a source that reads what it brings, as the strategy wants it and `limits` say.
    With `marks`, the page being worked on is known even if it ends this process.
    """

    def __init__(
        self,
        crawl: Crawl,
        source: Source | Fetcher,
        budget: Budget | None = None,
        work: Work | None = None,
        *,
        limits: PageLimits | None = None,
        marks: Marks | None = None,
        listeners: Sequence[Listener] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.crawl = crawl
        self.spending = Spending(budget or Budget())
        self.work = work or Work()
        self.source = source if isinstance(source, Source) else self._reading(source, limits, marks)
        self._marks = marks
        self.listeners = listeners
        self.clock = clock
        self.patience = Patience(self.work.patience, self.work.longest_hold_s, self.budget)
        self.rate = Rate()
        self.stopped: Stop | None = None
        self.remaining: RemainingPages | None = None
        self._interrupted: Stop | None = None
        self._in_flight: dict[int, asyncio.Task[None]] = {}
        self._side_tasks: set[asyncio.Task[None]] = set()
        self._answers: asyncio.Queue[tuple[Queued, Answer] | None] = asyncio.Queue()
        self.slots = Slots(self.work.concurrency, self.wake)
        """Places for requests that are not for a queued link."""

    def _reading(self, fetcher: Fetcher, limits: PageLimits | None, marks: Marks | None) -> Source:
        layout = self.crawl.strategy.reads_layout
        return ReadingSource(fetcher, Reader(limits, layout=layout, processes=self.work.processes), marks)

    def interrupt(self, reason: Stop = Stop.INTERRUPTED) -> None:
        """Stop after the step under way; links in flight stay queued."""
        self._interrupted = self._interrupted or reason
        self.wake()

    def wake(self) -> None:
        """Look at the queue again: links have come from elsewhere."""
        self._answers.put_nowait(None)

    def pause(self, paused: bool) -> None:
        """Start no requests until told to go on; those under way end, and a time budget stands still."""
        if paused:
            self.spending.pause(self.clock())
        else:
            self.patience.spend(self.budget, self.spending.go_on(self.clock()))
        self.wake()

    @property
    def budget(self) -> Budget:
        """What the crawl may spend."""
        return self.spending.budget

    def spend(self, budget: Budget) -> None:
        """Go by another budget from now on."""
        self.spending.change(budget)
        self.patience.spend(budget)
        if isinstance(self.crawl.strategy, Budgeted):
            self.crawl.strategy.begin(budget.pages)
        self.wake()

    @property
    def under_way(self) -> int:
        """How many requests for queued links are."""
        return len(self._in_flight)

    @property
    def side_tasks(self) -> int:
        """How much is done beside the crawl."""
        return len(self._side_tasks)

    def outlook(self) -> Outlook:
        """Say what the crawl is doing, which hosts it waits for, and when it will end."""
        return outlook_of(self)

    def accompany(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside the crawl that finds links for it; the crawl does not end before it."""
        task = asyncio.create_task(work)
        self._side_tasks.add(task)
        task.add_done_callback(self._end_side_task)

    def _end_side_task(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception() is not None:
            self.interrupt()  # _abandon raises it
        else:
            self._side_tasks.discard(task)
            self.wake()

    async def run(self) -> Stop:
        """Crawl to the end and return the reason for it."""
        async for _ in self.steps():
            pass
        return self.stopped or Stop.EXHAUSTED

    async def steps(self) -> AsyncGenerator[Step, None]:
        """Crawl, giving each step once every listener has it."""
        started = self.clock()
        self.spending.begin(started)
        self.patience.begin(started, self.crawl.tally.pages)
        self.rate.note(started, self.crawl.tally.pages)
        if isinstance(self.crawl.strategy, Budgeted):
            self.crawl.strategy.begin(self.budget.pages)
        self._tell("started", self.crawl.start())
        self._pass_notices_on()
        with calm_collector:
            try:
                while (stop := self._reason_to_stop()) is None:
                    self._start_fetches()
                    wakeup = self.crawl.faults.next_wakeup()
                    idle = not self._in_flight and not self._side_tasks and not self._held
                    if idle and not self.spending.paused and (stop := self._end(wakeup)) is not None:
                        break
                    answer = await self._next_answer(wakeup)
                    step = self._settle(*answer) if answer is not None else None
                    if step is not None:
                        yield step
                self.stopped = stop
            except DiskFull:
                self.stopped = Stop.DISK
            finally:
                await self._abandon()
        self._revise()
        self._tell("stopped", self.stopped, self.crawl.learned())

    def _revise(self) -> None:
        """Let the listeners have the last word on all pages, unless there is no room to keep it."""
        try:
            if self.stopped is not Stop.DISK:
                conclude(self.crawl, self._tell)
                self._pass_notices_on()
        except DiskFull:
            self.stopped = Stop.DISK

    def _tell(self, what: str, *news: object) -> None:
        """Tell the listeners something besides steps; one that only records is not asked to."""
        for listener in self.listeners:
            getattr(listener, what, _ignore)(*news)

    def _reason_to_stop(self) -> Stop | None:
        return self._interrupted or self.spending.spent(self.crawl.tally, self.clock())

    def _end(self, wakeup: float | None) -> Stop | None:
        """Return why a crawl ends of which nothing is under way; None if there is something to wait for."""
        if self.crawl.faults.hopeless(self.clock()):
            return Stop.UNREACHABLE
        return Stop.EXHAUSTED if wakeup is None else None

    def _room(self) -> int:
        """Return how many more requests may start; never more than the page budget has left."""
        slots = self.work.concurrency - self.slots.lent
        return int(min(slots, self.spending.pages_left(self.crawl.tally.pages))) - len(self._in_flight)

    def _start_fetches(self) -> None:
        """Fill the free slots as far as links good enough are ready."""
        if self.spending.paused:
            return
        self.slots.lend(self.work.concurrency - len(self._in_flight) - self.slots.lent)
        for _ in range(self._room()):
            link = self._next_link(self.clock())
            if link is None:
                return
            self.patience.go_on()
            self._in_flight[link.id] = asyncio.create_task(self._obtain(link))

    def _next_link(self, now: float) -> Queued | None:
        level = self.patience.level(self.crawl, len(self._in_flight), now)
        link = self.crawl.next(now, level)
        if self._held and not self.patience.hold(now):
            self.crawl.frontier.set_aside()
            link = self.crawl.next(now, level)
        return link

    @property
    def _held(self) -> bool:
        """Whether a slot is free because better links wait for their hosts."""
        return self.crawl.passed_over is not None

    async def _obtain(self, link: Queued) -> None:
        try:
            answer = await self.source.obtain(link)
            self.crawl.tally.stage_ns["parse"] += answer.read_ns
            self._answers.put_nowait((link, answer))
        except Exception:
            self.interrupt()  # a bug, not a web error: _abandon raises it
            raise

    async def _next_answer(self, wakeup: float | None) -> tuple[Queued, Answer] | None:
        """Wait for an answer, but no longer than until another host may be asked or time is up."""
        if not self._answers.empty():
            return self._answers.get_nowait()
        paused = self.spending.paused
        until = inf if paused else self.spending.over_at
        if self._room() > 0 and not paused:
            until = min(until, inf if wakeup is None else wakeup)
            if self._held:
                until = min(until, self.patience.look_again_at(self.crawl.tally.pages + len(self._in_flight)))
        if until == inf:
            return await self._answers.get()
        try:
            async with asyncio.timeout(max(0.0, until - self.clock())):
                return await self._answers.get()
        except TimeoutError:
            return None

    def _settle(self, link: Queued, answer: Answer) -> Step | None:
        del self._in_flight[link.id]
        if self._marks is not None:
            self._marks.begin(link.id)
        step = self.crawl.settle(link, answer.fetched, answer.page, self.clock())
        if self._marks is not None:
            self._marks.end()
        self._pass_notices_on()
        if step is None:
            return None
        self.rate.note(self.clock(), self.crawl.tally.pages)
        if self.listeners:
            with self.crawl.tally.stage("store"):
                for listener in self.listeners:
                    listener.record(step)
        return step

    def _pass_notices_on(self) -> None:
        """Tell the listeners that care what concerns the crawl as a whole."""
        for kind, text in self.crawl.faults.notices:
            for listener in self.listeners:
                if isinstance(listener, NoticeListener):
                    listener.note(kind, text)
        self.crawl.faults.notices.clear()

    async def _abandon(self) -> None:
        """Let go of what is in flight; a fetch that broke raises here."""
        tasks = [*self._in_flight.values(), *self._side_tasks]
        self._in_flight.clear()
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        await self.source.close()
        for result in results:
            if isinstance(result, DiskFull):
                self.stopped = Stop.DISK
            elif isinstance(result, Exception):
                raise result
