"""Ontologies: what they refuse, and what they answer."""

from __future__ import annotations

import pytest
import Stemmer

from lycosa.errors import LycosaError
from lycosa.topic.ontology.graph import VIRTUAL_ROOT, Concept, Ontology


def ontology(*is_a: str, **relations: frozenset[tuple[str, str]]) -> Ontology:
    """Build an ontology from edges written `child<parent`."""
    pairs = [tuple(edge.split("<")) for edge in is_a]
    ids = sorted({end for pair in pairs for end in pair})
    return Ontology(
        tuple(Concept(id, id.upper()) for id in ids), frozenset((a, b) for a, b in pairs), **relations
    )


DIAMOND = ontology("b<a", "c<a", "d<b", "d<c", "e<d", "e<c")


def test_parents_and_children_are_direct() -> None:
    assert DIAMOND.parents("d") == ("b", "c")
    assert DIAMOND.children("c") == ("d", "e")


def test_the_root_has_depth_0_and_depth_is_the_shortest_way_up() -> None:
    assert [DIAMOND.depth(id) for id in "abcde"] == [0, 1, 1, 2, 2]
    assert DIAMOND.max_depth == 2


def test_ancestors_include_the_concept_itself() -> None:
    assert DIAMOND.ancestors("d") == {"a", "b", "c", "d"}


def test_distance_is_the_shortest_path_up_or_down() -> None:
    assert DIAMOND.distance("b", "c") == 2
    assert DIAMOND.distance("b", "e") == 2
    assert DIAMOND.distance("a", "a") == 0


def test_several_roots_get_a_virtual_one_above_them() -> None:
    forest = ontology("b<a", "y<x")
    assert forest.roots == ("a", "x")
    assert [forest.depth(id) for id in ("a", "b")] == [1, 2]
    assert forest.distance("b", "y") == 4
    assert forest.ancestors("b") == {"a", "b", VIRTUAL_ROOT}
    assert forest.parents("a") == ()


def test_a_cycle_is_named() -> None:
    with pytest.raises(LycosaError, match="B -> C -> D -> B"):
        ontology("b<a", "b<c", "c<d", "d<b")


def test_a_concept_above_itself_is_a_cycle() -> None:
    with pytest.raises(LycosaError, match="A -> A"):
        ontology("a<a")


def test_a_relation_to_an_unknown_concept_is_named() -> None:
    with pytest.raises(LycosaError, match="names 'z', which is no concept"):
        ontology("b<a", part_of=frozenset({("a", "z")}))


def test_an_id_must_be_unique() -> None:
    with pytest.raises(LycosaError, match="'a' occurs more than once"):
        Ontology((Concept("a", "A"), Concept("b", "B"), Concept("a", "C")))


def test_an_ontology_without_concepts_is_refused() -> None:
    with pytest.raises(LycosaError, match="at least one concept"):
        Ontology(())


def test_an_unknown_id_is_named() -> None:
    with pytest.raises(LycosaError, match="no concept 'q'"):
        DIAMOND.depth("q")


def test_a_term_finds_its_concept_in_any_case() -> None:
    flood = Concept("c1", "Flood", ("inundation",))
    assert Ontology((flood,)).find("INUNDATION") == flood
    assert Ontology((flood,)).find("drought") is None


def test_a_label_wins_over_a_term_and_a_shallow_concept_over_a_deep_one() -> None:
    found = Ontology(
        (Concept("0", "root", ("storm",)), Concept("1", "storm"), Concept("2", "storm")),
        frozenset({("1", "0"), ("2", "1")}),
    ).find("storm")
    assert found is not None
    assert found.id == "1"


def test_a_stemmer_finds_a_concept_by_another_form_of_its_words() -> None:
    stem = Stemmer.Stemmer("english").stemWords
    found = Ontology((Concept("c1", "Flooded rivers"),)).find(
        "flooding river", lambda text: " ".join(stem(text.lower().split()))
    )
    assert found is not None


def test_a_chain_of_ten_thousand_concepts_needs_no_recursion() -> None:
    chain = ontology(*(f"{i + 1:05}<{i:05}" for i in range(10_000)))
    assert chain.depth("10000") == 10_000
    assert len(chain.ancestors("10000")) == 10_001
