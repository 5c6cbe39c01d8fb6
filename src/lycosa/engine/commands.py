"""What people ask of a running crawl: orders in, a crawl that pauses, goes on, stops, or takes in a site out.

Orders are kept where the crawl is kept, by whoever gives them and from any process; the crawl looks for new
ones a few times a second. Every order may be carried out twice without harm, since a crawl may be killed
between carrying one out and saying so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple, Protocol

from lycosa.engine.budget import Budget
from lycosa.engine.engine import Engine
from lycosa.engine.step import Discovery
from lycosa.errors import Kind, LycosaError
from lycosa.url import canonical, host_of

LOOK_EVERY_S = 0.5
"""Time after which a crawl looks for new orders."""
NOT_RUNNING = "the crawl was not running"
"""Outcome of an order to a crawl at work that had ended before it could be carried out."""


class Order(StrEnum):
    """What a crawl can be asked to do."""

    PAUSE = "pause"
    """Start no more requests for now."""
    GO_ON = "resume"
    STOP = "stop"
    """End, as Ctrl-C does."""
    BUDGET = "budget"
    """Take the value for the number of pages that the whole crawl may read."""
    SEED = "seed"
    """Queue the URL given."""
    BAN = "ban"
    """Ask a site for nothing more: a host, a URL of it, or a domain with all its hosts."""


OF_THE_MOMENT = frozenset({Order.PAUSE, Order.GO_ON, Order.STOP})
"""Orders that mean nothing to a crawl that is not at work."""


class Command(NamedTuple):
    """An order on record."""

    id: int
    order: str
    value: str


class CommandRecord(Protocol):
    """Where orders are kept, and what they change."""

    def pending(self) -> Sequence[Command]:
        """Return the orders not carried out yet, oldest first."""

    def done(self, command: int, outcome: str) -> None:
        """Keep what became of an order."""

    def answers_wait(self) -> bool:
        """Whether people have said something of pages that was not taken in."""


class Keeper(NamedTuple):
    """Who keeps what orders change."""

    seeded: Callable[[Sequence[Discovery]], None]
    banned: Callable[[Sequence[tuple[str, Kind]]], None]
    budget: Callable[[Budget], None]


class CommandTaker:
    """Carries out orders to one crawl."""

    def __init__(self, engine: Engine, record: CommandRecord, keeper: Keeper) -> None:
        self._engine = engine
        self._record = record
        self._keeper = keeper

    def begin(self) -> None:
        """Pass over orders that were given to the crawl when it was last at work."""
        for command in self._record.pending():
            if command.order in OF_THE_MOMENT:
                self._record.done(command.id, NOT_RUNNING)

    def take(self) -> None:
        """Carry out what was ordered since the last time."""
        for command in self._record.pending():
            self._record.done(command.id, self._carry_out(command))
        if self._record.answers_wait():
            self._engine.crawl.revision.look_soon()

    def _carry_out(self, command: Command) -> str:
        try:
            order = Order(command.order)
            if order is Order.BUDGET:
                return self._raise_budget(command.value)
            if order is Order.SEED:
                return self._seed(command.value)
            if order is Order.BAN:
                return self._ban(command.value)
        except (ValueError, LycosaError) as error:
            return f"refused: {error}"
        if order is Order.STOP:
            self._engine.interrupt()
        else:
            self._engine.pause(order is Order.PAUSE)
        return "done"

    def _raise_budget(self, value: str) -> str:
        budget = replace(self._engine.budget, pages=int(value))
        self._engine.spend(budget)
        self._keeper.budget(budget)
        return f"{budget.pages:,} pages"

    def _seed(self, url: str) -> str:
        discoveries = self._engine.crawl.seed([url])
        self._keeper.seeded(discoveries)
        self._engine.wake()
        if not discoveries:
            return "known already"
        refused = discoveries[0].refused
        return "queued" if refused is None else f"refused: {refused}"

    def _ban(self, site: str) -> str:
        host = host_of(canonical(site if "://" in site else f"http://{site}/") or "")
        if not host:
            raise LycosaError(f"{site!r} is not a site")
        self._keeper.banned(self._engine.crawl.ban(host))
        return f"{host} is closed"
