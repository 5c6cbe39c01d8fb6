"""Build a concept hierarchy from the documents of a topic (Liu et al. 2023, section 2.1).

Goes in: the tokens of each document. On the way: the terms that matter, a formal context of which
term characterises which document, its concept lattice. Comes out: an `Ontology` with one root.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, count

import numpy as np
from numpy.typing import NDArray

from lycosa.errors import LycosaError
from lycosa.ranges import check_range
from lycosa.topic.ontology.context import FormalContext, positions
from lycosa.topic.ontology.graph import DEFAULT_IRI, Concept, Ontology, Pair
from lycosa.topic.ontology.lattice import Lattice, TooManyConceptsError, build_lattice


@dataclass(frozen=True)
class HierarchySettings:
    """How documents become a hierarchy."""

    topic: str = "topic"
    """Label of the root concept."""
    terms: int = 200
    """Terms considered: those with the greatest TF-IDF over all documents."""
    min_documents: int = 2
    """Documents a term must occur in, and a concept must hold."""
    density: float = 0.1
    """Greatest share of document-term pairs that count; the weakest pairs are left out."""
    max_concepts: int = 20_000
    """Concepts in the lattice; where there would be more, density is lowered until there are not."""
    names: Mapping[str, str] = field(default_factory=dict)
    """What people read instead of a term: words for stems."""

    def __post_init__(self) -> None:
        check_range(self, "terms", "min_documents", least=1)
        check_range(self, "max_concepts", least=2)
        check_range(self, "density", above=0, most=1)


DEFAULT_SETTINGS = HierarchySettings()


def build_ontology(
    documents: Sequence[Sequence[str]], settings: HierarchySettings = DEFAULT_SETTINGS
) -> Ontology:
    """Build the concept hierarchy of a topic from the tokens of its documents."""
    return lattice_ontology(document_lattice(documents, settings), settings.topic, settings.names)


def document_lattice(
    documents: Sequence[Sequence[str]], settings: HierarchySettings = DEFAULT_SETTINGS
) -> Lattice:
    """Build the concept lattice of documents and their characteristic terms."""
    terms, weights = _weighted_terms(documents, settings)
    names = [str(number) for number in range(1, len(documents) + 1)]
    density = settings.density
    while True:
        threshold = _threshold(weights, density)
        context = FormalContext.from_matrix(names, terms, weights, threshold)
        try:
            return build_lattice(
                context, min_support=settings.min_documents, max_concepts=settings.max_concepts
            )
        except TooManyConceptsError:
            density *= 0.75


def lattice_ontology(lattice: Lattice, topic: str, names: Mapping[str, str] | None = None) -> Ontology:
    """Turn a lattice into an ontology whose root is the topic.

    Only concepts that introduce an attribute or an object stay (reduced labelling); a concept
    without objects does not. A concept is named by the attributes it introduces, otherwise by
    the rarest attributes of its intent.
    """
    kept = [
        i
        for i, concept in enumerate(lattice.concepts)
        if i == 0 or (concept.extent and (lattice.own_attributes(i) or lattice.own_objects(i)))
    ]
    ids = {index: f"c{number}" for number, index in enumerate(kept)}
    concepts = _named(lattice, ids, topic, names or {})
    return Ontology(concepts, _is_a(lattice, ids), iri=DEFAULT_IRI, title=topic)


def _weighted_terms(
    documents: Sequence[Sequence[str]], settings: HierarchySettings
) -> tuple[list[str], NDArray[np.float64]]:
    """Return the heaviest terms, heaviest first, and their TF-IDF in each document."""
    bags = [Counter(document) for document in documents]
    document_count = Counter(term for bag in bags for term in bag)
    idf = {
        term: float(np.log1p(len(documents) / occurs))
        for term, occurs in document_count.items()
        if occurs >= settings.min_documents
    }
    if not idf:
        raise LycosaError(
            f"no term occurs in {settings.min_documents} of the {len(documents)} documents: "
            "an ontology needs several documents about one topic"
        )
    shares = [{t: n / bag.total() for t, n in bag.items() if t in idf} for bag in bags]
    totals = dict.fromkeys(idf, 0.0)
    for share in shares:
        for term, value in share.items():
            totals[term] += value * idf[term]
    terms = sorted(totals, key=lambda term: (-totals[term], term))[: settings.terms]
    weights = np.array([[share.get(term, 0.0) * idf[term] for term in terms] for share in shares])
    return terms, weights


def _threshold(weights: NDArray[np.float64], density: float) -> float:
    """Return the weight that at most this share of all cells exceeds."""
    allowed = int(density * weights.size)
    if np.count_nonzero(weights) <= allowed:
        return 0.0
    return float(np.partition(weights, -allowed - 1, axis=None)[-allowed - 1])


def _is_a(lattice: Lattice, ids: Mapping[int, str]) -> frozenset[Pair]:
    """Join each kept concept to the nearest kept ones above it."""
    nearest: list[set[int]] = []
    for above in lattice.upper:
        reached: set[int] = set()
        for i in above:
            reached |= {i} if i in ids else nearest[i]
        nearest.append({i for i in reached if not _has_smaller(lattice, i, reached)})
    return frozenset((id, ids[parent]) for index, id in ids.items() for parent in nearest[index])


def _has_smaller(lattice: Lattice, index: int, others: set[int]) -> bool:
    extent = lattice.concepts[index].extent
    return any(other != index and lattice.concepts[other].extent & ~extent == 0 for other in others)


def _named(
    lattice: Lattice, ids: Mapping[int, str], topic: str, names: Mapping[str, str]
) -> tuple[Concept, ...]:
    """Give each kept concept a label of its own; `terms` keeps the other names of what it introduces."""
    taken: set[str] = set()
    concepts = []
    for index, id in ids.items():
        own = lattice.context.attribute_names(lattice.own_attributes(index))
        known_as = tuple(dict.fromkeys((*(names.get(term, term) for term in own), *own)))
        candidates = known_as or _descriptions(lattice, index, names)
        label = topic if index == 0 else _free_label(candidates, taken)
        taken.add(label)
        concepts.append(Concept(id, label, tuple(name for name in known_as if name != label)))
    return tuple(concepts)


def _descriptions(lattice: Lattice, index: int, names: Mapping[str, str]) -> tuple[str, ...]:
    """Describe a concept by the rarest attributes of its intent: by two of them, by three, ..."""
    columns, attributes = lattice.context.columns, lattice.context.attributes
    intent = sorted(positions(lattice.concepts[index].intent), key=lambda j: (columns[j].bit_count(), j))
    parts = [names.get(attributes[j], attributes[j]) for j in intent]
    return tuple(" + ".join(parts[:length]) for length in range(min(2, len(parts)), len(parts) + 1))


def _free_label(candidates: Sequence[str], taken: set[str]) -> str:
    """Return the first candidate that is free, otherwise the first one with a number."""
    numbered = (f"{candidates[0]} ({number})" for number in count(2))
    return next(label for label in chain(candidates, numbered) if label not in taken)
