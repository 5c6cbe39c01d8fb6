"""A drawing: its size, its words, and how it is painted on a figure of matplotlib.

Places are in pixels from the top left corner, as on a page; what is inside of axes is in their own values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.patches import Circle
from matplotlib.text import Text
from matplotlib.textpath import text_to_path
from matplotlib.transforms import Affine2D, CompositeAffine2D

from lycosa.report.figure.palette import INK, RULE, SOFT

WIDTH = 480.0
"""Pixels: wide enough to read, narrow enough to stay readable when a phone shrinks it."""
FONT, FONT_PX = "DejaVu Sans", 13
"""Comes with matplotlib: the same on every machine."""
_FONT = FontProperties(family=FONT, size=FONT_PX)
PER_INCH = 72
"""Pixels of a drawing in an inch of a figure: a pixel is as large as a point."""


@dataclass(frozen=True)
class Labels:
    """What is written on a figure and said of it."""

    name: str
    """Unique on its page."""
    title: str
    description: str
    x: str = ""
    y: str = ""


@dataclass(frozen=True)
class Box:
    """A part of a drawing."""

    left: float
    top: float
    right: float
    bottom: float


class Canvas:
    """The paper of one drawing."""

    def __init__(self, figure: Figure, width: float, height: float) -> None:
        self.figure = figure
        self.hints: dict[str, str] = {}
        """What is shown when an artist is pointed at, by the identifier it was given."""
        self.width, self.height = width, height
        self._pixels: CompositeAffine2D = (
            Affine2D().scale(1 / width, -1 / height).translate(0, 1) + figure.transFigure  # type: ignore[assignment]
        )

    def axes(self, box: Box, grid: str = "") -> Axes:
        """Return axes that fill a box: no frame, soft numbers, rules along `grid` (x, y or both)."""
        width, height = self.width, self.height
        axes = self.figure.add_axes(
            (
                box.left / width,
                1 - box.bottom / height,
                (box.right - box.left) / width,
                (box.bottom - box.top) / height,
            )
        )
        axes.patch.set_visible(False)
        axes.spines[:].set_visible(False)
        axes.set_axisbelow(True)
        axes.tick_params(length=0, labelcolor=SOFT, pad=6)
        if grid:
            axes.grid(axis=grid, color=RULE, linewidth=1)  # type: ignore[arg-type]
        return axes

    def rows(self, box: Box, names: Sequence[str], widest: float) -> Axes:
        """Return axes with a row for each name, the first on top; names are cut to so many pixels."""
        axes = self.axes(box, grid="x")
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.set_yticks(range(len(names)), [clip(name, widest) for name in names], color=INK)
        for name, label in zip(names, axes.get_yticklabels(), strict=True):
            self.hint(label, name)
        return axes

    def dot(self, axes: Axes, at: tuple[float, float], radius: float, colour: str) -> Artist:
        """Put a dot at a point of axes; large ones lie on top."""
        area = (2 * radius) ** 2
        return axes.scatter(*at, area, color=colour, alpha=0.88, linewidth=0, zorder=2 + radius)

    def disc(self, at: tuple[float, float], radius: float, colour: str) -> Artist:
        """Lay a pale disc anywhere on the paper, below everything else."""
        shape = Circle(
            at, radius, transform=self._pixels, facecolor=colour, alpha=0.1, linewidth=0, zorder=-1
        )
        return self.figure.add_artist(shape)

    def legend(self, keys: Sequence[Artist], names: Sequence[str], columns: int) -> None:
        """Explain colours at the top, in so many columns."""
        self.figure.legend(
            keys,
            [legible(name) for name in names],
            loc="upper left",
            ncols=columns,
            frameon=False,
            borderaxespad=0.2,
            borderpad=0,
            handlelength=0.9,
            handleheight=0.9,
            handletextpad=0.4,
            columnspacing=1.2,
        )

    def write(
        self,
        x: float,
        y: float,
        words: str,
        *,
        align: str = "left",
        colour: str = INK,
        weight: str = "normal",
    ) -> Text:
        """Write a line of text from a place on its base line."""
        return self.figure.text(
            *(x, y, legible(words)),
            transform=self._pixels,
            ha=align,
            va="baseline",
            color=colour,
            weight=weight,
        )

    def line(self, points: Sequence[tuple[float, float]], **look: object) -> Artist:
        """Draw a line anywhere on the paper."""
        xs, ys = zip(*points, strict=True)
        return self.figure.add_artist(Line2D(xs, ys, transform=self._pixels, **look))  # type: ignore[arg-type]

    def pixel(self, axes: Axes, x: float, y: float) -> tuple[float, float]:
        """Return where a point of axes is on the paper."""
        at = self._pixels.inverted().transform(axes.transData.transform((x, y)))
        return float(at[0]), float(at[1])

    def hint(self, artist: Artist, words: str) -> None:
        """Give an artist words that are shown when it is pointed at."""
        name = f"hint-{len(self.hints)}"
        artist.set_gid(name)
        self.hints[name] = legible(words)


@dataclass(frozen=True)
class Drawing:
    """Something to draw; painted when it is rendered, so that many can wait without taking memory."""

    labels: Labels
    width: float
    height: float
    paint: Callable[[Canvas], None]


def legible(words: str) -> str:
    """Replace what a drawing cannot hold: control characters, halves of characters, turns of direction."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in words)


def clip(name: str, widest: float = 160) -> str:
    """Shorten a name that is wider than so many pixels; figures give it in full when it is pointed at."""
    words = short = legible(name[:200])
    while text_width(words) > widest:
        short = short[:-1]
        words = short + "…"
    return words


@lru_cache(4096)
def text_width(words: str) -> float:
    """Return how wide a text is in the shipped font, a wide one; it has no square letters of East Asia."""
    narrow = "".join(letter for letter in legible(words) if ord(letter) <= 0x2E80)
    width: float = text_to_path.get_text_width_height_descent(narrow, _FONT, ismath=False)[0]
    return width + FONT_PX * (len(words) - len(narrow))
