"""The link graph: which page shows which link, where on it, and how."""

from __future__ import annotations

from lycosa.graph.csr import distinct, ends_to_starts, spread
from lycosa.graph.look_back import FIRST_STRAY
from lycosa.graph.rel import REL_NAMES, rel_bits, rel_names
from lycosa.graph.shown import ShownLinks, Sightings
from lycosa.graph.sightings import NO_BLOCK, LinkGraph

__all__ = [
    "FIRST_STRAY",
    "NO_BLOCK",
    "REL_NAMES",
    "LinkGraph",
    "ShownLinks",
    "Sightings",
    "distinct",
    "ends_to_starts",
    "rel_bits",
    "rel_names",
    "spread",
]
