"""Takes in what other crawls tell of this one's links: referrals in, changes of the queue out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from lycosa.engine.links.intake import Intake, LinkChanges, Way
from lycosa.engine.links.redirects import Redirects
from lycosa.engine.links.referrals import Referral
from lycosa.engine.links.strays import Stray
from lycosa.engine.step import Discovery
from lycosa.engine.tally import Tally
from lycosa.frontier import LinkValues
from lycosa.model import JSON, Judgement, Queued
from lycosa.strategy.base import Heard, Hearing, Strategy


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
        for with_chain, run in groupby(referrals, lambda referral: bool(referral.chain)):
            for referral in run if with_chain else ():
                changes = self._redirected(referral, found)
                if changes.discoveries and changes.discoveries[-1].kept:
                    chains[changes.discoveries[-1].link.id] = referral.chain
                changed.update(dict.fromkeys(changes.changed))
            if not with_chain:
                with tally.stage("rank"):
                    changed.update(dict.fromkeys(self._shown(list(run), strategy, found)))
        tally.refuse(found)
        values = self._frontier.values(list(changed))
        news = self._intake.strays.news()
        return Referred(tuple(found), values, *news, chains, tally.state(), tally.visits)

    def _redirected(self, referral: Referral, found: list[Discovery]) -> LinkChanges:
        """Take in the target of a redirect."""
        origin = self._origin(referral, found)
        chain = tuple(self._known(url, referral.depth, found) for url in referral.chain)
        (target,) = referral.links
        _, changes = self._redirects.go_on(origin._replace(parts=target.parts), target.url, chain)
        found += changes.discoveries
        return changes

    def _shown(self, referrals: Sequence[Referral], strategy: Strategy, found: list[Discovery]) -> list[int]:
        """Take in the links of pages; return those that may have changed their place in the queue."""
        heard = [
            Heard(one.page(), Judgement(one.relevant, one.score), self._origin(one, found))
            for one in referrals
        ]
        if isinstance(strategy, Hearing):
            expansions = strategy.hear_all(heard)
        else:
            expansions = [one.as_found(page) for one, (page, _, _) in zip(referrals, heard, strict=True)]
        changed: list[int] = []
        taken = ((one.link, one.page, expansion) for one, expansion in zip(heard, expansions, strict=True))
        for changes in self._intake.take_all(taken):
            changed += changes.changed
            found += changes.discoveries
        return changed

    def _origin(self, referral: Referral, found: list[Discovery]) -> Queued:
        """Return the page of a referral as a link of this crawl."""
        origin = self._frontier.get(self._known(referral.url, referral.depth, found))
        return origin._replace(depth=referral.depth)

    def _known(self, url: str, depth: int, found: list[Discovery]) -> int:
        """Return the id of another crawl's page; one never heard of is recorded, not queued."""
        known = self._frontier.proposed(url)
        if known is None:
            found.append(self._intake.discover(url, (), Way(depth), keep=False))
            known = found[-1].link.id
        return known

    def restore(self, chains: Mapping[int, tuple[str, ...]]) -> None:
        """Take up the chains of redirects that other crawls have told of, of links still queued."""
        for link, urls in chains.items():
            known = map(self._frontier.lookup, urls)
            self._redirects.chains[link] = tuple(one for one in known if one is not None)
