"""`lycosa export`: a crawl for other programs."""

from __future__ import annotations

from pathlib import Path

import click

_FORMS = ("jsonl", "csv", "parquet", "warc", "cdxj", "graph", "text", "markdown", "huggingface")
_UNITS = {"graph": "links", "cdxj": "lines"}


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=Path("crawl"))
@click.option("--out", type=click.Path(path_type=Path), required=True, help="File or folder to write.")
@click.option("--format", "form", type=click.Choice(_FORMS), help="Default: by the file's ending.")
@click.option(
    "--all", "everything", is_flag=True, help="All pages read but copies, and not the relevant ones only."
)
@click.option("--min-score", type=float, metavar="SCORE", help="Only pages with at least this score.")
@click.option("--text", is_flag=True, help="Add the main text of each page, and the dates it gives.")
@click.option("--markdown", is_flag=True, help="Add the main text as Markdown.")
def export(
    *,
    folder: Path,
    out: Path,
    form: str | None,
    everything: bool,
    min_score: float | None,
    text: bool,
    markdown: bool,
) -> None:
    """Write the pages of the crawl in FOLDER out: as a table, texts, a data set, a WARC or the link graph.

    jsonl, csv and parquet are tables; text and markdown are folders with a file for each page; huggingface is
    a folder of Parquet shards with a data card; warc comes with an index for replay tools beside it, and cdxj
    is such an index of the crawl's own archives.
    """
    from lycosa.store.export.export import export as write

    name = out.name.lower().removesuffix(".gz")
    chosen = form or next((form for form in _FORMS if name.endswith(f".{form}")), None)
    if chosen is None:
        raise click.UsageError(f"the ending of {out.name} names no format; add --format")
    count = write(
        folder, out, chosen, everything=everything, text=text, markdown=markdown, min_score=min_score
    )
    click.echo(f"{count:,} {_UNITS.get(chosen, 'pages')} in {out}")
