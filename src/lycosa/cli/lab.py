"""`lycosa lab`: compare strategies on webs that hold still."""

from __future__ import annotations

import click

from lycosa.cli.root import Commands

PLACES = {
    "run": "lycosa.cli.lab_run:run",
    "grid": "lycosa.cli.lab_grid:grid",
    "report": "lycosa.cli.lab_report:report",
    "synth": "lycosa.cli.lab_synth:synth",
    "snapshot": "lycosa.cli.lab_snapshot:snapshot",
    "serve": "lycosa.cli.lab_serve:serve",
}


@click.command(cls=Commands, places=PLACES)
def lab() -> None:
    """Compare strategies on frozen and synthetic webs, against labels they never see."""
