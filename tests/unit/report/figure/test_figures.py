from __future__ import annotations

import csv
import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.labresults import SKILL, made_results

from lycosa.errors import LycosaError
from lycosa.lab.experiment.results import Mean
from lycosa.report.figure.axis import nice_ticks, spread, tick_labels
from lycosa.report.figure.drawing import Labels
from lycosa.report.figure.export import write_figures
from lycosa.report.figure.palette import DARK, HUES, LIGHT, hue
from lycosa.report.figure.plot import Series, line_plot
from lycosa.report.figure.ranking import cliques
from lycosa.report.figure.render import files, inline

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    ("low", "high"), [(0, 0.83), (0, 400), (0, 15000), (-0.2, 0.9), (0, 1e-9), (3, 3), (0, 0)]
)
def test_ticks_cover_their_range_and_are_few(low: float, high: float) -> None:
    ticks = nice_ticks(low, high)
    assert ticks[0] <= low
    assert ticks[-1] >= high
    assert 2 <= len(ticks) <= 8


def test_ticks_are_written_alike() -> None:
    assert tick_labels([0, 0.25, 0.5]) == ["0.00", "0.25", "0.50"]
    assert tick_labels([0, 5000, 10000]) == ["0", "5,000", "10,000"]


def test_an_interval_wider_than_the_plot_stays_on_its_edge() -> None:
    line = Series("a", 0, (1.0, 2.0), (Mean(0.5, 3.0), Mean(0.5, 3.0)))
    svg, _ = files(line_plot(Labels("p", "Title", "Words"), [line]))
    band = next(e for e in ElementTree.fromstring(svg).iter(f"{SVG}path") if "fill-opacity" in e.attrib)
    places = [float(number) for number in re.findall(r"-?[\d.]+", band.attrib["d"])]
    assert max(places[1::2]) - min(places[1::2]) == 300 - 44 - 26


def test_labels_keep_their_order_and_their_distance() -> None:
    wanted = [50.0, 51.0, 52.0, 10.0, 99.0]
    placed = spread(wanted, 16, 0, 100)
    ordered = sorted(placed)
    assert all(b - a >= 16 - 1e-9 for a, b in pairwise(ordered))
    assert sorted(range(5), key=placed.__getitem__) == sorted(range(5), key=wanted.__getitem__)
    assert ordered[0] >= 0
    assert ordered[-1] <= 100 + 1e-9


def test_labels_that_do_not_overlap_stay_where_they_are() -> None:
    assert spread([80.0, 10.0, 40.0], 16, 0, 100) == [80, 10, 40]


def test_more_labels_than_room_close_ranks() -> None:
    assert spread([5.0] * 11, 16, 0, 100) == pytest.approx([10 * i for i in range(11)])


def test_cliques_are_the_longest_runs_within_the_difference() -> None:
    assert cliques([1.0, 1.5, 2.0, 4.0], 1.0) == [(0, 2)]
    assert cliques([1.0, 3.0, 5.0], 1.0) == []
    assert cliques([2.0, 2.0, 2.0], 1.0) == [(0, 2)]


def test_names_are_escaped_and_never_taken_for_formulas() -> None:
    name = "<b>&$\\frac"
    line = Series(name, 0, (1.0, 2.0), (Mean(0.5, 0.1), Mean(0.5, 0.1)))
    drawn = inline(line_plot(Labels("p", "Title", name), [line]))
    assert drawn.count("&lt;b&gt;&amp;$\\frac") == 4  # described, pointed at twice, and written
    assert "<b>" not in drawn


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_every_hue_stands_out_from_its_paper(colours: dict[str, str]) -> None:
    assert all(_contrast(colours[f"c{i}"], colours["paper"]) >= 4.5 for i in range(HUES))
    assert _contrast(colours["soft"], colours["paper"]) >= 4.5


def test_a_plot_of_one_point_is_drawn() -> None:
    drawn = line_plot(Labels("p", "Title", "Words"), [Series("a", 0, (1.0,), (Mean(0.0, 0.0),))])
    assert "nan" not in inline(drawn).lower()


def test_every_series_is_drawn_in_its_hue_and_says_its_name(tmp_path: Path) -> None:
    lines = [Series(f"s{i}", i, (0.0, 9.0), (Mean(i, 0.0), Mean(i + 1, 0.0))) for i in range(HUES)]
    root = ElementTree.fromstring(files(line_plot(Labels("p", "Title", "Words"), lines))[0])
    groups = {g.find(f"{SVG}title").text: g.find(f"{SVG}path") for g in root.iter(f"{SVG}g")}  # type: ignore[union-attr]
    strokes = {name: path.attrib["stroke"] for name, path in groups.items() if path is not None}
    assert strokes == {f"s{i}: {Mean(i + 1, 0.0)}": hue(i) for i in range(HUES)}


def test_every_figure_is_written_with_its_data(tmp_path: Path) -> None:
    files = write_figures(made_results(), tmp_path / "figures")
    drawings = [file for file in files if file.suffix == ".svg"]
    assert {"01-storms-label-harvest", "01-storms-own-sd", "01-storms-ranks", "01-storms-time"} <= {
        file.stem for file in drawings
    }
    assert [file.with_suffix(".csv") for file in drawings] == [
        file for file in files if file.suffix == ".csv"
    ]


def test_figure_files_are_whole_and_need_nothing_else(tmp_path: Path) -> None:
    for file in write_figures(made_results({"<b>&\x00\x0b]]>": 0.5, **SKILL}), tmp_path):
        if file.suffix == ".svg":
            root = ElementTree.fromstring(file.read_text(encoding="utf-8"))
            assert root.find(f"{SVG}title").text  # type: ignore[union-attr]
            assert root.find(f"{SVG}desc").text  # type: ignore[union-attr]
            assert not re.search(r"var\(|href|url\(", file.read_text(encoding="utf-8"))


def test_data_behind_a_figure_ends_with_the_final_measure(tmp_path: Path) -> None:
    results = made_results()
    write_figures(results, tmp_path)
    with (tmp_path / "01-storms-label-harvest.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["strategy"] == "careful"]
    finals = [r["checkpoints"][-1]["label"]["harvest"] for r in results if r["strategy"] == "careful"]
    assert float(rows[-1]["pages"]) == 50
    assert float(rows[-1]["mean"]) == pytest.approx(sum(finals) / 3)


def test_topic_names_make_safe_file_names(tmp_path: Path) -> None:
    files = write_figures(made_results(topic="../../etc/暴雨 <x>"), tmp_path)
    assert {file.parent for file in files} == {tmp_path}
    assert all(re.fullmatch(r"[a-z0-9.-]+", file.name) for file in files)


def test_no_diagram_without_three_strategies(tmp_path: Path) -> None:
    files = write_figures(made_results({"a": 0.5, "b": 0.2}), tmp_path)
    assert not any("ranks" in file.name for file in files)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(LycosaError, match="file"):
        write_figures(made_results(), tmp_path / "file")


def _contrast(colour: str, paper: str) -> float:
    """Contrast ratio as WCAG 2 defines it."""
    light, dark = sorted((_luminance(colour), _luminance(paper)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
