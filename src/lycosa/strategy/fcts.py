"""FCTS: focused crawling by tabu search in its traditional form."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from lycosa.strategy.priority_recipe import PriorityRecipe
from lycosa.strategy.select.base import Selector
from lycosa.strategy.select.tabu import TraditionalTabu
from lycosa.strategy.select.walk import Restart


@dataclass(eq=False, repr=False)
class FCTS(PriorityRecipe):
    """Walk from page to page, each time by the best link that is not tabu.

    The walk stands on a page and moves to its best link, unless that is tabu and no better than
    the best visited; then to the best that is not. Every link moved to is tabu for a while. An
    unread link it comes to is the next to be visited; where it can go nowhere, it starts again
    from a random link of the queue.

    Parameters
    ----------
    topic, seed, threshold, weights, omega, damping
        As in every strategy of this family.
    beta
        Links with a priority up to this are discarded. The paper has 0.19 for tourism and 0.15
        for rainstorms, each close to r2 times its relevance threshold, which is `"auto"`.
    tabu_length
        How long a link stays tabu.
    restart
        `"stuck"` goes on from the page read last; `"always"` is the paper's literal text, a
        random start with every choice.

    Examples
    --------
    >>> from lycosa.plugin import FLOODS, Topic
    >>> print(*FLOODS.visits(FCTS(Topic.from_keywords(["flood", "rain"]))))
    / /reports /may /pictures /one /band /concerts /sites http://river.test/ http://river.test/levels /kitchen

    References
    ----------
    Liu, Wang, Zhong and Yang (2023). A new focused crawler using an improved tabu search algorithm
    incorporating ontology and host information. Frontiers of Information Technology & Electronic
    Engineering 24(6), 859-875. doi:10.1631/FITEE.2200315.

    Sections 4.1 and 5.3. The walk can look only at pages already read, and stands on the page that was
    read last; with several requests under way that is the page that came in last. If the host of the link
    it comes to must rest, the best ready link is taken instead. After 20 moves among pages read it starts
    again, so that a choice takes bounded time.
    """

    name: ClassVar[str] = "fcts"

    beta: float | str | None = "auto"
    tabu_length: int = 5
    restart: Restart = "stuck"

    @cached_property
    def walk(self) -> TraditionalTabu:
        """The walk over the pages read."""
        return TraditionalTabu(self.tabu_length, self.restart)

    @cached_property
    def selector(self) -> Selector:
        """The walk."""
        return self.walk
