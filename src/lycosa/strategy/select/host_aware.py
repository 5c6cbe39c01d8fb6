"""A walk that turns away from hosts visited often enough."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, cast

import numpy as np

from lycosa.frontier.base import View
from lycosa.model import JSON, Judgement, Page, Queued
from lycosa.strategy.select.base import Selector
from lycosa.strategy.select.host_tabu import HostTabu
from lycosa.strategy.select.improved_tabu import ImprovedTabu
from lycosa.strategy.select.walk import Restart

_SEARCHES = 20
_BEST = 100


class HostAwareWalk(Selector):
    """Search by the walk until it comes upon a link on a host that is not forbidden.

    The walk is that of `improved-tabu`. After 20 searches in vain the best ready link on a free host is
    taken. When every host with queued links is forbidden, all bans are lifted: what is tabu may be chosen
    when nothing else is left, as by the aspiration of a tabu search.

    Parameters
    ----------
    tabu_length, restart, draws
        Of the walk.
    host_tabu_length, few_visits, many_visits, good_share
        Of the tabu list of hosts.
    """

    name: ClassVar[str] = "host-tabu"

    def __init__(
        self,
        tabu_length: int = 5,
        restart: Restart = "stuck",
        draws: int = 5,
        *,
        host_tabu_length: int = 4,
        few_visits: int = 50,
        many_visits: int = 100,
        good_share: float = 0.8,
    ) -> None:
        self.walk = ImprovedTabu(tabu_length, restart, draws)
        self.hosts = HostTabu(host_tabu_length, few_visits, many_visits, good_share)

    def look_through(self, ranker: Any) -> None:
        """Walk over the pages that the ranker of the crawl knows."""
        self.walk.look_through(ranker)

    def choose(self, view: View, rng: np.random.Generator) -> int | None:
        """Return a link on a host that is not forbidden; where there is none, the ban is lifted."""
        if self._all_forbidden(view):
            self.hosts.lift()
        for _ in range(_SEARCHES):
            link = self.walk.choose(view, rng)
            if link is None:
                return None
            found = view.get(link)
            if not self.hosts.forbids(found.host):
                break
            self.walk.turn_back(found.url, self.walk.web)
        else:
            free = (link for link in view.top(_BEST) if not self.hosts.forbids(view.get(link).host))
            found = view.get(next(free, found.id))
        self.hosts.question(found.host)
        return found.id

    def _all_forbidden(self, view: View) -> bool:
        """Whether every host with queued links is tabu."""
        queued = sum(view.host_counts(host).queued > 0 for host in self.hosts.tabu)
        return 0 < queued == view.hosts()

    def learn(self, link: Queued, page: Page, judgement: Judgement) -> None:
        """Stand on the page just read, and count the visit to its host."""
        self.walk.learn(link, page, judgement)
        self.hosts.count(link.host, relevant=judgement.relevant)

    def counts(self) -> dict[str, int]:
        """Return how often hosts were forbidden, and how often all were freed."""
        return {"hosts forbidden": self.hosts.forbidden, "bans lifted": self.hosts.lifted}

    def state(self) -> dict[str, JSON]:
        """Return the walk's memory and the hosts."""
        return {"walk": self.walk.state(), "hosts": self.hosts.state()}

    def restore(self, state: Mapping[str, JSON]) -> None:
        """Become the selector that returned `state`."""
        self.walk.restore(cast("dict[str, JSON]", state["walk"]))
        self.hosts.restore(cast("dict[str, JSON]", state["hosts"]))
