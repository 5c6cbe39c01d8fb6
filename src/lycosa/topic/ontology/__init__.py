"""Ontologies: concept lattices of documents and terms, concept hierarchies, OWL files, similarity, pictures.

Reading and writing OWL lives in `lycosa.topic.ontology.owl`, apart because it loads rdflib;
pictures are drawn in `lycosa.topic.ontology.drawing`, which no crawl needs.
"""

from __future__ import annotations

from lycosa.topic.ontology.burmeister import read_context
from lycosa.topic.ontology.context import FormalContext
from lycosa.topic.ontology.graph import Concept, Ontology
from lycosa.topic.ontology.hierarchy import (
    HierarchySettings,
    build_ontology,
    document_lattice,
    lattice_ontology,
)
from lycosa.topic.ontology.lattice import FormalConcept, Lattice, TooManyConceptsError, build_lattice
from lycosa.topic.ontology.similarity import Factors, Similarity

__all__ = [
    "Concept",
    "Factors",
    "FormalConcept",
    "FormalContext",
    "HierarchySettings",
    "Lattice",
    "Ontology",
    "Similarity",
    "TooManyConceptsError",
    "build_lattice",
    "build_ontology",
    "document_lattice",
    "lattice_ontology",
    "read_context",
]
