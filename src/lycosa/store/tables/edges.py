"""The rows of `edges`: the links of a page in, with where and how each stands there; the link graph out.

One row holds a whole page: a row for each link would cost more than all else that a step writes.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator
from typing import NamedTuple, cast

from isal import isal_zlib
from pydantic_core import to_json

from lycosa.engine.step import Step
from lycosa.graph import FIRST_STRAY, LinkGraph, rel_bits
from lycosa.model import PageLinks
from lycosa.store.export.text import readable

_FAST = 1
_ANCHOR_CHARS = 100_000
"""Characters of all anchors of a page that are kept whole; beyond, each is cut short."""
_SHORT_CHARS = 16
_DETAIL_BYTES = 64 << 20
"""What the detail of a row may unfold to: more than any page of ours has."""
_COUNTS = """SELECT edges.visit, visits.link, json_array_length(edges.links)
    FROM edges JOIN visits ON visits.number = edges.visit ORDER BY edges.visit"""
_PAGES = """SELECT visits.link, edges.links, edges.detail FROM edges
    JOIN visits ON visits.number = edges.visit
    WHERE edges.visit >= ? ORDER BY edges.visit"""


class Edge(NamedTuple):
    """A link on a page, as it stands there."""

    link: int
    """Its id; below -1 for a stray."""
    block: int
    rel: int
    anchor: str


def insert_edges(connection: sqlite3.Connection, step: Step) -> None:
    """Append the links of a page."""
    page = step.visit.page
    if page is None:
        return
    links = PageLinks.of(page.links)
    anchors = links.anchors
    if sum(map(len, anchors)) > _ANCHOR_CHARS:
        anchors = [anchor[:_SHORT_CHARS] for anchor in anchors]
    blocks = links.blocks.tolist()
    rels = list(map(rel_bits, links.rels)) if any(links.rels) else []
    try:
        detail = to_json([blocks, rels, anchors])
    except ValueError:  # half a surrogate pair has no UTF-8 form
        detail = to_json([blocks, rels, list(map(readable, anchors))])
    connection.execute(
        "INSERT INTO edges VALUES (?, ?, ?)",
        (
            step.visit.number,
            to_json(step.links).decode(),
            bytearray(isal_zlib.compress(detail, _FAST)),
        ),
    )


def read_edges(links: str, detail: bytes | None) -> Iterator[Edge]:
    """Give the links of one row; one of version 0.1.0 knows only which they are."""
    ids = json.loads(links)
    blocks, rels, anchors = json.loads(_unfolded(detail)) if detail else ([], [], [])
    for place, link in enumerate(ids):
        yield Edge(
            link,
            blocks[place] if blocks else -1,
            rels[place] if rels else 0,
            anchors[place] if anchors else "",
        )


def _unfolded(detail: bytes) -> bytes:
    unpacker = zlib.decompressobj()
    try:
        plain = unpacker.decompress(detail, _DETAIL_BYTES)
    except zlib.error as error:
        raise ValueError(f"links of a page: {error}") from error
    if not unpacker.eof:
        raise ValueError("links of a page have no end")
    return plain


def are_edges(links: object, detail: object) -> bool:
    """Return whether a row is one that `insert_edges` may have written."""
    try:
        edges = list(read_edges(cast("str", links), cast("bytes | None", detail)))
    except (ValueError, TypeError, IndexError, KeyError):
        return False
    return all(
        isinstance(edge.link, int)
        and isinstance(edge.block, int)
        and isinstance(edge.rel, int)
        and isinstance(edge.anchor, str)
        for edge in edges
    )


def sightings_of(connection: sqlite3.Connection, link: int) -> Iterator[tuple[int, int, Edge]]:
    """Give every sighting of a link, oldest first: the visit, the position on its page, and the edge."""
    ids = {link}
    ids.update(
        FIRST_STRAY - stray
        for (stray,) in connection.execute("SELECT id FROM strays WHERE link = ?", (link,))
    )
    for visit, links, detail in connection.execute("SELECT visit, links, detail FROM edges ORDER BY visit"):
        if ids.isdisjoint(json.loads(links)):
            continue
        for position, edge in enumerate(read_edges(links, detail)):
            if edge.link in ids:
                yield visit, position, edge


def load_graph(connection: sqlite3.Connection, graph: LinkGraph) -> None:
    """Fill an empty graph; of pages that it would not remember only which they are."""
    counts = connection.execute(_COUNTS).fetchall()
    known = graph.forgets([count for _, _, count in counts])
    graph.begin([page for _, page, _ in counts[:known]], sum(count for _, _, count in counts[:known]))
    first = counts[known][0] if known < len(counts) else 0
    rows = connection.execute(_PAGES, (first,)) if counts else ()
    for page, links, detail in rows:
        edges = list(read_edges(links, detail))
        graph.add(
            page,
            graph.current([edge.link for edge in edges]).tolist(),
            [edge.block for edge in edges],
            [edge.rel for edge in edges],
        )
