"""`lycosa threshold`: from which similarity is a page relevant."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import click
from rich.console import Console
from rich.table import Table

from lycosa.cli.options import as_json as json_option
from lycosa.cli.reading import read_place
from lycosa.errors import LycosaError
from lycosa.topic.threshold import Method, Subset, Threshold, estimate


@click.command()
@click.argument("places", nargs=-1, metavar="[FILE | PAGE…]")
@click.option(
    "--topic", type=click.Path(path_type=Path), help="Folder of a topic: compare it with each PAGE."
)
@click.option("--judge", default="vsm", show_default=True, metavar="NAME", help="Who compares.")
@click.option("--web", default="", metavar="DIR", help="Frozen web that URLs are read from; default: live.")
@click.option("--method", type=click.Choice(get_args(Method)), help="Default: all of them.")
@click.option("--subset", type=click.Choice(get_args(Subset)), default="all", show_default=True)
@click.option("--share", type=float, default=0.5, show_default=True, help="For first, last and random.")
@click.option("--random-seed", type=click.IntRange(min=0), default=0, show_default=True)
@json_option
def threshold(
    *,
    places: tuple[str, ...],
    topic: Path | None,
    judge: str,
    web: str,
    method: Method | None,
    subset: Subset,
    share: float,
    random_seed: int,
    as_json: bool,
) -> None:
    """Estimate a similarity threshold from seed similarities (Siqueira et al. 2017).

    FILE holds one number on each line, best seed first; a second number is the seed's weight. With
    --topic, pages are compared instead: files, folders or URLs, in the order of their rank.
    """
    weights: list[float] | None = None
    if topic is not None:
        similarities = _compared(topic, judge, places, web)
    else:
        similarities, weights = _read(places)
    methods: tuple[Method, ...] = (method,) if method else get_args(Method)
    found = [
        estimate(similarities, each, weights, subset=subset, share=share, seed=random_seed)
        for each in methods
    ]
    if as_json:
        click.echo(json.dumps([_plain(each) for each in found], indent=1))
        return
    table = Table("method", "threshold", "95 % interval", "seeds used", "note")
    for each in found:
        interval = "{:.3f} to {:.3f}".format(*each.interval) if each.interval else ""
        table.add_row(
            each.method, f"{each.value:.3f}", interval, f"{each.used} of {len(similarities)}", each.note
        )
    Console().print(table)


def _compared(topic: Path, judge: str, places: tuple[str, ...], web: str) -> list[float]:
    from lycosa.assembly import make_judge
    from lycosa.topic import Topic

    judging = make_judge(judge, Topic.load(topic))
    return [judging.judge(page).score for place in places for page in read_place(place, web)]


def _read(places: tuple[str, ...]) -> tuple[list[float], list[float] | None]:
    if len(places) != 1:
        raise LycosaError("give one FILE of similarities, or --topic and pages")
    file = Path(places[0])
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise LycosaError(f"{file}: cannot be read: {error}") from error
    rows = [_numbers(line, f"{file}: line {number}") for number, line in enumerate(lines, 1) if line.strip()]
    weights = [row[1] for row in rows if len(row) > 1]
    if weights and len(weights) < len(rows):
        raise LycosaError(
            f"{file}: {len(weights)} of {len(rows)} lines have a weight; give all lines one, or none"
        )
    return [row[0] for row in rows], weights or None


def _numbers(line: str, where: str) -> list[float]:
    parts = line.replace(",", " ").split()
    try:
        numbers = [float(part) for part in parts]
    except ValueError:
        numbers = []
    if len(numbers) not in (1, 2):
        raise LycosaError(f"{where}: {line.strip()!r} is not a similarity, or a similarity and a weight")
    return numbers


def _plain(found: Threshold) -> dict[str, object]:
    return {
        "method": found.method,
        "threshold": found.value,
        "used": found.used,
        "interval": found.interval,
        "note": found.note,
    }
