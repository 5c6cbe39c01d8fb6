"""Concept lattices against published contexts and against an independent implementation."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import pytest

from lycosa.topic.ontology.burmeister import format_context, parse_context, read_context
from lycosa.topic.ontology.context import FormalContext
from lycosa.topic.ontology.lattice import TooManyConceptsError, build_lattice

FAST = 5_000


@pytest.fixture(scope="module")
def folder(shared: Path) -> Path:
    return shared / "ontologies"


@pytest.fixture(scope="module")
def statistics(folder: Path) -> list[dict[str, Any]]:
    return json.loads((folder / "context_stats.json").read_text())


def wrong_counts(folder: Path, rows: list[dict[str, Any]]) -> dict[str, int]:
    found = {row["file"]: len(build_lattice(read_context(folder / row["file"]))) for row in rows}
    return {row["file"]: found[row["file"]] for row in rows if found[row["file"]] != row["concepts"]}


def test_every_context_has_the_published_size(folder: Path, statistics: list[dict[str, Any]]) -> None:
    for row in statistics:
        context = read_context(folder / row["file"])
        size = (len(context.objects), len(context.attributes), context.crosses)
        assert size == (row["objects"], row["attributes"], row["incidence"]), row["file"]


def test_lattices_up_to_5000_concepts_have_the_published_count(
    folder: Path, statistics: list[dict[str, Any]]
) -> None:
    rows = [row for row in statistics if row["concepts"] and row["concepts"] <= FAST]
    assert len(rows) > 80
    assert wrong_counts(folder, rows) == {}


@pytest.mark.slow
def test_larger_lattices_have_the_published_count(folder: Path, statistics: list[dict[str, Any]]) -> None:
    rows = [row for row in statistics if row["concepts"] and FAST < row["concepts"] <= 50_000]
    assert wrong_counts(folder, rows) == {}


@pytest.mark.slow
def test_mushroom_has_238710_concepts(folder: Path) -> None:
    assert len(build_lattice(read_context(folder / "contexts/concepts/mushroom.cxt"))) == 238_710


def test_a_lattice_that_explodes_stops_at_the_limit(folder: Path) -> None:
    with pytest.raises(TooManyConceptsError):
        build_lattice(read_context(folder / "contexts/conexp-clj/context_ryssel.cxt"), max_concepts=2_000)


def test_every_context_survives_writing_and_reading(folder: Path, statistics: list[dict[str, Any]]) -> None:
    for row in statistics:
        if row["objects"] < 1_000:
            context = read_context(folder / row["file"])
            assert parse_context(format_context(context)) == context, row["file"]


@pytest.mark.parametrize(
    "name",
    [
        "fcatools/livingbeings_en.cxt",
        "fcatools/music_en.cxt",
        "fcatools/tealady.cxt",
        "fcatools/planets_en.cxt",
        "concepts/digits.cxt",
        "concepts/lattice.cxt",
        "conexp-clj/Brunson-Club.ctx",
        "conexp-clj/triangles.cxt",
    ],
)
def test_concepts_and_covers_agree_with_an_independent_implementation(folder: Path, name: str) -> None:
    context = read_context(folder / "contexts" / name)
    lattice = build_lattice(context)
    ours = {
        (names(context, above), names(context, below))
        for above, lower in zip(lattice.concepts, lattice.lower, strict=True)
        for below in (lattice.concepts[i] for i in lower)
    }
    assert ours == oracle_covers(context)


def names(context: FormalContext, concept: Any) -> tuple[frozenset[str], frozenset[str]]:
    extent, intent = context.object_names(concept.extent), context.attribute_names(concept.intent)
    return frozenset(extent), frozenset(intent)


def oracle_covers(context: FormalContext) -> set[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        concepts = pytest.importorskip("concepts")
        width = len(context.attributes)
        table = [tuple(bool(row >> j & 1) for j in range(width)) for row in context.rows]
        # The oracle wants objects and attributes to have different names.
        oracle = concepts.Context([f"g {name}" for name in context.objects], context.attributes, table)
        return {
            (oracle_names(above), oracle_names(below))
            for above in oracle.lattice
            for below in above.lower_neighbors
        }


def oracle_names(concept: Any) -> tuple[frozenset[str], frozenset[str]]:
    return frozenset(name[2:] for name in concept.extent), frozenset(concept.intent)
