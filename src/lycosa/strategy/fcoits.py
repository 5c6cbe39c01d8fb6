"""FCOITS: improved tabu search with an ontology."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from lycosa.strategy.tabu_recipe import TabuRecipe


@dataclass(eq=False, repr=False)
class FCOITS(TabuRecipe):
    """FCITS with the topic described by an ontology.

    Pages and anchors are compared with the topic semantic vector: the terms of the ontology, each
    weighted by the similarity of its concept to the topic's. The ontology is the author's, or
    is built from the example pages; with too few of them the TF-IDF vector serves instead.

    Parameters
    ----------
    topic, seed, threshold, beta, weights, omega, damping, tabu_length, restart, draws
        As in FCITS.

    Examples
    --------
    >>> from lycosa.plugin import FLOODS, Topic
    >>> print(*FLOODS.visits(FCOITS(Topic.from_keywords(["flood", "rain"]))))
    / /sites /kitchen http://river.test/ http://river.test/levels /band /reports /may /pictures /one /concerts

    References
    ----------
    Liu, Wang, Zhong and Yang (2023). A new focused crawler using an improved tabu search algorithm
    incorporating ontology and host information. Frontiers of Information Technology & Electronic
    Engineering 24(6), 859-875. doi:10.1631/FITEE.2200315.

    Section 4.7 and Algorithm 2. Its condition "queue not empty or DP < 15,000" must be an "and"; budgets
    are the engine's.
    """

    name: ClassVar[str] = "fcoits"
    semantic: ClassVar[bool] = True
