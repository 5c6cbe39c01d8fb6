"""The decisions of a crawl, one at a time and in order, without waiting for anything.

`Crawl` holds what a crawl knows: strategy, frontier, gate, counts. It says which link is
next, and turns an answer into a `Step`. The loop around it (`Engine`) brings the answers; a
resumed crawl can feed it stored ones.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf

import numpy as np
import numpy.typing as npt

from lycosa.engine.duplicates.duplicates import DEFAULT_RULES, DuplicateRules, Duplicates, Sameness
from lycosa.engine.feedback import REFUSED, LabelledPage, PageLabel, teach
from lycosa.engine.gate import Gate
from lycosa.engine.intake import Intake, LinkChanges, Way
from lycosa.engine.learned import Learned, Lessons
from lycosa.engine.pacing.faults import Faults
from lycosa.engine.pacing.pace import NoPace, Pace
from lycosa.engine.pacing.retries import Failing, Retries
from lycosa.engine.rescoring import NO_PASS, Pass, Rescorer
from lycosa.engine.revision import NOT_REVISED, KeptPages, Revision, RevisionPass, Verdicts
from lycosa.engine.step import Discovery, Start, Step
from lycosa.engine.strays import Strays
from lycosa.engine.tally import Tally
from lycosa.errors import Kind, LycosaError
from lycosa.frontier import Evidence, Frontier, LinkValues
from lycosa.model import Expansion, Fetched, Judgement, Page, Queued, Visit
from lycosa.strategy.base import Strategy
from lycosa.url import canonical, host_of

_NOTHING = LinkChanges()
_UNLIKE = Sameness()
_LOOK_AHEAD = 32
"""Visits after which the URLs of the links to be visited next are made ready, all at once."""
_NOT_JUDGED = frozenset({Kind.DUPLICATE, Kind.SOFT_404})
"""Pages that have nothing of their own to say."""


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
        self.strategy = strategy
        self.gate = gate or Gate()
        self.retries = retries or Retries()
        self.pace = pace or NoPace()
        self.duplicates = Duplicates(duplicates) if duplicates else None
        self.tally = Tally()
        self.passed_over: int | None = None
        """The link that would have been next, if it is not worth asking for while better ones are queued."""
        self._intake = Intake(self.frontier, self.gate)
        self.faults = Faults(self.frontier, self.retries, self.pace.longest_wait_s)
        self._chains: dict[int, tuple[int, ...]] = {}
        self._costly_of_host: Counter[str] = Counter()
        self._closed: list[tuple[str, Kind]] = []
        self._answered: list[int] = []
        self._lessons: Lessons | None = None

    @property
    def strategy(self) -> Strategy:
        """The recipe; another one, put in its place, goes on with the same frontier."""
        return self._strategy

    @strategy.setter
    def strategy(self, strategy: Strategy) -> None:
        self._strategy = strategy
        self._evidence = strategy.evidence
        self.rescoring = Rescorer(strategy, self.frontier)
        self.revision = Revision(strategy)
        strategy.attach(self.frontier)

    @property
    def strays(self) -> Strays:
        """The links on pages that are not in the frontier."""
        return self._intake.strays

    def start(self) -> Start:
        """Say how the crawl stands."""
        return Start(self.strategy.name, self.strategy.evidence, self.tally.state())

    def tell_learned(self) -> None:
        """Let steps say what the strategy has learned; that takes time, so it must be asked for."""
        self._lessons = self._lessons or Lessons()

    def revise(self, kept: KeptPages) -> None:
        """Let steps say what must be kept of pages, and how the judge sees earlier ones by now."""
        self.revision.kept = kept

    def last_answers(self) -> tuple[tuple[int, ...], tuple[tuple[str, Kind], ...]]:
        """Take in answers that no step will speak of; return their visits, and the hosts closed for them."""
        self._take_answers(self.revision.kept.answers() if self.revision.kept is not None else ())
        taken = tuple(self._answered), tuple(self._closed)
        self._answered.clear()
        self._closed.clear()
        return taken

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
        worth = tuple(1.0 for _ in self.strategy.evidence.parts)
        found = []
        for text in urls:
            url = canonical(text)
            if url is None:
                raise LycosaError(f"seed {text!r} is not an http or https URL")
            if self.frontier.proposed(url) is None:
                found.append(self._intake.discover(url, worth, Way(depth=0)))
        self.tally.refuse(found)
        return tuple(found)

    def enlist(self, urls: Iterable[str]) -> tuple[Discovery, ...]:
        """Queue pages that a site says it has; nothing is known of their worth."""
        nothing = tuple(0.0 for _ in self.strategy.evidence.parts)
        found = tuple(
            self._intake.discover(url, nothing, Way(depth=0))
            for url in urls
            if self.frontier.proposed(url) is None
        )
        self.tally.refuse(found)
        return found

    def restore(
        self,
        tally: Tally,
        attempts: Mapping[int, int],
        chains: Mapping[int, tuple[int, ...]],
        failing: Mapping[str, Failing],
        *,
        rescoring: Pass = NO_PASS,
        revision: RevisionPass = NOT_REVISED,
    ) -> None:
        """Take up an earlier crawl: its counts, and what is behind links still queued and their hosts."""
        self.tally = tally
        self.faults.restore(attempts, failing)
        self._chains = dict(chains)
        self.rescoring.state = rescoring
        self.revision.state = revision

    def catch_up(self) -> None:
        """Rank the queue by what the strategy knows by now, as one that was restored may."""
        if self.strategy.evidence != self._evidence:
            self._evidence = self.strategy.evidence
            self.frontier.reweigh(self._evidence)

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
                if level < inf and self.waits_for_better and self.frontier.better(choice) > level:
                    self.passed_over = choice
                    return None
                link = self.frontier.take(choice, now)
                closed = self.gate.closed(link.host)
                if closed is None:
                    self.faults.outage.probe(now)
                    return link
                self.frontier.put_back(link.id, now)  # its domain has spent its share on another host
                self._drop(link.host, closed)
        return None

    def settle(self, link: Queued, fetched: Fetched, page: Page | Kind | None, now: float) -> Step | None:
        """Turn an answer into a step: judge, rank, queue, or say what went wrong.

        None if the host could not be asked yet: the link is queued again as if nothing had been.
        """
        if self.faults.spares(link, fetched, now):
            return None
        self._take_answers(self.revision.new_answers(self.tally.visits))
        rest_s = self.pace.rest_s(link, fetched)
        if self.faults.gives_up(link.host, fetched, now):
            self.frontier.release(link.id, now, rest_s)
            self._drop(link.host, Kind.HOST_PARKED)
            return self._step(link, fetched, error=fetched.error)
        retry_in_s = self.faults.retry(link, fetched, now, rest_s)
        if retry_in_s is not None:
            return self._step(link, fetched, error=fetched.error, retry_in_s=retry_in_s)
        self.frontier.release(link.id, now, rest_s)
        if isinstance(page, Page) and page.refresh:
            fetched = replace(fetched, location=page.refresh)
        if fetched.error is None and fetched.location:
            return self._redirect(link, fetched)
        if isinstance(page, Page):
            return self._read(link, fetched, page)
        if page is Kind.PAGE_TOO_COSTLY:
            self._count_costly(link.host)
        return self._step(link, fetched, error=fetched.error or page or Kind.EMPTY)

    def _take_answers(self, answers: Sequence[LabelledPage]) -> None:
        """Go by what people said of pages."""
        for answer in answers:
            teach(self.revision.judge, answer.label, answer.features)
            if answer.label is PageLabel.NEVER and self.gate.closed(answer.host) is None:
                self._drop(answer.host, REFUSED)
            self.tally.revised += answer.counts * (answer.label.relevant - answer.relevant)
            self._answered.append(answer.visit)

    def ban(self, host: str) -> tuple[tuple[str, Kind], ...]:
        """Ask a host, or all hosts of a domain, for nothing more; return what no step has spoken of yet."""
        if self.gate.closed(host) is None:
            self._drop(host, REFUSED)
        closed = tuple(self._closed)
        self._closed.clear()
        return closed

    def _count_costly(self, host: str) -> None:
        self._costly_of_host[host] += 1
        if self._costly_of_host[host] == self.retries.costly_pages:
            self._drop(host, Kind.TRAP)

    def _drop(self, host: str, kind: Kind) -> None:
        """Let go of everything queued for a host, and of what will be found."""
        self.gate.close(host, kind)
        self._closed.append((host, kind))
        self.tally.reasons[kind] += self.frontier.drop_host(host)

    def _redirect(self, link: Queued, fetched: Fetched) -> Step:
        """Queue the target in the link's place, so that it passes every check again."""
        target = canonical(fetched.location)
        if target is None:
            return self._step(link, fetched, error=Kind.BAD_REDIRECT)
        error, taken = self._hop(link, target)
        return self._step(link, fetched, error=error, taken=taken)

    def _hop(self, link: Queued, target: str) -> tuple[Kind | None, LinkChanges]:
        """Queue the next stop of a chain of redirects, unless it turns back or goes on for too long."""
        chain = (*self._chains.pop(link.id, ()), link.id)
        known = self.frontier.proposed(target)
        if known in chain:
            return Kind.REDIRECT_LOOP, _NOTHING
        if len(chain) > self.retries.redirects:
            return Kind.TOO_MANY_REDIRECTS, _NOTHING
        if known is not None:
            moved = self._intake.show_again(known, target, link.parts, link.depth)
            return None, LinkChanges(changed=(known,) if moved else ())
        discovery = self._intake.discover(target, link.parts, Way(link.depth, link.id))
        if discovery.kept:
            self._chains[discovery.link.id] = chain
        return discovery.refused, LinkChanges((discovery,))

    def _read(self, link: Queued, fetched: Fetched, page: Page) -> Step:
        """Judge a page and queue its links, unless it is a copy: then its links are the original's."""
        preferred = page.canonical if self.duplicates and host_of(page.canonical) == link.host else ""
        same, judgement, expansion = _UNLIKE, None, None
        try:
            with self.tally.stage("judge"):
                same = self._compare(link, page, preferred)
                judgement = None if same.kind in _NOT_JUDGED else self.strategy.judge(page)
            with self.tally.stage("rank"):
                expansion = self.strategy.expand(page, judgement, link) if judgement is not None else None
        except LycosaError:
            raise  # a wrong parameter, which every page would meet
        except Exception:  # it costs the page, not the crawl
            failed = replace(fetched, detail=traceback.format_exc())
            return self._step(link, failed, error=Kind.PAGE_FAILED)
        with self.tally.stage("rank"):
            taken = self._take(link, page, expansion)
        if judgement is not None and preferred and self.frontier.proposed(preferred) is None:
            original = self._intake.discover(preferred, link.parts, Way(link.depth + 1, link.id))
            taken = taken._replace(discoveries=(*taken.discoveries, original))
        closed = self.gate.count(link.host) or self._wastes(link.host)
        if closed is not None:
            self._drop(link.host, closed)
        error = same.kind or (Kind.NOINDEX if page.robots & {"noindex", "none"} else None)
        return self._step(link, fetched, page, judgement, error=error, taken=taken, same=same)

    def _take(self, link: Queued, page: Page, expansion: Expansion | None) -> LinkChanges:
        if expansion is None:
            return self._intake.take(link, page)
        taken = self._intake.take(link, page, expansion)
        if expansion.reweigh:
            self.frontier.reweigh(self.strategy.evidence)
        return taken

    def _compare(self, link: Queued, page: Page, preferred: str) -> Sameness:
        """Say which earlier page this one repeats; `preferred` is what it calls its canonical form."""
        if self.duplicates is None:
            return _UNLIKE
        canonical = self.frontier.lookup(preferred) if preferred else None
        return self.duplicates.check(page, link, self.tally.visits, canonical)

    def _wastes(self, host: str) -> Kind | None:
        return Kind.TRAP if self.duplicates and self.duplicates.exhausted(host) else None

    def _step(
        self,
        link: Queued,
        fetched: Fetched,
        page: Page | None = None,
        judgement: Judgement | None = None,
        *,
        error: Kind | None = None,
        taken: LinkChanges = _NOTHING,
        same: Sameness = _UNLIKE,
        retry_in_s: float | None = None,
    ) -> Step:
        found = sum(discovery.kept for discovery in taken.discoveries)
        visit = Visit(self.tally.visits, link, fetched, page, judgement, error, found, same.same_as)
        self.tally.add(visit)
        self.tally.refuse(taken.discoveries)
        rescored = self._learn(visit)
        features, verdicts = self._revise(visit)
        if self.tally.visits % _LOOK_AHEAD == 0:
            self.frontier.expect(2 * _LOOK_AHEAD)
        closed = tuple(self._closed)
        self._closed.clear()
        answered = tuple(self._answered)
        self._answered.clear()
        strays, adopted = self.strays.news()
        return Step(
            visit,
            *taken,
            strays=strays,
            adopted=adopted,
            values=self._values(taken.changed, rescored, link.id),
            evidence=self._new_evidence(),
            learned=self._lessons.due(self.strategy, self.tally.visits) if self._lessons else None,
            rescoring=self.rescoring.state,
            features=features,
            verdicts=verdicts,
            revision=self.revision.state,
            answers=answered,
            counts=self.tally.state(),
            retry_in_s=retry_in_s,
            closed=closed,
            seen=same.seen,
        )

    def _values(self, changed: Sequence[int], rescored: npt.NDArray[np.intp], visited: int) -> LinkValues:
        """Return the values of known links that have changed, each once, and last of the one visited."""
        links = dict.fromkeys(changed)
        links.pop(visited, None)
        if not len(rescored):
            return self.frontier.values([*links, visited])
        known = np.unique(np.concatenate((np.fromiter(links, np.intp), rescored)))
        return self.frontier.values(np.append(known[known != visited], visited))

    def _learn(self, visit: Visit) -> npt.NDArray[np.intp]:
        """Let the strategy learn from a visit; return the queued links that were scored anew."""
        with self.tally.stage("rank"):
            wanted = self.strategy.learn(visit.outcome)
            if isinstance(wanted, np.ndarray):
                scored = self.rescoring.score(wanted)
                return np.union1d(scored, self.rescoring.advance())
            if wanted:
                self.rescoring.begin()
            return self.rescoring.advance()

    def _revise(self, visit: Visit) -> tuple[bytes, Verdicts | None]:
        """Return what is to be kept of a visit, and verdicts on earlier ones."""
        with self.tally.stage("judge"):
            features = self.revision.features(visit)
            verdicts, more = self.revision.advance(self.tally.visits)
        self.tally.revised += more
        if visit.judgement is not None:
            self.faults.notices += self.revision.notices()
        return features, verdicts

    def _new_evidence(self) -> Evidence | None:
        """Return the parts of a link's worth, if their weights have changed."""
        evidence = self.strategy.evidence
        if evidence == self._evidence:
            return None
        self._evidence = evidence
        return evidence
