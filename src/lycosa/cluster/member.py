"""What a cluster asks of a shard, wherever it runs: a batch of links, a report, an allowance, an end."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

from lycosa.cluster.mail import Batch, Receipt
from lycosa.cluster.worth import QueueWorth
from lycosa.engine.budget import Stop
from lycosa.errors import LycosaError

NO_LINKS = QueueWorth()
Lessons: TypeAlias = dict[str, Any]
"""What was learned, as plain data and bytes."""


class Unreachable(LycosaError):
    """A shard that does not answer, for now or at all; whatever it was asked may have been done."""


class Allowance(NamedTuple):
    """What a shard may do for now."""

    turn: int
    """Grows; an allowance that is older than what the shard has heard since does not count."""
    pages: int | None
    """Pages that it may read, those it has read included; None is no limit."""
    floor: float
    """No link worth less is asked for."""


@dataclass(frozen=True, slots=True)
class Report:
    """How a shard stands."""

    shard: int
    pages: int = 0
    relevant: int = 0
    visits: int = 0
    body_bytes: int = 0
    queued: int = 0
    under_way: int = 0
    """Requests and other tasks of the crawl."""
    allowed: int | None = None
    """Pages it holds to."""
    undelivered: int = 0
    """Shards that have not got all they are to be told …"""
    addressees: tuple[int, ...] = ()
    """… and which they are."""
    received: int = 0
    """Changes whenever it takes links in."""
    links_sent: int = 0
    worth: QueueWorth = NO_LINKS
    stopped: Stop | None = None
    hopeless: bool = False
    """Whether nothing it has queued can be reached."""

    def idle(self, lost: Set[int] = frozenset()) -> bool:
        """Whether it has nothing to do unless it is told of links; what is for lost shards has to wait."""
        if self.stopped is not None:
            return True
        undelivered = self.undelivered - len(lost & set(self.addressees))
        return not self.under_way and not undelivered and (not self.queued or self.hopeless)


class Member(Protocol):
    """A shard of a cluster; every call may raise `Unreachable`."""

    async def deliver(self, batch: Batch) -> Receipt:
        """Take in links; return what is known of the sender's."""

    async def turn(self, address: str) -> float:
        """Give another shard a turn at an address; return how many seconds it is away."""

    async def report(self, turn: int, best: int) -> Report:
        """Say how it stands, with the worth of about so many of its best links."""

    async def allow(self, allowance: Allowance) -> int | None:
        """Go by an allowance; return the pages it holds to."""

    async def lessons(self) -> Lessons | None:
        """Say what others can use of what it has learned; None if it cannot say."""

    async def merge(self, lessons: Sequence[Lessons]) -> Lessons:
        """Put the lessons of others together with its own, and go by them; return all of them."""

    async def adopt(self, lessons: Lessons) -> None:
        """Go by what all shards have learned together."""

    async def stop(self, reason: Stop) -> None:
        """End, in order; it may be resumed."""
