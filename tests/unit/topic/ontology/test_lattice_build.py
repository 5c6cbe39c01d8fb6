"""Concept lattices against their definition, on every small context chance brings up."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lycosa.errors import LycosaError
from lycosa.topic.ontology.context import FormalContext, bits
from lycosa.topic.ontology.lattice import FormalConcept, Lattice, TooManyConceptsError, build_lattice


@st.composite
def contexts(draw: st.DrawFn) -> FormalContext:
    width = draw(st.integers(0, 6))
    rows = draw(st.lists(st.integers(0, 2**width - 1), max_size=6))
    return FormalContext(tuple(f"g{i}" for i in range(len(rows))), tuple("abcdef"[:width]), tuple(rows))


def by_definition(context: FormalContext) -> set[FormalConcept]:
    """All concepts the slow way: close every set of attributes."""
    chosen = (bits(c) for n in range(len(context.attributes) + 1) for c in combinations(range(6), n))
    subsets = (each & context.all_attributes for each in chosen)
    return {FormalConcept(context.extent(s), context.intent(context.extent(s))) for s in subsets}


def covers_by_definition(lattice: Lattice) -> set[tuple[int, int]]:
    def below(a: int, b: int) -> bool:
        extents = lattice.concepts[a].extent, lattice.concepts[b].extent
        return extents[0] != extents[1] and extents[0] & ~extents[1] == 0

    everyone = range(len(lattice))
    return {
        (a, b)
        for a in everyone
        for b in everyone
        if below(b, a) and not any(below(b, c) and below(c, a) for c in everyone)
    }


def covers(lattice: Lattice) -> set[tuple[int, int]]:
    return {(above, below) for above, lower in enumerate(lattice.lower) for below in lower}


@given(contexts())
@settings(max_examples=200)
def test_concepts_are_those_of_the_definition(context: FormalContext) -> None:
    lattice = build_lattice(context)
    assert set(lattice.concepts) == by_definition(context)
    assert len(set(lattice.concepts)) == len(lattice)


@given(contexts())
@settings(max_examples=200)
def test_covers_are_those_of_the_definition(context: FormalContext) -> None:
    lattice = build_lattice(context)
    assert covers(lattice) == covers_by_definition(lattice)
    assert {(a, b) for b, upper in enumerate(lattice.upper) for a in upper} == covers(lattice)


@given(contexts(), st.integers(1, 3))
@settings(max_examples=200)
def test_an_iceberg_is_the_part_with_enough_objects(context: FormalContext, least: int) -> None:
    if len(context.objects) < least:
        return
    iceberg = build_lattice(context, min_support=least)
    full = build_lattice(context).concepts
    assert iceberg.concepts == tuple(c for c in full if c.extent.bit_count() >= least)
    assert covers(iceberg) == covers_by_definition(iceberg)


@given(contexts())
def test_every_attribute_and_object_labels_exactly_one_concept(context: FormalContext) -> None:
    lattice = build_lattice(context)
    everyone = range(len(lattice))
    assert sum(lattice.own_attributes(i) for i in everyone) == context.all_attributes
    assert sum(lattice.own_objects(i) for i in everyone) == context.all_objects


def test_the_top_comes_first_and_the_bottom_last() -> None:
    lattice = build_lattice(FormalContext(("g", "h"), ("a", "b"), (0b01, 0b10)))
    assert lattice.concepts[0] == FormalConcept(0b11, 0)
    assert lattice.concepts[-1] == FormalConcept(0, 0b11)


def test_more_concepts_than_allowed_is_an_error_that_says_what_helps() -> None:
    names = tuple(map(str, range(20)))
    contranominal = FormalContext(names, names, tuple((2**20 - 1) ^ (1 << i) for i in range(20)))
    with pytest.raises(TooManyConceptsError, match="more than 1000 concepts; raise the minimum support"):
        build_lattice(contranominal, max_concepts=1000)


def test_more_support_than_objects_is_an_error() -> None:
    with pytest.raises(LycosaError, match="no concept has 3 objects"):
        build_lattice(FormalContext(("g",), ("a",), (1,)), min_support=3)
