"""RDF files that are broken, foreign or hostile."""

from __future__ import annotations

from pathlib import Path

import pytest
import rdflib

from lycosa.errors import LycosaError
from lycosa.topic.ontology import rdf_source
from lycosa.topic.ontology.rdf_source import load_graph, parse_graph

RDF_OPEN = (
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
    'xmlns:owl="http://www.w3.org/2002/07/owl#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">'
)


def rdf_xml(body: str, dtd: str = "") -> bytes:
    return f'<?xml version="1.0"?>\n{dtd}{RDF_OPEN}{body}</rdf:RDF>'.encode()


def refusal(data: bytes) -> str:
    with pytest.raises(LycosaError) as caught:
        parse_graph(data, "x.owl")
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_turtle_is_recognised_whatever_the_file_is_called(tmp_path: Path) -> None:
    (tmp_path / "really_turtle.owl").write_text("<urn:a> a <urn:b> .")
    assert len(load_graph(tmp_path / "really_turtle.owl")) == 1


def test_plain_internal_entities_are_allowed() -> None:
    dtd = '<!DOCTYPE rdf:RDF [<!ENTITY o "http://o.example/#">]>'
    graph = parse_graph(rdf_xml('<owl:Class rdf:about="&o;Flood"/>', dtd), "x.owl")
    assert rdflib.URIRef("http://o.example/#Flood") in set(graph.subjects())


def test_an_external_entity_is_refused(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    dtd = f'<!DOCTYPE r [<!ENTITY x SYSTEM "{secret.as_uri()}">]>'
    assert "entity 'x' is refused" in refusal(
        rdf_xml("<owl:Class><rdfs:label>&x;</rdfs:label></owl:Class>", dtd)
    )


def test_an_external_document_type_is_refused() -> None:
    assert "external document types" in refusal(rdf_xml("", '<!DOCTYPE r SYSTEM "http://192.0.2.1/x.dtd">'))


def test_a_parameter_entity_is_refused() -> None:
    assert "entity 'x' is refused" in refusal(rdf_xml("", '<!DOCTYPE r [<!ENTITY % x "y">]>'))


def test_a_billion_laughs_are_refused() -> None:
    laughs = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 10))
    dtd = f'<!DOCTYPE r [<!ENTITY l0 "lol">{laughs}]>'
    assert "refers to other entities" in refusal(rdf_xml("&l9;", dtd))


def test_a_nesting_hidden_in_character_references_is_refused() -> None:
    dtd = '<!DOCTYPE r [<!ENTITY a "lol"><!ENTITY b "&#38;a;&#38;a;">]>'
    assert "refers to other entities" in refusal(rdf_xml("&b;", dtd))


def test_one_long_entity_used_often_is_refused() -> None:
    dtd = f'<!DOCTYPE r [<!ENTITY a "{"x" * 10_000}">]>'
    assert "expand to more than" in refusal(rdf_xml("&a;" * 10_000, dtd))


def test_an_entity_declared_twice_counts_as_its_first_value() -> None:
    dtd = f'<!DOCTYPE r [<!ENTITY a "{"x" * 10_000}"><!ENTITY a "y">]>'
    assert "expand to more than" in refusal(rdf_xml("&a;" * 10_000, dtd))


def test_attribute_defaults_are_refused() -> None:
    dtd = '<!DOCTYPE r [<!ATTLIST owl:Class x CDATA "long">]>'
    assert "declaration of 'x' on 'owl:Class' is refused" in refusal(rdf_xml("", dtd))


def test_another_encoding_is_refused() -> None:
    assert "encoding UTF-16" in refusal(b'<?xml version="1.0" encoding="UTF-16"?><a/>')
    assert "not UTF-8 text" in refusal('<?xml version="1.0"?><a/>'.encode("utf-16"))
    assert "zero byte" in refusal('<?xml version="1.0"?><a/>'.encode("utf-16-le"))


def test_a_huge_decimal_is_not_written_out() -> None:
    turtle = '<urn:a> <urn:b> "1E+9999999999"^^<http://www.w3.org/2001/XMLSchema#decimal> .'
    assert len(parse_graph(turtle.encode(), "x.ttl")) == 1
    assert rdflib.NORMALIZE_LITERALS


@pytest.mark.parametrize("opening", ["(", "["])
def test_deep_nesting_is_refused(opening: str) -> None:
    assert refusal(f"<urn:a> <urn:b> {opening * 50_000}".encode()) == "x.owl: nested too deeply"


@pytest.mark.parametrize(
    ("text", "syntax"),
    [
        ("format-version: 1.2\n[Term]\nid: X:1\n", "OBO"),
        ("Prefix(:=<http://x.example/>)\nOntology(<http://x.example/>)", "OWL functional syntax"),
        ("Prefix: : <http://x.example/>", "OWL Manchester syntax"),
        ('{"@context": "http://192.0.2.1/context"}', "JSON-LD"),
        ('<Ontology xmlns="http://www.w3.org/2002/07/owl#"/>', "OWL/XML"),
    ],
)
def test_other_syntaxes_are_named(text: str, syntax: str) -> None:
    assert refusal(text.encode()).startswith(f"x.owl: {syntax} is not supported")


def test_a_web_page_is_no_ontology() -> None:
    assert "expected the root element rdf:RDF, found 'html'" in refusal(b"<!DOCTYPE html><html></html>")


def test_broken_turtle_is_told_its_line() -> None:
    assert refusal(b"<urn:a> <urn:b> <urn:c> .\n\n<urn:a> q:b <urn:c> .").startswith(
        "x.owl: line 3: not valid Turtle"
    )


def test_broken_xml_is_told_its_line() -> None:
    assert "x.owl: line 3: not valid RDF/XML" in refusal(rdf_xml("<owl:Class>\n</owl:Klass>"))


def test_a_file_over_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(rdf_source, "MAX_RDF_BYTES", 10)
    (tmp_path / "big.ttl").write_text("<urn:a> a <urn:b> .")
    with pytest.raises(LycosaError, match="larger than 10 bytes"):
        load_graph(tmp_path / "big.ttl")
    with pytest.raises(LycosaError, match="larger than 10 bytes"):
        parse_graph(b"x" * 11, "x.ttl")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(LycosaError, match=r"absent\.ttl: cannot be read"):
        load_graph(tmp_path / "absent.ttl")
