"""Grid search: every combination, tuning topics only, a table and heat maps."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from lycosa.errors import LycosaError
from lycosa.lab.experiment.cells import Cells
from lycosa.lab.experiment.grid import MEASURES, GridPoint, run_grid
from lycosa.lab.experiment.matrix import Experiment
from lycosa.report.lab.grid import write_grid

WEB = "synth:pages=400,hosts=5,tunnels=,topics=rainstorm+sports"


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LYCOSA_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


def asked_for(values: dict[str, list[Any]], **topics: tuple[str, ...]) -> Experiment:
    return Experiment.model_validate(
        {
            "name": "grid",
            "webs": [{"web": WEB, **topics}],
            "budgets": {"pages": [15]},
            "repeats": 1,
            "grid": {"strategy": "shark-search", "values": values},
        }
    )


TWO = {"decay": [0.2, 0.8], "anchor_share": [0.1, 0.5, 0.9]}


@pytest.fixture(scope="module")
def points(tmp_path_factory: pytest.TempPathFactory) -> list[GridPoint]:
    folder = tmp_path_factory.mktemp("grid")
    found = run_grid(
        asked_for(TWO, tuning=("rainstorm",), reporting=("sports",)), folder, cells=Cells(folder / "cells")
    )
    # Six combinations and one oracle, on the tuning topic alone.
    assert len(list((folder / "cells").iterdir())) == 7
    return found


def test_every_combination_is_tried(points: list[GridPoint]) -> None:
    assert [tuple(point.values.values()) for point in points] == [
        (decay, share) for decay in TWO["decay"] for share in TWO["anchor_share"]
    ]
    assert all(set(point.means) == set(MEASURES) for point in points)


def test_reporting_topics_are_refused_unless_forced(tmp_path: Path) -> None:
    only = asked_for({"decay": [0.5]}, reporting=("sports",))
    with pytest.raises(LycosaError, match="has reporting topics only"):
        run_grid(only, tmp_path)
    assert len(run_grid(only, tmp_path, reporting=True)) == 1


@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        ({"speed": [1]}, "shark-search has no parameter 'speed'; it has topic, seed"),
        ({"decay": [1], "anchor_share": [1], "inherited_share": [1]}, "one or two parameters, not 3"),
    ],
)
def test_a_grid_that_cannot_be_is_refused(tmp_path: Path, values: Any, complaint: str) -> None:
    with pytest.raises(LycosaError, match=complaint):
        run_grid(asked_for(values, tuning=("rainstorm",)), tmp_path)


def test_an_experiment_without_a_grid_is_refused(tmp_path: Path) -> None:
    plain = asked_for(TWO, tuning=("rainstorm",)).model_copy(update={"grid": None})
    with pytest.raises(LycosaError, match=r"has no \[grid\]"):
        run_grid(plain, tmp_path)


def test_the_grid_is_written_as_a_table_and_heat_maps(points: list[GridPoint], tmp_path: Path) -> None:
    files = write_grid(points, "shark-search", tmp_path)
    rows = list(csv.reader((tmp_path / "grid.csv").read_text(encoding="utf-8").splitlines()))
    assert rows[0][:4] == ["decay", "anchor_share", "harvest", "harvest_half_width"]
    assert [row[:2] for row in rows[1:3]] == [["0.2", "0.1"], ["0.2", "0.5"]]
    assert {file.name for file in files} == {
        "grid.csv",
        *(f"grid-{measure.replace('_', '-')}.{kind}" for measure in MEASURES for kind in ("svg", "png")),
    }
    drawn = ElementTree.parse(tmp_path / "grid-harvest.svg")
    texts = [element.text for element in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert {"decay", "anchor_share", "0.2", "0.9", f"{points[0].means['harvest'].value:.3f}"} <= set(texts)


def test_one_parameter_makes_one_row(points: list[GridPoint], tmp_path: Path) -> None:
    single = [GridPoint({"decay": point.values["anchor_share"]}, point.means) for point in points[:3]]
    write_grid(single, "shark-search", tmp_path)
    drawn = (tmp_path / "grid-area.svg").read_text(encoding="utf-8")
    assert drawn.count('stroke="#ffffff"') == 3
