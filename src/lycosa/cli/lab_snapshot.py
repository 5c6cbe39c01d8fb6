"""`lycosa lab snapshot`: a crawl as a frozen web."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("crawl", type=click.Path(path_type=Path), metavar="CRAWL")
@click.argument("out", type=click.Path(path_type=Path), metavar="OUT")
@click.option("--labels", type=click.Path(path_type=Path), help="Lines of URL and label, separated by a tab.")
@click.option("--own-verdicts", is_flag=True, help="Label `relevant` what the crawl itself judged relevant.")
def snapshot(crawl: Path, out: Path, labels: Path | None, own_verdicts: bool) -> None:
    """Make a frozen web of a finished crawl.

    CRAWL is the folder of a crawl, OUT a new folder for the web. HTML pages and redirects are
    kept. The crawl's own verdicts are no ground truth, so they become labels only on request.
    """
    from lycosa.lab.web.snapshot import read_labels
    from lycosa.lab.web.snapshot import snapshot as take

    taken = take(crawl, out, read_labels(labels) if labels else None, own_verdicts)
    click.echo(f"{out}: {taken.pages:,} pages, {taken.labelled:,} with labels, {taken.redirects:,} redirects")
    if taken.unknown:
        warning = (
            f"{len(taken.unknown):,} labelled URLs are no pages of the crawl, such as {taken.unknown[0]}"
        )
        click.echo(warning, err=True)
