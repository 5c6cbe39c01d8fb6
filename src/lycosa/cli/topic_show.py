"""`lycosa topic show`: what a topic knows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from lycosa.cli.options import as_json as json_option
from lycosa.cli.words import quoted

if TYPE_CHECKING:
    from lycosa.topic import Topic


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=Path("topic"))
@click.option("--terms", type=click.IntRange(1), default=30, show_default=True, help="Keywords to show.")
@click.option("--judge", default="vsm", show_default=True, metavar="NAME", help="Whose threshold to show.")
@click.option(
    "--lattice", type=click.Path(path_type=Path), help="Draw the concept lattice into this SVG file."
)
@click.option("--ontology", type=click.Path(path_type=Path), help="Write the ontology into this OWL file.")
@json_option
def show(
    *, folder: Path, terms: int, judge: str, lattice: Path | None, ontology: Path | None, as_json: bool
) -> None:
    """Show the topic in FOLDER: its keywords, its threshold, its classes and its ontology."""
    from lycosa.topic import Topic

    topic = Topic.load(folder)
    facts = _facts(topic, judge, terms)
    if lattice is not None:
        lattice.write_text(_drawing(topic), encoding="utf-8")
    if ontology is not None:
        from lycosa.topic.ontology.owl import write_ontology

        write_ontology(topic.domain, ontology)
    if as_json:
        click.echo(json.dumps(facts, indent=1, ensure_ascii=False))
    else:
        _show(facts)


def _facts(topic: Topic, judge: str, terms: int) -> dict[str, Any]:
    from lycosa.assembly import make_judge
    from lycosa.topic import KeywordTable

    cut = getattr(make_judge(judge, topic), "cut", None)
    table = list(KeywordTable(topic).weights.items())[:terms]
    return {
        "name": topic.name,
        "language": topic.language,
        "sentence": topic.sentence,
        "examples": [page.url for page in topic.examples],
        "unlabelled": len(topic.unlabelled),
        "classes": {name: len(pages) for name, pages in topic.classes.items()},
        "own_class": topic.label if topic.classes else "",
        "genre": list(topic.genre.genre),
        "content": list(topic.genre.content),
        "concepts": len(topic.ontology.concepts) if topic.ontology else 0,
        "threshold": {"judge": judge, "value": cut and cut.value, "reason": cut.reason if cut else "learned"},
        "keywords": [
            {"term": topic.written.get(term, term), "stem": term, "weight": round(weight, 4)}
            for term, weight in table
        ],
    }


def _drawing(topic: Topic) -> str:
    """Draw the lattice of the examples, or the author's ontology."""
    from lycosa.topic.ontology.drawing import draw_lattice, draw_ontology

    if topic.ontology is not None or not topic.positives:
        return draw_ontology(topic.domain, topic.name)
    return draw_lattice(topic.lattice, topic.name)


def _show(facts: dict[str, Any]) -> None:
    console = Console()
    about = Table(title=quoted(facts["name"]), show_header=False)
    for name in ("language", "sentence", "unlabelled", "own_class", "concepts"):
        if facts[name]:
            about.add_row(name.replace("_", " "), quoted(facts[name]))
    about.add_row("examples", Text("\n").join(map(quoted, facts["examples"] or ["none"])))
    for name in ("genre", "content"):
        if facts[name]:
            about.add_row(name, quoted(", ".join(facts[name])))
    if classes := facts["classes"].items():
        about.add_row("classes", quoted(", ".join(f"{name} {count:,}" for name, count in classes)))
    about.add_row(*map(quoted, (facts["threshold"]["judge"], facts["threshold"]["reason"])))
    console.print(about)
    table = Table("keyword", "weight", "")
    for row in facts["keywords"]:
        table.add_row(quoted(row["term"]), f"{row['weight']:.3f}", "█" * round(20 * row["weight"]))
    console.print(table)
