"""From documents to a hierarchy of named concepts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lycosa.errors import LycosaError
from lycosa.topic.ontology.context import FormalContext
from lycosa.topic.ontology.graph import Ontology
from lycosa.topic.ontology.hierarchy import (
    HierarchySettings,
    build_ontology,
    document_lattice,
    lattice_ontology,
)
from lycosa.topic.ontology.lattice import build_lattice

EVERY_PAIR = HierarchySettings(topic="disaster", density=1.0)
DOCUMENTS = [
    ["flood", "river", "rescue"],
    ["flood", "river"],
    ["flood", "river", "rescue"],
    ["flood", "coast", "tide"],
    ["flood", "coast", "tide"],
    ["storm", "wind"],
    ["storm", "wind", "hail"],
    ["storm", "wind", "hail"],
]


def edges(ontology: Ontology) -> set[tuple[str, str]]:
    label = {concept.id: concept.label for concept in ontology.concepts}
    return {(label[child], label[parent]) for child, parent in ontology.is_a}


def test_a_term_stands_under_the_terms_whose_documents_include_its_own() -> None:
    assert edges(build_ontology(DOCUMENTS, EVERY_PAIR)) == {
        ("flood", "disaster"),
        ("river", "flood"),
        ("rescue", "river"),
        ("coast", "flood"),
        ("storm", "disaster"),
        ("hail", "storm"),
    }


def test_terms_of_the_same_documents_become_one_concept() -> None:
    coast = build_ontology(DOCUMENTS, EVERY_PAIR).find("tide")
    assert coast is not None
    assert coast.names == ("coast", "tide")


def test_people_read_names_and_machines_find_terms() -> None:
    named = build_ontology(DOCUMENTS, HierarchySettings(density=1.0, names={"river": "Rivers"}))
    river = named.find("river")
    assert river is not None
    assert river.names == ("Rivers", "river")


def test_the_root_is_the_topic_even_where_a_term_has_its_name() -> None:
    ontology = build_ontology(DOCUMENTS, HierarchySettings(topic="flood", density=1.0))
    assert [ontology.by_id[root].label for root in ontology.roots] == ["flood"]
    assert ("flood (2)", "flood") in edges(ontology)


def test_a_concept_that_introduces_no_term_is_named_by_its_rarest() -> None:
    rows = (0b011, 0b110, 0b101, 0b001)  # crosses of bird, water and north, from the right
    context = FormalContext(("1", "2", "3", "4"), ("bird", "water", "north"), rows)
    labels = {concept.label for concept in lattice_ontology(build_lattice(context), "animals").concepts}
    assert labels == {"animals", "bird", "water", "north", "water + bird", "water + north", "north + bird"}


def test_unlabelled_concepts_and_the_empty_bottom_are_pruned() -> None:
    context = FormalContext(("1", "2", "3"), ("a", "b", "c", "d"), (0b0111, 0b1011, 0b1100))
    lattice = build_lattice(context)
    kept = lattice_ontology(lattice, "topic")
    labelled = [
        i
        for i, concept in enumerate(lattice.concepts)
        if concept.extent and (lattice.own_attributes(i) or lattice.own_objects(i))
    ]
    assert len(kept.concepts) == len({0, *labelled})


def test_density_limits_the_share_of_crosses() -> None:
    lattice = document_lattice(DOCUMENTS, HierarchySettings(density=0.2))
    assert 0 < lattice.context.density <= 0.2


def test_only_the_heaviest_terms_are_used() -> None:
    assert len(document_lattice(DOCUMENTS, HierarchySettings(terms=3)).context.attributes) == 3


def test_a_lattice_too_large_is_thinned_until_it_fits() -> None:
    documents = [[f"t{j}" for j in range(14) if j != i] for i in range(14)]
    lattice = document_lattice(documents, HierarchySettings(density=1.0, max_concepts=200))
    assert len(lattice) <= 200


def test_the_order_of_tokens_does_not_matter() -> None:
    shuffled = [list(reversed(document)) for document in DOCUMENTS]
    assert build_ontology(shuffled, EVERY_PAIR) == build_ontology(DOCUMENTS, EVERY_PAIR)


@pytest.mark.parametrize("documents", [[], [[]], [["one", "two"], ["three"]]])
def test_documents_that_share_no_term_are_refused(documents: list[list[str]]) -> None:
    with pytest.raises(LycosaError, match="no term occurs in 2 of the"):
        build_ontology(documents)


@pytest.mark.parametrize("density", [0.0, 1.5, float("nan")])
def test_a_density_outside_0_and_1_is_refused(density: float) -> None:
    with pytest.raises(LycosaError, match="density"):
        HierarchySettings(density=density)


@given(st.lists(st.lists(st.sampled_from("abcdef")), min_size=3, max_size=8))
@settings(max_examples=100)
def test_every_hierarchy_has_one_root_unique_labels_and_no_redundant_edge(documents: list[list[str]]) -> None:
    try:
        ontology = build_ontology(documents, HierarchySettings(density=0.6))
    except LycosaError:
        return
    labels = [concept.label for concept in ontology.concepts]
    assert len(ontology.roots) == 1
    assert len(set(labels)) == len(labels)
    for child, parent in ontology.is_a:
        others = set(ontology.parents(child)) - {parent}
        assert all(parent not in ontology.ancestors(other) for other in others)
