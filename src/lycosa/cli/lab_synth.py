"""`lycosa lab synth`: the synthetic web, written to disk or measured."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.table import Table

from lycosa.cli.options import ListOptions
from lycosa.errors import LycosaError

if TYPE_CHECKING:
    from lycosa.lab.synth import Statistics, SynthParams


@click.command(cls=ListOptions)
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE…", help="Settings, such as pages=20000.")
@click.option("--out", type=click.Path(path_type=Path), help="New folder to write the web to.")
@click.option("--describe", is_flag=True, help="Measure the web and print what it is like.")
@click.option("--sample", type=click.IntRange(1), help="Measure so many pages; default: all of them.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def synth(
    settings: tuple[str, ...], out: Path | None, describe: bool, sample: int | None, as_json: bool
) -> None:
    """Make a synthetic web.

    Every command of the lab takes it by its settings, as in `--web synth:pages=20000,locality=0.3`.
    To disk it goes as a frozen web. Lists are joined by +, as in tunnels=1+2.
    """
    from lycosa.lab.synth import SynthWeb
    from lycosa.lab.synth import describe as measure
    from lycosa.lab.synth.disk import write_synthetic
    from lycosa.lab.web.named import synth_params

    if out is None and not describe:
        raise LycosaError("nothing to do: give --out FOLDER to write the web, or --describe to measure it")
    params = synth_params(list(settings))
    web = SynthWeb(params)
    if out is not None:
        redirects = write_synthetic(web, out)
        click.echo(f"{out}: {len(web):,} pages, {redirects:,} redirects", err=as_json)
    if describe:
        _show(params, measure(web, sample), as_json)


def _show(params: SynthParams, measured: Statistics, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps({"settings": asdict(params), "measured": asdict(measured)}, indent=1))
        return
    console = Console()
    table = Table("measured", "value", "set to")
    table.add_row("pages", f"{measured.pages:,}", f"{params.pages:,}" if params.pages else "no end")
    for kind, count in sorted(measured.kinds.items(), key=lambda item: -item[1]):
        table.add_row(f"  {kind}", f"{count:,}", "")
    for name, value in (("links", measured.links), ("locality", measured.locality), ("dead", measured.dead)):
        table.add_row(name, f"{value:.3f}", f"{getattr(params, name):g}")
    table.add_row("redirects", f"{measured.redirected:.3f}", f"{params.redirects:g}")
    for label, lengths in sorted(measured.tunnels.items()):
        table.add_row(label, ", ".join(map(str, lengths)), label.partition(":")[2])
    console.print(table)
