"""SVG as escaped text: elements, and the look that all figures share.

Figures carry classes, no colours: the same drawing serves light and dark pages.
"""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup, escape

_HUES_ON_WHITE = ("#0068a8", "#c65200", "#00795a", "#b03a86", "#7d6200", "#4f45b0", "#20809f")
_HUES_ON_BLACK = ("#5cb8f0", "#ff9147", "#2cc296", "#f08cc6", "#dcbc3c", "#a99cff", "#76d3ea")
"""Seven hues that colour-blind readers can tell apart."""
DASHES = ("none", "7 3", "2 2.5", "9 3 2 3")
"""Four patterns: with seven hues, 28 lines that differ in print as well."""
HUES = len(_HUES_ON_WHITE)

LIGHT = {
    **{f"c{i}": hue for i, hue in enumerate(_HUES_ON_WHITE)},
    **{"paper": "#ffffff", "ink": "#1b2026", "soft": "#5b6570", "rule": "#e3e6ea"},
}
DARK = {
    **{f"c{i}": hue for i, hue in enumerate(_HUES_ON_BLACK)},
    **{"paper": "#15181d", "ink": "#e8ebef", "soft": "#9aa4b0", "rule": "#2d333b"},
}
"""Colours by name; the style says `var(--name)`."""

_ILLEGAL = dict.fromkeys([*range(9), 11, 12, *range(14, 32), 0xFFFE, 0xFFFF], "\ufffd")
"""Characters that no XML may hold, however they are written."""

STYLE = (
    """\
text{font:13px system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;fill:var(--ink)}
.faint{fill:var(--soft)} .middle{text-anchor:middle} .end{text-anchor:end} .strong{font-weight:600}
.grid{stroke:var(--rule)} .axis{stroke:var(--soft)}
.line{fill:none;stroke-width:2;stroke-linejoin:round}
.band{fill-opacity:.14} .bar{fill-opacity:.88}
.whisker{stroke:var(--ink);stroke-width:1.5} .leader{fill:none;stroke-opacity:.5}
.clique{stroke:var(--ink);stroke-width:4;stroke-linecap:round}
.rest{stroke:var(--soft);stroke-width:1;stroke-opacity:.45}
.k{stroke:var(--soft)} .fill.k{fill:var(--soft)} .line.k{stroke-dasharray:.1 4;stroke-linecap:round}
"""
    + "".join(f".c{i}{{stroke:var(--c{i})}} .fill.c{i}{{fill:var(--c{i})}}\n" for i in range(HUES))
    + "".join(f".line.d{i}{{stroke-dasharray:{dash}}}\n" for i, dash in enumerate(DASHES))
    + ".fill{stroke:none}\n"
)
"""The look of all figures."""


@dataclass(frozen=True)
class Labels:
    """What is written on a figure and said of it."""

    name: str
    """Unique on its page."""
    title: str
    description: str
    x: str = ""
    y: str = ""


def element(name: str, *children: str, **attributes: object) -> Markup:
    """Return an element; children that are not markup yet, and all attributes, are escaped.

    A trailing underscore of an attribute name is dropped, others become hyphens. Numbers keep
    one decimal: a tenth of a pixel.
    """
    written = "".join(f' {_name(key)}="{escape(_value(value))}"' for key, value in attributes.items())
    inner = Markup("").join(children).translate(_ILLEGAL)
    return Markup(f"<{name}{written}>{inner}</{name}>") if children else Markup(f"<{name}{written}/>")  # noqa: S704


def _name(key: str) -> str:
    return "viewBox" if key == "view_box" else key.rstrip("_").replace("_", "-")


def _value(value: object) -> object:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else value


def path(points: list[tuple[float, float]], *, closed: bool = False, **attributes: object) -> Markup:
    """Return a line through points."""
    steps = " ".join(f"{_value(float(x))},{_value(float(y))}" for x, y in points)
    return element("path", d=f"M{steps}{'Z' if closed else ''}", **attributes)


def text(x: float, y: float, words: str, class_: str = "") -> Markup:
    """Return a line of text."""
    return element("text", words, x=float(x), y=float(y), **({"class_": class_} if class_ else {}))


def canvas(labels: Labels, width: float, height: float, *parts: str) -> Markup:
    """Return a whole figure; its title and description are what a screen reader says."""
    return element(
        "svg",
        element("title", labels.title, id=f"{labels.name}-title"),
        element("desc", labels.description, id=f"{labels.name}-desc"),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        view_box=f"0 0 {width:.0f} {height:.0f}",
        width=f"{width:.0f}",
        height=f"{height:.0f}",
        role="img",
        aria_labelledby=f"{labels.name}-title {labels.name}-desc",
    )


def series_class(place: int) -> str:
    """Return the classes of the hue and the dash of the series in that place; -1 is the yardstick."""
    return "k" if place < 0 else f"c{place % HUES} d{place % len(DASHES)}"


def standalone(figure: str) -> str:
    """Return a figure as a file of its own, with plain colours that any program understands."""
    style = STYLE
    for name, colour in LIGHT.items():
        style = style.replace(f"var(--{name})", colour)
    sheet = element("style", Markup(style))  # noqa: S704  # ours
    paper = element("rect", width="100%", height="100%", fill=LIGHT["paper"])
    return str(figure).replace("</desc>", f"</desc>{sheet}{paper}", 1) + "\n"
