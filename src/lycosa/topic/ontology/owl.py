"""Read ontologies from OWL, RDFS or SKOS files and write them as OWL 2, which Protégé opens.

Classes become concepts, labels and synonyms their names; subclass and broader become is-a, and so
does a definition by intersection where nothing else places the class. A restriction on a part-of
property becomes part-of; one on another property, and the ends of a property, become related.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal as OneOf

from rdflib import DC, DCTERMS, OWL, RDF, RDFS, SKOS, BNode, Graph, Literal, Namespace, URIRef
from rdflib.term import Node

from lycosa.errors import LycosaError
from lycosa.topic.ontology.graph import DEFAULT_IRI, Concept, Ontology, Pair
from lycosa.topic.ontology.labels import clean_label, label_from_name
from lycosa.topic.ontology.rdf_source import load_graph, parse_graph

Syntax = OneOf["turtle", "xml"]

_OBO = Namespace("http://purl.obolibrary.org/obo/")
_OBO_IN_OWL = Namespace("http://www.geneontology.org/formats/oboInOwl#")
_PART_OF = _OBO.BFO_0000050
_PART_NAMES = frozenset({"partof", "ispartof", "bfo0000050"})
_WHOLE_NAMES = frozenset({"haspart", "bfo0000051"})
_LABELS = (RDFS.label, SKOS.prefLabel)
_SYNONYMS = (
    SKOS.altLabel,
    _OBO_IN_OWL.hasExactSynonym,
    _OBO_IN_OWL.hasRelatedSynonym,
    _OBO_IN_OWL.hasNarrowSynonym,
    _OBO_IN_OWL.hasBroadSynonym,
)
_VOCABULARY = (str(OWL), str(RDF), str(RDFS), str(SKOS.Concept))
_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_ILLEGAL_IN_IRI = re.compile(r"[\x00-\x20<>\"{}|\\^`]")


def read_ontology(path: Path, *, language: str = "en") -> Ontology:
    """Read OWL or RDFS classes or SKOS concepts from Turtle or RDF/XML; prefer labels in `language`."""
    return _from_graph(load_graph(path), str(path), language)


def parse_ontology(data: bytes, source: str = "ontology", *, language: str = "en") -> Ontology:
    """Parse an ontology as `read_ontology` does; `source` is what errors call it."""
    return _from_graph(parse_graph(data, source), source, language)


def write_ontology(ontology: Ontology, path: Path) -> None:
    """Write OWL 2: Turtle to a .ttl file, RDF/XML to .owl, .rdf or .xml."""
    syntaxes: dict[str, Syntax] = {".ttl": "turtle", ".owl": "xml", ".rdf": "xml", ".xml": "xml"}
    if path.suffix not in syntaxes:
        raise LycosaError(f"{path}: an ontology is written to .ttl, .owl, .rdf or .xml")
    path.write_text(format_ontology(ontology, syntaxes[path.suffix]), encoding="utf-8")


def format_ontology(ontology: Ontology, syntax: Syntax) -> str:
    """Return the ontology as OWL 2 in Turtle or RDF/XML."""
    return _to_graph(ontology).serialize(format="pretty-xml" if syntax == "xml" else "turtle")


class _Ids:
    """Concept ids and IRIs: a class in the ontology's own namespace goes by its local name."""

    def __init__(self, ontology_iri: str) -> None:
        self.prefix = ontology_iri if ontology_iri.endswith(("#", "/")) else ontology_iri + "#"

    def id(self, iri: Node) -> str:
        local = str(iri).removeprefix(self.prefix)
        return local if local and ":" not in local else str(iri)

    def iri(self, id: str) -> URIRef:
        legal = _ILLEGAL_IN_IRI.sub(lambda match: f"%{ord(match[0]):02X}", id)
        return URIRef(legal if _ABSOLUTE.match(legal) else self.prefix + legal)


def _to_graph(ontology: Ontology) -> Graph:
    graph = Graph()
    graph.bind("owl", OWL)
    graph.bind("skos", SKOS)
    ids = _Ids(ontology.iri)
    graph.bind("", Namespace(ids.prefix))
    header = URIRef(ontology.iri)
    graph.add((header, RDF.type, OWL.Ontology))
    if ontology.title:
        graph.add((header, RDFS.label, Literal(clean_label(ontology.title))))
    for concept in ontology.concepts:
        iri = ids.iri(concept.id)
        graph.add((iri, RDF.type, OWL.Class))
        graph.add((iri, RDFS.label, Literal(clean_label(concept.label))))
        for term in concept.terms:
            _annotate(graph, iri, SKOS.altLabel, Literal(clean_label(term)))
    for child, parent in ontology.is_a:
        graph.add((ids.iri(child), RDFS.subClassOf, ids.iri(parent)))
    for a, b in ontology.equivalent:
        graph.add((ids.iri(a), OWL.equivalentClass, ids.iri(b)))
    for a, b in ontology.related:
        _annotate(graph, ids.iri(a), SKOS.related, ids.iri(b))
    for number, (part, whole) in enumerate(sorted(ontology.part_of)):
        _add_part(graph, ids.iri(part), ids.iri(whole), BNode(f"part{number}"))
    return graph


def _annotate(graph: Graph, subject: URIRef, annotation: URIRef, value: Node) -> None:
    graph.add((annotation, RDF.type, OWL.AnnotationProperty))
    graph.add((subject, annotation, value))


def _add_part(graph: Graph, part: URIRef, whole: URIRef, restriction: BNode) -> None:
    graph.add((_PART_OF, RDF.type, OWL.ObjectProperty))
    graph.add((_PART_OF, RDFS.label, Literal("part of")))
    graph.add((part, RDFS.subClassOf, restriction))
    graph.add((restriction, RDF.type, OWL.Restriction))
    graph.add((restriction, OWL.onProperty, _PART_OF))
    graph.add((restriction, OWL.someValuesFrom, whole))


def _from_graph(graph: Graph, source: str, language: str) -> Ontology:
    try:
        is_a = _is_a(graph)
    except ValueError as error:
        raise LycosaError(f"{source}: a list in it contains itself") from error
    iris = _classes(graph) | {end for pair in is_a for end in pair}
    if not iris:
        raise LycosaError(f"{source}: holds no OWL or RDFS class and no SKOS concept")
    headers = sorted(each for each in graph.subjects(RDF.type, OWL.Ontology) if isinstance(each, URIRef))
    iri = str(headers[0]) if headers else DEFAULT_IRI
    titles = sorted(_texts(graph, URIRef(iri), (RDFS.label, DCTERMS.title, DC.title)))
    ids = _Ids(iri)
    in_order = sorted(iris, key=lambda each: _natural(ids.id(each)))

    def known(pairs: Iterable[tuple[Node, Node]]) -> frozenset[Pair]:
        return frozenset((ids.id(a), ids.id(b)) for a, b in pairs if a != b and a in iris and b in iris)

    parts, related = _restrictions(graph)
    try:
        return Ontology(
            concepts=tuple(_concept(graph, each, ids.id(each), language) for each in in_order),
            is_a=known(is_a),
            part_of=known(parts),
            related=_once(known((*related, *_property_ends(graph), *graph.subject_objects(SKOS.related)))),
            equivalent=_once(known(_either(graph, OWL.equivalentClass, SKOS.exactMatch))),
            iri=iri,
            title=clean_label(titles[0]) if titles else "",
        )
    except LycosaError as error:
        raise LycosaError(f"{source}: {error}") from error


def _either(graph: Graph, *predicates: URIRef) -> Iterator[tuple[Node, Node]]:
    for predicate in predicates:
        yield from graph.subject_objects(predicate)


def _named(*nodes: Node) -> bool:
    return all(isinstance(node, URIRef) and not str(node).startswith(_VOCABULARY) for node in nodes)


def _classes(graph: Graph) -> set[Node]:
    kinds = (OWL.Class, RDFS.Class, SKOS.Concept)
    return {each for kind in kinds for each in graph.subjects(RDF.type, kind) if _named(each)}


def _is_a(graph: Graph) -> set[tuple[Node, Node]]:
    downward = ((child, parent) for parent, child in graph.subject_objects(SKOS.narrower))
    stated = {pair for pair in (*_either(graph, RDFS.subClassOf, SKOS.broader), *downward) if _named(*pair)}
    placed = {child for child, _ in stated}
    return stated | {pair for pair in _definitions(graph) if _named(*pair) and pair[0] not in placed}


def _definitions(graph: Graph) -> Iterator[tuple[Node, Node]]:
    """Yield (class, member) where a class is defined as an intersection: each member stands above it."""
    for defined, description in graph.subject_objects(OWL.equivalentClass):
        for members in graph.objects(description, OWL.intersectionOf):
            for member in graph.items(members):
                yield defined, member


def _restrictions(graph: Graph) -> tuple[list[tuple[Node, Node]], list[tuple[Node, Node]]]:
    """Return (part, whole) pairs and other related pairs that subclass restrictions state."""
    parts: list[tuple[Node, Node]] = []
    related: list[tuple[Node, Node]] = []
    for restriction, property in graph.subject_objects(OWL.onProperty):
        name = _local_name(property).replace("_", "").casefold()
        for target in graph.objects(restriction, OWL.someValuesFrom):
            for owner in graph.subjects(RDFS.subClassOf, restriction):
                if name in _PART_NAMES:
                    parts.append((owner, target))
                elif name in _WHOLE_NAMES:
                    parts.append((target, owner))
                else:
                    related.append((owner, target))
    return parts, related


def _property_ends(graph: Graph) -> Iterator[tuple[Node, Node]]:
    """Yield the domain and range of each object property: classes it relates."""
    for property in graph.subjects(RDF.type, OWL.ObjectProperty):
        for domain in graph.objects(property, RDFS.domain):
            for range in graph.objects(property, RDFS.range):
                yield domain, range


def _concept(graph: Graph, iri: Node, id: str, language: str) -> Concept:
    preferred = sorted(_texts(graph, iri, _LABELS), key=lambda text: (_rank(text, language), text))
    others = sorted(_texts(graph, iri, _SYNONYMS))
    names = [clean_label(text) for text in (*preferred, *others)]
    readable = list(dict.fromkeys(name for name in names if name))
    label = readable[0] if preferred and readable else label_from_name(_local_name(iri))
    return Concept(id, label, tuple(name for name in readable if name != label))


def _texts(graph: Graph, iri: Node, predicates: Iterable[URIRef]) -> list[Literal]:
    return [value for p in predicates for value in graph.objects(iri, p) if isinstance(value, Literal)]


def _rank(text: Literal, language: str) -> int:
    """Order labels: in the language asked for, in none, in another."""
    if not text.language:
        return 1
    return 0 if text.language.split("-")[0] == language else 2


def _local_name(iri: Node) -> str:
    return re.split(r"[#/]", str(iri).rstrip("#/"))[-1]


def _natural(id: str) -> list[tuple[int, str]]:
    """Return a sorting key that puts c10 after c9."""
    return [(len(part) if part.isdigit() else 0, part) for part in re.split(r"(\d+)", id)]


def _once(pairs: frozenset[Pair]) -> frozenset[Pair]:
    return frozenset((min(pair), max(pair)) for pair in pairs)
