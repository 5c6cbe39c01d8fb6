"""Takes links into the frontier: new ones through the gate, known ones with what other pages say of them."""

from __future__ import annotations

from typing import NamedTuple

from lycosa.engine.gate import Gate
from lycosa.engine.step import Discovery
from lycosa.errors import Kind
from lycosa.frontier import Frontier, State
from lycosa.model import Expansion, Page, Queued
from lycosa.url import host_of

_MAY_PASS_LATER = frozenset({Kind.NOFOLLOW, Kind.TOO_DEEP})
"""Reasons that hold for one way to a link and not for another."""


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
    """Ids of all links the strategy ranked, in its order."""


class Intake:
    """The way into the frontier."""

    def __init__(self, frontier: Frontier, gate: Gate) -> None:
        self._frontier = frontier
        self._gate = gate

    def discover(self, url: str, parts: tuple[float, ...], way: Way, keep: bool = True) -> Discovery:
        """Queue a link met for the first time, or record why not."""
        frontier, host = self._frontier, host_of(url)
        refused = self._gate.refuses(url, host, way.depth, way.rel)
        kept = keep and refused is None
        if kept:
            self._gate.let_in(url)
            number, _ = frontier.push(url, host, parts, way.depth, way.parent)
        else:
            final = refused is not None and refused not in _MAY_PASS_LATER
            state = State.SKIPPED if final else State.DISCARDED
            number = frontier.mark_seen(url, host, parts, way.depth, way.parent, state=state)
        return Discovery(frontier.get(number), way.anchor, way.block, refused, kept)

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

    def take(self, link: Queued, page: Page, expansion: Expansion) -> LinkChanges:
        """Take in what a strategy made of a page: its links, and news of others."""
        frontier, depth = self._frontier, link.depth + 1
        closed = ("nofollow",) if page.robots & {"nofollow", "none"} else ()
        found: list[Discovery] = []
        changed: list[int] = []
        links: list[int] = []
        for shown, parts, keep in expansion.proposals:
            known = frontier.lookup(shown.url)
            if known is None:
                way = Way(depth, link.id, shown.anchor, shown.block, closed or shown.rel)
                found.append(self.discover(shown.url, parts, way, keep))
                known = found[-1].link.id
            elif keep and self.show_again(known, shown.url, parts, depth, closed or shown.rel):
                changed.append(known)
            links.append(known)
        return LinkChanges(tuple(found), (*changed, *self._news(expansion)), tuple(links))

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
            known = frontier.lookup(url)
            if known is not None and self.show_again(known, url, parts, frontier.get(known).depth):
                changed.append(known)
        return changed
