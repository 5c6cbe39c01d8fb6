"""Takes links into the frontier: new ones through the gate, known ones with what other pages say of them.

Every link of a page goes into the link graph, whatever the strategy makes of it.
"""

from __future__ import annotations

from typing import NamedTuple

from lycosa.engine.links.gate import Gate
from lycosa.engine.links.strays import Strays
from lycosa.engine.step import Discovery
from lycosa.errors import Kind
from lycosa.frontier import Frontier, State
from lycosa.graph import rel_bits
from lycosa.model import Expansion, Page, Queued
from lycosa.url import host_of

_MAY_PASS_LATER = frozenset({Kind.NOFOLLOW, Kind.TOO_DEEP})
"""Reasons that hold for one way to a link and not for another."""
_UNKNOWN = -1
_NOTHING = Expansion()


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


class Intake:
    """The way into the frontier and the graph."""

    def __init__(self, frontier: Frontier, gate: Gate) -> None:
        self._frontier = frontier
        self._gate = gate
        self.strays = Strays(frontier.graph, frontier.key)

    def discover(self, url: str, parts: tuple[float, ...], way: Way, keep: bool = True) -> Discovery:
        """Queue a link met for the first time, or record why not."""
        frontier, host = self._frontier, host_of(url)
        refused = self._gate.refuses(url, host, way.depth, way.rel)
        kept = keep and refused is None
        state = State.QUEUED
        if kept:
            self._gate.let_in(url)
            number, _ = frontier.push(url, host, parts, way.depth, way.parent)
        else:
            final = refused is not None and refused not in _MAY_PASS_LATER
            state = State.SKIPPED if final else State.DISCARDED
            number = frontier.mark_seen(url, host, parts, way.depth, way.parent, state=state)
        self.strays.adopt(url, number)
        return Discovery(frontier.get(number), way.anchor, way.block, refused, kept, state)

    def show_again(
        self, known: int, url: str, parts: tuple[float, ...], depth: int, rel: tuple[str, ...] = ()
    ) -> bool:
        """Take in what another page says of a known link; return whether that can change the queue."""
        state = self._frontier.state(known)
        if state == State.DISCARDED:
            if self._gate.refuses(url, host_of(url), depth, rel):
                return False
            self._gate.let_in(url)
        elif state != State.QUEUED:
            return False
        self._frontier.show_again(known, url, parts)
        return True

    def take(self, link: Queued, page: Page, expansion: Expansion = _NOTHING) -> LinkChanges:
        """Take in a page's links, what a strategy made of them, and its news of others."""
        frontier, depth = self._frontier, link.depth + 1
        closed = ("nofollow",) if page.robots & {"nofollow", "none"} else ()
        found: list[Discovery] = []
        changed: list[int] = []
        links = [_UNKNOWN] * len(page.links)
        for shown, parts, keep in expansion.proposals:
            known = frontier.proposed(shown.url)
            if known is None:
                way = Way(depth, link.id, shown.anchor, shown.block, closed or shown.rel)
                found.append(self.discover(shown.url, parts, way, keep))
                known = found[-1].link.id
            elif keep and self.show_again(known, shown.url, parts, depth, closed or shown.rel):
                changed.append(known)
            if shown.position < len(links) and page.links[shown.position] is shown:
                links[shown.position] = known
        changed += self._news(expansion)
        self._record(link.id, page, links)
        found += self._only_numbered()
        return LinkChanges(tuple(found), tuple(changed), tuple(links))

    def _only_numbered(self) -> list[Discovery]:
        """Return the links that the strategy has asked the ids of, without proposing them."""
        frontier = self._frontier
        return [
            Discovery(frontier.get(link), "", -1, None, False, State.NUMBERED)
            for link in frontier.only_numbered()
        ]

    def _record(self, page_link: int, page: Page, links: list[int]) -> None:
        """Add a page to the graph; `links` are filled up with those that were not proposed."""
        for position, known in enumerate(links):
            if known == _UNKNOWN:
                url = page.links[position].url
                link = self._frontier.lookup(url)
                links[position] = self.strays.id(url) if link is None else link
        self._frontier.graph.add(
            page_link,
            links,
            [shown.block for shown in page.links],
            [rel_bits(shown.rel) if shown.rel else 0 for shown in page.links],
        )

    def _news(self, expansion: Expansion) -> list[int]:
        """Take in what is said of links that need not be on the page; return those that changed."""
        frontier = self._frontier
        changed: list[int] = []
        for url, parts in expansion.updates.items():
            queued = frontier.find(url)
            if queued is not None:
                frontier.update(url, parts)
                changed.append(queued)
        for url, parts in expansion.revived.items():
            known = frontier.proposed(url)
            if known is not None and self.show_again(known, url, parts, frontier.depth(known)):
                changed.append(known)
        return changed
