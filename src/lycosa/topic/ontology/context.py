"""A formal context: which objects (documents) have which attributes (terms).

Goes in: pairs, or a document-term matrix and a threshold. Comes out: rows and columns as
bit sets in plain integers, and the two derivations that formal concept analysis is made of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from lycosa.errors import LycosaError


def bits(positions: Iterable[int]) -> int:
    """Return the set of these positions as an integer."""
    mask = 0
    for position in positions:
        mask |= 1 << position
    return mask


def positions(mask: int) -> Iterator[int]:
    """Yield the members of a bit set in ascending order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


@dataclass(frozen=True)
class FormalContext:
    """Objects, attributes and the crosses between them.

    Bit `j` of `rows[i]` is set where object `i` has attribute `j`.
    """

    objects: tuple[str, ...]
    attributes: tuple[str, ...]
    rows: tuple[int, ...]
    name: str = ""

    def __post_init__(self) -> None:
        if len(self.rows) != len(self.objects):
            raise LycosaError(f"a context of {len(self.objects)} objects has {len(self.rows)} rows")
        if any(row < 0 or row >> len(self.attributes) for row in self.rows):
            raise LycosaError(f"a row has a cross outside the context's {len(self.attributes)} attributes")

    @classmethod
    def from_matrix(
        cls, objects: Sequence[str], attributes: Sequence[str], weights: ArrayLike, threshold: float = 0.0
    ) -> FormalContext:
        """Build a context from a document-term matrix: a cross where the weight exceeds the threshold."""
        matrix = np.asarray(weights, dtype=float)
        if matrix.shape != (len(objects), len(attributes)):
            raise LycosaError(
                f"a document-term matrix of shape {matrix.shape} does not fit "
                f"{len(objects)} documents and {len(attributes)} terms"
            )
        packed = np.packbits(matrix > threshold, axis=1, bitorder="little")
        rows = tuple(int.from_bytes(row.tobytes(), "little") for row in packed)
        return cls(tuple(objects), tuple(attributes), rows)

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """For each attribute, the bit set of the objects that have it."""
        columns = [0] * len(self.attributes)
        for i, row in enumerate(self.rows):
            for j in positions(row):
                columns[j] |= 1 << i
        return tuple(columns)

    @property
    def crosses(self) -> int:
        """How many (object, attribute) pairs hold."""
        return sum(row.bit_count() for row in self.rows)

    @property
    def density(self) -> float:
        """The share of cells that hold a cross."""
        return self.crosses / max(1, len(self.objects) * len(self.attributes))

    @property
    def all_objects(self) -> int:
        """The bit set of every object."""
        return (1 << len(self.objects)) - 1

    @property
    def all_attributes(self) -> int:
        """The bit set of every attribute."""
        return (1 << len(self.attributes)) - 1

    def intent(self, objects: int) -> int:
        """Return the attributes that all these objects share."""
        shared = self.all_attributes
        for i in positions(objects):
            shared &= self.rows[i]
        return shared

    def extent(self, attributes: int) -> int:
        """Return the objects that have all these attributes."""
        owners = self.all_objects
        for j in positions(attributes):
            owners &= self.columns[j]
        return owners

    def object_names(self, objects: int) -> tuple[str, ...]:
        """Return the names behind a bit set of objects."""
        return tuple(self.objects[i] for i in positions(objects))

    def attribute_names(self, attributes: int) -> tuple[str, ...]:
        """Return the names behind a bit set of attributes."""
        return tuple(self.attributes[j] for j in positions(attributes))
