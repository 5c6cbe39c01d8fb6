"""What the engine tells its listeners: how a crawl starts, one step after every visit, how it stops.

Steps say everything, once somebody wants it for a record (`Crawl.tell_all`): whoever has the start and all
steps knows the crawl as its own process does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, Protocol, cast, runtime_checkable

from lycosa.engine.budget import Stop
from lycosa.engine.duplicates.simhash import Fingerprint
from lycosa.engine.learning.feedback import AnswersTaken
from lycosa.engine.learning.learned import Learned
from lycosa.engine.learning.rescoring import NO_PASS, Pass
from lycosa.engine.learning.revision import NOT_REVISED, RevisionPass, Verdicts
from lycosa.engine.links.referrals import Referral
from lycosa.engine.links.strays import Stray
from lycosa.errors import Kind, LycosaError
from lycosa.frontier import Evidence, LinkValues, State
from lycosa.model import JSON, Queued, Visit


class Discovery(NamedTuple):
    """A link met for the first time, and what became of it."""

    link: Queued
    anchor: str
    block: int
    """Index of the block it stands in; -1 if it was not found on a page."""
    refused: Kind | None
    """Why it is not queued; None if it is, or if the strategy itself let it go."""
    kept: bool
    """Whether it is queued."""
    state: State = State.QUEUED


discovery_of = cast("Callable[[tuple[Any, ...]], Discovery]", partial(tuple.__new__, Discovery))
"""The same as calling the class with all fields, in a third of the time."""


@dataclass(frozen=True, slots=True)
class Start:
    """How a crawl stands before its first step, or before the first after a pause."""

    strategy: str
    evidence: Evidence
    counts: Mapping[str, JSON]
    """As `Tally.state` gives them."""


class Step(NamedTuple):
    """One visit with everything it changed."""

    visit: Visit
    discoveries: tuple[Discovery, ...] = ()
    changed: tuple[int, ...] = ()
    """Ids of known links whose parts or state the visit changed: found again, re-ranked, revived."""
    links: tuple[int, ...] = ()
    """Id of each link in `visit.page.links`, in their order; below -1 for a stray."""
    strays: tuple[Stray, ...] = ()
    """Links of the page that are new and that the strategy did not propose."""
    adopted: tuple[tuple[int, int], ...] = ()
    """Strays that are among the discoveries now: id as a stray, and as a link."""
    values: LinkValues | None = None
    """What every link changed or scored anew is worth now, last the link visited; None if nobody asked."""
    evidence: Evidence | None = None
    """The parts of a link's worth with their new weights; None if they are as before."""
    learned: Learned | None = None
    """What the strategy has learned, when it is due; see `Lessons`."""
    rescoring: Pass = NO_PASS
    """How far the queue has been scored anew."""
    features: bytes = b""
    """What the judge needs of the page to judge it again; empty if it never will."""
    verdicts: Verdicts | None = None
    """What the judge says by now of pages judged earlier."""
    revision: RevisionPass = NOT_REVISED
    """How far earlier pages have been judged again."""
    answers: tuple[int, ...] = ()
    """Visits on whose pages people's answers were taken in before this one was judged."""
    counts: Mapping[str, JSON] | None = None
    """All counts of the crawl after the step, as `Tally.state` gives them; None if nobody asked."""
    retry_in_s: float | None = None
    """The link is queued again and may be asked for after this time."""
    closed: tuple[tuple[str, Kind], ...] = ()
    """Hosts given up since the step before, and why: their queued links are skipped."""
    referrals: tuple[Referral, ...] = ()
    """What other crawls are to be told of their links, where several share the web."""
    seen: Fingerprint | None = None
    """What later pages are compared with; None if this one is not to be remembered for that."""


class DiskFull(LycosaError):
    """A listener cannot keep a step for want of space; what it kept before is whole."""


class Listener:
    """Anything that follows a crawl, to inherit: the store, the lab, a progress display."""

    def started(self, start: Start) -> None:
        """Take in how the crawl stands. Called once, before the first step."""

    def record(self, step: Step) -> None:
        """Take in one step. Called in order, once for each."""

    def answered(self, taken: AnswersTaken) -> None:
        """Take in what people's answers have changed since the last step. Called before the crawl ends."""

    def revised(self, verdicts: Verdicts, counts: Mapping[str, JSON]) -> None:
        """Take in verdicts on earlier pages, and the counts after them. Called before the crawl ends."""

    def stopped(self, stop: Stop, learned: Learned | None) -> None:
        """Take in why the crawl ends, and all its strategy has learned. Not called if it breaks off."""


@runtime_checkable
class NoticeListener(Protocol):
    """A listener that also hears what concerns the crawl as a whole: an outage, a limit of the machine."""

    def note(self, kind: str, text: str) -> None:
        """Take in one notice."""
