"""`lycosa strategies`: what there is to choose from, strategies and their parts."""

from __future__ import annotations

import inspect
import json
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.table import Table

from lycosa.cli.options import as_json as json_option

if TYPE_CHECKING:
    from lycosa.registry import Family


@click.command()
@click.option("--parts", is_flag=True, help="List judges, rankers, selectors and tunnel rules instead.")
@json_option
def strategies(parts: bool, as_json: bool) -> None:
    """List the strategies, or the parts they are made of, built-in and installed."""
    from lycosa.assembly import FAMILIES
    from lycosa.registry import strategies as family

    families = list(FAMILIES.values()) if parts else [family]
    rows = [
        {**({"kind": each.kind} if parts else {}), **_row(name, inspect.getdoc(cls) or "")}
        for each in families
        for name, cls in each.classes.items()
    ]
    if as_json:
        click.echo(json.dumps(rows, indent=1))
        return
    for each in families:
        Console(markup=False, emoji=False).print(_table(each))
    for each in families:
        for name, reason in each.broken.items():
            click.echo(f"{name} is installed and does not load: {reason}", err=True)


def _table(family: Family) -> Table:
    caption = "* reconstructed from what papers say about it" if family.kind == "strategy" else None
    table = Table(family.kind, "idea", "", caption=caption)
    for name, cls in family.classes.items():
        row = _row(name, inspect.getdoc(cls) or "")
        table.add_row(str(row["name"]), str(row["idea"]), "*" if row["reconstruction"] else "")
    return table


def _row(name: str, docstring: str) -> dict[str, str | bool]:
    return {
        "name": name,
        "idea": docstring.partition("\n")[0],
        "reconstruction": "Reconstruction:" in docstring,
    }
