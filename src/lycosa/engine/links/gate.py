"""Which newly found links may be queued: scope, depth, nofollow, traps, and what hosts have left.

The same gate stands before seeds, links, redirects and sitemaps, so none of them is a way around it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from lycosa.engine.duplicates.sketch import COUNT_MAX, Sketch
from lycosa.errors import Kind
from lycosa.ranges import check_range
from lycosa.text.cache import BoundedCache
from lycosa.url import Scope, TrapLimits, host_of, looks_like_trap, registrable_domain, shape

_VARIES = re.compile(r"[0-9?]").search
"""A URL without numbers and parameters is alone in its shape."""


@dataclass(frozen=True, slots=True)
class Shares:
    """How much of a crawl one site may take; None is no limit."""

    pages_per_host: int | None = None
    """Pages of one host."""
    pages_per_domain: int | None = None
    """Pages of all hosts of one registrable domain together."""
    urls_per_shape: int | None = 10_000
    """URLs of one host that differ only in numbers and parameters: facets, calendars, counters."""
    hosts_per_domain: int | None = 1_000
    """Hosts of one registrable domain, as a name server that answers to every name has endlessly many."""

    def __post_init__(self) -> None:
        check_range(self, *self.__slots__, above=0)
        check_range(self, "urls_per_shape", least=1, most=COUNT_MAX)


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
    """Lets links into the queue, or says why not.

    Parameters
    ----------
    rules
        What is let in.
    owns
        Says whether a host is this crawl's business, where several crawls share the web; None if all are.
    """

    def __init__(self, rules: GateRules | None = None, owns: Callable[[str], bool] | None = None) -> None:
        self.rules = rules or GateRules()
        self._everywhere = self.rules.scope == Scope()
        self._owns = owns
        self._pages: Counter[str] = Counter()
        self._shapes = Sketch()
        self._hosts: set[str] = set()
        self._hosts_of: Counter[str] = Counter()
        self._closed: dict[str, Kind] = {}
        self._traps: BoundedCache[str, bool] = BoundedCache()
        """Of links of other crawls: each sighting of one is handed over, and passes the gate before."""

    @property
    def shared(self) -> bool:
        """Whether some hosts are the business of other crawls."""
        return self._owns is not None

    def owns(self, host: str) -> bool:
        """Whether a host is this crawl's business."""
        return self._owns is None or self._owns(host)

    def refuses(self, url: str, host: str, depth: int, rel: tuple[str, ...] = ()) -> Kind | None:
        """Return why a canonical URL is not queued; None if it may be."""
        rules = self.rules
        refused = self.closed(host) if self._closed else None
        if refused is None and not (self._everywhere and host):
            refused = rules.scope.refuses(url, depth)
        if refused is not None:
            return refused
        elsewhere = self._owns is not None and not self._owns(host)
        if rules.traps is not None and self._is_trap(url, rules.traps, remembered=elsewhere):
            return Kind.TRAP
        refused = None if elsewhere else self._crowded(url, host)
        if refused is not None:
            return refused
        if "nofollow" in rel and not rules.follow_nofollow:
            return Kind.NOFOLLOW
        return Kind.ELSEWHERE if elsewhere else None

    def _is_trap(self, url: str, limits: TrapLimits, *, remembered: bool) -> bool:
        """Say whether a URL looks like a trap; it is remembered of links met repeatedly."""
        if not remembered:
            return bool(looks_like_trap(url, limits))
        known = self._traps.get(url)
        return self._traps.remember(url, bool(looks_like_trap(url, limits))) if known is None else known

    def _crowded(self, url: str, host: str) -> Kind | None:
        """Return the limit to URLs of one shape, or to hosts of one domain, that is reached."""
        shares = self.rules.shares
        if (
            shares.hosts_per_domain is not None
            and host not in self._hosts
            and self._hosts_of[registrable_domain(host)] >= shares.hosts_per_domain
        ):
            return Kind.DOMAIN_BUDGET
        if (
            shares.urls_per_shape is not None
            and _VARIES(url)
            and self._shapes.count(shape(url)) >= shares.urls_per_shape
        ):
            return Kind.TRAP
        return None

    def let_in(self, url: str, host: str = "") -> None:
        """Count a URL that is queued, and its host if that is known; a resumed crawl does so for all."""
        host = host or host_of(url)
        if self.rules.shares.urls_per_shape is not None and _VARIES(url):
            self._shapes.add(shape(url))
        if host not in self._hosts:
            self._hosts.add(host)
            self._hosts_of[registrable_domain(host)] += 1

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
