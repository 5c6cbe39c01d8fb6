"""What the engine tells its listeners after every visit: one step of the crawl, complete."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol, runtime_checkable

from lycosa.engine.simhash import Fingerprint
from lycosa.errors import Kind, LycosaError
from lycosa.model import Queued, Visit


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


@dataclass(frozen=True, slots=True)
class Step:
    """One visit with everything it changed."""

    visit: Visit
    discoveries: tuple[Discovery, ...] = ()
    changed: tuple[int, ...] = ()
    """Ids of known links whose parts or state changed: found again, re-ranked, revived."""
    links: tuple[int, ...] = ()
    """Ids of all links the strategy ranked on the page, new or known, in its order."""
    retry_in_s: float | None = None
    """The link is queued again and may be asked for after this time."""
    closed: tuple[tuple[str, Kind], ...] = ()
    """Hosts given up since the step before, and why: their queued links are skipped."""
    seen: Fingerprint | None = None
    """What later pages are compared with; None if this one is not to be remembered for that."""


class DiskFull(LycosaError):
    """A listener cannot keep a step for want of space; what it kept before is whole."""


class Listener(Protocol):
    """Anything that follows a crawl: the store, the lab, a progress display."""

    def record(self, step: Step) -> None:
        """Take in one step. Called in order, once for each."""


@runtime_checkable
class NoticeListener(Protocol):
    """A listener that also hears what concerns the crawl as a whole: an outage, a limit of the machine."""

    def note(self, kind: str, text: str) -> None:
        """Take in one notice."""
