"""OWL, RDFS and SKOS in and out."""

from __future__ import annotations

import json
import logging
import warnings
from pathlib import Path
from typing import Any

import pytest
from rdflib import OWL, RDF, RDFS, Graph, URIRef

from lycosa.errors import LycosaError
from lycosa.topic.ontology.graph import Concept, Ontology
from lycosa.topic.ontology.owl import (
    Syntax,
    format_ontology,
    parse_ontology,
    read_ontology,
    write_ontology,
)

IRI = "https://example.org/flood"
FLOODS = Ontology(
    (
        Concept("c0", "disaster"),
        Concept("c1", "flood", ("inundation", "洪水")),
        Concept("c2", 'storm & "wind" <b>'),
        Concept("http://other.example/River", "river"),
    ),
    is_a=frozenset({("c1", "c0"), ("c2", "c0")}),
    part_of=frozenset({("http://other.example/River", "c1")}),
    related=frozenset({("c1", "c2")}),
    equivalent=frozenset({("c1", "http://other.example/River")}),
    iri=IRI,
    title="Floods",
)
PREFIXES = """
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix : <https://example.org/o#> .
<https://example.org/o> a owl:Ontology .
"""


def parsed(turtle: str, language: str = "en") -> Ontology:
    return parse_ontology((PREFIXES + turtle).encode(), "test.ttl", language=language)


@pytest.mark.parametrize("syntax", ["turtle", "xml"])
def test_an_ontology_survives_writing_and_reading(syntax: Syntax) -> None:
    assert parse_ontology(format_ontology(FLOODS, syntax).encode()) == FLOODS


@pytest.mark.parametrize("syntax", ["turtle", "xml"])
def test_equal_ontologies_are_written_equally(syntax: Syntax) -> None:
    assert format_ontology(FLOODS, syntax) == format_ontology(FLOODS, syntax)


@pytest.mark.parametrize("name", ["floods.ttl", "floods.owl", "floods.rdf"])
def test_the_file_name_chooses_the_syntax(tmp_path: Path, name: str) -> None:
    write_ontology(FLOODS, tmp_path / name)
    assert (tmp_path / name).read_text().startswith("<?xml" if name != "floods.ttl" else "@prefix")
    assert read_ontology(tmp_path / name) == FLOODS


def test_an_unknown_file_ending_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LycosaError, match=r"\.ttl, \.owl"):
        write_ontology(FLOODS, tmp_path / "floods.txt")


def test_rdflib_sees_header_classes_labels_and_edges() -> None:
    graph = Graph().parse(data=format_ontology(FLOODS, "xml"), format="xml")
    assert (URIRef(IRI), RDF.type, OWL.Ontology) in graph
    assert len(set(graph.subjects(RDF.type, OWL.Class))) == 4
    named = {(str(a), str(b)) for a, b in graph.subject_objects(RDFS.subClassOf) if isinstance(b, URIRef)}
    assert named == {(f"{IRI}#c1", f"{IRI}#c0"), (f"{IRI}#c2", f"{IRI}#c0")}


def test_owlready2_sees_the_same_classes_and_edges(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        owlready2 = pytest.importorskip("owlready2")
        path = tmp_path / "floods.owl"
        write_ontology(FLOODS, path)
        oracle = owlready2.World().get_ontology(path.as_uri()).load(only_local=True)
        classes = list(oracle.classes())
        edges = {
            (each.iri, parent.iri)
            for each in classes
            for parent in each.is_a
            if isinstance(parent, owlready2.ThingClass) and parent is not owlready2.Thing
        }
        labels = {label for each in classes for label in each.label}
    assert {each.iri for each in classes} == {
        f"{IRI}#c0",
        f"{IRI}#c1",
        f"{IRI}#c2",
        "http://other.example/River",
    }
    assert edges == {(f"{IRI}#c1", f"{IRI}#c0"), (f"{IRI}#c2", f"{IRI}#c0")}
    assert labels == {concept.label for concept in FLOODS.concepts}


def test_control_characters_in_labels_do_not_break_the_file() -> None:
    hostile = Ontology((Concept("c0", "a\x00b\x1b[31m\ud800\uffff</rdfs:label>"),))
    assert parse_ontology(format_ontology(hostile, "xml").encode()).concepts[0].label == "ab[31m</rdfs:label>"


def test_concepts_keep_their_order_through_a_file() -> None:
    many = Ontology(tuple(Concept(f"c{i}", f"concept {i}") for i in range(12)))
    assert parse_ontology(format_ontology(many, "turtle").encode()).concepts == many.concepts


def test_skos_broader_and_narrower_become_is_a() -> None:
    found = parsed(":a a skos:Concept ; skos:narrower :b . :c a skos:Concept ; skos:broader :b .")
    assert found.is_a == {("b", "a"), ("c", "b")}


def test_the_label_in_the_language_asked_for_wins_and_the_others_are_terms() -> None:
    turtle = ':a a owl:Class ; rdfs:label "Flut"@de, "flood"@en ; skos:altLabel "deluge" .'
    assert parsed(turtle).concepts[0].names == ("flood", "Flut", "deluge")
    assert parsed(turtle, "de").concepts[0].label == "Flut"


def test_a_class_without_label_is_named_by_its_identifier() -> None:
    assert parsed(":FloodRisk_area a owl:Class .").concepts[0].label == "Flood Risk area"


def test_restrictions_become_part_of_or_related() -> None:
    found = parsed(
        ":a a owl:Class ; rdfs:subClassOf "
        "[ a owl:Restriction ; owl:onProperty :part_of ; owl:someValuesFrom :b ] , "
        "[ a owl:Restriction ; owl:onProperty :hasPart ; owl:someValuesFrom :c ] , "
        "[ a owl:Restriction ; owl:onProperty :causes ; owl:someValuesFrom :d ] . "
        ":b a owl:Class . :c a owl:Class . :d a owl:Class ."
    )
    assert found.part_of == {("a", "b"), ("c", "a")}
    assert found.related == {("a", "d")}


def test_a_property_relates_its_domain_and_range() -> None:
    found = parsed(
        ":hits a owl:ObjectProperty ; rdfs:domain :b ; rdfs:range :a . :a a owl:Class . :b a owl:Class ."
    )
    assert found.related == {("a", "b")}


def test_a_definition_places_a_class_that_nothing_else_places() -> None:
    definition = "owl:equivalentClass [ a owl:Class ; owl:intersectionOf ( :b [ a owl:Restriction ] ) ]"
    assert parsed(f":a {definition} . :b a owl:Class .").is_a == {("a", "b")}
    assert parsed(f":a rdfs:subClassOf :c ; {definition} . :b a owl:Class .").is_a == {("a", "c")}


def test_thing_is_no_concept_and_a_class_below_itself_no_edge() -> None:
    found = parsed(":a rdfs:subClassOf owl:Thing , :a , :b .")
    assert [concept.id for concept in found.concepts] == ["a", "b"]
    assert found.is_a == {("a", "b")}


def test_a_cycle_is_named_with_its_file() -> None:
    with pytest.raises(LycosaError, match=r"test\.ttl: is-a must not lead back to itself: a -> b -> a"):
        parsed(":a rdfs:subClassOf :b . :b rdfs:subClassOf :a .")


def test_imports_are_not_followed() -> None:
    found = parsed("<https://example.org/o> owl:imports <http://192.0.2.1/other> . :a a owl:Class .")
    assert len(found.concepts) == 1


def test_a_file_without_classes_is_refused() -> None:
    with pytest.raises(LycosaError, match="no OWL or RDFS class and no SKOS concept"):
        parsed(":a :b :c .")


def test_a_list_that_contains_itself_is_refused() -> None:
    with pytest.raises(LycosaError, match="contains itself"):
        parsed(
            "@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . "
            ":a owl:equivalentClass [ owl:intersectionOf _:l ] . _:l rdf:first :b ; rdf:rest _:l ."
        )


@pytest.fixture(scope="module")
def statistics(shared: Path) -> list[dict[str, Any]]:
    rows = json.loads((shared / "ontologies/ontology_stats.json").read_text())
    return [{**row, "path": shared / "ontologies" / row["file"]} for row in rows]


def stated(path: Path) -> tuple[set[str], set[tuple[str, str]]]:
    """Named classes and subclass pairs, read by rdflib alone."""
    logging.getLogger("rdflib").setLevel(logging.ERROR)
    is_xml = path.read_bytes().lstrip().startswith((b"<?xml", b"<rdf"))
    graph = Graph().parse(data=path.read_bytes(), format="xml" if is_xml else "turtle")
    classes = {str(each) for each in graph.subjects(RDF.type, OWL.Class) if isinstance(each, URIRef)}
    pairs = {
        (str(a), str(b))
        for a, b in graph.subject_objects(RDFS.subClassOf)
        if isinstance(a, URIRef) and isinstance(b, URIRef)
    }
    return classes, pairs


def test_real_ontologies_have_the_published_classes_and_subclass_axioms(
    statistics: list[dict[str, Any]],
) -> None:
    for row in (row for row in statistics if "classes" in row):
        ontology = read_ontology(row["path"])
        classes, pairs = stated(row["path"])
        assert (len(classes), len(pairs)) == (row["classes"], row["subclass_axioms"]), row["file"]
        full = {c.id: c.id if ":" in c.id else _prefix(ontology) + c.id for c in ontology.concepts}
        assert classes <= set(full.values()), row["file"]
        placed = {child for child, _ in pairs}
        as_stated = {(full[a], full[b]) for a, b in ontology.is_a if full[a] in placed}
        assert as_stated == {(a, b) for a, b in pairs if a != b}, row["file"]


def _prefix(ontology: Ontology) -> str:
    return ontology.iri if ontology.iri.endswith(("#", "/")) else ontology.iri + "#"


def test_real_ontologies_survive_writing_and_reading(statistics: list[dict[str, Any]]) -> None:
    for row in (row for row in statistics if "classes" in row):
        ontology = read_ontology(row["path"])
        assert parse_ontology(format_ontology(ontology, "turtle").encode()) == ontology, row["file"]
        assert parse_ontology(format_ontology(ontology, "xml").encode()) == ontology, row["file"]


@pytest.mark.parametrize(
    ("name", "syntax"),
    [("disaster/envo_environmental_hazards.obo", "OBO"), ("tourism/protege_travel_owlxml.owl", "OWL/XML")],
)
def test_real_files_in_other_syntaxes_are_refused(shared: Path, name: str, syntax: str) -> None:
    with pytest.raises(LycosaError, match=f"{syntax} is not supported; save it as Turtle or RDF/XML"):
        read_ontology(shared / "ontologies" / name)
