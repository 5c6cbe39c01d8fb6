"""Draw an ontology or a concept lattice as a Hasse diagram in SVG.

Goes in: an `Ontology` or a `Lattice`. Comes out: one self-contained SVG text that follows the
reader's light or dark setting, names itself to screen readers and cannot carry markup from labels.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from functools import partial
from html import escape
from itertools import pairwise
from typing import NamedTuple

from lycosa.errors import LycosaError
from lycosa.topic.ontology.graph import Ontology
from lycosa.topic.ontology.labels import clean_label
from lycosa.topic.ontology.lattice import Lattice
from lycosa.topic.ontology.layout import NodeBox, lay_out
from lycosa.topic.ontology.rows import Edge, Size

_escape = partial(escape, quote=False)

MAX_DRAWN = 400
"""More concepts than this no one can read in one picture."""

_FONT_PX = 13.0
_NOTE_PX = 11.0
_LABEL_CHARS = 32
_PAD = 12.0
_DOT_PX = 9.0
_STYLE = """
.hasse-paper{fill:#fff}
.hasse-edge{fill:none;stroke:#94a3b8;stroke-width:1.2}
.hasse-box{fill:#f1f5f9;stroke:#64748b;stroke-width:1}
.hasse-inner{fill:#dbeafe;stroke:#2563eb}
.hasse-top{fill:#1d4ed8;stroke:#1d4ed8}
.hasse-label{fill:#0f172a;font:13px Inter,"Segoe UI",Helvetica,Arial,sans-serif;text-anchor:middle}
.hasse-note{fill:#475569;font-size:11px}
.hasse-top+.hasse-label{fill:#fff}
@media (prefers-color-scheme:dark){
.hasse-paper{fill:#0f172a}
.hasse-edge{stroke:#64748b}
.hasse-box{fill:#1e293b;stroke:#94a3b8}
.hasse-inner{fill:#1e3a8a;stroke:#60a5fa}
.hasse-top{fill:#93c5fd;stroke:#93c5fd}
.hasse-label{fill:#f1f5f9}
.hasse-note{fill:#cbd5e1}
.hasse-top+.hasse-label{fill:#0f172a}
}
"""


class _Node(NamedTuple):
    """What a box says: a label, a smaller note under it, and the full text for those who point at it."""

    label: str
    note: str
    full: str


def draw_ontology(ontology: Ontology, title: str = "") -> str:
    """Return the is-a hierarchy as SVG, parents above children."""
    number = {concept.id: i for i, concept in enumerate(ontology.concepts)}
    nodes = [_node((c.label,), (), c.names) for c in ontology.concepts]
    edges = [(number[parent], number[child]) for child, parent in sorted(ontology.is_a)]
    return _draw(nodes, edges, title or ontology.title or "Ontology", "concepts", "is-a relations")


def draw_lattice(lattice: Lattice, title: str = "") -> str:
    """Return the Hasse diagram with reduced labels: attributes where they enter, objects below them.

    A concept that introduces neither is a dot.
    """
    context = lattice.context
    nodes = []
    for index in range(len(lattice)):
        attributes = context.attribute_names(lattice.own_attributes(index))
        objects = context.object_names(lattice.own_objects(index))
        nodes.append(_node(attributes, objects, (*attributes, *objects)))
    edges = [(above, below) for above, lower in enumerate(lattice.lower) for below in lower]
    heading = title or context.name or "Concept lattice"
    return _draw(nodes, edges, heading, "formal concepts", "covering pairs")


def text_width(text: str, font_px: float) -> float:
    """Return about how wide a text is; rather too wide, as the reader's font is unknown."""
    return font_px * sum(map(_em, text))


def _em(char: str) -> float:
    if unicodedata.east_asian_width(char) in "WF":
        return 1.05
    if unicodedata.combining(char):
        return 0.0
    if char in "ijlI.,:;'|!()[] ":
        return 0.38
    if char in "mwMW@%…":
        return 0.98
    return 0.72 if char.isupper() or ord(char) > 0x2FF else 0.61


def _node(labels: Sequence[str], notes: Sequence[str], names: Sequence[str]) -> _Node:
    return _Node(
        clean_label(", ".join(labels), _LABEL_CHARS),
        clean_label(", ".join(notes), _LABEL_CHARS),
        clean_label(", ".join(dict.fromkeys(names)), 300),
    )


def _size(node: _Node) -> Size:
    if not node.label and not node.note:
        return Size(_DOT_PX, _DOT_PX)
    width = max(text_width(node.label, _FONT_PX), text_width(node.note, _NOTE_PX))
    height = 26.0 + (16.0 if node.label and node.note else 0.0)
    return Size(round(width + 2 * _PAD, 1), height)


def _draw(nodes: list[_Node], edges: list[Edge], title: str, things: str, links: str) -> str:
    if len(nodes) > MAX_DRAWN:
        raise LycosaError(
            f"{len(nodes)} {things} are too many for one picture; the limit is {MAX_DRAWN}. "
            "Raise the minimum support or use fewer terms"
        )
    layout = lay_out([_size(node) for node in nodes], edges)
    width, height = math.ceil(layout.width), math.ceil(layout.height)
    has_child = {upper for upper, _ in edges}
    has_parent = {lower for _, lower in edges}
    heading = _escape(clean_label(title))
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} '
            f'{height}" width="{width}" height="{height}">',
            f"<title>{heading}</title>",
            f"<desc>Hasse diagram: {len(nodes)} {things}, {len(edges)} {links}; "
            "the general ones stand above the special ones.</desc>",
            f"<style>{_STYLE}</style>",
            '<rect class="hasse-paper" width="100%" height="100%"/>',
            *(f'<path class="hasse-edge" d="{_curve(route)}"/>' for route in layout.routes),
            *(
                _draw_node(node, box, _look(i, has_parent, has_child))
                for i, (node, box) in enumerate(zip(nodes, layout.boxes, strict=True))
            ),
            "</svg>\n",
        )
    )


def _look(index: int, has_parent: set[int], has_child: set[int]) -> str:
    if index not in has_child:
        return "hasse-box"
    return "hasse-box hasse-inner" if index in has_parent else "hasse-box hasse-top"


def _draw_node(node: _Node, box: NodeBox, look: str) -> str:
    left, top = box.x - box.width / 2, box.y - box.height / 2
    shape = (
        f'<rect class="{look}" x="{_px(left)}" y="{_px(top)}" width="{_px(box.width)}" '
        f'height="{_px(box.height)}" rx="{_px(min(13.0, box.height / 2))}"/>'
    )
    lines = [(text, kind) for text, kind in ((node.label, ""), (node.note, " hasse-note")) if text]
    first = box.y + 4.5 - 8.0 * (len(lines) - 1)
    texts = "".join(
        f'<text class="hasse-label{kind}" x="{_px(box.x)}" y="{_px(first + 16.0 * i)}">{_escape(text)}</text>'
        for i, (text, kind) in enumerate(lines)
    )
    tip = f"<title>{_escape(node.full)}</title>" if node.full else ""
    return f"<g>{tip}{shape}{texts}</g>"


def _curve(route: Sequence[NodeBox]) -> str:
    """Leave and enter every row vertically, so that edges pass between boxes and not through them."""
    start = route[0]
    path = [f"M{_px(start.x)} {_px(start.y + start.height / 2)}"]
    for a, b in pairwise(route):
        y1, y2 = a.y + a.height / 2, b.y - b.height / 2
        middle = _px((y1 + y2) / 2)
        path.append(f"C{_px(a.x)} {middle} {_px(b.x)} {middle} {_px(b.x)} {_px(y2)}")
        path.append(f"V{_px(b.y + b.height / 2)}")
    return "".join(path[:-1])


def _px(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
