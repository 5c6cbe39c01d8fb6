"""How similar two concepts of an ontology are, from five factors (Liu et al. 2023, Eq. 1-2).

Goes in: an ontology, and weights of the factors. Comes out: Sem(c1, c2) in [0, 1], and the topic
semantic vector W_T = Sem(topic concept, each term). The paper cites the factors without giving
them; the formulas here are this project's choice. D is the ontology's depth.

- distance: 1 - d / 2D, d the shortest path over is-a edges
- density: mean number of children, against the largest number in the ontology
- depth: (depth1 + depth2) / (2D + |depth1 - depth2|)
- coincidence: common ancestors / all ancestors, each concept among its own
- relation: 1 equivalent, 0.8 parent, 0.6 part-of or ancestor, 0.4 sibling, 0.2 otherwise
  related, 0 none. A virtual root relates nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from lycosa.errors import LycosaError
from lycosa.topic.ontology.graph import Ontology, Pair


class Factors(NamedTuple):
    """One value for each of the five factors: the factors themselves, or their weights."""

    distance: float
    density: float
    depth: float
    coincidence: float
    relation: float


EQUAL_WEIGHTS = Factors(0.2, 0.2, 0.2, 0.2, 0.2)
_SAME = Factors(1.0, 1.0, 1.0, 1.0, 1.0)


@dataclass(frozen=True)
class Similarity:
    """Compare concepts of one ontology under fixed weights (k1 to k5 of Liu et al. 2023)."""

    ontology: Ontology
    weights: Factors = EQUAL_WEIGHTS

    def __post_init__(self) -> None:
        if not all(weight >= 0 for weight in self.weights) or not math.isclose(sum(self.weights), 1):
            raise LycosaError(
                f"similarity weights must not be negative and must sum to 1, not {tuple(self.weights)}"
            )

    def factors(self, a: str, b: str) -> Factors:
        """Return the five factors of two concepts; all are 1 for a concept and itself."""
        return self._factors(a, b, self.ontology.distance(a, b))

    def sem(self, a: str, b: str) -> float:
        """Return the similarity of two concepts."""
        return self._weighted(self.factors(a, b))

    def to_all(self, id: str, others: Iterable[str]) -> dict[str, float]:
        """Return the similarity of one concept to each of the others."""
        distances = self.ontology.distances(id)
        return {other: self._weighted(self._factors(id, other, distances[other])) for other in others}

    def _weighted(self, factors: Factors) -> float:
        total = sum(weight * factor for weight, factor in zip(self.weights, factors, strict=True))
        return 1.0 if factors is _SAME else min(1.0, total)

    def _factors(self, a: str, b: str, distance: int) -> Factors:
        if a == b:
            return _SAME
        ontology = self.ontology
        double_depth = 2 * ontology.max_depth
        depth_a, depth_b = ontology.depth(a), ontology.depth(b)
        children = len(ontology.children(a)) + len(ontology.children(b))
        above_a, above_b = ontology.ancestors(a), ontology.ancestors(b)
        return Factors(
            distance=1 - distance / double_depth,
            density=children / (2 * ontology.max_children) if children else 0.0,
            depth=(depth_a + depth_b) / (double_depth + abs(depth_a - depth_b)),
            coincidence=len(above_a & above_b) / len(above_a | above_b),
            relation=self._relation(a, b, above_a, above_b),
        )

    def _relation(self, a: str, b: str, above_a: frozenset[str], above_b: frozenset[str]) -> float:
        ontology = self.ontology
        parents_a, parents_b = ontology.parents(a), ontology.parents(b)
        if (a, b) in self._equivalent:
            return 1.0
        if a in parents_b or b in parents_a:
            return 0.8
        if (a, b) in self._part_of or a in above_b or b in above_a:
            return 0.6
        if not set(parents_a).isdisjoint(parents_b):
            return 0.4
        return 0.2 if (a, b) in self._related else 0.0

    @cached_property
    def _equivalent(self) -> frozenset[Pair]:
        return _both_ways(self.ontology.equivalent)

    @cached_property
    def _part_of(self) -> frozenset[Pair]:
        return _both_ways(self.ontology.part_of)

    @cached_property
    def _related(self) -> frozenset[Pair]:
        return _both_ways(self.ontology.related)


def _both_ways(pairs: frozenset[Pair]) -> frozenset[Pair]:
    return pairs | {(b, a) for a, b in pairs}
