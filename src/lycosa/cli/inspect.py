"""`lycosa status`, `lycosa why` and `lycosa export`: look into a crawl."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from lycosa.cli.options import as_json as json_option

_FOLDER = click.argument("folder", type=click.Path(path_type=Path), default=Path("crawl"))
_FORMS = ("jsonl", "csv", "parquet", "warc", "graph")


@click.command()
@_FOLDER
@json_option
def status(folder: Path, as_json: bool) -> None:
    """Say how the crawl in FOLDER stands; it may be running."""
    from lycosa.store.history import status as read_status

    found = read_status(folder)
    if as_json:
        click.echo(json.dumps(asdict(found), indent=1))
        return
    rate = found.relevant / found.pages if found.pages else 0.0
    table = Table(title=f"{folder}: {found.strategy}", show_header=False)
    table.add_row("pages", f"{found.pages:,}, {found.relevant:,} relevant ({rate:.1%})")
    table.add_row("requests", f"{found.visits:,} to {found.hosts:,} hosts")
    for title, counts in (("links", found.links), ("failed", found.failures), ("refused", found.refused)):
        table.add_row(title, ", ".join(f"{name} {count:,}" for name, count in counts.items()) or "none")
    for event in found.events[:5]:
        table.add_row(f"{_moment(event['at'])} {event['kind']}", Text(event["text"]))
    Console().print(table)


@click.command()
@click.argument("url")
@_FOLDER
@json_option
def why(url: str, folder: Path, as_json: bool) -> None:
    """Explain what happened to URL: how it was found, every part of its score, what came of it."""
    from lycosa.store.history import why as read_why

    found = read_why(folder, url)
    if as_json:
        click.echo(json.dumps(asdict(found), indent=1))
        return
    console = Console()
    told = f"{found.state}{f' ({found.refused})' if found.refused else ''}, {found.depth} links from a seed"
    console.print(Text(f"{found.url}\n{told}, shown by {found.shown} pages"))
    for place, step in enumerate(found.path):
        score = f"  relevance {step.score:.3f}" if step.score is not None else ""
        console.print(Text(f"{'  ' * place}{'└ ' if place else ''}{step.url}  {step.anchor!r}{score}"))
    for shown in found.shown_by[:5]:
        console.print(Text(f"on {shown.page}: {shown.anchor!r}, link {shown.position + 1}"))
    if found.state == "stray":
        console.print(Text("stands on pages, but the strategy did not propose it"))
        return
    parts = Table("part", "value", "weight", "adds", title=f"priority {found.priority:.4f}")
    for name, value in found.parts.items():
        weight = found.weights[name]
        parts.add_row(name, f"{value:.4f}", f"{weight:g}", f"{value * weight:.4f}")
    console.print(parts)
    for visit in found.visits:
        console.print(Text(f"{_moment(visit['fetched_at'])}  " + _outcome(visit)))


@click.command()
@_FOLDER
@click.option("--out", type=click.Path(path_type=Path), required=True, help="File to write.")
@click.option("--format", "form", type=click.Choice(_FORMS), help="Default: by the file's ending.")
@click.option("--all", "everything", is_flag=True, help="All pages read, and not the relevant ones only.")
@click.option("--text", is_flag=True, help="Add the main text of each page.")
def export(folder: Path, out: Path, form: str | None, everything: bool, text: bool) -> None:
    """Write the pages of the crawl in FOLDER to a file: JSONL, CSV, Parquet, WARC or the link graph."""
    from lycosa.store.export import export as write

    name = out.name.removesuffix(".gz")
    chosen = form or next((form for form in _FORMS if name.endswith(f".{form}")), None)
    if chosen is None:
        raise click.UsageError(f"the ending of {out.name} names no format; add --format")
    count = write(folder, out, chosen, everything=everything, text=text)
    click.echo(f"{count:,} {'links' if chosen == 'graph' else 'pages'} in {out}")


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S")


def _outcome(visit: dict[str, object]) -> str:
    told = [f"status {visit['status']}"] if visit["status"] else []
    told += [str(visit[key]) for key in ("error", "detail") if visit[key]]
    if visit["location"]:
        told.append(f"to {visit['location']}")
    if visit["score"] is not None:
        told.append(f"{'relevant' if visit['relevant'] else 'not relevant'}, {visit['score']:.3f}")
        told.append(f"{visit['reason'] or ''} {visit['score_parts'] or ''}".strip())
    if visit["title"]:
        told.append(repr(visit["title"]))
    return ", ".join(part for part in told if part)
