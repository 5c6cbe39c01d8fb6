"""Figures as SVG and PNG: one drawing, twice, and always the same."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import matplotlib as mpl
import pytest
from matplotlib.text import Text
from PIL import Image
from tests.labresults import made_results

from lycosa.lab.experiment.results import Mean
from lycosa.report.figure.bars import interval_bars
from lycosa.report.figure.drawing import Drawing, Labels
from lycosa.report.figure.export import all_figures, write_figures
from lycosa.report.figure.palette import LIGHT, PAPER, hue
from lycosa.report.figure.render import SCALE, files, inline, painted
from lycosa.report.lab.runs import contests_of

NAME = "<i>$\\alpha"


def bars(name: str = "one") -> Drawing:
    return interval_bars(Labels("n", "Title", "Words"), {"harvest": {name: Mean(0.8, 0.1)}}, {name: 0})


def picture(drawing: Drawing) -> Any:
    return Image.open(io.BytesIO(files(drawing)[1])).convert("RGB")


def test_a_picture_has_the_size_and_the_colours_of_its_drawing() -> None:
    drawing = bars()
    image = picture(drawing)
    assert image.size == (drawing.width * SCALE, drawing.height * SCALE)
    assert image.getpixel((0, 0)) == tuple(bytes.fromhex(PAPER[1:]))
    shades = {colour for _, colour in image.getcolors(image.width * image.height)}
    blue = bytes.fromhex(hue(0)[1:])
    assert any(sum(abs(a - b) for a, b in zip(shade, blue, strict=True)) < 80 for shade in shades)


def test_words_leave_ink() -> None:
    assert picture(bars("one")).tobytes() != picture(bars("two")).tobytes()


def test_the_same_drawing_is_the_same_bytes() -> None:
    assert files(bars()) == files(bars())


def test_the_settings_of_a_user_change_nothing_and_are_kept() -> None:
    before = files(bars())
    with mpl.rc_context({"font.size": 30, "axes.grid": True, "svg.fonttype": "path"}):
        assert files(bars()) == before
        assert mpl.rcParams["font.size"] == 30


def test_a_part_of_a_page_has_the_colours_of_the_page_and_no_style_of_its_own() -> None:
    drawn = inline(bars())
    assert 'fill="var(--c0)"' in drawn
    assert not any(colour in drawn for colour in LIGHT.values())
    assert "style" not in drawn


@pytest.mark.parametrize(
    "name", [NAME, "a\x00b\x1f", "\ud800", "\u202eevil", "$", "暴雨", "a\nb", "", "x" * 999]
)
def test_any_name_can_be_drawn(name: str) -> None:
    svg, png = files(bars(name))
    assert svg.encode()
    assert png.startswith(b"\x89PNG")


def test_words_stay_inside_their_drawing() -> None:
    skills = {"a-strategy-with-a-remarkably-long-name": 0.5, "WWWWWWWWWWWWWWWWWWWWWWWW": 0.4, "oracle": 1.0}
    results = [r for topic in ("storms", "m" * 60) for r in made_results(skills, topic=topic)]
    outside = [words for figure in all_figures(contests_of(results)) for words in outside_of(figure.drawing)]
    assert outside == []


def outside_of(drawing: Drawing) -> list[str]:
    with painted(drawing) as canvas:
        canvas.figure.draw_without_rendering()
        texts = [text for text in canvas.figure.findobj(Text) if text.get_text() and text.get_visible()]
        boxes = {text.get_text(): text.get_window_extent() for text in texts}
    return [
        words
        for words, box in boxes.items()
        if box.x0 < -1 or box.y0 < -1 or box.x1 > drawing.width + 1 or box.y1 > drawing.height + 1
    ]


def test_every_figure_has_a_picture(tmp_path: Path) -> None:
    written = write_figures(made_results(), tmp_path)
    names = {
        kind: {file.stem for file in written if file.suffix == kind} for kind in (".svg", ".png", ".csv")
    }
    assert names[".svg"] == names[".png"] == names[".csv"]


def test_a_command_that_draws_nothing_loads_no_plotting_library() -> None:
    asked = "import sys; from lycosa.cli import main; sys.argv = ['lycosa', '--help']\ntry: main()\n"
    asked += "except SystemExit: pass\nimport lycosa; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], capture_output=True, check=False).returncode == 0
