"""A crawl as a folder: in go its steps, each in one transaction; out comes the crawl again after a stop.

The folder holds `crawl.toml` (configuration), `state.sqlite` (everything known) and `warc`
(everything received). The records of a visit are written to the archive first; then the
visit, with their place, is committed to the database together with all it changed. A crawl
killed between the two leaves records nobody knows, which are cut off at resume. So what was
committed is whole, and what was not has left no trace.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from lycosa.engine.budget import Stop
from lycosa.engine.crawl import Crawl
from lycosa.engine.learning.feedback import AnswersTaken
from lycosa.engine.learning.learned import Learned
from lycosa.engine.learning.revision import Verdicts
from lycosa.engine.links.referred import Referred
from lycosa.engine.pacing.outlook import Outlook
from lycosa.engine.step import Discovery, DiskFull, Listener, Step
from lycosa.errors import Kind, LycosaError
from lycosa.model import JSON, Visit
from lycosa.page import PageLimits
from lycosa.store.database import transaction
from lycosa.store.folder import CrawlFolder
from lycosa.store.keep import Keep
from lycosa.store.repair.damage import damage_in_one_line
from lycosa.store.resume import missing_parts, restore_crawl
from lycosa.store.tables.commands import StoredCommands
from lycosa.store.tables.judged import StoredPages, save_verdicts
from lycosa.store.tables.meta import get_meta, set_meta
from lycosa.store.tables.strategy_state import relearn, restore_strategy, save_learned
from lycosa.store.tables.visits import last_answers, past_visits
from lycosa.store.warc.evidence import EvidenceRecords
from lycosa.store.warc.records import Provenance

_NEWS_LINKS = 20_000
_CHECKPOINT_STEPS = 512


class Store(CrawlFolder, Listener):
    """Follows a crawl and keeps it in a folder; a `Listener`.

    Parameters
    ----------
    folder
        Made if there is none. One process at a time may write to it.
    keep
        What is kept.
    clock
        Seconds since the epoch.
    evidence
        Collects what robots.txt files and name servers answer, to be archived too.

    Examples
    --------
    ::

        with Store(folder) as store:
            crawl = Crawl(strategy, Frontier(strategy.evidence, urls=store.urls))
            store.resume(crawl) if store.begun else store.begin(crawl, seeds)
            asyncio.run(Engine(crawl, fetcher, listeners=[store]).run())
    """

    def __init__(
        self,
        folder: Path,
        keep: Keep | None = None,
        clock: Callable[[], float] = time.time,
        evidence: EvidenceRecords | None = None,
    ) -> None:
        super().__init__(folder, keep or Keep(), clock)
        self._evidence_records = evidence or EvidenceRecords(clock)
        self._strategy = ""
        self._steps = 0
        self._behind = False
        self._finished = False

    # A crawl begins, or goes on

    def begin(self, crawl: Crawl, seeds: Iterable[str]) -> None:
        """Start a crawl whose frontier uses `urls`: queue its seeds and keep them."""
        if self.begun:
            raise LycosaError(f"{self.folder} holds a crawl already: resume it, or choose another folder")
        self.refuse_lost_archive()
        discoveries = crawl.seed(seeds)
        learned = self._follow(crawl)
        with transaction(self._connection):
            self._keep_names(crawl)
            self._insert_links(discoveries)
            self._rows.save_counts(crawl.tally.state())
            self._rows.save_evidence(crawl.strategy.evidence)
            save_learned(self._connection, learned)
            self._note("start", f"{self._strategy}, {len(discoveries)} seeds")
        self.urls.stored()

    def resume(
        self,
        crawl: Crawl,
        limits: PageLimits | None = None,
        clock: Callable[[], float] = time.monotonic,
        *,
        reopens: bool = False,
        event: str = "resume",
    ) -> None:
        """Make a crawl, built as for `begin`, the one that was interrupted.

        `limits` are those its pages were parsed with, `clock` is its engine's. `reopens` brings back hosts
        that were given up and links that failed for a passing reason. `event` is what it is called on record.
        """
        stored = get_meta(self._connection, "strategy")
        if stored != crawl.strategy.name:
            raise LycosaError(f"{self.folder} holds a crawl by {stored}, not by {crawl.strategy.name}")
        with damage_in_one_line(self.folder):
            missing = missing_parts(self._connection, crawl.strategy.evidence)
        if missing:
            raise LycosaError(
                f"{self.folder} holds a crawl by another version of {stored}, "
                f"whose links have no {missing[0]!r}: resume it with that, or begin a new crawl"
            )
        with damage_in_one_line(self.folder), transaction(self._connection):
            since = restore_strategy(self._connection, crawl.strategy)
            reopened = restore_crawl(self._connection, crawl, now=clock(), at=self._clock(), reopens=reopens)
            reread = 0
            if since is not None:
                parsed_with = limits or PageLimits()
                reread = relearn(self._connection, self.folder, crawl.strategy, since, parsed_with)
            crawl.learning.catch_up()
            self._follow(crawl)
            self._keep_names(crawl)
            text = f"after {crawl.tally.visits} visits"
            self._note(event, f"{text}, {reread} pages read again for the strategy" if reread else text)
            if reopens:
                self._note("reopen", f"{reopened.hosts} hosts and {reopened.links} links brought back")

    def _follow(self, crawl: Crawl) -> Learned:
        """Take over what steps leave out because it has not changed; return what the strategy knows."""
        crawl.tell_all()
        crawl.revise(StoredPages(self._connection))
        self._strategy = crawl.strategy.name
        self._rows.follow(crawl.start(), crawl.learning.rescoring.state)
        self._everything_learned = crawl.learned
        return crawl.learned() or Learned("{}", {}, 0)

    def _keep_names(self, crawl: Crawl) -> None:
        """Keep who decides: the strategy, and its judge if it has one."""
        set_meta(self._connection, "strategy", self._strategy)
        judge = getattr(crawl.strategy, "judge_of_pages", None)
        set_meta(self._connection, "judge", getattr(judge, "name", ""))

    # What the crawl says

    def seeded(self, discoveries: Sequence[Discovery]) -> None:
        """Take in links queued between steps, such as those of a sitemap."""
        with self._all_or_nothing(), transaction(self._connection):
            self._insert_links(discoveries)
            self._rows.count_refused(discoveries)
        self.urls.stored()

    def record(self, step: Step) -> None:
        """Take in one step; `DiskFull` leaves everything as it was before."""
        at = step.visit.fetched.fetched_at or self._clock()
        with self._all_or_nothing():
            self._archive.make_room(step.visit, at)
            with transaction(self._connection):
                place = self._archive.write(
                    step.visit, self._origin(step.visit), at, self._evidence_records.take
                )
                self._check_announced(step.discoveries)
                self._rows.write(step, place, at)
                for companion in self._companions:
                    companion.record(step)
                if self._rows.links_with_news >= _NEWS_LINKS:
                    self._rows.carry_news_over()
                if step.answers:
                    self._note("answers", f"{len(step.answers)} taken in")
                for host, kind in step.closed:
                    self._note("host given up", f"{host}: {kind}")
                if step.visit.error is Kind.PAGE_FAILED:
                    self._note("page failed", f"{step.visit.url}\n{step.visit.fetched.detail}")
        self._archive.keep()
        self.urls.stored()
        if self._evidence_records.full:
            self._archive_evidence()
        self._steps += 1
        if self._steps % _CHECKPOINT_STEPS == 0:
            self.checkpoint()

    def referred(self, taken: Referred, alongside: Callable[[], None]) -> None:
        """Keep what other crawls have told of links, in one transaction with what `alongside` writes."""
        with self._all_or_nothing(), transaction(self._connection):
            self._check_announced(taken.discoveries)
            self._rows.take_referred(taken)
            alongside()
        self.urls.stored()

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """Take the block's records back if the disk is full; the crawl is then ahead, and must be resumed."""
        if self._behind:
            raise DiskFull(f"{self.folder} misses a step of this crawl: resume it")
        try:
            yield
        except DiskFull:
            self._behind = True
            self._archive.take_back()
            raise

    def past_visits(self) -> Iterator[tuple[int, float, bool, bool]]:
        """Give link, priority, whether relevant, and whether read, of the visits that came to an end."""
        return past_visits(self._connection)

    def last_answers(self) -> dict[str, tuple[float, float]]:
        """Return for each host asked in the last day how long ago it answered, and how long that took."""
        return last_answers(self._connection, self._clock())

    def keep_outlook(self, outlook: Outlook) -> None:
        """Keep what the crawl is doing just now, and when that was."""
        record = json.dumps({"at": self._clock(), **asdict(outlook)})
        with transaction(self._connection):
            set_meta(self._connection, "outlook", record)

    def answered(self, taken: AnswersTaken) -> None:
        """Keep what people's answers have changed after the last step."""
        with self._all_or_nothing(), transaction(self._connection):
            self._rows.take_answers(taken)
            self._note("answers", f"{len(taken.visits)} taken in")

    def banned(self, closed: Sequence[tuple[str, Kind]], counts: Mapping[str, JSON]) -> None:
        """Keep that hosts are closed between two steps, because somebody wants no more of them."""
        with self._all_or_nothing(), transaction(self._connection):
            self._rows.close_hosts(closed, counts)
            for host, _ in closed:
                self._note("site banned", host)

    @property
    def commands(self) -> StoredCommands:
        """What people ask of the crawl."""
        return StoredCommands(self._connection)

    def revised(self, verdicts: Verdicts, counts: Mapping[str, JSON]) -> None:
        """Keep verdicts on earlier pages that came after the last step."""
        with self._all_or_nothing(), transaction(self._connection):
            save_verdicts(self._connection, verdicts)
            self._rows.save_counts(counts)

    def finish(self, stop: Stop) -> None:
        """Do what `stopped` does, for whoever ends a crawl that has not come to its end."""
        if not self._finished:
            self.stopped(stop, self._everything_learned())

    def stopped(self, stop: Stop, learned: Learned | None) -> None:
        """Keep why the crawl ended, and all its strategy has learned. It may be resumed all the same."""
        self._finished = True
        try:
            with transaction(self._connection):
                if not self._behind:
                    self._rows.carry_news_over()
                    if learned is not None:
                        save_learned(self._connection, learned)
                self._note("stop", str(stop))
            if not self._behind:
                self._archive_evidence()
            self._checkpoint()
        except DiskFull:
            if stop is not Stop.DISK:
                raise

    # Rows

    def _insert_links(self, discoveries: Sequence[Discovery]) -> None:
        self._check_announced(discoveries)
        self._rows.insert_links(discoveries)

    def _check_announced(self, discoveries: Sequence[Discovery]) -> None:
        if len(discoveries) != self.urls.fresh:
            raise LycosaError("links queued between two steps must be given to `seeded` before the next")

    def _origin(self, visit: Visit) -> Provenance | None:
        if visit.judgement is None:
            return None
        anchor, parent = self._connection.execute(
            "SELECT links.anchor, coalesce(page.url, '') FROM links"
            " LEFT JOIN links AS page ON page.id = links.parent WHERE links.id = ?",
            (visit.link.id,),
        ).fetchone()
        return Provenance(visit.judgement, self._strategy, parent, anchor)

    def _archive_evidence(self) -> None:
        """Archive what has been heard since the last visit that brought an answer."""
        records = self._evidence_records.take()
        if records:
            with self._all_or_nothing():
                self._archive.append(records, self._clock())
