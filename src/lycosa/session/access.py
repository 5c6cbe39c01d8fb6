"""The way of a crawl to the network: addresses checked, robots.txt obeyed, no more at once than fits."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from lycosa.config import Settings
from lycosa.errors import Kind, LycosaError
from lycosa.fetch.address_pace import AddressPace, TakesTurns, Turns
from lycosa.fetch.base import Fetcher
from lycosa.fetch.descriptors import fit_connections
from lycosa.fetch.dns import Resolver
from lycosa.fetch.http import HttpFetcher
from lycosa.fetch.resumed_rest import ResumedRest
from lycosa.fetch.robots_cache import RobotsCache, RobotsFetcher
from lycosa.registry import fetchers
from lycosa.url import host_of
from lycosa.version import __version__

if TYPE_CHECKING:
    from lycosa.store import EvidenceRecords


class NetworkAccess:
    """Who asks for pages, in the name of one crawl.

    Parameters
    ----------
    settings
        Of the crawl.
    evidence
        Who is told what robots.txt files and name servers answer.
    leave_alone
        Called with a host and the seconds for which the crawl must not ask it.
    turns
        Who gives turns at addresses, where several crawls share the web.
    """

    def __init__(
        self,
        settings: Settings,
        evidence: EvidenceRecords | None,
        leave_alone: Callable[[str, float], None],
        turns: TakesTurns | None = None,
    ) -> None:
        fitting = fit_connections(
            settings.work.concurrency,
            settings.dns.threads,
            settings.fetch.idle_connections,
            settings.work.processes,
        )
        self.requests = fitting.requests
        """How many may be under way: no more than this process may have open."""
        self.notice = fitting.notice
        """What is to be said about that; empty if nothing."""
        self._settings = settings
        self._leave_alone = leave_alone
        self._limits = replace(settings.fetch, idle_connections=fitting.idle)
        self._agent = settings.politeness.agent(__version__)
        self._turns = Turns(settings.politeness.delay_s)
        self._shared_turns = turns
        dns = replace(settings.dns, threads=fitting.lookups)
        self._resolver = Resolver(limits=dns, heard=evidence.name if evidence else None)
        self.robots = self._obedient(evidence)
        """Asks at once; a robots.txt is obeyed."""
        self.fetcher = self._paced()
        """The same, one address at a time."""

    def _obedient(self, evidence: EvidenceRecords | None) -> RobotsFetcher:
        http = self._plain()
        settings = self._settings
        token = settings.politeness.product_token or self._agent
        heard = evidence.robots if evidence else None
        cache = RobotsCache(http, token, settings.robots, hop=self._hop, heard=heard)
        polite = settings.politeness
        self.rests = ResumedRest(http, lambda url, took_s: polite.rest_s(took_s, cache.delay_s(url)))
        return RobotsFetcher(self.rests, cache)

    def _paced(self) -> Fetcher:
        """Return a fetcher that asks for a robots.txt in the turn of the page that it is about.

        An address that serves ten thousand names is not asked for ten thousand of them at once.
        """
        network = self._settings.network
        asks_itself = network.fetcher == HttpFetcher.name and not network.proxy
        names = self._resolver if asks_itself else None
        delay_s = self._settings.politeness.address_delay_s
        fixed = network.resolve_map()
        return AddressPace(self.robots, names, delay_s, fixed, turns=self._shared_turns)

    def _plain(self) -> Fetcher:
        """Return who asks: by default over HTTP, otherwise the plug-in that the settings name."""
        network = self._settings.network
        if network.fetcher == HttpFetcher.name:
            _check_authorities(network.ca_file)
            return HttpFetcher(
                self._limits,
                self._resolver,
                self._agent,
                allow_private=network.allow_private,
                resolve_map=network.resolve_map(),
                proxy=network.proxy or None,
                ca_file=network.ca_file or None,
            )
        try:
            fetcher: Fetcher = fetchers.get(network.fetcher)(self._limits, self._agent, **network.parameters)
        except TypeError as error:
            raise LycosaError(f"parameters of the fetcher {network.fetcher}: {error}") from error
        return fetcher

    def _hop(self, origin: str, url: str) -> Kind | float:
        """Say whether and when a robots.txt may be followed elsewhere; the crawl leaves that host alone."""
        host = host_of(url)
        refused = self._settings.scope.refuses_site(url)
        if refused is not None or host == host_of(origin):
            return refused or 0.0
        wait_s = self._turns.wait_s(origin, host)
        self._leave_alone(host, wait_s + self._turns.rest_s)
        return wait_s


def _check_authorities(file: str) -> None:
    """Refuse a file without certificates: every host would seem to be out of reach."""
    if not file:
        return
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(file)
    except OSError as error:
        why = "there is no certificate in it" if isinstance(error, ssl.SSLError) else error.strerror
        raise LycosaError(f"network.ca_file {file}: {why}") from error
