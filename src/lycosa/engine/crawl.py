"""The decisions of a crawl, one at a time and in order, without waiting for anything.

`Crawl` holds what a crawl knows: strategy, frontier, gate, counts. It says which link is
next, and turns an answer into a `Step`. The loop around it (`Engine`) brings the answers; a
resumed crawl can feed it stored ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf

from lycosa.engine.duplicates.duplicates import DEFAULT_RULES, DuplicateRules, Duplicates
from lycosa.engine.judging import Findings, Judging
from lycosa.engine.learning.feedback import REFUSED, LabelledPage, PageLabel, PendingAnswers
from lycosa.engine.learning.learned import Learned, Lessons
from lycosa.engine.learning.learning import Learning
from lycosa.engine.learning.rescoring import NO_PASS, Pass
from lycosa.engine.learning.revision import NOT_REVISED, KeptPages, Revision, RevisionPass, Verdicts
from lycosa.engine.links.closings import Closings
from lycosa.engine.links.gate import Gate
from lycosa.engine.links.intake import Intake, Way
from lycosa.engine.links.redirects import Redirects
from lycosa.engine.links.referred import ReferredLinks
from lycosa.engine.links.strays import Strays
from lycosa.engine.pacing.faults import Faults
from lycosa.engine.pacing.pace import NoPace, Pace
from lycosa.engine.pacing.retries import Failing, Retries
from lycosa.engine.step import Discovery, Start, Step
from lycosa.engine.tally import Tally
from lycosa.errors import Kind
from lycosa.frontier import Frontier
from lycosa.frontier.base import SEED_WORTH
from lycosa.model import Fetched, Page, Queued, Visit
from lycosa.strategy.base import Strategy
from lycosa.url import given_url

_NOTHING = Findings()
_LOOK_AHEAD = 32
"""Visits after which the URLs of the links to be visited next are made ready, all at once."""


class Crawl:
    """What a crawl knows, and how it decides."""

    def __init__(
        self,
        strategy: Strategy,
        frontier: Frontier | None = None,
        gate: Gate | None = None,
        retries: Retries | None = None,
        pace: Pace | None = None,
        *,
        duplicates: DuplicateRules | None = DEFAULT_RULES,
    ) -> None:
        self.frontier = Frontier(strategy.evidence) if frontier is None else frontier
        self.gate = gate or Gate()
        self.retries = retries or Retries()
        self.pace = pace or NoPace()
        self.duplicates = Duplicates(duplicates) if duplicates else None
        self.tally = Tally()
        self.passed_over: int | None = None
        """The link that would have been next, if it is not worth asking for while better ones are queued."""
        self._intake = Intake(self.frontier, self.gate)
        self._closings = Closings(self.frontier, self.gate, self.duplicates, self.retries.costly_pages)
        self._redirects = Redirects(self.frontier, self._intake, self.retries.redirects)
        self.referred = ReferredLinks(self._intake, self._redirects)
        self.floor = -inf  # no link worth less is asked for, where links are chosen by worth
        self.strategy = strategy
        self.faults = Faults(self.frontier, self.retries, self.pace.longest_wait_s)
        self._answers = PendingAnswers()
        self._lessons: Lessons | None = None

    @property
    def strategy(self) -> Strategy:
        """The recipe; another one, put in its place, goes on with the same frontier."""
        return self._strategy

    @strategy.setter
    def strategy(self, strategy: Strategy) -> None:
        self._strategy = strategy
        self.learning = Learning(strategy, self.frontier)
        self.revision = Revision(strategy)
        self._judging = Judging(strategy, self.frontier, self._intake, self.duplicates)
        strategy.attach(self.frontier)

    @property
    def strays(self) -> Strays:
        """The links on pages that are not in the frontier."""
        return self._intake.strays

    def start(self) -> Start:
        """Say how the crawl stands."""
        return Start(self.strategy.name, self.strategy.evidence, self.tally.state())

    def tell_all(self) -> None:
        """Let steps say what only a record needs, and what takes time: counts, values of links, lessons."""
        self._lessons = self._lessons or Lessons()

    def revise(self, kept: KeptPages) -> None:
        """Let steps say what must be kept of pages, and how the judge sees earlier ones by now."""
        self.revision.kept = kept

    def last_answers(self) -> tuple[tuple[int, ...], tuple[tuple[str, Kind], ...]]:
        """Take in answers that no step will speak of; return their visits, and the hosts closed for them."""
        self._take_answers(self.revision.kept.answers() if self.revision.kept is not None else ())
        return self._answers.take_news(), self._closings.take_news()

    def last_verdicts(self) -> Iterator[Verdicts]:
        """Judge earlier pages once more, by all that is known when the crawl ends."""
        for verdicts, more in self.revision.finish(self.tally.visits):
            self.tally.revised += more
            yield verdicts
        self.faults.notices += self.revision.notices(last=True)

    def learned(self) -> Learned | None:
        """Return everything the strategy has learned, if anybody asked to be told."""
        return Learned.of(self.strategy.state(), self.tally.visits) if self._lessons else None

    def seed(self, urls: Iterable[str]) -> tuple[Discovery, ...]:
        """Queue the links the crawl begins with."""
        return self._queue([given_url(url, "seed") for url in urls], SEED_WORTH)

    def enlist(self, urls: Iterable[str]) -> tuple[Discovery, ...]:
        """Queue pages that a site says it has; nothing is known of their worth."""
        return self._queue(urls, 0.0)

    def _queue(self, urls: Iterable[str], value: float) -> tuple[Discovery, ...]:
        """Queue links that stand on no page, every part of their worth being the same."""
        parts = tuple(value for _ in self.strategy.evidence.parts)
        unknown = (url for url in urls if self.frontier.proposed(url) is None)
        found = tuple(self._intake.discover(url, parts, Way(depth=0)) for url in unknown)
        self.tally.refuse(found)
        return found

    def restore(
        self,
        tally: Tally,
        attempts: Mapping[int, int],
        chains: Mapping[int, tuple[int, ...]],
        failing: Mapping[str, Failing],
        *,
        costly: Mapping[str, int] | None = None,
        rescoring: Pass = NO_PASS,
        revision: RevisionPass = NOT_REVISED,
    ) -> None:
        """Take up an earlier crawl: its counts, and what is behind links still queued and their hosts."""
        self.tally = tally
        self.faults.restore(attempts, failing)
        self._closings.restore(costly or {})
        self._redirects.restore(chains)
        self.learning.rescoring.state = rescoring
        self.revision.state = revision

    @property
    def waits_for_better(self) -> bool:
        """Whether links may be passed over for better ones; a strategy that does not say keeps its choice."""
        return getattr(self.strategy, "waits_for_better", False)

    def next(self, now: float, level: float = inf) -> Queued | None:
        """Take the link to ask for now; None if there is none, for now or at all.

        Where the strategy waits for better links, at most `level` queued ones are better than the one taken.
        """
        self.passed_over = None
        with self.tally.stage("select"):
            self.frontier.tick(now)
            if self.faults.pauses(now):
                return None
            while (choice := self.strategy.choose(self.frontier)) is not None:
                if self.floor > -inf and self._is_poor(choice):
                    return None
                if level < inf and self.waits_for_better and self.frontier.better(choice) > level:
                    self.passed_over = choice
                    return None
                link = self.frontier.take(choice, now)
                closed = self.gate.closed(link.host)
                if closed is None:
                    self.faults.outage.probe(now)
                    return link
                self.frontier.put_back(link.id, now)  # its domain has spent its share on another host
                self._close(link.host, closed)
        return None

    def _is_poor(self, choice: int) -> bool:
        return self.waits_for_better and self.frontier.priority(choice) < self.floor

    def settle(self, link: Queued, fetched: Fetched, page: Page | Kind | None, now: float) -> Step | None:
        """Turn an answer into a step: judge, rank, queue, or say what went wrong.

        None if the host could not be asked yet: the link is queued again as if nothing had been.
        """
        if self.faults.spares(link, fetched, now):
            return None
        self._take_answers(self.revision.new_answers(self.tally.visits))
        rest_s = self.pace.rest_s(link, fetched)
        failed = Findings(error=fetched.error)
        if self.faults.gives_up(link.host, fetched, now):
            self.frontier.release(link.id, now, rest_s)
            self._close(link.host, Kind.HOST_PARKED)
            return self._step(link, fetched, findings=failed)
        retry_in_s = self.faults.retry(link, fetched, now, rest_s)
        if retry_in_s is not None:
            return self._step(link, fetched, findings=failed, retry_in_s=retry_in_s)
        self.frontier.release(link.id, now, rest_s)
        if isinstance(page, Page) and page.refresh:
            fetched = replace(fetched, location=page.refresh)
        if fetched.error is None and fetched.location:
            error, changes = self._redirects.follow(link, fetched.location)
            return self._step(link, fetched, findings=Findings(error=error, changes=changes))
        if isinstance(page, Page):
            return self._read(link, fetched, page)
        if page is Kind.PAGE_TOO_COSTLY:
            self._close(link.host, self._closings.after_costly_page(link.host))
        return self._step(link, fetched, findings=Findings(error=fetched.error or page or Kind.EMPTY))

    def _take_answers(self, answers: Sequence[LabelledPage]) -> None:
        """Go by what people said of pages."""
        for answer in answers:
            self.tally.revised += self._answers.take(answer, self.revision.judge)
            if answer.label is PageLabel.NEVER and self.gate.closed(answer.host) is None:
                self._close(answer.host, REFUSED)

    def ban(self, host: str) -> tuple[tuple[str, Kind], ...]:
        """Ask a host, or all hosts of a domain, for nothing more; return what no step has spoken of yet."""
        if self.gate.closed(host) is None:
            self._close(host, REFUSED)
        return self._closings.take_news()

    def _close(self, host: str, kind: Kind | None) -> None:
        """Ask a host no more, if there is a reason."""
        if kind is not None:
            self.tally.reasons[kind] += self._closings.close(host, kind)

    def _read(self, link: Queued, fetched: Fetched, page: Page) -> Step:
        """Judge a page and queue its links; a host that has brought enough, or too much alike, is closed."""
        findings = self._judging.judge(link, page, self.tally)
        if findings.failure:
            return self._step(link, replace(fetched, detail=findings.failure), findings=findings)
        self._close(link.host, self._closings.after_page(link.host))
        return self._step(link, fetched, page, findings)

    def _step(
        self,
        link: Queued,
        fetched: Fetched,
        page: Page | None = None,
        findings: Findings = _NOTHING,
        *,
        retry_in_s: float | None = None,
    ) -> Step:
        judgement, changes, same, error, _ = findings
        found = sum([discovery.kept for discovery in changes.discoveries])
        visit = Visit(self.tally.visits, link, fetched, page, judgement, error, found, same.same_as)
        self.tally.add(visit)
        self.tally.refuse(changes.discoveries)
        rescored = self.learning.learn(visit, self.tally)
        features, verdicts = self._revise(visit)
        if self.tally.visits % _LOOK_AHEAD == 0:
            self.frontier.expect(2 * _LOOK_AHEAD)
        strays, adopted = self.strays.news()
        return Step(
            visit,
            *changes,
            strays=strays,
            adopted=adopted,
            values=self.learning.values(changes.changed, rescored, link.id) if self._lessons else None,
            evidence=self.learning.new_evidence(),
            learned=self.learning.due(self._lessons, self.tally.visits),
            rescoring=self.learning.rescoring.state,
            features=features,
            verdicts=verdicts,
            revision=self.revision.state,
            answers=self._answers.take_news(),
            counts=self.tally.state() if self._lessons else None,
            retry_in_s=retry_in_s,
            closed=self._closings.take_news(),
            referrals=self._intake.referrals.news(),
            seen=same.seen,
        )

    def _revise(self, visit: Visit) -> tuple[bytes, Verdicts | None]:
        """Return what is to be kept of a visit, and verdicts on earlier ones."""
        if self.revision.judge is None:
            return b"", None
        with self.tally.stage("judge"):
            features = self.revision.features(visit)
            verdicts, more = self.revision.advance(self.tally.visits)
        self.tally.revised += more
        if visit.judgement is not None:
            self.faults.notices += self.revision.notices()
        return features, verdicts
