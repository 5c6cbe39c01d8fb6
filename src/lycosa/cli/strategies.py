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
    rows = [
        {"name": name, "idea": (inspect.getdoc(cls) or "").partition("\n")[0]}
        for name, cls in family.classes.items()
    ]
    if as_json:
        click.echo(json.dumps(rows, indent=1))
        return
    table = Table("strategy", "idea")
    for row in rows:
        table.add_row(row["name"], row["idea"])
    Console().print(table)
    for name, reason in family.broken.items():
        click.echo(f"{name} is installed and does not load: {reason}", err=True)
