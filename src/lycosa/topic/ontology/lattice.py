"""The concept lattice of a formal context: all its concepts, and which covers which.

One depth-first walk finds both. A concept is entered with the attributes that still split its
parent's extent; intersecting its extent with each of them gives its intent (those that change
nothing) and the extents below it. A lower extent is covered, and not merely contained, exactly
if every attribute its concept adds produced that same extent.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from lycosa.errors import LycosaError
from lycosa.topic.ontology.context import FormalContext

MAX_CONCEPTS = 250_000


class TooManyConceptsError(LycosaError):
    """The lattice is larger than the caller allows."""


class FormalConcept(NamedTuple):
    """A maximal block of crosses, as bit sets: all objects that share all the attributes."""

    extent: int
    intent: int


@dataclass(frozen=True)
class Lattice:
    """Concepts from the most general to the most specific, and their covering relation.

    `lower[i]` holds the concepts directly below concept `i`, `upper[i]` those directly above.
    Concept 0 is the top. Below a minimum support there are no concepts, and so no bottom.
    """

    context: FormalContext
    concepts: tuple[FormalConcept, ...]
    lower: tuple[tuple[int, ...], ...]
    upper: tuple[tuple[int, ...], ...]

    def __len__(self) -> int:
        return len(self.concepts)

    def own_attributes(self, index: int) -> int:
        """Return the attributes that this concept is the most general to have (reduced labelling)."""
        return self._attributes_by_extent.get(self.concepts[index].extent, 0)

    def own_objects(self, index: int) -> int:
        """Return the objects that this concept is the most specific to have (reduced labelling)."""
        return self._objects_by_intent.get(self.concepts[index].intent, 0)

    @cached_property
    def _attributes_by_extent(self) -> dict[int, int]:
        return _positions_by_value(self.context.columns)

    @cached_property
    def _objects_by_intent(self) -> dict[int, int]:
        return _positions_by_value(self.context.rows)


def build_lattice(
    context: FormalContext, *, min_support: int = 0, max_concepts: int = MAX_CONCEPTS
) -> Lattice:
    """Compute all concepts with at least `min_support` objects (an iceberg lattice), and their covers.

    The cost is at most one intersection of bit sets for each concept and attribute. Where there
    are fewer objects than attributes and no support is asked for, the walk runs over the objects.
    """
    over_objects = not min_support and len(context.objects) < len(context.attributes)
    if over_objects:
        walk = _Walk(context.rows, context.all_attributes, 0, max_concepts)
    else:
        walk = _Walk(context.columns, context.all_objects, min_support, max_concepts)
    walk.run()
    if over_objects:
        concepts = [FormalConcept(extent, intent) for intent, extent in walk.found]
        return _ordered(context, concepts, [(above, below) for below, above in walk.covers])
    return _ordered(context, [FormalConcept(*pair) for pair in walk.found], walk.covers)


class _Frame(NamedTuple):
    """A concept on the walk's path: what splits its extent, and into what."""

    number: int
    splitting: list[tuple[int, int]]
    generated: dict[int, int]
    """For each smaller extent, the attributes that give it."""
    pending: list[int]


class _Walk:
    """The depth-first walk: `found` gets (extent, intent) pairs, `covers` gets (above, below) pairs."""

    def __init__(self, columns: tuple[int, ...], everything: int, min_support: int, limit: int) -> None:
        self.columns = columns
        self.everything = everything
        self.min_support = min_support
        self.limit = limit
        self.full_intent = (1 << len(columns)) - 1
        self.number_of: dict[int, int] = {}
        self.found: list[tuple[int, int]] = []
        self.covers: list[tuple[int, int]] = []

    def run(self) -> None:
        if self.everything.bit_count() < self.min_support:
            raise LycosaError(
                f"no concept has {self.min_support} objects: the context has {self.everything.bit_count()}"
            )
        if not self.everything:
            self._add(0, self.full_intent)
            return
        path = [self._enter(self.everything, 0, [(1 << j, c) for j, c in enumerate(self.columns)])]
        while path:
            frame = path[-1]
            while frame.pending:
                extent = frame.pending.pop()
                if extent not in self.number_of:
                    path.append(self._enter(extent, self.found[frame.number][1], frame.splitting))
                    break
            else:
                self._leave(path.pop())

    def _enter(self, extent: int, inherited: int, candidates: list[tuple[int, int]]) -> _Frame:
        intent = inherited
        least = max(1, self.min_support)
        splitting: list[tuple[int, int]] = []
        generated: dict[int, int] = {}
        for candidate in candidates:
            bit, column = candidate
            smaller = extent & column
            if smaller == extent:
                intent |= bit
            elif smaller.bit_count() >= least:
                splitting.append(candidate)
                generated[smaller] = generated.get(smaller, 0) | bit
        return _Frame(self._add(extent, intent), splitting, generated, list(generated))

    def _leave(self, frame: _Frame) -> None:
        """Record the covers of a concept once every concept below it is known."""
        intent = self.found[frame.number][1]
        for extent, attributes in frame.generated.items():
            below = self.number_of[extent]
            if attributes | intent == self.found[below][1]:
                self.covers.append((frame.number, below))
        if not frame.generated and intent != self.full_intent and not self.min_support:
            bottom = self.number_of[0] if 0 in self.number_of else self._add(0, self.full_intent)
            self.covers.append((frame.number, bottom))

    def _add(self, extent: int, intent: int) -> int:
        number = len(self.found)
        if number == self.limit:
            raise TooManyConceptsError(
                f"the concept lattice has more than {self.limit} concepts; "
                f"raise the minimum support (now {self.min_support}) or make the context sparser"
            )
        self.number_of[extent] = number
        self.found.append((extent, intent))
        return number


def _ordered(context: FormalContext, concepts: list[FormalConcept], covers: list[tuple[int, int]]) -> Lattice:
    """Sort the concepts from large to small extents, so that equal contexts give equal lattices."""
    by_size = sorted(
        range(len(concepts)), key=lambda i: (-concepts[i].extent.bit_count(), concepts[i].extent)
    )
    number = {old: new for new, old in enumerate(by_size)}
    lower: list[list[int]] = [[] for _ in concepts]
    upper: list[list[int]] = [[] for _ in concepts]
    for above, below in covers:
        lower[number[above]].append(number[below])
        upper[number[below]].append(number[above])
    return Lattice(
        context,
        tuple(concepts[i] for i in by_size),
        tuple(tuple(sorted(each)) for each in lower),
        tuple(tuple(sorted(each)) for each in upper),
    )


def _positions_by_value(masks: tuple[int, ...]) -> dict[int, int]:
    found: dict[int, int] = {}
    for position, mask in enumerate(masks):
        found[mask] = found.get(mask, 0) | 1 << position
    return found
