"""FCITS_OH that crosses tunnels: ontology, tabu search, memory of hosts, and blocks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, cast

from lycosa.frontier.base import View
from lycosa.model import JSON
from lycosa.strategy.fcits_oh import FCITSOH
from lycosa.strategy.tunnel.base import TunnelRule
from lycosa.strategy.tunnel.blocks import BLOCK_LINK
from lycosa.strategy.tunnel.blocks_ahead import BlocksAhead

_LOOKED_AT = 20
"""Best links among which one of a block is looked for, on a host that is not tabu."""


@dataclass(eq=False, repr=False)
class FCITSOHTunnels(FCITSOH):
    """Walk as FCITS_OH does, but first fetch the links of relevant blocks on irrelevant pages.

    A page that is not relevant is cut into its innermost divisions, and those are compared with the
    ontology. The links of relevant ones are next, unless their host is tabu; then the walk goes on from the
    page that came in last, which lies behind the tunnel.

    Parameters
    ----------
    topic, seed, threshold, beta, weights, omega, damping, tabu_length, restart, draws
        As in FCITS.
    host_tabu_length, few_visits, many_visits, good_share, budget, early, few_hosts, returns
        As in `fcits-oh`.
    lam
        Relevance above which a block is relevant; `"auto"` is the threshold of pages.

    Examples
    --------
    >>> from lycosa.plugin import FLOODS, Topic
    >>> print(*FLOODS.visits(FCITSOHTunnels(Topic.from_keywords(["flood", "rain"]))))
    / /sites /kitchen http://river.test/ http://river.test/levels /band /reports /may /pictures /one /concerts

    References
    ----------
    Liu, Wang, Zhong and Yang (2023). A new focused crawler using an improved tabu search algorithm
    incorporating ontology and host information. Frontiers of Information Technology & Electronic
    Engineering 24(6), 859-875. doi:10.1631/FITEE.2200315.

    Liu, Wu and Liu (2025). A focused crawling strategy based on comprehensive priority evaluation of
    hyperlinks and improved Bayesian classifier. Frontiers of Information Technology & Electronic
    Engineering. doi:10.1631/FITEE.2400939.

    No paper has this crawler. It joins Algorithm 3 of the first to the content block segmentation of the
    second (section 4.1), which names the lack of tunnels as what holds FCITS_OH back. Unlike there, the other
    links of an irrelevant page stay in the queue if their P(l) exceeds beta, as in FCITS_OH. In nine
    crawls of 600 pages on three synthetic webs it found 7 % more on-topic pages than `fcits-oh` and, like it,
    nothing behind the tunnels there, of which `bcw-cc` found more than half. Why is not known.
    """

    name: ClassVar[str] = "fcits-oh-tunnels"

    lam: float | str = "auto"

    def __post_init__(self) -> None:
        self.crossed = 0
        """Links of relevant blocks taken."""

    @cached_property
    def tunnel(self) -> TunnelRule:
        """By blocks, without letting anything go."""
        return BlocksAhead(self.lam)

    def choose(self, frontier: View) -> int | None:
        """Take a link of a relevant block, if one waits on a free host; otherwise walk."""
        for link in frontier.top(_LOOKED_AT):
            queued = frontier.get(link)
            if queued.parts[-1] < BLOCK_LINK:
                break
            if not self.hosts.forbids(queued.host):
                self.crossed += 1
                return link
        return super().choose(frontier)

    def counts(self) -> dict[str, int]:
        """Return what `fcits-oh` counts, and the links of relevant blocks taken."""
        return {**super().counts(), "links of relevant blocks": self.crossed}

    def state(self) -> dict[str, JSON]:
        """Return what every part has learned, and the count."""
        return {**super().state(), "crossed": self.crossed}

    def restore(self, state: dict[str, JSON]) -> None:
        """Become the strategy that returned `state`."""
        super().restore(state)
        self.crossed = cast("int", state["crossed"])
