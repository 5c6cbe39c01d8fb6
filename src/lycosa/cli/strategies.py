"""`lycosa strategies`: what there is to choose from."""

from __future__ import annotations

import inspect
import json

import click
from rich.console import Console
from rich.table import Table

from lycosa.cli.options import as_json as json_option
from lycosa.registry import strategies as family


@click.command()
@json_option
def strategies(as_json: bool) -> None:
    """List the strategies, built-in and installed."""
    rows = [_row(name, inspect.getdoc(cls) or "") for name, cls in family.classes.items()]
    if as_json:
        click.echo(json.dumps(rows, indent=1))
        return
    table = Table("strategy", "idea", "", caption="* reconstructed from what papers say about it")
    for row in rows:
        table.add_row(str(row["name"]), str(row["idea"]), "*" if row["reconstruction"] else "")
    Console().print(table)
    for name, reason in family.broken.items():
        click.echo(f"{name} is installed and does not load: {reason}", err=True)


def _row(name: str, told: str) -> dict[str, str | bool]:
    return {"name": name, "idea": told.partition("\n")[0], "reconstruction": "Reconstruction:" in told}
