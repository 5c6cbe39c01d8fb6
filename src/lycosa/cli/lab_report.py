"""`lycosa lab report`: results of experiments as a page to read."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("results", type=click.Path(path_type=Path), metavar="RESULTS.json")
@click.option(
    "--out", type=click.Path(path_type=Path), help="The page; default: report.html beside the results."
)
@click.option(
    "--figures", type=click.Path(path_type=Path), help="Folder for every figure as SVG, PNG and CSV."
)
def report(results: Path, out: Path | None, figures: Path | None) -> None:
    """Make a report of results.

    RESULTS.json is what `lycosa lab run` wrote; lists of several runs may be joined into one. The
    report is one file that needs nothing but a browser.
    """
    from lycosa.report.figure.export import write_figures
    from lycosa.report.lab.page import write_report
    from lycosa.report.lab.runs import read_results

    measured = read_results(results)
    page = out or results.with_name("report.html")
    write_report(measured, page)
    click.echo(f"report:  {page}")
    if figures:
        click.echo(f"figures: {len(write_figures(measured, figures))} files in {figures}")
