"""FCITS: focused crawling by improved tabu search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from lycosa.strategy.tabu_recipe import TabuRecipe


@dataclass(eq=False, repr=False)
class FCITS(TabuRecipe):
    """Walk from page to page by links drawn at random that are better than the one before.

    Of the page it stands on the walk draws up to five links and moves to the first that is
    better than the link it came by, or that is tabu but better than any visited. If none is,
    that link becomes tabu, and the best link beside it takes its place. An unread link it comes
    to is the next to be visited.

    Parameters
    ----------
    topic, seed, threshold, beta, weights, omega, damping, tabu_length, restart
        As in FCTS.
    draws
        Links drawn from a page before the walk looks beside it.

    Examples
    --------
    >>> from lycosa.plugin import FLOODS, Topic
    >>> print(*FLOODS.visits(FCITS(Topic.from_keywords(["flood", "rain"]))))
    / /sites /kitchen http://river.test/ http://river.test/levels /band /reports /may /pictures /one /concerts

    References
    ----------
    Liu, Wang, Zhong and Yang (2023). A new focused crawler using an improved tabu search algorithm
    incorporating ontology and host information. Frontiers of Information Technology & Electronic
    Engineering 24(6), 859-875. doi:10.1631/FITEE.2200315.

    Sections 4.3 to 4.6 and Algorithm 1, with the TF-IDF topic vector. The page beside a link is the one
    that showed it first. A link that cannot be read has no page to draw from, so the walk looks beside it
    at once. As for FCTS: only pages already read can be looked at, the best ready link stands in for one
    whose host must rest, and the walk starts again after 20 moves among pages read.
    """

    name: ClassVar[str] = "fcits"
