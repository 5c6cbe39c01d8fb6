"""`lycosa lab grid`: the parameters of a strategy in all combinations."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.table import Table

from lycosa.cli.lab_progress import plain_console, progress_bar

if TYPE_CHECKING:
    from lycosa.lab.experiment.matrix import Experiment


@click.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE.toml")
@click.option(
    "--webs", type=click.Path(path_type=Path), default=Path(), help="Folder of the webs that FILE names."
)
@click.option("--reporting", is_flag=True, help="Run on the reporting topics, too: never to choose by.")
@click.option(
    "--jobs", type=click.IntRange(1), default=os.cpu_count() or 1, help="Crawls at once; default: the cores."
)
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder for table and heat maps.")
def grid(file: Path, webs: Path, reporting: bool, jobs: int, out: Path) -> None:
    """Try the parameters of a strategy in all combinations.

    FILE.toml is an experiment with a [grid]: a strategy and the values of one or two of its
    parameters. Only its tuning topics are used. Writes grid.csv and a heat map for each measure;
    finished crawls are kept in OUT/cells.
    """
    from lycosa.lab.experiment.matrix import read_experiment

    run_grid_experiment(read_experiment(file), webs, jobs, out, plain_console(), reporting=reporting)


def run_grid_experiment(
    experiment: Experiment, webs: Path, jobs: int, out: Path, console: Console, *, reporting: bool = False
) -> None:
    """Run the grid of an experiment; write and tell what came of it."""
    from lycosa.lab.experiment.cells import Cells
    from lycosa.lab.experiment.grid import MEASURES, run_grid
    from lycosa.lab.experiment.results import claim_folder
    from lycosa.report.lab.grid import write_grid

    claim_folder(out)
    with progress_bar(console, "opening webs") as show:
        cells = Cells(out / "cells")
        points = run_grid(experiment, webs, reporting=reporting, jobs=jobs, cells=cells, progress=show)
    strategy = experiment.grid.strategy if experiment.grid else ""
    table = Table(*points[0].values, *MEASURES, title=f"{strategy}: mean ± 95 % interval")
    for point in points:
        cells_of_row = (*point.values.values(), *(point.means[measure] for measure in MEASURES))
        table.add_row(*(str(cell) for cell in cells_of_row))
    console.print(table)
    files = write_grid(points, strategy, out)
    console.print(f"{len(files)} files in {out}", soft_wrap=True)
