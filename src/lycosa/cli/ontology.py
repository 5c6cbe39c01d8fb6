"""`lycosa ontology`: concepts of a domain, from pages or from a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.table import Table

from lycosa.cli.options import as_json as json_option
from lycosa.cli.options import language_option
from lycosa.cli.reading import read_place
from lycosa.cli.words import quoted
from lycosa.errors import LycosaError

if TYPE_CHECKING:
    from lycosa.topic.ontology import Ontology

_FILE = click.argument("file", type=click.Path(path_type=Path))


@click.group()
def ontology() -> None:
    """Build a domain ontology from pages, draw one, compare its concepts."""


@ontology.command()
@click.argument("places", nargs=-1, required=True, metavar="PAGE…")
@click.option("--topic", default="topic", show_default=True, help="Name of the root concept.")
@click.option("--web", default="", metavar="DIR", help="Frozen web that URLs are read from; default: live.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("ontology.ttl"), show_default=True)
@click.option("--lattice", type=click.Path(path_type=Path), help="Draw the lattice into this SVG file.")
def build(places: tuple[str, ...], topic: str, web: str, out: Path, lattice: Path | None) -> None:
    """Build an ontology from pages by formal concept analysis. PAGE is a file, a folder, or a URL."""
    from lycosa.topic import Topic
    from lycosa.topic.ontology.drawing import draw_lattice
    from lycosa.topic.ontology.owl import write_ontology

    about = Topic.from_pages([page for place in places for page in read_place(place, web)], topic)
    write_ontology(about.domain, out)
    if lattice is not None:
        lattice.write_text(draw_lattice(about.lattice, topic), encoding="utf-8")
    depth = about.domain.max_depth
    click.echo(f"{len(about.domain.concepts)} concepts of {len(about.examples)} pages, {depth} deep: {out}")


@ontology.command()
@_FILE
@click.option("--out", type=click.Path(path_type=Path), help="SVG file; default: beside the ontology.")
@language_option("Language of the labels.")
def draw(file: Path, out: Path | None, language: str) -> None:
    """Draw the ontology in FILE (OWL, RDFS or SKOS; Turtle or RDF/XML)."""
    from lycosa.topic.ontology.drawing import draw_ontology
    from lycosa.topic.ontology.owl import read_ontology

    found = read_ontology(file, language=language)
    picture = out or file.with_suffix(".svg")
    picture.write_text(draw_ontology(found, found.title), encoding="utf-8")
    click.echo(f"{len(found.concepts)} concepts: {picture}")


@ontology.command()
@_FILE
@click.argument("first")
@click.argument("second", required=False)
@click.option("--weights", type=float, nargs=5, help="Of distance, density, depth, coincidence, relation.")
@language_option("Language of the labels.")
@json_option
def similarity(
    *,
    file: Path,
    first: str,
    second: str | None,
    weights: tuple[float, ...] | None,
    language: str,
    as_json: bool,
) -> None:
    """Compare concept FIRST with SECOND, or with all concepts, by label or id."""
    from lycosa.topic.ontology import Factors, Similarity
    from lycosa.topic.ontology.owl import read_ontology

    found = read_ontology(file, language=language)
    compare = Similarity(found, Factors(*weights)) if weights else Similarity(found)
    one = _concept(found, first, file)
    others = [_concept(found, second, file)] if second else [c.id for c in found.concepts if c.id != one]
    rows = sorted(
        (
            {
                "concept": found.concept(id).label,
                "sem": compare.sem(one, id),
                **compare.factors(one, id)._asdict(),
            }
            for id in others
        ),
        key=lambda row: -row["sem"],
    )
    if as_json:
        click.echo(json.dumps(rows, indent=1, ensure_ascii=False))
        return
    table = Table("concept", "similarity", *Factors._fields)
    for row in rows:
        table.add_row(
            quoted(row["concept"]), *(f"{value:.3f}" for name, value in row.items() if name != "concept")
        )
    Console().print(table)


def _concept(ontology: Ontology, name: str, file: Path) -> str:
    if name in ontology.by_id:
        return name
    found = ontology.find(name)
    if found is None:
        raise LycosaError(f"{file}: there is no concept {name!r} in it")
    return found.id
