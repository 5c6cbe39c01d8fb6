"""A grid search as files: every combination as CSV, and a heat map of each measure as SVG and PNG."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from lycosa.errors import LycosaError
from lycosa.lab.experiment.grid import MEASURES, GridPoint
from lycosa.report.figure.drawing import Drawing, Labels
from lycosa.report.figure.export import write_drawing
from lycosa.report.figure.heatmap import Field, heat_map


def write_grid(points: Sequence[GridPoint], title: str, folder: Path) -> list[Path]:
    """Write `grid.csv` and a heat map for each measure; return the files."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return [_write_table(points, folder / "grid.csv"), *_write_maps(points, title, folder)]
    except OSError as error:
        raise LycosaError(f"cannot write the grid to {folder}: {error.strerror}") from error


def _write_table(points: Sequence[GridPoint], file: Path) -> Path:
    with file.open("w", encoding="utf-8", newline="") as stream:
        out = csv.writer(stream)
        names = [name for measure in MEASURES for name in (measure, f"{measure}_half_width")]
        out.writerow([*points[0].values, *names])
        for point in points:
            means = [point.means[measure] for measure in MEASURES]
            numbers = [repr(number) for mean in means for number in (mean.value, mean.half_width)]
            out.writerow([*point.values.values(), *numbers])
    return file


def _write_maps(points: Sequence[GridPoint], title: str, folder: Path) -> list[Path]:
    files: list[Path] = []
    for measure, meaning in MEASURES.items():
        stem = folder / f"grid-{measure.replace('_', '-')}"
        files += write_drawing(_drawn(points, title, measure, meaning), stem)
    return files


def _drawn(points: Sequence[GridPoint], title: str, measure: str, meaning: str) -> Drawing:
    """Draw one measure; a single parameter makes a single row."""
    names = list(points[0].values)
    across, down = names[-1], names[0] if len(names) > 1 else ""
    columns = list(dict.fromkeys(str(point.values[across]) for point in points))
    rows = list(dict.fromkeys(str(point.values[down]) for point in points)) if down else [""]
    values = [point.means[measure].value for point in points]
    field = Field(columns, rows, [values[i : i + len(columns)] for i in range(0, len(values), len(columns))])
    best = max(points, key=lambda point: point.means[measure].value)
    best_values = ", ".join(f"{name} {value}" for name, value in best.values.items())
    labels = Labels(f"grid-{measure}", f"{title}: {meaning}", f"Best at {best_values}.", across, down)
    return heat_map(labels, field)
