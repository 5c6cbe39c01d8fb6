"""Takes links into the frontier: new ones through the gate, known ones with what other pages say of them.

Every link of a page goes into the link graph, whatever the strategy makes of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from lycosa.engine.links.gate import Gate
from lycosa.engine.links.offered import (
    FEW,
    UNKNOWN,
    Offer,
    Offered,
    ShownAgain,
    Table,
    blocks_and_rels,
    places_of,
    urls_of,
)
from lycosa.engine.links.referrals import Referrals
from lycosa.engine.links.strays import Strays
from lycosa.engine.step import Discovery, discovery_of
from lycosa.errors import Kind
from lycosa.frontier import Frontier, State
from lycosa.graph import rel_bits
from lycosa.model import Expansion, Page, Queued
from lycosa.strategy.base import TabledExpansion
from lycosa.url import host_of

_MAY_PASS_LATER = frozenset({Kind.NOFOLLOW, Kind.TOO_DEEP})
"""Reasons that hold for one way to a link and not for another."""
_OPEN = frozenset({State.QUEUED, State.DISCARDED, State.NUMBERED})
"""States of links of which another page may change something."""
_QUEUED, _DISCARDED, _NUMBERED = State.QUEUED, State.DISCARDED, State.NUMBERED
"""Looked up once: Python 3.11 takes longer to find a member of an enumeration than to compare it."""
_NOTHING = Expansion()
_NewLink: TypeAlias = tuple[int, str, str, tuple[float, ...], State, str, int, Kind | None]
"""Id, URL, host, parts, state, anchor, block, and why it is refused."""


class Way(NamedTuple):
    """How the crawl came by a link."""

    depth: int
    parent: int = -1
    """Id of the link on whose page it stands; -1 for a seed."""
    anchor: str = ""
    block: int = -1
    rel: tuple[str, ...] = ()


class LinkChanges(NamedTuple):
    """What came of an expansion."""

    discoveries: tuple[Discovery, ...] = ()
    changed: tuple[int, ...] = ()
    """Ids of known links whose place in the queue may have changed."""
    links: tuple[int, ...] = ()
    """Ids of all links of the page, in its order."""


class _Batch:
    """The links of one page: decided one by one in their order, then taken in together."""

    def __init__(self, intake: Intake, way: Way, shown_again: ShownAgain, table: Table | None) -> None:
        self.found: list[Discovery] = []
        self.changed: list[int] = []
        self._intake = intake
        self._frontier = intake.frontier
        self._way = way
        self._shown_again = shown_again
        self._table = table
        """The parts of all proposals in columns, if the strategy has worked them out so."""
        self._new: list[_NewLink] = []
        self._places: list[int] = []
        """Which proposals the new links are."""
        self._numbered = False
        """Whether the new links have been known by their ids because the strategy asked for them."""
        self._state_of: dict[int, State] = {}
        self._shown_at: Callable[[int], tuple[str, int, tuple[str, ...]]]

    def add_all(self, offered: Offered, links: Sequence[int], states: Sequence[int]) -> None:
        """Take in the links of a page; one that nobody has proposed before is only numbered so far."""
        self._shown_again.begin(self._table)
        self._shown_at = offered.shown_at
        show_again, changed, place = self._shown_again.add, self.changed, -1
        # As many as there are links: what is offered of each may be endless.
        for link, state, url, parts, keep in zip(links, states, *offered[:3], strict=False):
            place += 1
            if state == _QUEUED:  # most
                if keep:
                    show_again((link, url, parts, place))
                    changed.append(link)
            elif state in _OPEN:
                self._add(Offer(url, parts, keep, place), link, state)

    def _add(self, offer: Offer, link: int, state: int) -> None:
        """Take in a link that was not queued before this page."""
        url, parts, keep, place = offer
        if state == _NUMBERED:
            if link not in self._state_of:
                self._decide(offer, link)
                return
            state = self._state_of[link]
        if keep and state == _QUEUED:
            self._shown_again.add((link, url, parts, place))
            self.changed.append(link)
        elif keep and state == _DISCARDED:
            if link in self._state_of:
                self.flush()
            rel = self._way.rel or self._shown_at(place)[2]
            if self._intake.show_again(link, url, parts, self._way.depth, rel):
                self.changed.append(link)

    def _decide(self, offer: Offer, link: int) -> None:
        """Say what becomes of a link never seen before, or numbered and no more than that."""
        numbered = link < self._frontier.links_seen
        if numbered != self._numbered:
            self.flush()
            self._numbered = numbered
        url, parts, keep, place = offer
        anchor, block, rel = self._shown_at(place)
        host = host_of(url)
        refused, state = self._intake.admit(url, host, self._way.depth, self._way.rel or rel, keep=keep)
        self._state_of[link] = state
        self._new.append((link, url, host, parts, state, anchor, block, refused))
        self._places.append(place)

    def flush(self) -> None:
        """Take in all new links decided so far."""
        if not self._new:
            return
        numbers, urls, hosts, parts, states, anchors, blocks, refusals = zip(*self._new, strict=True)
        place = {"depth": self._way.depth, "parent": self._way.parent}
        if self._numbered:
            table = self._table if len(numbers) > FEW else None
            rows = None if table is None else table.take(self._places, axis=0)
            links = self._frontier.complete(numbers, urls, hosts, parts, states, **place, table=rows)
        else:
            links = self._frontier.append(urls, hosts, parts, states, **place)
        kept = [state == _QUEUED for state in states]
        self.found += map(discovery_of, zip(links, anchors, blocks, refusals, kept, states, strict=True))
        self._intake.strays.adopt_all(urls, links)
        self._new.clear()
        self._places.clear()


class Intake:
    """The way into the frontier and the graph."""

    def __init__(self, frontier: Frontier, gate: Gate) -> None:
        self.frontier = frontier
        self._gate = gate
        self.strays = Strays(frontier.graph, frontier.key)
        self.referrals = Referrals(gate)

    def discover(self, url: str, parts: tuple[float, ...], way: Way, keep: bool = True) -> Discovery:
        """Queue a link met for the first time, or record why not."""
        frontier, host = self.frontier, host_of(url)
        refused, state = self.admit(url, host, way.depth, way.rel, keep=keep)
        if state == State.QUEUED:
            number, _ = frontier.push(url, host, parts, way.depth, way.parent)
        else:
            number = frontier.mark_seen(url, host, parts, way.depth, way.parent, state=state)
        self.strays.adopt(url, number)
        return Discovery(frontier.get(number), way.anchor, way.block, refused, state == State.QUEUED, state)

    def admit(
        self, url: str, host: str, depth: int, rel: tuple[str, ...], *, keep: bool
    ) -> tuple[Kind | None, State]:
        """Return why a new link is refused, if it is, and its state; one that is queued is counted."""
        refused = self._gate.refuses(url, host, depth, rel)
        if keep and refused is None:
            self._gate.let_in(url, host)
            return None, _QUEUED
        final = refused is not None and refused not in _MAY_PASS_LATER
        return refused, State.SKIPPED if final else State.DISCARDED

    def show_again(
        self, known: int, url: str, parts: tuple[float, ...], depth: int, rel: tuple[str, ...] = ()
    ) -> bool:
        """Take in what another page says of a known link; return whether that can change the queue."""
        state = self.frontier.state(known)
        if state == State.DISCARDED:
            if self._gate.refuses(url, host_of(url), depth, rel):
                return False
            self._gate.let_in(url)
        elif state != State.QUEUED:
            return False
        self.frontier.show_again(known, url, parts)
        return True

    def take(self, link: Queued, page: Page, expansion: Expansion = _NOTHING) -> LinkChanges:
        """Take in a page's links, what a strategy made of them, and its news of others."""
        return self.take_all([(link, page, expansion)])[0]

    def take_all(self, taken: Iterable[tuple[Queued, Page, Expansion]]) -> list[LinkChanges]:
        """Do what `take` does for some pages, one after another."""
        shown_again = ShownAgain(self.frontier)
        changes = [self._take(link, page, expansion, shown_again) for link, page, expansion in taken]
        shown_again.flush()
        numbered = self._only_numbered()
        if numbered:
            changes[-1] = changes[-1]._replace(discoveries=(*changes[-1].discoveries, *numbered))
        return changes

    def _take(self, link: Queued, page: Page, expansion: Expansion, shown_again: ShownAgain) -> LinkChanges:
        closed = ("nofollow",) if page.robots & {"nofollow", "none"} else ()
        table = expansion.table if isinstance(expansion, TabledExpansion) else None
        batch = _Batch(self, Way(link.depth + 1, link.id, rel=closed), shown_again, table)
        offered = Offered.of(expansion.proposals)
        numbers = self.frontier.reserve_all(offered.urls)
        batch.add_all(offered, numbers, self.frontier.states(numbers))
        batch.flush()
        places = places_of(page.links, expansion.proposals, numbers)
        changed = list(batch.changed)
        if expansion.updates or expansion.revived:
            shown_again.flush()
            changed += self._news(expansion)
        self._record(link.id, page, places)
        return LinkChanges(tuple(batch.found), tuple(changed), tuple(places))

    def _only_numbered(self) -> list[Discovery]:
        """Return the links that the strategy has asked the ids of, without proposing them."""
        frontier = self.frontier
        return [
            Discovery(frontier.get(link), "", -1, None, False, State.NUMBERED)
            for link in frontier.only_numbered()
        ]

    def _record(self, page_link: int, page: Page, links: list[int]) -> None:
        """Add a page to the graph; `links` are filled up with those that were not proposed."""
        if UNKNOWN in links:
            for position, url in enumerate(urls_of(page.links)):
                if links[position] == UNKNOWN:
                    link = self.frontier.lookup(url)
                    links[position] = self.strays.id(url) if link is None else link
        blocks, rels = blocks_and_rels(page.links)
        self.frontier.graph.add(page_link, links, blocks, map(rel_bits, rels) if any(rels) else ())

    def _news(self, expansion: Expansion) -> list[int]:
        """Take in what is said of links that need not be on the page; return those that changed."""
        frontier = self.frontier
        changed: list[int] = []
        if expansion.updates:
            changed += frontier.update_all(expansion.updates)
        for url, parts in expansion.revived.items():
            known = frontier.proposed(url)
            if known is not None and self.show_again(known, url, parts, frontier.depth(known)):
                changed.append(known)
        return changed
