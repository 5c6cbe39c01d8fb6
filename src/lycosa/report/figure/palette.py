"""The colours and dashes that all figures and pages share, on light paper and on dark."""

from __future__ import annotations

_HUES_ON_WHITE = ("#0068a8", "#c65200", "#00795a", "#b03a86", "#7d6200", "#4f45b0", "#20809f")
_HUES_ON_BLACK = ("#5cb8f0", "#ff9147", "#2cc296", "#f08cc6", "#dcbc3c", "#a99cff", "#76d3ea")
"""Seven hues that colour-blind readers can tell apart."""
HUES = len(_HUES_ON_WHITE)

LIGHT = {
    **{f"c{i}": hue for i, hue in enumerate(_HUES_ON_WHITE)},
    **{"paper": "#ffffff", "ink": "#1b2026", "soft": "#5b6570", "rule": "#e3e6ea"},
}
DARK = {
    **{f"c{i}": hue for i, hue in enumerate(_HUES_ON_BLACK)},
    **{"paper": "#15181d", "ink": "#e8ebef", "soft": "#9aa4b0", "rule": "#2d333b"},
}
"""Colours by name; the style of a page says `var(--name)`."""
PAPER, INK, SOFT, RULE = (LIGHT[name] for name in ("paper", "ink", "soft", "rule"))

Dash = tuple[float, tuple[float, ...]] | str
"""A pattern as matplotlib takes it: where it begins, and the lengths drawn and left out."""
_DASHES: tuple[Dash, ...] = ("solid", (0, (7, 3)), (0, (2, 2.5)), (0, (9, 3, 2, 3)))
"""Four patterns: with seven hues, 28 lines that differ in print as well."""
_DOTTED: Dash = (0, (0.1, 4))


def hue(place: int) -> str:
    """Return the colour of the series in that place; -1 is the yardstick."""
    return SOFT if place < 0 else _HUES_ON_WHITE[place % HUES]


def dash(place: int) -> Dash:
    """Return the pattern of the line in that place; -1 is the yardstick."""
    return _DOTTED if place < 0 else _DASHES[place % len(_DASHES)]
