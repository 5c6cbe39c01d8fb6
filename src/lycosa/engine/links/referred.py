"""Takes in what other crawls tell of this one's links: referrals in, changes of the queue out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from lycosa.engine.links.intake import Intake, LinkChanges, Way
from lycosa.engine.links.redirects import Redirects
from lycosa.engine.links.referrals import Referral
from lycosa.engine.links.strays import Stray
from lycosa.engine.step import Discovery
from lycosa.engine.tally import Tally
from lycosa.frontier import LinkValues
from lycosa.model import JSON, Queued
from lycosa.strategy.base import Hearing, Strategy


@dataclass(frozen=True, slots=True)
class Referred:
    """What referrals have changed; a step says the same of a visit."""

    discoveries: tuple[Discovery, ...]
    values: LinkValues
    """What every known link that they speak of is worth now."""
    strays: tuple[Stray, ...]
    adopted: tuple[tuple[int, int], ...]
    chains: Mapping[int, tuple[str, ...]]
    """By link, the URLs of the redirects that led to it."""
    counts: Mapping[str, JSON]
    visits: int
    """Visits of the crawl so far."""


class ReferredLinks:
    """The way of other crawls' links into this one's queue."""

    def __init__(self, intake: Intake, redirects: Redirects) -> None:
        self._intake = intake
        self._frontier = intake.frontier
        self._redirects = redirects

    def take(self, referrals: Iterable[Referral], strategy: Strategy, tally: Tally) -> Referred:
        """Take in referrals in their order, as if the pages had been read here."""
        found: list[Discovery] = []
        changed: dict[int, None] = {}
        chains: dict[int, tuple[str, ...]] = {}
        for referral in referrals:
            with tally.stage("rank"):
                changes = self._one(referral, strategy)
            found += changes.discoveries
            changed.update(dict.fromkeys(changes.changed))
            if referral.chain and changes.discoveries and changes.discoveries[-1].kept:
                chains[changes.discoveries[-1].link.id] = referral.chain
        tally.refuse(found)
        values = self._frontier.values(list(changed))
        news = self._intake.strays.news()
        return Referred(tuple(found), values, *news, chains, tally.state(), tally.visits)

    def _one(self, referral: Referral, strategy: Strategy) -> LinkChanges:
        pages: list[Discovery] = []
        origin = self._frontier.get(self._known(referral.url, referral.depth, pages))
        origin = origin._replace(depth=referral.depth)
        changes = self._links(referral, strategy, origin, pages)
        return changes._replace(discoveries=(*pages, *changes.discoveries))

    def _known(self, url: str, depth: int, found: list[Discovery]) -> int:
        """Return the id of another crawl's page; one never heard of is recorded, not queued."""
        known = self._frontier.proposed(url)
        if known is None:
            found.append(self._intake.discover(url, (), Way(depth), keep=False))
            known = found[-1].link.id
        return known

    def _links(
        self, referral: Referral, strategy: Strategy, origin: Queued, pages: list[Discovery]
    ) -> LinkChanges:
        if referral.chain:
            chain = tuple(self._known(url, referral.depth, pages) for url in referral.chain)
            (target,) = referral.links
            _, changes = self._redirects.go_on(origin._replace(parts=target.parts), target.url, chain)
            return changes
        page = referral.page()
        hears = strategy.hear if isinstance(strategy, Hearing) else None
        return self._intake.take(origin, page, referral.expansion(hears, page, origin))

    def restore(self, chains: Mapping[int, tuple[str, ...]]) -> None:
        """Take up the chains of redirects that other crawls have told of, of links still queued."""
        for link, urls in chains.items():
            known = map(self._frontier.lookup, urls)
            self._redirects.chains[link] = tuple(one for one in known if one is not None)
