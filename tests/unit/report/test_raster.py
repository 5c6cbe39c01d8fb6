"""Figures as PNG: the same drawing in pixels."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.labresults import made_results

from lycosa.errors import LycosaError
from lycosa.report.figure import export
from lycosa.report.figure.export import write_figures
from lycosa.report.figure.raster import SCALE, dashed, png
from lycosa.report.figure.svg import LIGHT, Labels, canvas, element, path, text

Image = pytest.importorskip("PIL.Image", reason="pictures need the extra `png`")


def drawn(*parts: str) -> Any:
    return Image.open(io.BytesIO(png(canvas(Labels("n", "t", "d"), 40, 20, *parts)))).convert("RGB")


def colour(name: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(LIGHT[name][1:]))


def test_a_box_has_its_place_and_colour() -> None:
    image = drawn(element("rect", x=10.0, y=5.0, width=20.0, height=10.0, class_="fill c0"))
    assert image.size == (40 * SCALE, 20 * SCALE)
    assert image.getpixel((20 * SCALE, 10 * SCALE)) == colour("c0")
    assert image.getpixel((5 * SCALE, 10 * SCALE)) == colour("paper")


def test_what_is_translucent_is_blended_with_what_lies_below() -> None:
    box = [(0.0, 0.0), (40.0, 0.0), (40.0, 20.0), (0.0, 20.0)]
    shade = drawn(path(box, closed=True, class_="band fill c0")).getpixel((40, 20))
    assert all(c < s < p for c, s, p in zip(colour("c0")[:1], shade[:1], colour("paper")[:1], strict=True))


def test_words_leave_ink() -> None:
    assert drawn(text(2, 15, "words")).getextrema() != drawn().getextrema()


def test_dashes_go_round_corners() -> None:
    pieces = dashed([(0, 0), (3, 0), (3, 5)], "4 2")
    assert pieces == [[(0, 0), (3, 0), (3.0, 1.0)], [(3.0, 3.0), (3, 5)]]


def test_every_figure_has_a_picture(tmp_path: Path) -> None:
    files = write_figures(made_results(), tmp_path)
    names = {kind: {file.stem for file in files if file.suffix == kind} for kind in (".svg", ".png", ".csv")}
    assert names[".svg"] == names[".png"] == names[".csv"]


def test_without_the_extra_there_are_drawings_and_data_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "can_draw", lambda: False)
    assert {file.suffix for file in write_figures(made_results(), tmp_path)} == {".svg", ".csv"}


def test_without_the_extra_a_picture_asks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(LycosaError, match=r"lycosa\[png\]"):
        png(canvas(Labels("n", "t", "d"), 40, 20))
