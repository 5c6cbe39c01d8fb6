"""The tree of settings: what a crawl is, put together from what its parts take."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from lycosa.assembly import StrategyChoice
from lycosa.engine.budget import Budget
from lycosa.engine.duplicates.duplicates import DuplicateRules
from lycosa.engine.ending import Ending
from lycosa.engine.links.gate import Shares
from lycosa.engine.pacing.politeness import Politeness
from lycosa.engine.pacing.retries import Retries
from lycosa.engine.work import Work
from lycosa.errors import LycosaError
from lycosa.fetch.dns import DnsLimits
from lycosa.fetch.limits import PROXY_SCHEMES, FetchLimits, RobotsPolicy, SitemapLimits
from lycosa.page import PageLimits
from lycosa.store import Keep
from lycosa.topic.seed_search import SeedSearch
from lycosa.topic.settings import TopicSettings
from lycosa.url import Scope, TrapLimits, host_of, is_ip


@dataclass(frozen=True)
class NetworkSettings:
    """How the network is reached."""

    fetcher: str = "http"
    """Who asks for pages: a plug-in of the family `lycosa.fetchers`. It checks addresses itself."""
    parameters: dict[str, Any] = field(default_factory=dict)
    """Parameters of a fetcher other than `http`."""
    allow_private: bool = False
    """Admit addresses that are not public: an intranet. Off, so that no page can reach your machines."""
    resolve: tuple[str, ...] = ()
    """Where to find hosts instead of asking the name server: `example.org:127.0.0.1:8080`, or `*` for all."""
    proxy: str = ""
    """URL of a proxy: http, https, socks4a or socks5h. It looks names up itself, so only literal addresses
    can be checked."""
    ca_file: str = ""
    """Certificates of the authorities to trust, if not the usual ones."""

    def __post_init__(self) -> None:
        self.resolve_map()
        scheme, _, rest = self.proxy.partition("://")
        is_whole = scheme.lower() in PROXY_SCHEMES and rest.split() == [rest] and host_of(self.proxy)
        if self.proxy and not is_whole:
            raise LycosaError(
                f"network.proxy {self.proxy!r} is not the URL of a proxy, such as http://proxy.example:3128; "
                f"its scheme is one of {', '.join(PROXY_SCHEMES)}"
            )

    def resolve_map(self) -> dict[str, tuple[str, int]]:
        """Return the address and port given for each host."""
        found = {}
        for entry in self.resolve:
            host, _, place = entry.partition(":")
            address, _, port = place.rpartition(":")
            if not (host and is_ip(address) and port.isdigit() and 0 < int(port) < 65536):
                raise LycosaError(f"resolve {entry!r} is not HOST:ADDRESS:PORT, such as *:127.0.0.1:8080")
            found[host] = (address.strip("[]"), int(port))
        return found


@dataclass(frozen=True)
class Settings:
    """A crawl."""

    topic: TopicSettings = field(default_factory=TopicSettings)
    seeds: tuple[str, ...] = ()
    """URLs to start from."""
    seed_search: SeedSearch = field(default_factory=SeedSearch)
    strategy: StrategyChoice = field(default_factory=StrategyChoice)
    links_only: bool = False
    """Read links only and judge nothing, several times faster; for `bfs`, `dfs` and `random`."""
    random_seed: int = 0
    """Start of all randomness."""
    budget: Budget = field(default_factory=Budget)
    ending: Ending = field(default_factory=Ending)
    shares: Shares = field(default_factory=Shares)
    scope: Scope = field(default_factory=Scope)
    follow_nofollow: bool = False
    """Follow links that their page asks crawlers not to follow."""
    politeness: Politeness = field(default_factory=Politeness)
    work: Work = field(default_factory=lambda: Work(concurrency=64))
    retries: Retries = field(default_factory=Retries)
    fetch: FetchLimits = field(default_factory=FetchLimits)
    dns: DnsLimits = field(default_factory=DnsLimits)
    robots: RobotsPolicy = field(default_factory=RobotsPolicy)
    sitemaps: SitemapLimits = field(default_factory=SitemapLimits)
    page: PageLimits = field(default_factory=PageLimits)
    traps: TrapLimits = field(default_factory=TrapLimits)
    find_duplicates: bool = True
    """Recognise pages that repeat earlier ones, and hosts that do little else. Off: judge every page."""
    duplicates: DuplicateRules = field(default_factory=DuplicateRules)
    network: NetworkSettings = field(default_factory=NetworkSettings)
    keep: Keep = field(default_factory=Keep)
