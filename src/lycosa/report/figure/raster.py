"""Figures as PNG: our own SVG goes in, an image for slides and chats comes out.

Knows what this package draws and no more: polylines, boxes, circles and one size of text. Needs Pillow, an
extra; everything else of a report works without it.
"""

from __future__ import annotations

import io
import math
import re
from functools import cache
from importlib import util
from itertools import pairwise
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from lycosa.errors import LycosaError
from lycosa.report.figure.svg import LIGHT, STYLE

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

SCALE = 2
"""Pixels per pixel of the SVG: sharp on a good screen."""
SMOOTH = 2
"""Drawn larger by this and shrunk again, which smooths edges."""
FONT_PX = 13
_ANCHORS = {"middle": "ms", "end": "rs"}
_Points = list[tuple[float, float]]
_Look = dict[str, str]


ABSENT = "figures as PNG need Pillow: pip install 'lycosa[png]'"


def can_draw() -> bool:
    """Say whether the library for images is installed."""
    return util.find_spec("PIL") is not None


def png(svg: str) -> bytes:
    """Draw a figure of this package, in its light colours."""
    try:
        from PIL import Image, ImageDraw  # noqa: PLC0415  # an extra
    except ImportError as error:
        raise LycosaError(ABSENT) from error
    root = ElementTree.fromstring(svg)  # noqa: S314  # drawn by this package, never read from the web
    width, height = (round(float(root.attrib[side])) for side in ("width", "height"))
    times = SCALE * SMOOTH
    image = Image.new("RGB", (width * times, height * times), LIGHT["paper"])
    pen = _Pen(ImageDraw.Draw(image, "RGBA"), times)  # RGBA: colours with an opacity are blended
    for element in root.iter():
        pen.draw(element)
    out = io.BytesIO()
    small = image.resize((width * SCALE, height * SCALE), Image.Resampling.LANCZOS)
    small.quantize(256, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


class _Pen:
    """Draws elements on an image."""

    def __init__(self, onto: ImageDraw, times: int) -> None:
        from PIL import ImageFont  # noqa: PLC0415  # an extra

        self._onto = onto
        self._times = times
        self._font = ImageFont.load_default(FONT_PX * times)

    def draw(self, element: ElementTree.Element) -> None:
        """Draw one element; what only groups or names others is passed over."""
        shape, values = element.tag.rpartition("}")[2], element.attrib
        look = _look(shape, element)
        if shape == "path":
            self._path(values["d"], look)
        elif shape == "rect" and "x" in values:
            x, y, width, height = (float(values[key]) for key in ("x", "y", "width", "height"))
            self._area([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], look)
        elif shape == "circle":
            x, y, r = (float(values[key]) for key in ("cx", "cy", "r"))
            box = self._scaled([(x - r, y - r), (x + r, y + r)])
            self._onto.ellipse(box, fill=_colour(look, "fill"))
        elif shape == "text":
            self._text(element, look)

    def _path(self, d: str, look: _Look) -> None:
        numbers = [float(number) for number in re.findall(r"-?[0-9.]+", d)]
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        if d.endswith("Z"):
            self._area(points, look)
        else:
            self._line(points, look)

    def _area(self, points: _Points, look: _Look) -> None:
        if look.get("fill", "none") != "none":
            self._onto.polygon(self._scaled(points), fill=_colour(look, "fill"))
        if look.get("stroke", "none") != "none":
            self._line([*points, points[0]], look)

    def _line(self, points: _Points, look: _Look) -> None:
        width = round(float(look.get("stroke-width", 1)) * self._times)
        for piece in dashed(points, look.get("stroke-dasharray", "none")):
            self._onto.line(self._scaled(piece), fill=_colour(look, "stroke"), width=width, joint="curve")

    def _text(self, element: ElementTree.Element, look: _Look) -> None:
        self._onto.text(
            self._scaled([(float(element.attrib["x"]), float(element.attrib["y"]))])[0],
            element.text or "",
            fill=look["fill"],
            font=self._font,
            anchor=_ANCHORS.get(look.get("text-anchor", ""), "ls"),
            stroke_width=1 if "font-weight" in look else 0,
        )

    def _scaled(self, points: _Points) -> _Points:
        return [(x * self._times, y * self._times) for x, y in points]


def dashed(points: _Points, pattern: str) -> list[_Points]:
    """Cut a line into its dashes; `pattern` is that of `stroke-dasharray`.

    >>> dashed([(0, 0), (10, 0)], "4 2")
    [[(0, 0), (4.0, 0.0)], [(6.0, 0.0), (10.0, 0.0)]]
    """
    if pattern == "none":
        return [points]
    steps = [max(1.0, float(step)) for step in pattern.split()]
    pieces: list[_Points] = [[points[0]]]
    place, left = 0, steps[0]
    for start, stop in pairwise(points):
        length, done = math.dist(start, stop), 0.0
        while length - done > left:
            done += left
            at = tuple(a + (b - a) * done / length for a, b in zip(start, stop, strict=True))
            place, left = place + 1, steps[(place + 1) % len(steps)]
            if place % 2:
                pieces[-1].append((at[0], at[1]))
            else:
                pieces.append([(at[0], at[1])])
        left -= length - done
        if place % 2 == 0:
            pieces[-1].append(stop)
    return [piece for piece in pieces if len(piece) > 1]


def _colour(look: _Look, kind: str) -> str:
    return look[kind] + f"{round(255 * float(look.get(f'{kind}-opacity', 1))):02x}"


def _look(shape: str, element: ElementTree.Element) -> _Look:
    """Return how an element looks: what its classes say, and then what it says itself."""
    classes = frozenset(element.attrib.get("class", "").split())
    look: _Look = {}
    for tag, needed, said in _rules():
        if tag in ("", shape) and needed <= classes:
            look |= said
    own = ("fill", "stroke", "fill-opacity", "stroke-opacity", "stroke-width")
    return look | {key: value for key, value in element.attrib.items() if key in own and key not in look}


@cache
def _rules() -> list[tuple[str, frozenset[str], _Look]]:
    """Read the style of all figures: the weaker rules first, as a browser ranks them."""
    style = STYLE
    for name, colour in LIGHT.items():
        style = style.replace(f"var(--{name})", colour)
    rules = []
    for selector, body in re.findall(r"([^{}]+)\{([^}]*)\}", style):
        tag, *classes = selector.strip().split(".")
        said = dict(part.split(":", 1) for part in body.split(";") if ":" in part)
        rules.append((tag, frozenset(classes), said))
    return sorted(rules, key=lambda rule: len(rule[1]))
