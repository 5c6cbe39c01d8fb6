"""An ontology: concepts with labels and terms, is-a edges without cycles, and a few other relations.

Everything the similarity of concepts needs is answered here: parents, depth, ancestors, distance
and the concept a term names.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from lycosa.errors import LycosaError

VIRTUAL_ROOT = "lycosa:root"
"""Stands above the roots of an ontology that has several."""

DEFAULT_IRI = "https://example.org/ontology"

Pair: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Concept:
    """A concept: its id, the name people read, and other terms that mean it."""

    id: str
    label: str
    terms: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The label and all terms."""
        return (self.label, *self.terms)


@dataclass(frozen=True)
class Ontology:
    """Concepts and their relations, as pairs of concept ids.

    `is_a` holds (child, parent), `part_of` holds (part, whole); `related` and `equivalent`
    hold each pair once, in either direction.
    """

    concepts: tuple[Concept, ...]
    is_a: frozenset[Pair] = frozenset()
    part_of: frozenset[Pair] = frozenset()
    related: frozenset[Pair] = frozenset()
    equivalent: frozenset[Pair] = frozenset()
    iri: str = DEFAULT_IRI
    title: str = ""

    def __post_init__(self) -> None:
        if not self.concepts:
            raise LycosaError("an ontology needs at least one concept")
        if len(self.by_id) < len(self.concepts) or VIRTUAL_ROOT in self.by_id:
            raise LycosaError(f"concept id {self._repeated_id()!r} occurs more than once in the ontology")
        for pair in self.is_a | self.part_of | self.related | self.equivalent:
            for end in pair:
                if end not in self.by_id:
                    raise LycosaError(f"the relation {pair} names {end!r}, which is no concept")
        cycle = self._cycle()
        if cycle:
            names = " -> ".join(self.by_id[each].label for each in cycle)
            raise LycosaError(f"is-a must not lead back to itself: {names}")

    @cached_property
    def by_id(self) -> Mapping[str, Concept]:
        """Concepts by id."""
        return {concept.id: concept for concept in self.concepts}

    def concept(self, id: str) -> Concept:
        """Return the concept of that id."""
        if id not in self.by_id:
            raise LycosaError(f"the ontology has no concept {id!r}")
        return self.by_id[id]

    def parents(self, id: str) -> tuple[str, ...]:
        """Return the concepts directly above."""
        return self._parents.get(id, ())

    def children(self, id: str) -> tuple[str, ...]:
        """Return the concepts directly below."""
        return self._children.get(id, ())

    @cached_property
    def roots(self) -> tuple[str, ...]:
        """The concepts with nothing above them."""
        return tuple(concept.id for concept in self.concepts if concept.id not in self._parents)

    @cached_property
    def max_depth(self) -> int:
        """The depth of the deepest concept."""
        return max(self._depths.values())

    @cached_property
    def max_children(self) -> int:
        """The largest number of concepts directly below one concept."""
        return max(map(len, self._children.values()), default=0)

    def depth(self, id: str) -> int:
        """Return the shortest way up to the root, which has depth 0.

        Where there are several roots they have depth 1, under a virtual one.
        """
        return self._depths[self.concept(id).id]

    def ancestors(self, id: str) -> frozenset[str]:
        """Return the concept and all above it; a virtual root counts."""
        found = {self.concept(id).id}
        waiting = [id]
        while waiting:
            for above in self._above(waiting.pop()):
                if above not in found:
                    found.add(above)
                    waiting.append(above)
        return frozenset(found)

    def descendants(self, id: str) -> frozenset[str]:
        """Return a concept and all below it."""
        return frozenset(self._breadth_first(id, self.children))

    def distances(self, id: str) -> dict[str, int]:
        """Return the number of is-a edges on the shortest path to every concept, up or down."""
        return self._breadth_first(self.concept(id).id, lambda at: (*self._above(at), *self._below(at)))

    def distance(self, a: str, b: str) -> int:
        """Return the number of is-a edges on the shortest path between two concepts."""
        return self.distances(a)[self.concept(b).id]

    def index(self, normalise: Callable[[str], str] = str.casefold) -> dict[str, str]:
        """Map each normalised label and term to a concept id.

        Labels win over terms, then shallow concepts over deep ones, then earlier ones over later.
        Pass a stemmer to match words in any of their forms.
        """
        found: dict[str, str] = {}
        by_depth = sorted(self.concepts, key=lambda concept: self._depths[concept.id])
        for concept in by_depth:
            found.setdefault(normalise(concept.label), concept.id)
        for concept in by_depth:
            for term in concept.terms:
                found.setdefault(normalise(term), concept.id)
        return found

    def find(self, term: str, normalise: Callable[[str], str] = str.casefold) -> Concept | None:
        """Return the concept a term names, if any."""
        id = self.index(normalise).get(normalise(term))
        return None if id is None else self.by_id[id]

    @cached_property
    def _parents(self) -> dict[str, tuple[str, ...]]:
        return _grouped(self.is_a)

    @cached_property
    def _children(self) -> dict[str, tuple[str, ...]]:
        return _grouped((parent, child) for child, parent in self.is_a)

    def _above(self, id: str) -> tuple[str, ...]:
        parents = self._parents.get(id, ())
        if parents or id == VIRTUAL_ROOT or len(self.roots) == 1:
            return parents
        return (VIRTUAL_ROOT,)

    def _below(self, id: str) -> tuple[str, ...]:
        return self.roots if id == VIRTUAL_ROOT else self._children.get(id, ())

    @cached_property
    def _depths(self) -> dict[str, int]:
        root = self.roots[0] if len(self.roots) == 1 else VIRTUAL_ROOT
        return self._breadth_first(root, self._below)

    def _breadth_first(self, start: str, neighbours: Callable[[str], Iterable[str]]) -> dict[str, int]:
        steps = {start: 0}
        waiting = deque([start])
        while waiting:
            at = waiting.popleft()
            for each in neighbours(at):
                if each not in steps:
                    steps[each] = steps[at] + 1
                    waiting.append(each)
        return steps

    def _repeated_id(self) -> str:
        counts = Counter([VIRTUAL_ROOT, *(concept.id for concept in self.concepts)])
        return counts.most_common(1)[0][0]

    def _cycle(self) -> list[str]:
        """Return the concepts along one is-a cycle, the first repeated at the end; empty if none."""
        parents = {concept.id: set(self.parents(concept.id)) for concept in self.concepts}
        free = deque(id for id, above in parents.items() if not above)
        while free:
            id = free.popleft()
            del parents[id]
            for child in self.children(id):
                parents[child].discard(id)
                if not parents[child]:
                    free.append(child)
        if not parents:
            return []
        path = [min(parents)]
        while path[-1] not in path[:-1]:
            path.append(min(parents[path[-1]]))
        return path[path.index(path[-1]) :]


def _grouped(pairs: Iterable[Pair]) -> dict[str, tuple[str, ...]]:
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for key, value in sorted(pairs):
        groups[key].append(value)
    return {key: tuple(values) for key, values in groups.items()}
