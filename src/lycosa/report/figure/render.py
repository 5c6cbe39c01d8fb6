"""Drawings as SVG and PNG, both from one figure of matplotlib; the same drawing, the same bytes.

What matplotlib writes as SVG is made plain: presentation attributes instead of inline styles, which the
policy of a report forbids; no identifiers but our own, because several figures share a page, and so no
references; a tenth of a pixel instead of a millionth.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from xml.etree import ElementTree

import matplotlib as mpl
from markupsafe import Markup
from matplotlib.figure import Figure

from lycosa.report.figure.drawing import FONT, FONT_PX, PER_INCH, Canvas, Drawing, Labels, legible
from lycosa.report.figure.palette import INK, LIGHT, PAPER

SCALE = 2
"""Pixels of a PNG per pixel of the drawing: sharp on a good screen."""
FONTS = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
_SETTINGS: dict[Any, Any] = {
    "font.family": [FONT],
    "font.size": FONT_PX,
    "text.color": INK,
    "text.parse_math": False,  # a name with a dollar is a name
    "axes.unicode_minus": False,
    "lines.scale_dashes": False,
    "svg.fonttype": "none",  # text stays text: small, searchable, in the reader's font
    "svg.hashsalt": "lycosa",
}
_SVG = "{http://www.w3.org/2000/svg}"
_REFERENCE = "{http://www.w3.org/1999/xlink}href"
_NO_METADATA = dict.fromkeys(("Creator", "Date", "Format", "Type"))
_VARIABLES = {colour: f"var(--{name})" for name, colour in LIGHT.items()}
_UNUSED = {"font-family", "font-size", "stroke-miterlimit"}
_DEFAULTS = {("text-anchor", "start"), ("stroke-linejoin", "miter"), ("stroke-width", "1")}
_PLACES = {"d", "x", "y", "transform"}
_SPARE_SPACE = re.compile(r"(?<=[A-Zz]) | (?=[A-Zz])")
_LONG_NUMBER = re.compile(r"-?\d+\.\d+")


def inline(drawing: Drawing) -> Markup:
    """Return a drawing as a part of a page, in whose colours it appears."""
    with painted(drawing) as canvas:
        root = _svg(drawing.labels, canvas)
    for element in root.iter():
        element.attrib.update({key: _VARIABLES.get(value, value) for key, value in element.attrib.items()})
    return Markup(ElementTree.tostring(root, encoding="unicode"))  # noqa: S704  # escaped by ElementTree


def files(drawing: Drawing) -> tuple[str, bytes]:
    """Return a drawing as SVG and as PNG, each a file of its own on light paper."""
    with painted(drawing) as canvas:
        root, out = _svg(drawing.labels, canvas), io.BytesIO()
        canvas.figure.savefig(
            out, format="png", dpi=SCALE * PER_INCH, facecolor=PAPER, metadata={"Software": None}
        )
    root.insert(2, ElementTree.Element("rect", {"width": "100%", "height": "100%", "fill": PAPER}))
    return ElementTree.tostring(root, encoding="unicode") + "\n", out.getvalue()


@contextmanager
def painted(drawing: Drawing) -> Iterator[Canvas]:
    """Paint a drawing under our own settings, whatever those of the user are, and restore these."""
    with mpl.rc_context(), warnings.catch_warnings():
        # Letters that the shipped font does not have: boxes in a PNG, and text as ever in an SVG.
        warnings.filterwarnings("ignore", "Glyph .* missing", UserWarning)
        mpl.rcdefaults()
        mpl.rcParams.update(_SETTINGS)
        size = (drawing.width / PER_INCH, drawing.height / PER_INCH)
        canvas = Canvas(Figure(size, dpi=PER_INCH), drawing.width, drawing.height)
        drawing.paint(canvas)
        for artist in canvas.figure.findobj():
            artist.set_clip_on(False)  # painters stay inside; a clipping path would need an identifier
        yield canvas


def _svg(labels: Labels, canvas: Canvas) -> ElementTree.Element:
    out = io.BytesIO()
    canvas.figure.savefig(out, format="svg", transparent=True, metadata=_NO_METADATA)
    drawn = ElementTree.fromstring(out.getvalue())  # noqa: S314  # written by matplotlib, never read from the web
    width, height = f"{canvas.width:.0f}", f"{canvas.height:.0f}"
    root = ElementTree.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {width} {height}",
            "width": width,
            "height": height,
            "role": "img",
            "aria-labelledby": f"{labels.name}-title {labels.name}-desc",
            "font-family": FONTS,
            "font-size": str(FONT_PX),
        },
    )
    for name, words in (("title", labels.title), ("desc", labels.description)):
        ElementTree.SubElement(root, name, {"id": f"{labels.name}-{name}"}).text = legible(words)
    shapes = {shape.get("id", ""): shape for shape in drawn.iter(f"{_SVG}path")}
    for child in drawn:
        root.extend(_plain(child, canvas.hints, shapes))
    return root


def _plain(
    element: ElementTree.Element, hints: Mapping[str, str], shapes: Mapping[str, ElementTree.Element]
) -> list[ElementTree.Element]:
    """Return an element of matplotlib as plain ones.

    None if nothing is seen of it, several if it only groups; a shape that is drawn by reference is drawn
    where it is referred to.
    """
    tag = element.tag.removeprefix(_SVG)
    if tag in ("metadata", "defs") or _style(element) == {"fill": "none"}:
        return []
    if tag == "use":
        shape, at = shapes[element.attrib[_REFERENCE][1:]], (element.get("x", "0"), element.get("y", "0"))
        moved = {"transform": _shortened(f"translate({at[0]} {at[1]})")}
        return [ElementTree.Element("path", {**_attributes(shape), **_style(element), **moved})]
    children = [part for child in element for part in _plain(child, hints, shapes)]
    hint = hints.get(element.get("id", ""))
    if tag == "g" and not hint:
        return children
    plain = ElementTree.Element(tag, _attributes(element))
    if hint:
        ElementTree.SubElement(plain, "title").text = hint
    plain.extend(children)
    plain.text = element.text if tag == "text" else plain.text
    return [plain]


def _attributes(element: ElementTree.Element) -> dict[str, str]:
    """Return what there is to say of an element, and nothing else."""
    attributes = {key: value for key, value in element.items() if key not in ("id", "style", "clip-path")}
    if attributes.get("transform", "").startswith("rotate(-0 "):
        del attributes["transform"]
    places = {key: _shortened(value) for key, value in attributes.items() if key in _PLACES}
    return {**attributes, **places, **_style(element)}


def _style(element: ElementTree.Element) -> dict[str, str]:
    parts = (part.partition(":") for part in element.get("style", "").split(";") if ":" in part)
    style = {key.strip(): value.strip() for key, _, value in parts}
    return {
        key: value for key, value in style.items() if key not in _UNUSED and (key, value) not in _DEFAULTS
    }


def _shortened(places: str) -> str:
    short = _LONG_NUMBER.sub(lambda number: f"{float(number[0]):.1f}".removesuffix(".0"), places)
    if "C" not in short:
        short = short.replace("L", " ")  # what follows a start is a line
    return _SPARE_SPACE.sub("", " ".join(short.split()))
