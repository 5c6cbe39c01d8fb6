"""Follows redirects one at a time: the target is queued in the link's place, which passes every check."""

from __future__ import annotations

from collections.abc import Mapping

from lycosa.engine.links.intake import Intake, LinkChanges, Way
from lycosa.errors import Kind
from lycosa.frontier import Frontier
from lycosa.model import Queued
from lycosa.url import canonical

_NOTHING = LinkChanges()


class Redirects:
    """The chains of redirects that lead to links still queued."""

    def __init__(self, frontier: Frontier, intake: Intake, most: int) -> None:
        self.chains: dict[int, tuple[int, ...]] = {}
        """By link, the links that led to it."""
        self._frontier = frontier
        self._intake = intake
        self._most = most

    def restore(self, chains: Mapping[int, tuple[int, ...]]) -> None:
        """Take up the chains of an earlier crawl."""
        self.chains = dict(chains)

    def follow(self, link: Queued, location: str) -> tuple[Kind | None, LinkChanges]:
        """Queue the next stop of a chain, unless it turns back or goes on for too long."""
        target = canonical(location)
        if target is None:
            return Kind.BAD_REDIRECT, _NOTHING
        chain = (*self.chains.pop(link.id, ()), link.id)
        known = self._frontier.proposed(target)
        if known in chain:
            return Kind.REDIRECT_LOOP, _NOTHING
        if len(chain) > self._most:
            return Kind.TOO_MANY_REDIRECTS, _NOTHING
        return self.go_on(link, target, chain)

    def go_on(self, link: Queued, target: str, chain: tuple[int, ...]) -> tuple[Kind | None, LinkChanges]:
        """Queue the target of a redirect in the place of `link`, which ends the chain that led to it."""
        known = self._frontier.proposed(target)
        if known is not None:
            self._refer(link, target, chain)
            moved = self._intake.show_again(known, target, link.parts, link.depth)
            return None, LinkChanges(changed=(known,) if moved else ())
        discovery = self._intake.discover(target, link.parts, Way(link.depth, link.id))
        if discovery.kept:
            self.chains[discovery.link.id] = chain
        followed = self._refer(link, target, chain)
        return None if followed else discovery.refused, LinkChanges((discovery,))

    def _refer(self, link: Queued, target: str, chain: tuple[int, ...]) -> bool:
        """Tell the crawl whose link the target is, if that is another."""
        referrals = self._intake.referrals
        return referrals.shared and referrals.redirect(link, target, tuple(map(self._frontier.url, chain)))
