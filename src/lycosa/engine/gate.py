"""Which newly found links may be queued: scope, depth, nofollow, traps, and what hosts have left.

The same gate stands before seeds, links, redirects and sitemaps, so none of them is a way around it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from lycosa.errors import Kind, LycosaError
from lycosa.url import Scope, TrapLimits, looks_like_trap, registrable_domain


@dataclass(frozen=True, slots=True)
class Shares:
    """How much of a crawl one site may take; None is no limit."""

    pages_per_host: int | None = None
    """Pages of one host."""
    pages_per_domain: int | None = None
    """Pages of all hosts of one registrable domain together."""

    def __post_init__(self) -> None:
        for name in self.__slots__:
            value = getattr(self, name)
            if value is not None and value <= 0:
                raise LycosaError(f"{name} is {value}; it must be above 0, or left out for no limit")


@dataclass(frozen=True, slots=True)
class GateRules:
    """What a crawl lets in."""

    scope: Scope = field(default_factory=Scope)
    traps: TrapLimits | None = field(default_factory=TrapLimits)
    """None lets every URL through that is in scope."""
    shares: Shares = field(default_factory=Shares)
    follow_nofollow: bool = False
    """Follow links that their page asks crawlers not to follow."""


class Gate:
    """Lets links into the queue, or says why not."""

    def __init__(self, rules: GateRules | None = None) -> None:
        self.rules = rules or GateRules()
        self._pages: Counter[str] = Counter()
        self._closed: dict[str, Kind] = {}

    def refuses(self, url: str, host: str, depth: int, rel: tuple[str, ...] = ()) -> Kind | None:
        """Return why a canonical URL is not queued; None if it may be."""
        rules = self.rules
        refused = self.closed(host) or rules.scope.refuses(url, depth)
        if refused is not None:
            return refused
        if rules.traps is not None and looks_like_trap(url, rules.traps):
            return Kind.TRAP
        return Kind.NOFOLLOW if "nofollow" in rel and not rules.follow_nofollow else None

    def closed(self, host: str) -> Kind | None:
        """Return why a host may not be asked again; None if it may."""
        if not self._closed:
            return None
        return self._closed.get(host) or self._closed.get(registrable_domain(host))

    def close(self, host: str, kind: Kind) -> None:
        """Let no more links of a host in."""
        self._closed.setdefault(host, kind)

    def count(self, host: str, pages: int = 1) -> Kind | None:
        """Count pages of a host; return the limit that is spent with them, if one is."""
        for name, limit, kind in (
            (host, self.rules.shares.pages_per_host, Kind.HOST_BUDGET),
            (registrable_domain(host), self.rules.shares.pages_per_domain, Kind.DOMAIN_BUDGET),
        ):
            if limit is not None:
                self._pages[f"{kind} {name}"] += pages
                if self._pages[f"{kind} {name}"] >= limit:
                    self._closed[name] = kind
        return self.closed(host)
