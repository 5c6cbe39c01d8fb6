"""`lycosa status` and `lycosa why`: look into a crawl."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, astuple
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.table import Table

from lycosa.cli.options import as_json as json_option
from lycosa.cli.words import awaited_line, clock_time, quoted, relevant_pages

if TYPE_CHECKING:
    from lycosa.store.status import KeptOutlook
    from lycosa.store.why import Standing

_FOLDER = click.argument("folder", type=click.Path(path_type=Path), default=Path("crawl"))


@click.command()
@_FOLDER
@json_option
def status(folder: Path, as_json: bool) -> None:
    """Say how the crawl in FOLDER stands; it may be running."""
    from lycosa.store.status import status as read_status

    found = read_status(folder)
    if as_json:
        click.echo(json.dumps(asdict(found), indent=1))
        return
    good = relevant_pages(found.relevant, found.relevant_at_visit)
    rate = found.relevant / found.pages if found.pages else 0.0
    table = Table(title=quoted(f"{folder}: {found.decides}"), show_header=False)
    table.add_row("pages", f"{found.pages:,}, {good}, harvest {rate:.1%}")
    table.add_row("requests", f"{found.visits:,} to {found.hosts:,} hosts")
    for title, counts in (("links", found.links), ("failed", found.failures), ("refused", found.refused)):
        line = ", ".join(f"{name} {count:,}" for name, count in counts.items())
        table.add_row(title, quoted(line or "none"))
    if found.quality is not None:
        table.add_row("answers", str(found.quality))
    for kind, text in found.notices.items():
        table.add_row(quoted(kind), quoted(text))
    if found.outlook is not None:
        for title, facts in _outlook_rows(found.outlook):
            table.add_row(quoted(title), quoted(facts))
    for event in found.events[:5]:
        table.add_row(quoted(f"{_moment(event['at'])} {event['kind']}"), quoted(event["text"]))
    Console().print(table)


@click.command()
@click.argument("url")
@_FOLDER
@json_option
def why(url: str, folder: Path, as_json: bool) -> None:
    """Explain what happened to URL: how it was found, every part of its score, what came of it."""
    from lycosa.store.why import why as read_why

    found = read_why(folder, url)
    if as_json:
        click.echo(json.dumps(asdict(found), indent=1))
        return
    console = Console()
    facts = f"{found.state}{f' ({found.refused})' if found.refused else ''}, {found.depth} links from a seed"
    console.print(quoted(found.url))
    console.print(quoted(f"{facts}, shown by {found.shown} pages"))
    for place, step in enumerate(found.path):
        score = f"  relevance {_number(step.score)}" if step.score is not None else ""
        console.print(quoted(f"{'  ' * place}{'└ ' if place else ''}{step.url}  {step.anchor!r}{score}"))
    for shown in found.shown_by[:5]:
        console.print(quoted(f"on {shown.page}: {shown.anchor!r}, link {shown.position + 1}"))
    if found.state == "stray":
        console.print(quoted("stands on pages, but the strategy did not propose it"))
        return
    for told in found.evidence:
        console.print(quoted(told))
    parts = Table("part", "value", "weight", "adds", title=quoted(f"priority {_number(found.priority)}"))
    for name, value in found.parts.items():
        weight = found.weights[name]
        parts.add_row(quoted(name), f"{value:.4f}", f"{weight:g}", f"{value * weight:.4f}")
    console.print(parts)
    if found.standing is not None:
        console.print(quoted(_standing_line(found.standing)))
    for visit in found.visits:
        for line in f"{_moment(visit['fetched_at'])}  {_outcome(visit)}".splitlines():
            console.print(quoted(line))


def _outlook_rows(outlook: KeptOutlook) -> Iterator[tuple[str, str]]:
    """Say what a crawl was doing when it last said so."""
    busy = f"{outlook.under_way} of {outlook.slots} requests under way"
    if outlook.ends_in_s is not None:
        busy += f", {clock_time(outlook.ends_in_s)} to go at the rate of the last minute"
    yield _moment(outlook.at), busy
    if outlook.remaining is not None:
        yield "to find", str(outlook.remaining)
    if outlook.better:
        yield "waits for", f"{outlook.awaited_hosts:,} hosts, {outlook.better:,} better links queued"
    for host in outlook.awaited:
        yield "", awaited_line(*astuple(host))


def _standing_line(standing: Standing) -> str:
    """Say why a queued link has not been asked for."""
    if not standing.better:
        facts = f"the best of {standing.queued:,} queued links"
    else:
        on = ", ".join(f"{count:,} on {host}" for host, count in standing.better_on.items())
        facts = f"passed over for {standing.better:,} better of {standing.queued:,} queued links: {on}"
    return f"{facts}; {standing.worse_asked:,} worse links were asked for since it was found"


def _moment(at: Any) -> str:
    if not (isinstance(at, int | float) and 0 <= at < 1e11):
        return "at an unknown time"
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S")


def _number(value: Any) -> str:
    return f"{value:.4f}" if isinstance(value, int | float) else f"damaged ({value!r})"


def _parts_of_score(stored: str) -> str:
    try:
        parts = dict(json.loads(stored))
    except (ValueError, TypeError):
        return f"damaged ({stored!r})"
    return f"({', '.join(f'{name} {_number(value)}' for name, value in parts.items())})" if parts else ""


def _outcome(visit: dict[str, object]) -> str:
    facts = [f"status {visit['status']}"] if visit["status"] else []
    facts += [str(visit[key]) for key in ("error", "detail") if visit[key]]
    if visit["same_as_url"]:
        facts.append(f"the same as {visit['same_as_url']}")
    if visit["location"]:
        facts.append(f"to {visit['location']}")
    if visit["score"] is not None:
        facts.append(f"{'relevant' if visit['relevant'] else 'not relevant'}, {_number(visit['score'])}")
        if visit["score"] != visit["score_at_visit"]:
            before = "relevant" if visit["relevant_at_visit"] else "not relevant"
            facts.append(f"at the visit {before}, {_number(visit['score_at_visit'])}")
        if visit["label"]:
            facts.append(f"labelled {visit['label']}")
        facts += [str(visit["reason"] or ""), _parts_of_score(str(visit["score_parts"] or "{}"))]
    if visit["title"]:
        facts.append(repr(visit["title"]))
    return ", ".join(part for part in facts if part)
