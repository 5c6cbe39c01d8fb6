"""What the live view shows of a crawl at one moment: plain values, bounded in number, ready to be sent."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from lycosa.store.tables.counts import Counts


class CrawlState(StrEnum):
    """What a crawl is doing, as far as its folder tells."""

    RUNNING = "running"
    PAUSED = "paused"
    STOPPED = "stopped"
    SILENT = "silent"
    """It has not ended and says nothing: killed, or very busy."""


@dataclass(frozen=True, slots=True)
class PageLine:
    """A page that was read."""

    visit: int
    url: str
    host: str
    title: str
    relevant: bool
    """By the latest verdict."""
    score: float
    reason: str
    label: str
    """What a person said of it; empty if nobody did."""


@dataclass(frozen=True, slots=True)
class HostLine:
    """A host, what it gave, and what it waits for."""

    host: str
    pages: int
    relevant: int
    queued: int | None
    """Links that wait; None if that is not known."""
    wait: str
    """Why it is not asked just now; empty if nothing stands in the way."""
    ready_in_s: float | None
    closed: str
    """Why it will not be asked again; empty if it may be."""


class LinkReason(NamedTuple):
    """A part of a link's priority, and what it adds."""

    name: str
    adds: float


@dataclass(frozen=True, slots=True)
class QueueLine:
    """A queued link that is among the best."""

    url: str
    anchor: str
    found_on: str
    priority: float
    why: list[LinkReason]
    """The parts that add most."""


class HarvestPoint(NamedTuple):
    """What came in during a short time."""

    seconds: float
    """Since the crawl began, long stops left out."""
    pages: int
    relevant: int


@dataclass(frozen=True, slots=True)
class EventLine:
    """Something that concerned the crawl as a whole."""

    at: float
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class CommandLine:
    """Something people asked of the crawl; it has no outcome while the crawl has not taken it in."""

    id: int
    order: str
    value: str
    outcome: str | None


@dataclass(frozen=True, slots=True)
class Pulse:
    """How busy a crawl was when it last said so."""

    at: float
    under_way: int
    slots: int
    pages_per_s: float
    ends_in_s: float | None
    page_budget: int | None
    queued: int
    queued_hosts: int
    known: int
    better: int
    """Queued links that are better than those that could be asked for."""
    awaited_hosts: int
    """Hosts that hold them."""


@dataclass(frozen=True, slots=True)
class TopicCount:
    """A group of relevant pages."""

    name: str
    pages: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything the page shows."""

    at: float
    """When it was read, in seconds since the epoch."""
    topic: str
    strategy: str
    folder: str
    state: CrawlState
    stopped: str
    """Why the crawl ended, if it did."""
    counts: Counts
    harvest: list[HarvestPoint]
    bucket_s: float
    """Length of the time each point of the harvest stands for."""
    pages_counted: int
    """Pages that the harvest speaks of; fewer than there are while a long crawl is being read."""
    latest: list[PageLine]
    best: list[PageLine]
    hosts: list[HostLine]
    queue: list[QueueLine]
    events: list[EventLine]
    commands: list[CommandLine]
    notices: dict[str, str]
    pulse: Pulse | None
    quality: str = ""
    """How right the verdicts are by people's answers; empty without any."""
    sub_topics: list[TopicCount] | None = None
    """None where the crawl has none on record."""
    searchable: bool = False
    """Whether there is an index to search."""
    left: str = ""
    """How much is estimated to be left; empty where nothing says."""
