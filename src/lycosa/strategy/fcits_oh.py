"""FCITS_OH: improved tabu search with an ontology and a memory of hosts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, cast

from lycosa.errors import LycosaError
from lycosa.frontier.base import View
from lycosa.model import JSON, Expansion, Judgement, Page, Queued
from lycosa.strategy.priority_recipe import PriorityRecipe
from lycosa.strategy.select.base import Selector
from lycosa.strategy.select.discarded import Discarded
from lycosa.strategy.select.host_aware import HostAwareWalk
from lycosa.strategy.select.host_tabu import HostTabu
from lycosa.strategy.select.improved_tabu import ImprovedTabu
from lycosa.strategy.select.walk import Restart
from lycosa.url import host_of

PAPER_BUDGET = 15_000
"""Pages of the crawls in the paper."""


@dataclass(eq=False, repr=False)
class FCITSOH(PriorityRecipe):
    """FCOITS that turns away from hosts visited often, and brings other hosts back early on.

    A host with 50 visits is forbidden unless more than four fifths of them were relevant, and at
    100 visits in any case, until further hosts have been forbidden. During the first third of
    the crawl, while fewer than ten hosts are queued, the best three discarded links on hosts
    that are not queued come back.

    Parameters
    ----------
    topic, seed, threshold, beta, weights, omega, damping, tabu_length, restart, draws
        As in FCITS.
    host_tabu_length
        How many hosts must be forbidden for the first of them to be free again, itself included.
    few_visits, many_visits, good_share
        When a host is questioned, when it is forbidden in any case, and the share of relevant
        pages that protects it in between.
    budget
        Pages the whole crawl is meant to download; `"auto"`: as many as it may, or 15,000, as in the
        paper, where there is no limit.
    early
        Share of the budget during which discarded links come back.
    few_hosts, returns
        Hosts in the queue below which they do, and how many at a time.

    Examples
    --------
    >>> from lycosa.plugin import FLOODS, Topic
    >>> print(*FLOODS.visits(FCITSOH(Topic.from_keywords(["flood", "rain"]))))
    / /sites /kitchen http://river.test/ http://river.test/levels /band /reports /may /pictures /one /concerts

    References
    ----------
    Liu, Wang, Zhong and Yang (2023). A new focused crawler using an improved tabu search algorithm
    incorporating ontology and host information. Frontiers of Information Technology & Electronic
    Engineering 24(6), 859-875. doi:10.1631/FITEE.2200315.

    Section 4.8 and Algorithm 3. Searching again for a link on another host (step 4) begins at a random
    link and ends after 20 attempts with the best link on a free host. The paper does not say what happens
    when every queued host is forbidden; here all bans are lifted, which is its aspiration criterion
    applied to hosts. Of discarded links the best three of each host are remembered, for 1,000 hosts, and
    none that its page marks nofollow; those that come back are queued together with the links of the next
    page read. With the paper's constants that is rare: early in a crawl every page has a PageRank near
    the highest, and 0.55 of it is above any beta. Choosing seeds on different hosts is left to whoever
    gives them.
    """

    name: ClassVar[str] = "fcits-oh"
    semantic: ClassVar[bool] = True
    fixed: ClassVar[Mapping[str, str]] = {
        "ranker": "links that come back get the priority P(l) that link-priority keeps of every link seen",
    }

    beta: float | str | None = "auto"
    tabu_length: int = 5
    restart: Restart = "stuck"
    draws: int = 5
    host_tabu_length: int = 4
    few_visits: int = 50
    many_visits: int = 100
    good_share: float = 0.8
    budget: int | str = "auto"
    early: float = 0.3
    few_hosts: int = 10
    returns: int = 3

    @cached_property
    def _own_selector(self) -> HostAwareWalk:
        return HostAwareWalk(
            self.tabu_length,
            self.restart,
            self.draws,
            host_tabu_length=self.host_tabu_length,
            few_visits=self.few_visits,
            many_visits=self.many_visits,
            good_share=self.good_share,
        )

    @cached_property
    def selector(self) -> Selector:
        """The walk, turned away from forbidden hosts."""
        return self._own_selector

    @property
    def walk(self) -> ImprovedTabu:
        """The walk over the pages read."""
        return self._own_selector.walk

    @property
    def hosts(self) -> HostTabu:
        """The tabu list of hosts."""
        return self._own_selector.hosts

    @cached_property
    def discarded(self) -> Discarded:
        """The best discarded links."""
        return Discarded(self.returns)

    @cached_property
    def length(self) -> int:
        """Pages that the crawl will have in the end, as far as anybody knows."""
        if isinstance(self.budget, str) and self.budget != "auto":
            raise LycosaError(f"budget is {self.budget!r}; it must be a number of pages or auto")
        return PAPER_BUDGET if isinstance(self.budget, str) else self.budget

    def begin(self, pages: int | None) -> None:
        """Take note of how long the crawl will be."""
        super().begin(pages)
        self.length = pages if pages and self.budget == "auto" else self.length

    def counts(self) -> dict[str, int]:
        """Return how often hosts were forbidden and freed, and how many discarded links came back."""
        return {**super().counts(), "discarded links that came back": self.discarded.returned}

    def expand(self, page: Page, judgement: Judgement, link: Queued) -> Expansion:
        """Rank the page's links, remember what is discarded, bring back what was called."""
        expansion = super().expand(page, judgement, link)
        if not page.robots & {"nofollow", "none"}:
            priority = self.evidence.priority
            for shown, parts, keep in expansion.proposals:
                if not keep and "nofollow" not in shown.rel:
                    self.discarded.add(shown.url, host_of(shown.url), priority(parts))
        numbers = {url: self.ranker.number(url) for url in self.discarded.called()}
        padding = (0.0,) * len(self.tunnel.evidence.parts)
        back = {url: (*self.ranker.parts(node), *padding) for url, node in numbers.items()}
        return replace(expansion, revived=back)

    def choose(self, frontier: View) -> int | None:
        """Let the selector choose; call discarded links back early on, while hosts are few."""
        link = super().choose(frontier)
        early = self.ranker.web.pages < self.early * self.length
        if link is not None and early and frontier.hosts() < self.few_hosts:
            self.discarded.call(lambda host: not frontier.host_counts(host).queued)
        return link

    def state(self) -> dict[str, JSON]:
        """Return what every part has learned, and the discarded links."""
        return {**super().state(), "discarded": self.discarded.state()}

    def restore(self, state: dict[str, JSON]) -> None:
        """Become the strategy that returned `state`."""
        super().restore(state)
        self.discarded.restore(cast("dict[str, JSON]", state["discarded"]))
