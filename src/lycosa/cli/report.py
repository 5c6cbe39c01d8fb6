"""`lycosa report`: a crawl as a page to read."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=Path("crawl"))
@click.option(
    "--out", type=click.Path(path_type=Path), help="The page; default: report.html in the crawl's folder."
)
def report(folder: Path, out: Path | None) -> None:
    """Make a report of the crawl in FOLDER; it may be running.

    The report is one file that needs nothing but a browser.
    """
    from lycosa.report.crawl.page import write_crawl_report

    click.echo(f"report: {write_crawl_report(folder, out)}")
